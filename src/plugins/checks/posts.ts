import fs from 'node:fs';
import path from 'node:path';
import {DEFAULT_PARSE_FRONT_MATTER} from '@docusaurus/utils';
import {nearest} from '../../site/nearest';
import type {Fault} from './fault';
import {BLOG_DIRECTORY, lineOfKey, type ParsedSource} from './sources';

const KIND = '文章有误';

/** What stands between the part of a post that lists show and the rest. */
const TRUNCATE = /^\s*\{\/\*\s*truncate\s*\*\/\}\s*$/m;

/** Keys of a YAML file of the blog, e.g. the authors; undefined where the blog has no such file. */
async function keysOf(siteDir: string, name: string): Promise<string[] | undefined> {
  const file = path.join(siteDir, BLOG_DIRECTORY, name);
  if (!fs.existsSync(file)) {
    return undefined;
  }
  const fileContent = `---\n${fs.readFileSync(file, 'utf8')}\n---\n`;
  const {frontMatter} = await DEFAULT_PARSE_FRONT_MATTER({filePath: file, fileContent});
  return Object.keys(frontMatter);
}

function named(value: unknown): string[] {
  const all = Array.isArray(value) ? (value as unknown[]) : [value];
  return all.filter((one) => typeof one === 'string');
}

function unknownNames(
  {file, text, frontMatter}: ParsedSource,
  key: 'authors' | 'tags',
  known: readonly string[] | undefined,
  what: string,
): Fault[] {
  return named(frontMatter[key])
    .filter((name) => known && !known.includes(name))
    .map((name) => {
      const [near] = nearest(name, known!, 1);
      return {
        kind: KIND,
        file,
        line: lineOfKey(text, key),
        problem: `没有${what}「${name}」`,
        cure: `${near ? `改成 ${near}，或` : ''}在 ${BLOG_DIRECTORY}/${key}.yml 里加上它；现有：${known!.join('、')}`,
      };
    });
}

/** Posts whose authors or tags do not exist, or that do not say where lists cut them. */
export async function postFaults(siteDir: string, sources: readonly ParsedSource[]): Promise<Fault[]> {
  const authors = await keysOf(siteDir, 'authors.yml');
  const tags = await keysOf(siteDir, 'tags.yml');
  return sources
    .filter(({kind, frontMatter}) => kind === 'post' && frontMatter.draft !== true)
    .flatMap((source) => [
      ...unknownNames(source, 'authors', authors, '作者'),
      ...unknownNames(source, 'tags', tags, '标签'),
      ...(TRUNCATE.test(source.text)
        ? []
        : [
            {
              kind: KIND,
              file: source.file,
              problem: '没有说明列表里显示到哪里为止',
              cure: '在开头的一两段后面单独写一行 {/* truncate */}',
            },
          ]),
    ]);
}
