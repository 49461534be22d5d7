/** A question that a page answers, as search engines take it. */
export interface AnsweredQuestion {
  question: string;
  answer: string;
}

/** Pages on which each heading of the third level is a question, or a message that readers look up. */
export const QUESTION_PAGES: readonly string[] = ['how_to/FAQ', 'how_to/errors'];
