/** Whether a list that sends readers on calls each page by its title. */
import path from 'node:path';
import {proseLines} from '../../src/content/prose';
import type {Hardship} from './plain';

const TITLE = /^title:\s*(['"]?)(.+?)\1\s*$/m;

const LINK = /\[((?:[^[\]]|\[[^\]]*\])+)\]\(([^()\s]+)\)/;

/** An item that begins with links and says after a colon what is there. */
const ITEM = new RegExp(`^\\s*[-*] (?:${LINK.source}[ 、，和或与]*)+：`);
const LINKS = new RegExp(LINK.source, 'g');

/** The title in the front matter of a Markdown file. */
export function titleOf(markdown: string): string | undefined {
  return TITLE.exec(markdown.slice(0, markdown.indexOf('\n---', 3)))?.[2];
}

/**
 * Finds the items whose link has another name than the title of the page, or the part of it before a colon.
 *
 * @param titles by path of the file
 */
export function findOtherNames(
  file: string,
  markdown: string,
  titles: ReadonlyMap<string, string>,
): Hardship[] {
  return proseLines(markdown).flatMap((text, i) =>
    [...(ITEM.exec(text)?.[0] ?? '').matchAll(LINKS)].flatMap(([, name, address]): Hardship[] => {
      const title = titles.get(path.posix.join(path.posix.dirname(file), address!));
      const names = title ? [title, title.split('：')[0]!] : [];
      return names.length === 0 || names.includes(name!.replaceAll('`', ''))
        ? []
        : [
            {
              line: i + 1,
              problem: `这一页叫「${title}」，链接写的是「${name}」`,
              cure: `写成 [${title}](${address})`,
            },
          ];
    }),
  );
}
