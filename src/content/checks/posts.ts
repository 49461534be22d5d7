import fs from 'node:fs';
import path from 'node:path';
import {parseFileContentFrontMatter} from '@docusaurus/utils/lib/markdownUtils.js';
import {nearest} from '../../site/nearest';
import type {Fault} from './fault';
import {BLOG_DIRECTORY, type Page} from '../pages';

const KIND = '文章有误';

/** What stands between the part of a post that lists show and the rest. */
const TRUNCATE = /^\s*\{\/\*\s*truncate\s*\*\/\}\s*$/m;

/** Keys of a YAML file of the blog, e.g. the authors; undefined where the blog has no such file. */
function keysOf(siteDir: string, name: string): string[] | undefined {
  const file = path.join(siteDir, BLOG_DIRECTORY, name);
  if (!fs.existsSync(file)) {
    return undefined;
  }
  const {frontMatter} = parseFileContentFrontMatter(`---\n${fs.readFileSync(file, 'utf8')}\n---\n`);
  return Object.keys(frontMatter);
}

function named(value: unknown): string[] {
  const all = Array.isArray(value) ? (value as unknown[]) : [value];
  return all.filter((one) => typeof one === 'string');
}

function unknownNames(
  page: Page,
  key: 'authors' | 'tags',
  known: readonly string[] | undefined,
  what: string,
): Fault[] {
  const {file, frontMatter} = page;
  return named(frontMatter[key])
    .filter((name) => known && !known.includes(name))
    .map((name) => {
      const [near] = nearest(name, known!, 1);
      return {
        kind: KIND,
        file,
        line: page.lineOfKey(key),
        problem: `没有${what}「${name}」`,
        cure: `${near ? `改成 ${near}，或` : ''}在 ${BLOG_DIRECTORY}/${key}.yml 里加上它；现有：${known!.join('、')}`,
      };
    });
}

/** Posts whose authors or tags do not exist, or that do not say where lists cut them. */
export function postFaults(siteDir: string, pages: readonly Page[]): Fault[] {
  const authors = keysOf(siteDir, 'authors.yml');
  const tags = keysOf(siteDir, 'tags.yml');
  return pages
    .filter(({kind, isDraft}) => kind === 'post' && !isDraft)
    .flatMap((page) => [
      ...unknownNames(page, 'authors', authors, '作者'),
      ...unknownNames(page, 'tags', tags, '标签'),
      ...(TRUNCATE.test(page.text)
        ? []
        : [
            {
              kind: KIND,
              file: page.file,
              problem: '没有说明列表里显示到哪里为止',
              cure: '在开头的一两段后面单独写一行 {/* truncate */}',
            },
          ]),
    ]);
}
