import path from 'node:path';
import type {Element, ElementContent, Root} from 'hast';
import {SKIP, visit} from 'unist-util-visit';
import type {VFile} from 'vfile';
import type {Measurement} from '../../site/examples';
import {isMeasured, readChart} from '../../site/charts';
import {type FenceMeta, parseFenceMeta} from '../../site/fenceMeta';
import {readMeasurements} from '../../content/exampleRecords';
import {drawChart} from './chart';
import {highlightMarked} from './highlight';
import {takeMagicComments} from './magicComments';
import {findChangedLines} from './pair';

/** Columns that a phone shows: a block without longer lines has nothing to wrap. */
const PHONE_COLUMNS = 38;

/** Longest code and output, in lines, that is shown whole; longer ones open on demand. */
const LONGEST_CODE = 80;
const LONGEST_OUTPUT = 30;

function isNarrow(code: string): boolean {
  const columns = (line: string) => [...line].reduce((sum, char) => sum + (char < '\u2e80' ? 1 : 2), 0);
  return code.split('\n').every((line) => columns(line) <= PHONE_COLUMNS);
}

interface Block {
  node: Element;
  code: string;
  language: string;
  meta: FenceMeta;
  /** What the newest release, which no longer has the name of this signature, calls alike. */
  gone?: string;
  /** What the inventories say of the name of this signature, as JSON. */
  facts?: string;
  /** Lines of an output that the step before had otherwise, counted from 1. */
  changed: number[];
  line?: number;
}

/** Reads a fence as the Markdown of a page left it; undefined where a `pre` is something else. */
export function readBlock(pre: Element): Block | undefined {
  const code = pre.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'code',
  );
  if (!code) {
    return undefined;
  }
  const classes = ([] as unknown[]).concat(code.properties.className ?? []).map(String);
  const language = classes.find((c) => c.startsWith('language-'))?.slice('language-'.length) ?? '';
  const metastring = code.properties.metastring ?? (code.data as {meta?: string} | undefined)?.meta;
  return {
    node: pre,
    code: code.children
      .map((child) => (child.type === 'text' ? child.value : ''))
      .join('')
      .replace(/\n+$/, ''),
    language,
    meta: parseFenceMeta(language, typeof metastring === 'string' ? metastring : ''),
    gone: code.properties.gone as string | undefined,
    facts: code.properties.facts as string | undefined,
    changed: (code.properties.changed as number[] | undefined) ?? [],
    line: pre.position?.start.line,
  };
}

export function attribute(name: string, value: string | number | boolean | undefined) {
  return value === undefined || value === false
    ? []
    : [{type: 'mdxJsxAttribute', name, value: value === true ? null : String(value)}];
}

export function element(name: string, attributes: object[], children: object[] = []): ElementContent {
  return {type: 'mdxJsxFlowElement', name, attributes, children} as unknown as ElementContent;
}

/** The machine that the figures of an output or a chart come from, as JSON. */
function machineOf({code, meta}: Block, measurement: Measurement | undefined): string | undefined {
  if (!meta.measured || !measurement) {
    return undefined;
  }
  const isRecorded =
    meta.role === 'chart'
      ? readChart(code).every((row) => isMeasured(row, measurement.outputs))
      : measurement.outputs.includes(code);
  if (!isRecorded) {
    return undefined;
  }
  const {outputs: _, ...machine} = measurement;
  return JSON.stringify(machine);
}

function renderChart(block: Block, measurement: Measurement | undefined): ElementContent {
  const {title, unit, scale} = block.meta;
  return element('Chart', [
    ...attribute('drawing', JSON.stringify(drawChart(readChart(block.code), scale))),
    ...attribute('title', title),
    ...attribute('unit', unit),
    ...attribute('log', scale === 'log'),
    ...attribute('measured', machineOf(block, measurement)),
  ]);
}

function renderBlock(block: Block, measurement?: Measurement, changed = block.changed): ElementContent {
  const {language, meta} = block;
  if (meta.role === 'chart') {
    return renderChart(block, measurement);
  }
  const isProgram = meta.role !== 'output' && meta.role !== 'signature';
  const magic = isProgram ? takeMagicComments(block.code) : {code: block.code, highlight: []};
  const marks = new Map<number, string>();
  [...meta.highlight, ...magic.highlight].forEach((line) => marks.set(line, 'hl'));
  changed.forEach((line) => marks.set(line, meta.side === 'before' ? 'was' : 'now'));
  const lines = magic.code.split('\n').length;
  return element('CodeFence', [
    ...attribute('html', highlightMarked(magic.code, language, marks)),
    ...attribute('language', language),
    ...attribute('role', isProgram ? undefined : meta.role),
    ...attribute('side', meta.side),
    ...attribute('title', meta.title),
    ...attribute('norun', meta.norun),
    ...attribute('gone', block.gone),
    ...attribute('facts', block.facts),
    ...attribute('measured', machineOf(block, measurement)),
    ...attribute('firstLine', meta.firstLine),
    ...attribute('lines', lines),
    ...attribute('narrow', isNarrow(magic.code)),
    ...attribute('fold', meta.fold),
    ...attribute('long', meta.fold === undefined && lines > (isProgram ? LONGEST_CODE : LONGEST_OUTPUT)),
  ]);
}

/** The next sibling that is more than blank text, and its place. */
function nextSibling(
  children: readonly ElementContent[],
  index: number,
): [ElementContent | undefined, number] {
  for (let i = index + 1; i < children.length; i++) {
    const child = children[i]!;
    if (child.type !== 'text' || child.value.trim()) {
      return [child, i];
    }
  }
  return [undefined, children.length];
}

/**
 * Turns fenced code into `CodeFence` elements whose highlighted HTML is ready, so that no reader's browser tokenizes or
 * builds an element per token. An output marked `before` and the next one marked `after` become a `CodeCompare`, with
 * the lines that differ marked. A chart becomes a `Chart`, its bars laid out. Below figures that were measured stands on
 * which machine, by the record of the run.
 */
export default function rehypeCodeBlocks({siteDir}: {siteDir: string}) {
  const measurements = readMeasurements(siteDir);
  return (tree: Root, file: VFile): void => {
    const measurement = measurements.get(path.relative(siteDir, file.path).split(path.sep).join('/'));
    visit(tree, 'element', (node, index, parent) => {
      if (node.tagName !== 'pre' || !parent || index === undefined) {
        return undefined;
      }
      const block = readBlock(node);
      if (!block) {
        return undefined;
      }
      const children = parent.children as ElementContent[];
      try {
        const [sibling, siblingIndex] = nextSibling(children, index);
        const other =
          block.meta.side === 'before' && sibling?.type === 'element' && sibling.tagName === 'pre'
            ? readBlock(sibling)
            : undefined;
        if (other?.meta.side === 'after') {
          const changed = findChangedLines(block.code, other.code);
          const pair = element(
            'CodeCompare',
            [],
            [renderBlock(block, measurement, changed.before), renderBlock(other, measurement, changed.after)],
          );
          children.splice(index, siblingIndex - index + 1, pair);
        } else {
          children.splice(index, 1, renderBlock(block, measurement));
        }
      } catch (error) {
        file.fail(
          (error as Error).message,
          block.line === undefined ? undefined : {line: block.line, column: 1},
        );
      }
      return [SKIP, index + 1];
    });
  };
}
