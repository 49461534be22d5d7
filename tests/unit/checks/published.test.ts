import {describe, expect, it} from 'vitest';
import {linkFaults} from '@site/src/content/checks/links';
import {routeFaults} from '@site/src/content/checks/routes';
import {translationFaults} from '@site/src/content/checks/translations';
import {Page} from '@site/src/content/pages';
import {LATEST, OLDEST} from '../../support/releases';
import {siteFolder} from '../../support/siteFolder';

describe('A link to a page of another version', () => {
  const faults = (file: string, url: string) =>
    linkFaults('/nowhere', new Page(file, `---\ntitle: a\n---\n\n[看](${url})\n`));

  it.each([
    ['docs/a.md', `${OLDEST.path}/install`],
    [`${OLDEST.directory}/a.md`, '/docs/install#x'],
    [`${OLDEST.directory}/a.md`, '/docs'],
  ])('is a fault: %s to %s', (file, url) => {
    expect(faults(file, url)).toMatchObject([{kind: '指向别的版本的链接', line: 5}]);
  });

  it.each([
    ['docs/a.md', '/docs/install'],
    ['docs/a.md', '/docsearch'],
    [`${OLDEST.directory}/a.md`, `${OLDEST.path}/install`],
    ['blog/2026-01-01-a.md', `${OLDEST.path}/install`],
  ])('is none: %s to %s', (file, url) => {
    expect(faults(file, url)).toEqual([]);
  });
});

describe('An address that readers know', () => {
  const route = {path: '/docs/install', versions: [LATEST.release, OLDEST.release]};
  const routes = [{...route, page: 'install.html', source: 'docs/install.rst'}];

  it('is a fault where a tree has no page at it', () => {
    const root = siteFolder({'docs/install/index.md': '', [`${OLDEST.directory}/setup.md`]: ''});
    expect(routeFaults(root, routes)).toMatchObject([
      {
        file: 'data/routes.json',
        problem: expect.stringContaining(`${OLDEST.release} 没有 /docs/install 这一页`),
      },
    ]);
  });
});

describe('A translation', () => {
  it('is a fault where nothing shows it', () => {
    const root = siteFolder({
      'package.json': '{}',
      'src/components/a.tsx':
        'translate({id: "home.search", message: "Search"});\n<Translate id="home.more">More</Translate>',
      'node_modules/@docusaurus/theme-translations/package.json': '{}',
      'node_modules/@docusaurus/theme-translations/locales/base/theme-common.json':
        '{"theme.NotFound.title": "Page Not Found", "theme.NotFound.title___DESCRIPTION": "…"}',
      'i18n/zh-Hans/code.json':
        '{\n"home.search": {},\n"home.more": {},\n"theme.NotFound.title": {},\n"home.serach": {}\n}',
      'i18n/zh-Hans/docusaurus-theme-classic/navbar.json':
        '{"title": {}, "item.label.About": {}, "item.label.Docs": {}, "item.label.Inner": {}}',
    });
    const navbar = [{label: 'About'}, {label: 'More', items: [{label: 'Inner'}]}];
    expect(translationFaults(root, navbar)).toMatchObject([
      {
        file: 'i18n/zh-Hans/code.json',
        line: 5,
        problem: expect.stringContaining('home.serach'),
        cure: expect.stringContaining('home.search'),
      },
      {problem: expect.stringContaining('item.label.Docs')},
    ]);
  });
});
