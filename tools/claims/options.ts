import type {Corpus, SourcePlace} from './corpus';
import type {ClaimPage} from './page';
import type {Claim} from './prose';

const MOST_PLACES = 400;
const SHOWN = 4;

const VARIABLE = /(?<![\w.])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w(])/g;
const FLAG = /(?<![\w-])--[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*/g;
const CONFIG =
  /^(?:tir|relay|te|tvm|target|auto_scheduler|meta_schedule|runtime|testing|relax|topi)\.[A-Za-z_][\w.]*\w$/;

/** A line that reads or declares an option, rather than one that only names it. */
const READS =
  /getenv|environ|ENV\{|GetConfig|config\.get|\.config\b|PASS_CONFIG_OPTION|tvm_option|add_argument|\bif\s*\(|\belseif\s*\(|\bset\s*\(|#\s*(?:if|define)|option\(|get_global_func|\bargs\.|dmlc::/;
/** The root of the project before the tests and the pages of upstream. */
const order = ({path}: SourcePlace) => (/^(tests|docs|gallery|ci|docker|apps)\//.test(path) ? 1 : 0);

/** Names of options, environment variables and configuration keys that a page mentions, with the lines. */
export function optionNames({prose, fences}: ClaimPage): Map<string, number[]> {
  const names = new Map<string, number[]>();
  const add = (name: string, line: number) => {
    const lines = names.get(name) ?? [];
    names.set(name, lines.includes(line) ? lines : [...lines, line]);
  };
  const inText = (text: string, line: number) => {
    [...(text.match(VARIABLE) ?? []), ...(text.match(FLAG) ?? [])].forEach((name) => add(name, line));
  };
  for (const {line, code} of prose) {
    for (const text of code) {
      inText(text, line);
      if (CONFIG.test(text)) {
        add(text, line);
      }
    }
  }
  for (const {role, body, line} of fences) {
    if (role === 'shell' || role === 'shell-run') {
      body.split('\n').forEach((text, i) => inText(text, line + 1 + i));
    }
  }
  return names;
}

/** Whether a dotted name is one of the API rather than a key of the configuration. */
function isApi(name: string, corpus: Corpus): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return (
    corpus.find(`"${name}"`, 1).length === 0 &&
    ['def ', 'class '].some((keyword) => corpus.find(keyword + last, 1).length > 0)
  );
}

/** Where the source reads each option that a page mentions. */
export function optionClaims(page: ClaimPage, corpus: Corpus): Claim[] {
  const names = [...optionNames(page)].filter(([name]) => !CONFIG.test(name) || !isApi(name, corpus));
  return names.map(([name, lines]) => {
    const places = corpus.find(CONFIG.test(name) ? `"${name}"` : name, MOST_PLACES);
    const reading = places.filter(({text}) => READS.test(text)).sort((a, b) => order(a) - order(b));
    const listed = (reading.length > 0 ? reading : places).slice(0, SHOWN);
    const count = `${places.length}${places.length === MOST_PLACES ? '+' : ''}`;
    const summary =
      places.length === 0
        ? '源代码里没有'
        : reading.length > 0
          ? `读取 ${reading.length} 处，出现 ${count} 处`
          : `只出现 ${count} 处，没有看到读取`;
    return {
      line: lines[0]!,
      text: `${name}${lines.length > 1 ? `（另见 ${lines.slice(1).join('、')} 行）` : ''}`,
      notes: [summary, ...listed.map(({path, line, text}) => `${path}:${line}  ${text.slice(0, 120)}`)],
    };
  });
}
