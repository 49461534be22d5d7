import fs from 'node:fs';
import path from 'node:path';
import {copySite} from '../../siteCopy';
import {homePage, readPlainPages} from './content';
import {emptyFolder, writeFiles} from './files';

/** What the stock site does without: the code and configuration of this one, and pages made of its components. */
const OWN_CODE = ['src', 'data', 'examples', 'docusaurus.config.ts', 'package.json', 'package-lock.json'];

/** Formulas, as the manual of Docusaurus tells how to have them. */
const MATH = `import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';
const math = {remarkPlugins: [remarkMath], rehypePlugins: [rehypeKatex]};
`;

function config(versions: readonly string[]): string {
  const paths = Object.fromEntries(versions.map((version) => [version, {label: version, path: version}]));
  const settings = {
    title: 'TVM',
    url: 'https://example.org',
    baseUrl: '/',
    trailingSlash: false,
    onBrokenLinks: 'ignore',
    onBrokenAnchors: 'ignore',
    i18n: {defaultLocale: 'zh-Hans', locales: ['zh-Hans']},
    future: {v4: true, faster: true},
    markdown: {hooks: {onBrokenMarkdownLinks: 'ignore', onBrokenMarkdownImages: 'ignore'}},
    themeConfig: {
      navbar: {title: 'TVM', items: [{type: 'docsVersionDropdown', position: 'right'}]},
      prism: {additionalLanguages: ['bash', 'diff', 'json', 'python', 'llvm']},
    },
  };
  const docs = {
    sidebarPath: './sidebars.ts',
    lastVersion: 'current',
    versions: {current: {label: 'current', path: ''}, ...paths},
  };
  const blog = {onInlineAuthors: 'ignore', onInlineTags: 'ignore', onUntruncatedBlogPosts: 'ignore'};
  const preset = `{docs: {...${JSON.stringify(docs)}, ...math}, blog: {...${JSON.stringify(blog)}, ...math}, pages: math}`;
  return `${MATH}export default {...${JSON.stringify(settings)}, presets: [['classic', ${preset}]]};\n`;
}

/**
 * Lays out Docusaurus as it comes, with its default preset and no search, on all that this site tells: every tree of the
 * documentation, the blog and the plain pages.
 *
 * @param work folder to lay the site out in
 * @returns the site's folder
 */
export function layOutStock(siteDir: string, work: string): string {
  const folder = emptyFolder(path.join(work, 'stock'));
  copySite(siteDir, folder, OWN_CODE);
  const pages = path.join(siteDir, 'src/pages');
  for (const name of fs.readdirSync(pages).filter((file) => /\.mdx?$/.test(file))) {
    fs.cpSync(path.join(pages, name), path.join(folder, 'src/pages', name));
  }
  const versions = JSON.parse(fs.readFileSync(path.join(siteDir, 'versions.json'), 'utf8')) as string[];
  writeFiles(folder, {
    'src/pages/index.md': homePage(readPlainPages(siteDir)),
    'docusaurus.config.ts': config(versions),
    'package.json': '{"private": true}',
  });
  return folder;
}
