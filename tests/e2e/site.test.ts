import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {readPages} from '../../src/content/pages';
import {pageKey, REFERENCE} from '../../src/content/reference';
import {readReferenceNames} from '../../src/content/referenceNames';
import {VERSIONS} from '../../src/site/versions';
import {allPages, BUILD} from './support/pages';
import {TestSite} from './support/site';

const ROOT = path.resolve(__dirname, '../..');

interface Route {
  path: string;
  versions: string[];
}

const site = new TestSite(() => BUILD);

describe('the pages', () => {
  it.each(['/', '/about', '/markdown-page', '/search', '/updates', '/docs', '/blog'])(
    '%s answers',
    async (address) => {
      const response = await fetch(site.origin + address, {redirect: 'manual'});
      expect(response.status).toBe(200);
      expect(await response.text()).toMatch(/<html[^>]* lang="?zh-Hans/);
    },
  );

  it.each([
    '/nowhere',
    '/docs/tutorial/quick_start/more',
    '/search/relay',
    '/blog/tags/nothing',
    '/docs/0.11.0',
  ])('of an unknown path like %s is the Not Found page', async (address) => {
    const response = await fetch(site.origin + address);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('找不到页面');
  });

  it('of the docs are those of the list, each in the versions that have it', () => {
    const routes = JSON.parse(fs.readFileSync(path.join(ROOT, 'data/routes.json'), 'utf8')) as Route[];
    const listed = new Set(
      routes.flatMap((route) =>
        VERSIONS.filter(({release}) => route.versions.includes(release)).map((version) =>
          route.path.replace(/^\/docs/, version.path),
        ),
      ),
    );
    const built = allPages().filter((pathname) => /^\/docs(\/|$)/.test(pathname));
    expect(built.length).toBeGreaterThan(20);
    // A page of the API reference may be cut into several.
    const isReference = (pathname: string) =>
      VERSIONS.some(({path: prefix, release}) => {
        const root = `${prefix}/${REFERENCE}/`;
        return (
          pathname.startsWith(root) &&
          pageKey(`${pathname.slice(root.length)}.md`, readReferenceNames(ROOT, release)) !== undefined
        );
      });
    // The list has what upstream has; a page of this site's own names no counterpart.
    const own = new Set(
      readPages(ROOT).flatMap((page) =>
        page.version && page.frontMatter.upstream === undefined
          ? [`${page.version.path}/${page.pathInTree}`.replace(/(?:\/index)?\.mdx?$/, '')]
          : [],
      ),
    );
    expect(
      built.filter((pathname) => !listed.has(pathname) && !isReference(pathname) && !own.has(pathname)),
    ).toEqual([]);
  });

  it('of each version begin at its prefix, under the same one sidebar', async () => {
    for (const {path: prefix, release} of VERSIONS) {
      const page = await site.open(prefix);
      expect(await page.locator('.theme-doc-version-badge').textContent()).toContain(release);
      const links = await page
        .locator('.theme-doc-sidebar-menu a')
        .evaluateAll((all) => all.map((a) => a.getAttribute('href')!));
      expect(links[0]).toBe(prefix);
      // A group without a page of its own only opens.
      expect(links.filter((href) => href !== '#' && !href.startsWith(prefix))).toEqual([]);
    }
  });

  it('say what they were built with', async () => {
    const page = await site.open('/about');
    const {version} = JSON.parse(
      fs.readFileSync(path.join(ROOT, 'node_modules/@docusaurus/core/package.json'), 'utf8'),
    ) as {version: string};
    expect(await page.locator('meta[name=generator]').getAttribute('content')).toBe(`Docusaurus v${version}`);
  });
});

describe('code', () => {
  it('in bash, diff, json and python is coloured, otherwise in the dark than in the light mode', async () => {
    const colours = async (colorScheme: 'light' | 'dark') => {
      const page = await site.open('/markdown-page', {colorScheme});
      return page.evaluate(() =>
        Object.fromEntries(
          ['bash', 'diff', 'json', 'python'].map((language) => {
            const tokens = document.querySelectorAll(`.code[data-language="${language}"] code span`);
            return [language, [...new Set([...tokens].map((token) => getComputedStyle(token).color))].sort()];
          }),
        ),
      );
    };
    const [light, dark] = [await colours('light'), await colours('dark')];
    for (const [language, of] of Object.entries(light)) {
      expect(of.length, language).toBeGreaterThan(0);
      expect(dark[language], language).toHaveLength(of.length);
      expect(
        dark[language]!.filter((colour) => of.includes(colour)),
        language,
      ).toEqual([]);
    }
  });
});
