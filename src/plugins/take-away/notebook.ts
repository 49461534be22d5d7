import type {Page} from '../../content/pages';
import type {Fence} from '../../site/fences';
import {chartTable, type Copying, measuredNote, plainFence} from './markdown';
import {checkedAfter, preamble, printedBy, versionCheck} from './program';
import {type PortableBlock, portableBlocks} from './portable';

interface Stream {
  output_type: 'stream';
  name: 'stdout';
  text: string[];
}

/** A cell as nbformat 4.5 has it. */
export type Cell = {id: string; source: string[]} & (
  | {cell_type: 'markdown'; metadata: object}
  | {
      cell_type: 'code';
      metadata: {jupyter?: {source_hidden: boolean; outputs_hidden?: boolean}};
      execution_count: null;
      outputs: Stream[];
    }
);

export interface Notebook {
  nbformat: 4;
  nbformat_minor: 5;
  metadata: object;
  cells: Cell[];
}

/** Lines as the format keeps them: each with its end, but for the last. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

/** Writes the cells of a page, one block after another. */
class Writer {
  readonly cells: Cell[] = [];
  /** The folded part that is written. */
  private fold?: {summary: string; exercise: boolean};

  constructor(
    private readonly copying: Copying,
    private readonly fences: readonly Fence[],
  ) {}

  markdown(text: string): void {
    this.cells.push({id: this.nextId(), cell_type: 'markdown', metadata: {}, source: linesOf(text)});
  }

  code(source: string, printed?: string, hidden?: {source: boolean; outputs: boolean}): void {
    this.cells.push({
      id: this.nextId(),
      cell_type: 'code',
      metadata: hidden
        ? {jupyter: {source_hidden: hidden.source, ...(hidden.outputs && {outputs_hidden: true})}}
        : {},
      execution_count: null,
      source: source === '' ? [] : linesOf(source),
      outputs: printed ? [{output_type: 'stream', name: 'stdout', text: linesOf(`${printed}\n`)}] : [],
    });
  }

  private nextId(): string {
    return `cell-${this.cells.length + 1}`;
  }

  /** Prose; of a folded part it is folded too. */
  private prose(text: string): void {
    this.markdown(
      this.fold ? `<details>\n<summary>${this.fold.summary}</summary>\n\n${text}\n\n</details>` : text,
    );
  }

  private fence(fence: Fence): void {
    const {texts} = this.copying;
    const {role, meta, body} = fence;
    const folded = meta.fold !== undefined || this.fold !== undefined;
    const hidden = folded ? {source: true, outputs: this.fold?.exercise ?? false} : undefined;
    switch (role) {
      case 'run':
      case 'shell-run':
        if (meta.fold ?? meta.step ?? meta.title) {
          this.markdown(`**${meta.fold ?? meta.step ?? meta.title}**`);
        }
        this.code(role === 'run' ? body : `%%bash\n${body}`, printedBy(this.fences, fence), hidden);
        break;
      case 'norun':
        this.prose(`*${texts.notRun()}${fence.reason}*\n\n${plainFence({...fence, indent: ''})}`);
        break;
      case 'output': {
        const note = measuredNote(this.copying, fence);
        if (note) {
          this.prose(`*${note}*`);
        }
        break;
      }
      case 'chart':
        this.prose(chartTable(fence, texts));
        break;
      default:
        this.prose(plainFence({...fence, indent: ''}));
    }
  }

  /** The title of a folded part with code; before an answer an empty cell for that of the reader. */
  private open(summary: string, exercise: boolean): void {
    const {texts} = this.copying;
    if (exercise) {
      this.code('');
    }
    this.markdown(`**${summary}**：${exercise ? texts.answerBelow() : texts.collapsed()}`);
  }

  write(blocks: readonly PortableBlock[], afterFence: (fence: Fence) => void): void {
    blocks.forEach((block, i) => {
      switch (block.kind) {
        case 'prose':
          this.prose(block.text);
          break;
        case 'fence':
          this.fence(block.fence);
          afterFence(block.fence);
          break;
        case 'fold': {
          const own = blocks.slice(i, i + blocks.slice(i).findIndex(({kind}) => kind === 'end'));
          const hasCode = own.some((one) => one.kind === 'fence' && /^(?:shell-)?run$/.test(one.fence.role));
          if (hasCode || block.exercise) {
            this.open(block.summary, block.exercise);
          }
          this.fold = block;
          break;
        }
        case 'end':
          this.fold = undefined;
      }
    });
  }
}

/** A page as a notebook: its text and code as cells, what the code printed below it, what is folded collapsed. */
export function toNotebook(copying: Copying, page: Page): Notebook {
  const {title} = page.frontMatter as {title?: string};
  const writer = new Writer(copying, page.fences);
  const after = checkedAfter(page.fences);
  const check = () => writer.code(versionCheck(copying, page.release!));
  writer.markdown([`# ${title}`, ...preamble(copying, page)].join('\n\n'));
  if (!after) {
    check();
  }
  writer.write(portableBlocks(copying, page), (fence) => fence === after && check());
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {
      kernelspec: {display_name: 'Python 3', language: 'python', name: 'python3'},
      language_info: {file_extension: '.py', mimetype: 'text/x-python', name: 'python'},
    },
    cells: writer.cells,
  };
}
