import type {Page} from '../pages';
import {maskCode} from '../prose';
import type {Fault} from './fault';

/** Marks of Markdown that lack a part, and so stand on the page as they are. */
export function markFaults({file, lines, text}: Page): Fault[] {
  return lines.flatMap((line, i) => {
    const place = {kind: '内容有误', file, line: i + 1};
    const [, note] = /\[\^([^\]\s]+)\](?!:)/.exec(maskCode(line)) ?? [];
    return [
      ...(/^#{2,6}[^#\s]/.test(line)
        ? [{...place, problem: '# 后面没有空格，不会成为标题', cure: '在 # 和标题之间加一个空格'}]
        : []),
      ...(note !== undefined && !text.includes(`[^${note}]:`)
        ? [{...place, problem: `没有脚注 [^${note}] 的内容`, cure: `在页末写 [^${note}]: 内容，或删去它`}]
        : []),
    ];
  });
}
