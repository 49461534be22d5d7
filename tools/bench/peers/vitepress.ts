import path from 'node:path';
import {addressOf, homePage, readPlainPages, sections} from './content';
import {buildWith, emptyFolder, type MeasuredSite, writeFiles} from './files';

/**
 * Builds the current tree with VitePress, its default theme and its local search.
 *
 * @param packages folder of the packages that has vitepress
 * @param work folder to lay the site out in
 */
export async function buildVitePress(siteDir: string, packages: string, work: string): Promise<MeasuredSite> {
  const folder = emptyFolder(path.join(work, 'vitepress'));
  const pages = readPlainPages(siteDir);
  const files = pages.map(({id, title, description, body}) => [
    `docs/${id}.md`,
    `---\ndescription: ${JSON.stringify(description)}\n---\n\n# ${title}\n${body}`,
  ]);
  const sidebar = sections(pages).map(([text, items]) => ({
    text,
    items: items.map(({id, title}) => ({text: title, link: addressOf(id)})),
  }));
  const config = {
    lang: 'zh-Hans',
    title: 'TVM',
    cleanUrls: true,
    ignoreDeadLinks: true,
    // Braces of formulas are no expressions of Vue.
    vue: {template: {compilerOptions: {delimiters: ['[[=', '=]]']}}},
    themeConfig: {search: {provider: 'local'}, sidebar},
  };
  writeFiles(folder, {
    ...(Object.fromEntries(files) as Record<string, string>),
    'index.md': homePage(pages),
    '.vitepress/config.mts': `export default ${JSON.stringify(config)};\n`,
  });
  const cold = await buildWith(path.join(packages, 'vitepress/bin/vitepress.js'), {folder, siteDir, packages});
  return {
    name: 'VitePress',
    outDir: path.join(folder, '.vitepress/dist'),
    builds: {cold},
    address: (page) => page,
    ready: '.VPContent',
    answers: "Boolean(document.querySelector('#app')?.__vue_app__)",
  };
}
