/** What makes a sentence of a page hard to follow and can be told from its letters. */
import {maskCode, proseLines} from '../../src/content/prose';

export interface Hardship {
  line: number;
  problem: string;
  cure: string;
}

const LABELS = ['症状：', '原因：', '办法：'];
const MOST_SEMICOLONS = 2;

/** A condition that begins a sentence without the word that it belongs to: 「没有安装 TVM 的，先看」. */
const HEADLESS =
  /(?:^\s*(?:[-*] |\d+\. )?|[。！？；：])((?:还?没有|还没|已经|只?想要?|在意|确实)[^，。；：、时的]*的，)/g;

const IMAGE = /!\[[^\]]*\]\([^)]*\)/g;
const begin = (text: string) => `「${text.trim().slice(0, 20)}…」`;

/** Finds them in the prose of a Markdown file; the cells of tables, which hold lists, are left out. */
export function findHardships(markdown: string): Hardship[] {
  return proseLines(markdown).flatMap((text, i): Hardship[] => {
    if (text.trimStart().startsWith('|')) {
      return [];
    }
    const line = i + 1;
    const masked = maskCode(text).replace(IMAGE, (image) => '\0'.repeat(image.length));
    const labels = LABELS.every((label) => masked.includes(label))
      ? [
          {
            line,
            problem: `一段里有症状、原因和办法：${begin(text)}`,
            cure: '写成三项的列表，一行一项：- 症状：…',
          },
        ]
      : [];
    let at = 0;
    const chains = masked.split(/(?<=[。！？])/).flatMap((sentence): Hardship[] => {
      const words = text.slice(at, (at += sentence.length));
      const count = sentence.split('；').length - 1;
      return count > MOST_SEMICOLONS
        ? [{line, problem: `一句话里有 ${count} 个分号：${begin(words)}`, cure: '分成几句，或写成列表'}]
        : [];
    });
    const headless = [...masked.matchAll(HEADLESS)].map(({0: all, 1: clause, index}) => {
      const end = index + all.length;
      return {
        line,
        problem: `「${text.slice(end - clause!.length, end)}」没有说是谁、是什么`,
        cure: '补上名词（没有 GPU 的机器），或写成条件（如果没有 GPU，）',
      };
    });
    return [...labels, ...chains, ...headless];
  });
}
