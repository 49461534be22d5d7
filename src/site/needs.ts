/** What running a page takes besides TVM with LLVM and the base packages, as its front matter says under `requires`. */
export const NEED_KINDS = ['options', 'commands', 'python', 'debian'] as const;

export type NeedKind = (typeof NEED_KINDS)[number];

/**
 * - `options`: build options that are on, as `tvm.support.libinfo()` names them
 * - `commands`: programs on the path
 * - `python`: packages beyond the base, pinned in `examples/requirements-<environment>.txt`
 * - `debian`: packages of the system; `a | b` where one of them will do
 */
export type Needs = Partial<Record<NeedKind, string[]>>;

/** Something wrong under `requires`. */
export interface NeedFault {
  /** The key or item that is wrong, by which its line is found. */
  word: string;
  problem: string;
  cure: string;
}

const FORMS: Record<NeedKind, RegExp> = {
  options: /^[A-Z][A-Z0-9_]*$/,
  commands: /^[\w.+-]+$/,
  python: /^[A-Za-z0-9][\w.-]*$/,
  debian: /^[a-z0-9][a-z0-9.+-]*(?: \| [a-z0-9][a-z0-9.+-]*)*$/,
};

const EXAMPLE =
  'requires: {options: [USE_BLAS], commands: [qemu-arm], python: [graphviz], debian: [libpocl2]}';

function itemFault(kind: NeedKind, item: unknown, options: readonly string[]): NeedFault | undefined {
  const word = String(item);
  if (typeof item !== 'string' || !FORMS[kind].test(item)) {
    return {
      word,
      problem: `requires 的 ${kind} 里「${word}」不是一个名称`,
      cure: `每项一个名称，例如 ${EXAMPLE}`,
    };
  }
  return kind === 'options' && options.length > 0 && !options.includes(item)
    ? {
        word,
        problem: `这个版本的 TVM 没有构建选项 ${item}`,
        cure: '用 tvm.support.libinfo() 里的名称，全部名称见 data/build-options.json',
      }
    : undefined;
}

/**
 * Reads what stands under `requires`.
 *
 * @param options the release's build options; where there are none, any name will do
 */
export function readNeeds(
  value: unknown,
  options: readonly string[] = [],
): {needs: Needs; faults: NeedFault[]} {
  if (value === undefined || value === null) {
    return {needs: {}, faults: []};
  }
  if (typeof value !== 'object' || Array.isArray(value)) {
    return {
      needs: {},
      faults: [{word: 'requires', problem: 'requires 不是几个键和名称的列表', cure: `例如 ${EXAMPLE}`}],
    };
  }
  const needs: Needs = {};
  const faults: NeedFault[] = [];
  for (const [key, items] of Object.entries(value)) {
    const kind = NEED_KINDS.find((known) => known === key);
    if (!kind) {
      faults.push({
        word: key,
        problem: `requires 里没有 ${key} 这个键`,
        cure: `可用的键：${NEED_KINDS.join('、')}`,
      });
    } else if (!Array.isArray(items) || items.length === 0) {
      faults.push({
        word: key,
        problem: `requires 的 ${key} 不是列表`,
        cure: `例如 ${EXAMPLE}；不需要就删去这个键`,
      });
    } else {
      const wrong = (items as unknown[]).flatMap((item) => itemFault(kind, item, options) ?? []);
      faults.push(...wrong);
      needs[kind] = (items as unknown[]).filter((item): item is string => typeof item === 'string');
    }
  }
  return {needs, faults};
}

/** Line of a word under `requires` in a page, counted from 1. */
export function lineOfNeed(markdown: string, word: string): number {
  const lines = markdown.split(/\r?\n/);
  const start = Math.max(
    0,
    lines.findIndex((line) => line.startsWith('requires:')),
  );
  const end = lines.findIndex((line, i) => i > start && /^\S/.test(line));
  const at = lines.findIndex((line, i) => i >= start && i < end && line.includes(word));
  return (at === -1 ? start : at) + 1;
}
