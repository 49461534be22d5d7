import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type {Element, Root} from 'hast';
import {VFile} from 'vfile';
import {describe, expect, it, onTestFinished} from 'vitest';
import {formatRecords, recordFile} from '@site/src/content/exampleRecords';
import rehypeCodeBlocks from '@site/src/rehype/codeBlocks';
import {highlightMarked} from '@site/src/rehype/codeBlocks/highlight';
import {takeMagicComments} from '@site/src/rehype/codeBlocks/magicComments';
import {findChangedLines} from '@site/src/rehype/codeBlocks/pair';
import type {PageRecord} from '@site/src/site/examples';

interface JsxNode {
  name: string;
  attributes: {name: string; value: string | null}[];
  children: JsxNode[];
}

function pre(code: string, language: string, meta = ''): Element {
  return {
    type: 'element',
    tagName: 'pre',
    properties: {},
    position: {start: {line: 7, column: 1, offset: 0}, end: {line: 9, column: 1, offset: 9}},
    children: [
      {
        type: 'element',
        tagName: 'code',
        properties: {className: [`language-${language}`], metastring: meta},
        children: [{type: 'text', value: `${code}\n`}],
      },
    ],
  };
}

let siteDir = '/nowhere';

function transform(...children: Root['children']): JsxNode[] {
  const tree: Root = {type: 'root', children};
  rehypeCodeBlocks({siteDir})(tree, new VFile({path: path.join(siteDir, 'docs/x.md')}));
  return tree.children as unknown as JsxNode[];
}

function attributes(node: JsxNode): Record<string, string | null> {
  return Object.fromEntries(node.attributes.map(({name, value}) => [name, value]));
}

describe('highlight', () => {
  it('makes an element only where the colour changes', () => {
    expect(highlightMarked('import tvm', 'python')).toBe('<span class="k">import</span> tvm');
  });

  it('leaves plain text without elements, escaped', () => {
    expect(highlightMarked('a < b && c', 'text')).toBe('a &lt; b &amp;&amp; c');
  });

  it('knows the text format of Relay', () => {
    const html = highlightMarked('def @main(%x: Tensor[(1, 8), float32]) { nn.relu(%x) }', 'relay');
    expect(html).toContain('<span class="k">def </span>');
    expect(html).toContain('<span class="f">@main</span>');
    expect(html).toContain('<span class="v">%x</span>');
    expect(html).toContain('<span class="f">nn.relu</span>');
  });

  it('keeps a colour that goes on over a marked line', () => {
    const html = highlightMarked('"""a\nb"""', 'python', new Map([[2, 'hl']]));
    expect(html).toBe('<span class="s">"""a</span>\n<span class="hl"><span class="s">b"""</span></span>');
  });

  it('says which languages there are when one is unknown', () => {
    expect(() => highlightMarked('x', 'klingon')).toThrow(/「klingon」.*relay/);
  });
});

describe('takeMagicComments', () => {
  it('takes the comments and counts lines without them', () => {
    const code = ['a', '# highlight-next-line', 'b', '// highlight-start', 'c', 'd', '// highlight-end', 'e'];
    expect(takeMagicComments(code.join('\n'))).toEqual({code: 'a\nb\nc\nd\ne', highlight: [2, 3, 4]});
  });
});

describe('findChangedLines', () => {
  it('numbers the lines of each side', () => {
    expect(findChangedLines('a\nb\nc', 'a\nx\ny\nc')).toEqual({before: [2], after: [2, 3]});
  });

  it('finds nothing in equal texts', () => {
    expect(findChangedLines('a\nb', 'a\nb')).toEqual({before: [], after: []});
  });
});

describe('rehypeCodeBlocks', () => {
  it('carries the reason of a fence that was not run', () => {
    const [node] = transform(pre('tvm.cuda()', 'python', 'norun="需要 GPU"'));
    expect(node!.name).toBe('CodeFence');
    expect(attributes(node!)).toMatchObject({norun: '需要 GPU', language: 'python', lines: '1'});
  });

  it('marks the lines that differ between two outputs, over the blank text between them', () => {
    const nodes = transform(
      pre('%0 = a;\n%1 = b;', 'relay', 'output before'),
      {type: 'text', value: '\n'},
      pre('%0 = a;\n%1 = c;', 'relay', 'output after'),
    );
    expect(nodes).toHaveLength(1);
    const [before, after] = nodes[0]!.children;
    expect(nodes[0]!.name).toBe('CodeCompare');
    expect(attributes(before!).html).toContain('<span class="was">');
    expect(attributes(after!).html).toContain('<span class="now">');
    expect(attributes(before!).html).toMatch(/^<span class="v">%0 <\/span>= a;\n<span class="was">/);
  });

  it('shows a long output in part, and code only when it is much longer', () => {
    const lines = (n: number) => Array.from({length: n}, (_, i) => `line ${i}`).join('\n');
    const folds = (n: number, meta: string) =>
      'long' in attributes(transform(pre(lines(n), 'text', meta))[0]!);
    expect(folds(30, 'output')).toBe(false);
    expect(folds(31, 'output')).toBe(true);
    expect(folds(80, '')).toBe(false);
    expect(folds(81, '')).toBe(true);
  });

  it('folds code and outputs under their title, and these are shown whole once open', () => {
    const [code, output] = transform(
      pre('x\n'.repeat(100), 'python', 'fold="准备"'),
      pre('x', 'text', 'output fold="全部输出"'),
    ).map(attributes);
    expect(code).toMatchObject({fold: '准备'});
    expect(code).not.toHaveProperty('long');
    expect(output).toMatchObject({fold: '全部输出', role: 'output'});
  });

  it('says of figures on which machine they were measured, as long as they are those of the record', () => {
    siteDir = fs.mkdtempSync(path.join(os.tmpdir(), 'code-blocks-'));
    onTestFinished(() => fs.rmSync(siteDir, {recursive: true}));
    const machine = {cores: 2, processor: 'AMD EPYC', cpu: 'znver3', threads: 2, date: '2026-11-24'};
    const record = {fences: [], measured: {...machine, outputs: ['快 3.5']}} as unknown as PageRecord;
    const file = path.join(siteDir, recordFile('0.13.0', 'docs/x.md'));
    fs.mkdirSync(path.dirname(file), {recursive: true});
    fs.writeFileSync(file, formatRecords({'docs/x.md': record}));
    const [measured, other, plain, chart, otherChart] = transform(
      pre('快 3.5', 'text', 'output measured'),
      pre('快 9.9', 'text', 'output measured'),
      pre('快 3.5', 'text', 'output'),
      pre('快 3.5', 'chart', 'measured'),
      pre('快 3.5\n慢 9.9', 'chart', 'measured'),
    ).map(attributes);
    expect(JSON.parse(measured!.measured!)).toEqual(machine);
    expect(other).not.toHaveProperty('measured');
    expect(plain).not.toHaveProperty('measured');
    expect(JSON.parse(chart!.measured!)).toEqual(machine);
    expect(otherChart).not.toHaveProperty('measured');
  });

  it('lays out the bars of a chart', () => {
    const [node] = transform(pre('甲 1\n乙 2', 'chart', 'unit="ms" title="快慢"'));
    expect(node!.name).toBe('Chart');
    const {drawing, ...more} = attributes(node!);
    expect(more).toEqual({title: '快慢', unit: 'ms'});
    expect(JSON.parse(drawing!)).toMatchObject({
      bars: [
        {name: '甲', figure: '1', length: 50},
        {name: '乙', figure: '2', length: 100},
      ],
    });
  });

  it('names the line of a fence whose language is unknown', () => {
    expect(() => transform(pre('x', 'klingon'))).toThrow(expect.objectContaining({line: 7}));
  });
});
