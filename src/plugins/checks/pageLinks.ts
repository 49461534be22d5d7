import fs from 'node:fs';
import path from 'node:path';
import {createSlugger} from '@docusaurus/utils';
import {parseFences} from '../../site/fences';
import {nearest} from '../../site/nearest';
import type {Fault} from './fault';
import type {ParsedSource} from './sources';

const KIND = '断开的链接';
const LINK = /(!?)\[(?:[^[\]]|\[[^[\]]*\])*\]\(\s*<?([^\s()<>]+)>?[^)]*\)/g;
const HEADING = /^(#{2,6})\s+(.*?)(?:\s*\{\/\*\s*#(\S+)\s*\*\/\})?\s*$/;

/** The lines of a page, empty where there is code. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  for (const {line, endLine} of parseFences(text)) {
    lines.fill('', line - 1, endLine);
  }
  return lines;
}

/** The anchors of a page: those given, and those that Docusaurus makes of its headings. */
export function anchorsOf(text: string): Set<string> {
  const slugger = createSlugger();
  const headings = linesOf(text).flatMap((line) => HEADING.exec(line) ?? []);
  const anchors = new Set<string>();
  for (let i = 0; i < headings.length; i += 4) {
    const [heading, given] = [headings[i + 2]!, headings[i + 3]];
    const plain = heading
      .replace(/`/g, '')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/\\(.)/g, '$1');
    anchors.add(given ?? slugger.slug(plain));
  }
  return anchors;
}

/**
 * Links between pages, their anchors, and pictures, as far as the sources alone tell: what the build says of them too, but
 * without a build.
 */
export function pageLinkFaults(siteDir: string, sources: readonly ParsedSource[]): Fault[] {
  const texts = new Map(sources.map(({file, text}) => [file, text]));
  const anchors = new Map<string, Set<string>>();
  const anchorsIn = (file: string) => {
    const known = anchors.get(file) ?? anchorsOf(texts.get(file)!);
    anchors.set(file, known);
    return known;
  };

  function faultOf(file: string, line: number, isImage: boolean, address: string): Fault | undefined {
    const [target = '', anchor] = address.split('#') as [string, string?];
    const place = {kind: KIND, file, line};
    if (isImage || target.startsWith('/img/')) {
      const image = path.join(
        siteDir,
        target.startsWith('/') ? 'static' : path.dirname(file),
        decodeURI(target),
      );
      return fs.existsSync(image)
        ? undefined
        : {...place, problem: `找不到图片 ${target}`, cure: '图片放在 static/img/ 下，地址写成 /img/…'};
    }
    if (target !== '' && !/\.mdx?$/.test(target)) {
      return undefined;
    }
    const page = target === '' ? file : path.posix.join(path.posix.dirname(file), decodeURI(target));
    if (!texts.has(page)) {
      const [near] = nearest(page, [...texts.keys()], 1);
      const cure = near
        ? `改成 ${path.posix.relative(path.posix.dirname(file), near)}`
        : '改正路径，或删去链接';
      return {...place, problem: `没有文件 ${page}`, cure};
    }
    if (anchor && !anchorsIn(page).has(decodeURIComponent(anchor))) {
      const near = nearest(decodeURIComponent(anchor), [...anchorsIn(page)], 3).join('、');
      return {
        ...place,
        problem: `${page} 里没有锚点 #${anchor}`,
        cure: near ? `相近的有 ${near}` : '改正锚点，或删去 # 之后的部分',
      };
    }
    return undefined;
  }

  return sources.flatMap(({file, text}) =>
    linesOf(text).flatMap((line, i) => {
      const masked = line.replace(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, (code) => '\0'.repeat(code.length));
      return [...masked.matchAll(LINK)]
        .filter(([, , address]) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/|pathname:)/i.test(address!))
        .flatMap(([, mark, address]) => faultOf(file, i + 1, mark === '!', address!) ?? []);
    }),
  );
}
