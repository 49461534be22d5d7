import {execFileSync, spawnSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {afterAll, describe, expect, it} from 'vitest';
import {pagePath} from '@site/src/content/pageAddress';
import {Page, readPages} from '@site/src/content/pages';
import {type Copying, toMarkdown} from '@site/src/plugins/take-away/markdown';
import {type Cell, toNotebook} from '@site/src/plugins/take-away/notebook';
import {programFiles} from '@site/src/plugins/take-away';
import {toScript} from '@site/src/plugins/take-away/script';
import {takeAwayTexts, translator} from '@site/src/plugins/take-away/texts';
import {LATEST} from '@site/src/site/versions';
import {readCopying} from '@site/tools/takeAway/copying';
import {NOTEBOOK} from './nbformat';

const ROOT = path.resolve(__dirname, '../../..');
const SITE = 'https://docs.example.com/tvm';

const copying: Copying = {
  siteDir: ROOT,
  url: SITE,
  texts: takeAwayTexts(translator({})),
  measurement: {cores: 8, processor: 'CPU', threads: 4, date: '2026-01-02', outputs: []},
};

function page(body: string, frontMatter = ''): Page {
  return new Page(
    `${LATEST.directory}/tutorial/sample.md`,
    `---\ntitle: 样页\ndescription: 说明\n${frontMatter}---\n\n${body}\n`,
  );
}

const FULL = page(`
先看[安装](../install/index.md#准备)和[这里](#a-b)，源码见[\`nothing\`](tvm:python/nothing.py)

\`[x](y.md)\` $a_1$

![图](/img/a.svg) [外](https://example.com/a.md)

## 准备 {/* #setup */}

:::note[说明]

要点。

:::

\`\`\`python fold="准备：导入"
import tvm
\`\`\`

\`\`\`python
print(1)
\`\`\`

\`\`\`text output measured
1
\`\`\`

\`\`\`python norun="需要 GPU"
tvm.cuda()
\`\`\`

\`\`\`bash run
echo a
\`\`\`

\`\`\`text output
a
\`\`\`

\`\`\`chart measured unit="ms" title="快慢"
甲 1
乙 2
\`\`\`

## 练习

猜一猜。

<details>
<summary>答案</summary>

因为所以。

\`\`\`python
print(2)
\`\`\`

\`\`\`text output
2
\`\`\`

</details>
`);

describe('a page as Markdown', () => {
  const text = toMarkdown(copying, FULL);

  it('has its title and where it is from', () => {
    expect(text).toMatch(
      /^# 样页\n\n> 说明\n>\n> From https:\/\/docs\.example\.com\/tvm\/docs\/tutorial\/sample,/,
    );
  });

  it('leads to everything by its whole address, and leaves code alone', () => {
    expect(text).toContain(`[安装](${SITE}/docs/install#准备)`);
    expect(text).toContain(`[这里](${SITE}/docs/tutorial/sample#a-b)`);
    expect(text).toContain(`![图](${SITE}/img/a.svg) [外](https://example.com/a.md)`);
    expect(text).toContain('`[x](y.md)` $a_1$');
  });

  it('has headings without anchors, notes as quotations, and says what is folded, printed, measured and not run', () => {
    expect(text).toContain('\n## 准备\n');
    expect(text).toContain('> **说明**\n>\n>\n> 要点。');
    expect(text).toContain('准备：导入：\n\n```python\nimport tvm\n```');
    expect(text).toContain(
      `${copying.texts.output()}：\n\n\`\`\`text\n1\n\`\`\`\n\n*Measured on CPU with 8 cores and 4 threads, 2026-01-02*`,
    );
    expect(text).toContain('*Not run here:需要 GPU*');
    expect(text).toContain('| 快慢 | ms |\n| --- | ---: |\n| 甲 | 1 |\n| 乙 | 2 |');
    expect(text).toContain('<details>\n<summary>答案</summary>\n\n因为所以。');
  });
});

describe('a page as a notebook', () => {
  const {cells} = toNotebook(copying, FULL);
  const code = cells.filter((cell): cell is Extract<Cell, {cell_type: 'code'}> => cell.cell_type === 'code');
  const sources = code.map(({source}) => source.join(''));

  it('is one that nbformat 4.5 allows', () => {
    expect(NOTEBOOK.safeParse(toNotebook(copying, FULL)).error).toBeUndefined();
  });

  it('checks the version first', () => {
    expect(cells[0]).toMatchObject({cell_type: 'markdown'});
    expect(sources[0]).toContain(`tvm.__version__.split("+")[0] != "${LATEST.release}"`);
  });

  it('checks the version after the variables that TVM reads when it is imported', () => {
    const first = 'import os\n\nos.environ["TVM_NUM_THREADS"] = "2"\nimport tvm';
    const own = toNotebook(copying, page(`\`\`\`python\n${first}\n\`\`\``)).cells.filter(
      (cell) => cell.cell_type === 'code',
    );
    expect(own.map(({source}) => source.join(''))).toEqual([
      first,
      expect.stringContaining('tvm.__version__'),
    ]);
  });

  it('has what was printed, collapses what is folded and leaves room for an answer', () => {
    expect(code[1]!.metadata).toEqual({jupyter: {source_hidden: true}});
    expect(code[2]!.outputs).toEqual([{output_type: 'stream', name: 'stdout', text: ['1\n']}]);
    expect(sources[3]).toBe('%%bash\necho a');
    expect(sources[4]).toBe('');
    expect(sources[5]).toBe('print(2)');
    expect(code[5]!.metadata).toEqual({jupyter: {source_hidden: true, outputs_hidden: true}});
    expect(code).toHaveLength(6);
  });

  it('shows what is not run as text, with the reason', () => {
    const texts = cells.filter(({cell_type}) => cell_type === 'markdown').map(({source}) => source.join(''));
    expect(texts).toContain('*Not run here:需要 GPU*\n\n```python\ntvm.cuda()\n```');
    expect(texts).toContain('<details>\n<summary>答案</summary>\n\n因为所以。\n\n</details>');
  });
});

describe('a page as a script', () => {
  const text = toScript(copying, FULL);

  it('runs what the page runs and has the rest in comments', () => {
    const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
    expect(lines).toEqual([
      'import warnings',
      'import tvm',
      `if tvm.__version__.split("+")[0] != "${LATEST.release}":`,
      `    warnings.warn(f"this is for TVM ${LATEST.release}, but {tvm.__version__} is installed")`,
      'import tvm',
      'print(1)',
      'import subprocess',
      `subprocess.run(["bash", "-euo", "pipefail", "-c", r'''`,
      'echo a',
      `'''], check=True)`,
      'print(2)',
    ]);
    expect(text).toContain('# Not run here:需要 GPU\n# tvm.cuda()');
  });
});

describe('the pages of the site', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'notebooks-'));
  afterAll(() => fs.rmSync(folder, {recursive: true}));
  const read = readCopying(ROOT);
  const exported = readPages(ROOT).map((one) => [one, programFiles(read(one), one)] as const);
  const notebooks = exported.flatMap(([one, {'.ipynb': text}]) =>
    text ? [[pagePath(one), text] as const] : [],
  );

  it('become notebooks of nbformat 4.5', () => {
    const faults = notebooks.flatMap(([name, text]) => {
      const {error} = NOTEBOOK.safeParse(JSON.parse(text));
      return error ? [`${name}: ${error.message}`] : [];
    });
    expect(notebooks.length).toBeGreaterThan(600);
    expect(faults).toEqual([]);
  });

  const python = spawnSync('python3', ['-c', 'import nbformat']).status === 0;

  it.skipIf(!python)('become notebooks that nbformat itself takes', () => {
    notebooks.forEach(([, text], i) => fs.writeFileSync(path.join(folder, `${i}.ipynb`), text));
    const code = `
import glob, nbformat, sys
for file in glob.glob(sys.argv[1] + "/*.ipynb"):
    nbformat.validate(nbformat.read(file, as_version=nbformat.NO_CONVERT))`;
    execFileSync('python3', ['-c', code, folder]);
  });

  it('leave no relative link and none of the marks of this site', () => {
    const faults = readPages(ROOT).flatMap((one) => {
      const prose = toMarkdown(read(one), one)
        .replace(/^(`{3,}|~{3,}).*?^\1$/gms, '')
        .replace(/`[^`\n]*`/g, '');
      const found = /\]\((?!https?:|mailto:)[^)\s]*\)|^:::|\{\/\*/m.exec(prose)?.[0];
      return found ? [`${one.file}: ${found}`] : [];
    });
    expect(faults).toEqual([]);
  });
});
