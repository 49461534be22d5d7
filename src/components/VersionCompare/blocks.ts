import type {WordRun} from '@site/src/site/wordDiff';

/** A part of an article that is compared as one: a heading, a paragraph, an item of a list, a row, a line of code. */
export interface Block {
  kind: 'heading' | 'text' | 'item' | 'row' | 'code' | 'image';
  runs: WordRun[];
  /** Level of a heading, from 1. */
  level?: number;
  /** Id of a heading. */
  id?: string;
  /** Whether it is the first line of its block of code. */
  isFirst?: boolean;
  /** Whether a line of code belongs to a signature of the API reference. */
  signature?: boolean;
  /** What has to be the same in another version for the block to be the same. */
  key: string;
}

/** The element of a built page that holds the title and the text. */
const ARTICLE = '.theme-doc-markdown';

/** What belongs to the interface, and what is made for each version from its own records. */
const SKIPPED = [
  'script',
  'style',
  'nav',
  'svg',
  'button:not(.zoomable)',
  '.hash-link',
  '.code-actions',
  '.code-caption',
  '.code-gutter',
  '.code-measured',
  '.code-norun',
  '.signature-facts',
  '.gone-names',
  '.theme-doc-toc-mobile',
  'header > :not(h1)',
  'footer',
].join();

const BLOCKS =
  /^(?:address|article|aside|blockquote|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|ol|p|pre|section|summary|table|tbody|thead|tr|ul)$/;

type Kind = Block['kind'];

/** Figures of an output that is measured say nothing of the version. */
function withoutFigures(text: string): string {
  return text.replace(/\d+(?:\.\d+)?/g, '0').replace(/\s+/g, ' ');
}

function squeeze(runs: readonly WordRun[]): WordRun[] {
  const squeezed: WordRun[] = [];
  for (const {text, code} of runs) {
    const last = squeezed.at(-1);
    const clean = text.replace(/\u200b/g, '').replace(/\s+/g, ' ');
    if (last && !last.code === !code) {
      last.text = (last.text + clean).replace(/ +/g, ' ');
    } else if (clean) {
      squeezed.push({text: clean, ...(code && {code})});
    }
  }
  if (squeezed[0]) {
    squeezed[0].text = squeezed[0].text.trimStart();
    squeezed.at(-1)!.text = squeezed.at(-1)!.text.trimEnd();
  }
  return squeezed.filter(({text}) => text);
}

/** The text of a formula as it was written. */
function formulaOf(element: Element): string {
  return element.querySelector('annotation')?.textContent ?? element.textContent ?? '';
}

/** Collects the blocks of an article in the order of the page. */
class Reader {
  readonly blocks: Block[] = [];
  private runs: WordRun[] = [];

  /** @param release version of the page; where a block names it and is else the same, it is the same block */
  constructor(private readonly release: string) {}

  private add(block: Omit<Block, 'key'>, text = block.runs.map((run) => run.text).join('')): void {
    const key = text.replaceAll(this.release, '{release}');
    this.blocks.push({...block, key: `${block.kind}${block.level ?? ''} ${key}`});
  }

  private flush(kind: Kind, rest: Partial<Block> = {}): void {
    const runs = squeeze(this.runs);
    this.runs = [];
    if (runs.length > 0) {
      this.add({kind, ...rest, runs});
    }
  }

  private readCode(pre: Element): void {
    const block = pre.closest('.code');
    const isMeasured = Boolean(block?.querySelector('.code-measured'));
    const signature = block?.classList.contains('code--signature');
    const text = (pre.querySelector('code') ?? pre).textContent ?? '';
    text
      .replace(/\n+$/, '')
      .split('\n')
      .forEach((line, i) =>
        this.add(
          {kind: 'code', isFirst: i === 0, runs: [{text: line, code: true}], ...(signature && {signature})},
          isMeasured ? withoutFigures(line) : line.trimEnd(),
        ),
      );
  }

  private readRow(row: Element): void {
    for (const cell of row.children) {
      if (this.runs.length > 0) {
        this.runs.push({text: ' | '});
      }
      this.readInline(cell, false);
    }
    this.flush('row');
  }

  private readInline(node: Node, code: boolean): void {
    for (const child of node.childNodes) {
      this.readNode(child, code);
    }
  }

  /** Reads what stands within a line. */
  private readNode(node: Node, code: boolean): void {
    if (node.nodeType === Node.TEXT_NODE) {
      this.runs.push({text: node.nodeValue ?? '', code});
      return;
    }
    if (!(node instanceof Element) || node.matches(SKIPPED)) {
      return;
    }
    const tag = node.localName;
    if (node.classList.contains('katex')) {
      this.runs.push({text: formulaOf(node), code: true});
    } else if (tag === 'img') {
      this.runs.push({text: node.getAttribute('alt') ?? ''});
    } else if (tag === 'br') {
      this.runs.push({text: ' '});
    } else {
      this.readInline(node, code || tag === 'code' || tag === 'kbd');
    }
  }

  read(element: Element, kind: Kind): void {
    for (const child of element.childNodes) {
      if (!(child instanceof Element) || (!BLOCKS.test(child.localName) && !child.querySelector('p, pre'))) {
        this.readNode(child, false);
        continue;
      }
      if (child.matches(SKIPPED)) {
        continue;
      }
      this.flush(kind);
      this.readBlock(child, kind);
      this.flush(kind);
    }
  }

  private readBlock(element: Element, kind: Kind): void {
    const tag = element.localName;
    if (/^h[1-6]$/.test(tag)) {
      this.readInline(element, false);
      this.flush('heading', {level: Number(tag[1]), id: element.id});
    } else if (tag === 'pre') {
      this.readCode(element);
    } else if (tag === 'tr') {
      this.readRow(element);
    } else if (tag === 'p' && element.querySelector('img') && !element.textContent?.trim()) {
      this.readInline(element, false);
      this.flush('image');
    } else {
      this.read(element, tag === 'li' || tag === 'dd' ? 'item' : kind);
      this.flush(tag === 'li' || tag === 'dd' ? 'item' : kind);
    }
  }
}

/** The blocks of the article of a built page of a release; undefined where the document has no article. */
export function readBlocks(page: Document, release: string): Block[] | undefined {
  const article = page.querySelector(ARTICLE);
  if (!article) {
    return undefined;
  }
  const reader = new Reader(release);
  reader.read(article, 'text');
  return reader.blocks;
}
