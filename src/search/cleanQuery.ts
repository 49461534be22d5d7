import {MAX_QUERY_LENGTH} from '../site/searchTypes';

/** What stands before the text of a line: a prompt, the time, the level and the place of a log. */
const BEFORE = [
  /^(?:>>>|\.\.\.|\$|#|%|In \[\d+\]:|Out\[\d+\]:)\s+/,
  /^\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d+)?Z?\]?:?\s+/,
  /^\[?(?:INFO|WARNING|WARN|ERROR|FATAL|DEBUG)\]?:?\s+/,
  /^(?:File\s+)?"?[^\s"]*\.(?:cc|cpp|c|h|hpp|py|pyx|pxi)"?(?:,\s*line\s*|:)\d+:?(?:,?\s*in\s+[\w<>]+)?:?\s*/i,
  /^in \w+\s+/,
  /^[\w.]*(?:Error|Exception):\s*/,
  /^Check failed:\s*/,
];

/** A line that says what went wrong, and none that only says that something did. */
const SAYS = /(?:^|[\s.\w])(?:Error|Exception):\s*\S|Check failed:/;
const SAYS_NOTHING = /^[\w.]*(?:Error|Exception)?:?\s*(?:Traceback|-{3,}|={3,}|Stack trace)/;

/** Takes from a line of a log what stands before its message; all of it where nothing would be left. */
export function messageOf(line: string): string {
  let message = line.trim();
  for (let before = ''; before !== message;) {
    before = message;
    message = BEFORE.reduce((text, start) => text.replace(start, ''), message);
  }
  return message === '' ? line.trim() : message;
}

/**
 * What is asked for with a text, typed or pasted: of several lines, such as a traceback, the one that says what went wrong,
 * without prompts, time, file and the kind of the error.
 */
export function cleanQuery(text: string): string {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const told = lines.filter((line) => SAYS.test(line) && !SAYS_NOTHING.test(line.trim()));
  return [...messageOf(told.at(-1) ?? lines.at(-1) ?? '')].slice(0, MAX_QUERY_LENGTH).join('');
}

/** Pastes into a search field what is asked for with a text. */
export function pasteMessage(event: ClipboardEvent): void {
  const pasted = event.clipboardData?.getData('text').trim() ?? '';
  const message = cleanQuery(pasted);
  if (event.target instanceof HTMLInputElement && message !== pasted) {
    event.preventDefault();
    document.execCommand('insertText', false, message);
  }
}
