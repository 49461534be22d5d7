import type {Element, ElementContent, Root} from 'hast';
import {SKIP, visit} from 'unist-util-visit';
import type {VFile} from 'vfile';
import {attribute, element, readBlock} from './codeBlocks';
import {findChangedLines} from './codeBlocks/pair';

type Child = Root['children'][number];

interface Step {
  name: string;
  /** What stands before the code: what explains it. */
  lead: Child[];
  /** The code and its outputs. */
  code: Element[];
}

const isElement = (node: Child): node is Element => node.type === 'element';
const isHeading = (node: Child) => isElement(node) && /^h[1-6]$/.test(node.tagName);
const blockOf = (node: Child) => (isElement(node) && node.tagName === 'pre' ? readBlock(node) : undefined);

/**
 * Finds the sequence that begins with the step at a place: the steps up to the next heading, each with its outputs and
 * with what explains it.
 *
 * @returns the steps and the place behind the last one's outputs
 */
function readSteps(children: readonly Child[], start: number): {steps: Step[]; end: number} {
  const steps: Step[] = [];
  let lead: Child[] = [];
  let end = start;
  for (let i = start; i < children.length && !isHeading(children[i]!); i++) {
    const child = children[i]!;
    const meta = blockOf(child)?.meta;
    if (meta?.step !== undefined) {
      steps.push({name: meta.step, lead, code: [child as Element]});
      lead = [];
      end = i + 1;
    } else if (meta?.role === 'output' && lead.every(({type}) => type === 'text')) {
      steps.at(-1)!.code.push(child as Element);
      lead = [];
      end = i + 1;
    } else {
      lead.push(child);
    }
  }
  return {steps, end};
}

/** Leaves at each output which of its lines the output of the step before had otherwise. */
function markChanges(steps: readonly Step[]): void {
  let before: string | undefined;
  for (const {code} of steps) {
    for (const output of code.slice(1)) {
      const {code: after} = readBlock(output)!;
      if (before !== undefined) {
        const inner = output.children.find((child): child is Element => child.type === 'element')!;
        inner.properties.changed = findChangedLines(before, after).after;
      }
      before = after;
    }
  }
}

function render(steps: readonly Step[], id: string): ElementContent {
  markChanges(steps);
  const panel = ({lead, code}: Step) => element('div', [], [...lead, ...code]);
  const names = JSON.stringify(steps.map(({name}) => name));
  return element('CodeSteps', [...attribute('names', names), ...attribute('id', id)], steps.map(panel));
}

/**
 * Puts fences that name a `step`, with their outputs and what stands between them, into one `CodeSteps`, and marks what
 * each step changed in the output. Runs before `rehypeCodeBlocks`, to which it leaves the marks.
 */
export default function rehypeCodeSteps() {
  return (tree: Root, file: VFile): void => {
    let count = 0;
    visit(tree, (node) => {
      if (!('children' in node)) {
        return undefined;
      }
      if ('name' in node && node.name === 'CodeSteps') {
        return SKIP;
      }
      const children = node.children as Child[];
      for (let i = 0; i < children.length; i++) {
        const block = blockOf(children[i]!);
        if (block?.meta.step === undefined) {
          continue;
        }
        const {steps, end} = readSteps(children, i);
        if (steps.length < 2) {
          file.fail(`只有一步「${block.meta.step}」。办法：删去 step，或给同一节后面的代码也写上 step`, {
            line: block.line ?? 1,
            column: 1,
          });
        }
        count += 1;
        children.splice(i, end - i, render(steps, `steps-${count}`) as Child);
      }
      return undefined;
    });
  };
}
