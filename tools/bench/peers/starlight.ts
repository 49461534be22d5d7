import path from 'node:path';
import {addressOf, homePage, readPlainPages, sections} from './content';
import {buildWith, emptyFolder, type MeasuredSite, writeFiles} from './files';

const CONTENT_CONFIG = `import {defineCollection} from 'astro:content';
import {docsLoader} from '@astrojs/starlight/loaders';
import {docsSchema} from '@astrojs/starlight/schema';
export const collections = {docs: defineCollection({loader: docsLoader(), schema: docsSchema()})};
`;

function astroConfig(starlight: object): string {
  return `import {defineConfig} from 'astro/config';
import starlight from '@astrojs/starlight';
export default defineConfig({
  build: {format: 'file'},
  cacheDir: './.astro-cache',
  trailingSlash: 'never',
  integrations: [starlight(${JSON.stringify(starlight)})],
});
`;
}

const slugOf = (id: string) => addressOf(id).slice(1);

function frontMatter(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join('\n');
}

/**
 * Builds the current tree with Starlight, its default theme and its search.
 *
 * @param packages folder of the packages that has astro
 * @param work folder to lay the site out in
 */
export async function buildStarlight(siteDir: string, packages: string, work: string): Promise<MeasuredSite> {
  const folder = emptyFolder(path.join(work, 'starlight'));
  const pages = readPlainPages(siteDir);
  const files = pages.map(({id, title, description, body}) => [
    `src/content/docs/docs/${id}.md`,
    `---\n${frontMatter({title, description, slug: slugOf(id)})}\n---\n${body}`,
  ]);
  const sidebar = sections(pages).map(([label, items]) => ({
    label,
    items: items.map(({id, title}) => ({label: title, slug: slugOf(id)})),
  }));
  writeFiles(folder, {
    ...(Object.fromEntries(files) as Record<string, string>),
    'src/content/docs/index.md': homePage(pages),
    'src/content.config.ts': CONTENT_CONFIG,
    'astro.config.mjs': astroConfig({
      title: 'TVM',
      locales: {root: {label: '简体中文', lang: 'zh-CN'}},
      sidebar,
    }),
    'package.json': '{"type": "module", "private": true}',
  });
  const cold = await buildWith(path.join(packages, 'astro/astro.js'), {folder, siteDir, packages});
  return {
    name: 'Starlight',
    outDir: path.join(folder, 'dist'),
    builds: {cold},
    address: (page) => page,
    ready: 'main',
    answers: "document.querySelector('site-search button[data-open-modal]')?.disabled === false",
  };
}
