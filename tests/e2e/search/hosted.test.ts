import {beforeEach, describe, expect, it} from 'vitest';
import {FIRST_HOST, INDEX, LONG_HEADING, useHosted} from '../support/hostedSite';
import {searchDialog} from '../support/searchDialog';
import {OLDER, OLDEST} from '../../support/releases';

const site = useHosted();
const {visitor} = site;
const dialog = searchDialog(visitor);
const find = (selector: string) => visitor.page.locator(selector);
const words = (text: string) => (text.match(/[\w]+/g) ?? []).length;

beforeEach(() => {
  site.hosted.service.received.length = 0;
});

async function ask(path: string, query: string): Promise<void> {
  await visitor.visit(path);
  await dialog.open();
  await dialog.ask(query);
}

const lastQuery = () => site.hosted.service.queries().at(-1)!;

describe('a query to the hosted index', () => {
  it('is one POST to the first host, with its parameters URL-encoded', async () => {
    await ask('/docs/install', 'fuseops');
    const {method, host, path, appId, apiKey, body} = site.hosted.service.received.at(-1)!;
    expect({method, host, path, appId, apiKey}).toEqual({
      method: 'POST',
      host: FIRST_HOST,
      path: '/1/indexes/*/queries',
      appId: 'TESTAPP123',
      apiKey: '0123456789abcdef0123456789abcdef',
    });
    expect(body).toEqual({requests: [{indexName: INDEX, params: expect.any(String)}]});
    const {params} = lastQuery();
    expect(params.get('query')).toBe('fuseops');
    expect(params.get('hitsPerPage')).toBe('20');
    expect(params.get('clickAnalytics')).toBe('false');
    expect(params.get('highlightPreTag')).toBe('<mark>');
    expect(params.get('highlightPostTag')).toBe('</mark>');
    expect(JSON.parse(params.get('attributesToRetrieve')!)).toEqual([
      ...['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'].map((level) => `hierarchy.${level}`),
      'content',
      'type',
      'url',
    ]);
  });

  it.each([
    ['/docs/install', 'docs-default-current'],
    [`${OLDER.path}/install`, `docs-default-${OLDER.release}`],
  ])('of %s asks for its version, what belongs to all, and the language', async (path, tag) => {
    await ask(path, 'fuseops');
    expect(JSON.parse(lastQuery().params.get('facetFilters')!)).toEqual([
      'language:zh-Hans',
      [`docusaurus_tag:${tag}`, 'docusaurus_tag:default'],
    ]);
  });

  it.each([
    [1280, 10],
    [768, 5],
  ])('at %i pixels asks for headings of %i words and texts of 50', async (width, length) => {
    await visitor.page.setViewportSize({width, height: 900});
    await ask('/docs/install', 'fuseops');
    expect(JSON.parse(lastQuery().params.get('attributesToSnippet')!)).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}:${length}`),
      'content:50',
    ]);
    const hit = dialog.hits().filter({hasText: 'fuseops h1'});
    expect(LONG_HEADING).toContain('h12');
    expect(words(await hit.locator('.DocSearch-Hit-title').innerText())).toBe(length);
    expect(words((await hit.locator('.DocSearch-Hit-path').textContent())!)).toBe(50);
    expect(await hit.locator('.DocSearch-Hit-title mark').innerText()).toBe('fuseops');
  });

  it('calls no other host, and keeps what is remembered apart from other indices', async () => {
    const hosts = new Set<string>();
    visitor.page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
    await ask('/docs/install', 'fuseops');
    await dialog.choose();
    await visitor.page.waitForLoadState('networkidle');
    expect([...hosts].sort()).toEqual(['127.0.0.1', FIRST_HOST]);
    const keys = await visitor.page.evaluate(() => Object.keys(localStorage));
    expect(keys).toContain(`__DOCSEARCH_RECENT_SEARCHES__${INDEX}`);
    await dialog.open();
    await dialog.hits().first().waitFor();
    expect(await find('.DocSearch-Hit-source').innerText()).toBe('最近搜索');
  });
});

describe('the answer of the hosted index', () => {
  it('is shown by page, five results of each, with the way to all of them', async () => {
    await ask(`${OLDER.path}/install`, 'fuseops');
    const groups = await find('.DocSearch-Hits').evaluateAll((all) =>
      all.map((group) => ({
        title: group.querySelector('.DocSearch-Hit-source')!.textContent,
        links: [...group.querySelectorAll('a')].map((a) => a.getAttribute('href')!),
      })),
    );
    expect(groups.map(({title}) => title)).toEqual(expect.arrayContaining(['融合', '更多']));
    for (const {title, links} of groups) {
      expect(links.length, title!).toBeLessThanOrEqual(5);
      expect(links.filter((link) => !/^\/(docs\/0\.12\.0|blog)\//.test(link))).toEqual([]);
    }
    await find('.DocSearch-Logo').waitFor();

    // Eight sections of one page, twenty of the other, and the post.
    const all = find('.DocSearch-HitsFooter a');
    expect(await all.innerText()).toBe('查看全部 29 个结果');
    await all.click();
    await visitor.page.getByRole('status').filter({hasText: '29 个结果'}).waitFor();
    const shown = () => find('main ol ul li').count();
    expect(await shown()).toBe(20);
    await visitor.page.getByRole('button', {name: '显示更多结果'}).click();
    await visitor.page.waitForFunction(() => document.querySelectorAll('main ol ul li').length === 29);
    expect(lastQuery().params.get('page')).toBe('1');
    await visitor.page.getByLabel('版本').selectOption({label: OLDEST.release});
    await find(`main h2 a[href^="${OLDEST.path}"]`).first().waitFor();
    expect(lastQuery().params.get('facetFilters')).toContain(`docs-default-${OLDEST.release}`);
  });

  it('leads to the section, without loading the site again', async () => {
    await ask('/docs/install', '又一节');
    await visitor.page.evaluate(() => Object.assign(window, {sameDocument: true}));
    expect(await dialog.choose()).toMatch(/^\/docs\/extra\/more#s\d+$/);
    expect(await visitor.page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  it('may be none', async () => {
    await ask('/docs/install', 'fuseops');
    await dialog.input().fill('zzqqxxyy');
    await find('.DocSearch-NoResults').waitFor();
    expect(await find('.DocSearch-Prefill').allInnerTexts()).toEqual(
      expect.arrayContaining(['融合', '更多']),
    );
  });

  it('holds no markup but what marks the words', async () => {
    const {objects} = site.hosted.service.indices.get(INDEX)!;
    const [some] = objects.values();
    const bad = '<img src=x onerror="window.poisoned=true"> <mark>poison</mark>';
    objects.set('bad', {
      ...some!,
      objectID: 'bad',
      url: 'https://tvm.hyper.ai/docs/bad',
      docusaurus_tag: 'default',
      content: bad,
      hierarchy: {...some!.hierarchy, lvl1: bad, lvl2: bad},
    });
    await ask('/docs/install', 'poison');
    expect(await dialog.hits().innerText()).toContain('<img src=x');
    expect(await find('.DocSearch-Container img').count()).toBe(0);
    await visitor.visit('/search?q=poison');
    await find('main h2').waitFor();
    expect(await find('main img').count()).toBe(0);
    expect(await visitor.page.evaluate(() => 'poisoned' in window)).toBe(false);
    objects.delete('bad');
  });
});
