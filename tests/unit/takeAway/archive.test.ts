import {describe, expect, it} from 'vitest';
import {readerSections} from '@site/tools/offlineZip';
import {localAddress, rewritePage} from '@site/tools/offlineZip/rewrite';

const ARCHIVE = {
  site: 'https://docs.example',
  baseUrl: '/tvm/',
  files: new Set(['docs.html', 'docs/a/b.html', 'docs/0.12.0/a.html', 'img/x.svg', 'assets/css/s.css']),
};

describe('a page for the file system', () => {
  it.each([
    ['/tvm/docs#x', 'docs/a/b.html', '../../docs.html#x'],
    ['/tvm/docs/a/b?q=1#x', 'docs.html', 'docs/a/b.html#x'],
    ['/tvm/docs/0.12.0/a', 'docs.html', 'docs/0.12.0/a.html'],
    ['/tvm/img/x.svg', 'docs/a/b.html', '../../img/x.svg'],
    ['/tvm/about', 'docs.html', 'https://docs.example/tvm/about'],
    ['#x', 'docs.html', '#x'],
    ['https://other.example/', 'docs.html', 'https://other.example/'],
    ['//other.example/', 'docs.html', '//other.example/'],
  ])('has %s on %s as %s', (address, from, local) => {
    expect(localAddress(address, from, ARCHIVE)).toBe(local);
  });

  it('has no code of the site, and its links in tags alone', () => {
    const html =
      '<!doctype html><html><head><link rel=preload as=script href=/tvm/a.js><link rel=stylesheet href=/tvm/assets/css/s.css /><script>if (1 < 2) {}</script></head><body><a class="x" href=/tvm/docs>a</a><code>href=/tvm/docs</code><nav class=take-away>x</nav></body></html>';
    expect(rewritePage(html, 'docs/a/b.html', ARCHIVE)).toBe(
      '<!doctype html><html><head><link rel=stylesheet href="../../assets/css/s.css" /><script src="../../reader.js" data-root="../.."></script></head><body><a class="x" href="../../docs.html">a</a><code>href=/tvm/docs</code></body></html>',
    );
  });
});

it('Sections are found by their headings and text, at their places', () => {
  const html =
    '<html><body><div class="theme-doc-markdown" data-article><h1>题</h1><p>甲</p><h2 id="b c">乙</h2><p>丙</p><pre><code>x = 1</code></pre></div></body></html>';
  expect(readerSections(html, 'docs/a.html')).toEqual([
    {title: '题', text: '甲', url: 'docs/a.html'},
    {title: '题 › 乙', text: '丙 x = 1', url: 'docs/a.html#b%20c'},
  ]);
});
