import {type AnsweredQuestion, QUESTION_PAGES} from '../site/questions';
import type {Page} from './pages';

/** Characters of an answer. */
const LONGEST = 240;

/** Markdown as plain text. */
function plain(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*|]/g, '')
    .replace(/^\s*[-\d.]+\s+/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The questions of a page with the beginnings of their answers; none on pages that have no questions. */
export function readQuestions(page: Page): AnsweredQuestion[] {
  if (page.kind !== 'doc' || !QUESTION_PAGES.includes(page.docId)) {
    return [];
  }
  return page.headings.flatMap(({depth, text, line}, i) => {
    if (depth !== 3) {
      return [];
    }
    const end = page.headings[i + 1]?.line ?? page.lines.length + 1;
    // What is folded says how to see it for oneself.
    const answer = plain(
      page.lines
        .slice(line, end - 1)
        .join('\n')
        .split('<details')[0]!,
    );
    return answer ? [{question: plain(text), answer: answer.slice(0, LONGEST)}] : [];
  });
}
