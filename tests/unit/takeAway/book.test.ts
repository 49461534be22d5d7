import {describe, expect, it} from 'vitest';
import {bookAnchor, bookLink, composeBook} from '@site/tools/pdf/compose';
import {sectionPaths} from '@site/tools/pdf';

const page = (body: string) =>
  `<html><head><link rel="stylesheet" href="/a.css"></head><body><nav>x</nav><div class="theme-doc-markdown markdown"><header><h1>题</h1></header>${body}</div></body></html>`;

const BOOK = {
  texts: {contents: () => '目录', figure: (number: string) => `图 ${number}`},
  title: '书',
  site: 'https://docs.example',
  chapters: [
    {
      path: '/docs/tutorial',
      html: page(
        '<h2 id="甲">甲<a class="hash-link" href="#甲">#</a></h2><p><a href="/docs/tutorial/b#c">b</a><a href="#甲">甲</a><a href="/about">关于</a></p><button class="zoomable"><img loading="lazy" alt="图里" src="/x.svg"></button><details><summary>折叠</summary>内</details><nav class="take-away">菜单</nav>',
      ),
    },
    {
      path: '/docs/tutorial/b',
      html: page('<h2 id="c">丙</h2><figure class="code--chart"><figcaption>快慢</figcaption></figure>'),
    },
  ],
};

describe('a book of pages', () => {
  const html = composeBook(BOOK);

  it('has contents that lead to each chapter and heading, by names that no two chapters share', () => {
    expect(html).toContain('<a href="#p1-甲">甲</a>');
    expect(html).toContain('<a href="#p2-c">丙</a>');
    for (const id of ['p1', 'p2', 'p1-甲', 'p2-c']) {
      expect(html.split(` id="${id}"`)).toHaveLength(2);
    }
  });

  it('leads within itself where it can, else to the site', () => {
    expect(html).toContain(
      '<a href="#p2-c">b</a><a href="#p1-甲">甲</a><a href="https://docs.example/about">关于</a>',
    );
    expect(bookLink('https://other.example/a', 0, BOOK)).toBe('https://other.example/a');
    expect(bookLink('b', 1, BOOK)).toBe(`#${bookAnchor(1, '')}`);
  });

  it('numbers figures by chapter and says what they show', () => {
    expect(html).toMatch(
      /<figure class="book-figure"><img alt="图里" src="\/x\.svg"\/?><figcaption><b class="figure-number">图 1-1<\/b>图里/,
    );
    expect(html).toContain('<b class="figure-number">图 2-1</b>快慢');
  });

  it('is unfolded and without what belongs to the screen', () => {
    expect(html).toContain('<details open');
    expect(html).not.toMatch(/菜单|hash-link|zoomable/);
  });
});

it('The pages of a section are those of its folder, in the order of the list', () => {
  const list = ['tutorial/a', 'tutorial_b', 'how_to/x', 'tutorial']
    .map((name) => `- [题](https://s/docs/${name}.md): x`)
    .join('\n');
  expect(sectionPaths(list, 'https://s', '/docs', 'tutorial')).toEqual([
    '/docs/tutorial/a',
    '/docs/tutorial',
  ]);
});
