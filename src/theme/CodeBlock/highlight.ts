import {Prism} from 'prism-react-renderer';
import {renderRuns, toRuns} from '@site/src/site/codeTokens';

/** Highlights code with the grammars that Prism brings; an unknown language stays plain. */
export function highlight(code: string, language: string): string {
  const grammar = Prism.languages[language];
  return renderRuns(toRuns(grammar ? Prism.tokenize(code, grammar) : [code]));
}
