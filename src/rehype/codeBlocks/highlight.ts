import Prism from 'prismjs';
import {renderRuns, toRuns} from '../../site/codeTokens';
import {findGrammar} from './languages';

/**
 * Highlights code at build time.
 *
 * @param marks class of each marked line, by its number counted from 1
 * @returns HTML for the inside of a `code` element
 * @throws Error for a language that the site does not know
 */
export function highlightMarked(code: string, language: string, marks?: ReadonlyMap<number, string>): string {
  const grammar = findGrammar(language);
  return renderRuns(toRuns(grammar ? Prism.tokenize(code, grammar) : [code]), marks);
}
