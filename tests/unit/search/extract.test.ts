import {describe, expect, it} from 'vitest';
import {extractPage} from '@site/src/plugins/search/extract';
import {weigh} from '@site/src/plugins/search/postings';
import {toRecords} from '@site/src/plugins/search/records';

const HTML = `<!doctype html><html><head>
<meta name=docusaurus_locale content=zh-Hans><meta name=description content=说明><meta name=docusaurus_tag content=docs-default-current>
</head><body><nav>导航 <a>不要</a></nav><ul><li><a class="breadcrumbs__link">教程</a></li></ul>
<div class="theme-doc-markdown markdown"><header><h1>快速上手</h1><p>示例已运行通过</p></header>
<div class="article" data-article="/docs/a"><p>开头。</p>
<h2 class="anchor" id="编译">编译<a class="hash-link" href="#编译">\u200b</a></h2><p>用 <code>relay.build</code> 编译。</p>
<div class="code"><div class="code-body"><pre><code>lib = relay.build(mod)</code></pre><button>复制</button></div></div>
<div class="code code--output"><div class="code-caption">输出</div><pre><code>不该索引的输出</code></pre></div>
<h3 id="级别">级别</h3><p>从 0 到 3。<br>再看。</p></div></div><footer>页脚</footer></body></html>`;

describe('extractPage', () => {
  const page = extractPage(HTML);

  it('reads the version, the language and the part of the site', () => {
    expect(page).toMatchObject({tag: 'docs-default-current', language: 'zh-Hans', part: '教程'});
  });

  it('cuts the article at its headings', () => {
    expect(page.sections.map(({anchor, level}) => [anchor, level])).toEqual([
      [undefined, 1],
      ['编译', 2],
      ['级别', 3],
    ]);
  });

  it('keeps prose and code apart, without outputs and buttons', () => {
    expect(page.sections[1]).toMatchObject({prose: '用 relay.build 编译。', code: 'lib = relay.build(mod)'});
    expect(JSON.stringify(page)).not.toMatch(/不该索引|复制|导航|页脚|输出|运行通过/);
  });
});

describe('toRecords', () => {
  const records = toRecords(extractPage(HTML), '/docs/a', '文档');

  it('gives each section the headings above it and its own address', () => {
    expect(records[2]).toMatchObject({
      url: '/docs/a#级别',
      type: 'content',
      hierarchy: {lvl0: '教程', lvl1: '快速上手', lvl2: '编译', lvl3: '级别', lvl4: null},
    });
  });
});

describe('weigh', () => {
  const records = toRecords({...extractPage(HTML), aliases: ['入门']}, '/docs/a', '文档');
  const weight = (record: number, word: string) => weigh(records[record]!).get(word);

  it('weighs each word of a record by where it stands', () => {
    expect(weight(2, '级别')).toBe(80);
    expect(weight(2, '快速')).toBe(12);
    expect(weight(1, 'build')).toBe(14);
    expect(weight(1, 'lib')).toBe(4);
    expect(weight(2, 'lib')).toBeUndefined();
  });

  it('counts in the first record of a page what the page is called and what it is about', () => {
    expect(weight(0, '入门')).toBe(80);
    expect(weight(0, '说明')).toBe(25);
    expect(weight(1, '入门')).toBeUndefined();
  });
});

describe('a blog post', () => {
  const html = `<html><head><meta name=docusaurus_tag content=default></head><body><article>
<header><h1>从 0.10 到 0.13</h1><time>2026 年</time></header>
<div id="__blog-post-container"><div data-article="/blog/a"><p>开头。</p><h2 id="变化">变化</h2><p>正文。</p></div></div>
</article></body></html>`;

  it('has the title that stands above its text, for each of its sections', () => {
    const records = toRecords(extractPage(html), '/blog/a', '博客');
    expect(records.map(({hierarchy: {lvl0, lvl1, lvl2}, content}) => [lvl0, lvl1, lvl2, content])).toEqual([
      ['博客', '从 0.10 到 0.13', null, '开头。'],
      ['博客', '从 0.10 到 0.13', '变化', '正文。'],
    ]);
  });
});

describe('a class of the reference', () => {
  const html = `<html><head><meta name=docusaurus_tag content=docs-default-current></head><body>
<h1>tvm.te</h1><div data-article="/docs/te"><h3 id=tvm.te.Stage>Stage</h3>
<div class="code code--signature"><pre><code>tvm.te.Stage()</code></pre><div class=signature-facts>0.12.0 签名有变</div></div>
<p>计算的一个阶段。</p><table><thead><tr><th>成员<th>含义<tbody>
<tr id=tvm.te.Stage.split><td><code>split(parent, factor=None)</code><td><code>parent</code> 切成两层。</tr>
<tr id=tvm.te.Stage.fuse><td><code>fuse(*args)</code><td>合并。</tr></tbody></table><p>切分不改变结果。</p></div></body></html>`;
  const records = toRecords(extractPage(html), '/docs/te', '文档');

  it('has a record for itself and for each of its methods, with the signature', () => {
    expect(records.map(({url, signature}) => [url, signature])).toEqual([
      ['/docs/te#tvm.te.Stage', 'tvm.te.Stage()'],
      ['/docs/te#tvm.te.Stage.split', 'split(parent, factor=None)'],
      ['/docs/te#tvm.te.Stage.fuse', 'fuse(*args)'],
    ]);
    expect(records[1]).toMatchObject({
      prose: 'parent 切成两层。',
      hierarchy: {lvl3: 'Stage', lvl4: 'Stage.split'},
    });
  });

  it('goes on behind the table', () => {
    expect(records[0]!.prose.split(' ')).toEqual(['计算的一个阶段。', '成员', '含义', '切分不改变结果。']);
    expect(JSON.stringify(records)).not.toContain('签名有变');
  });
});
