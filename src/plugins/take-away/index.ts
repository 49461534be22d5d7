import fs from 'node:fs';
import path from 'node:path';
import type {LoadedContent as DocsContent} from '@docusaurus/plugin-content-docs';
import type {LoadContext, Plugin} from '@docusaurus/types';
import {contentOf} from '../../build/content';
import {readCommit} from '../../build/history';
import {readMeasurements} from '../../content/exampleRecords';
import {pagePath} from '../../content/pageAddress';
import {type Page, readPages} from '../../content/pages';
import {type SiteVersion, VERSIONS} from '../../site/versions';
import {groupPages, llmsFull, llmsList, llmsOverview} from './llms';
import {type Copying, toMarkdown} from './markdown';
import {toNotebook} from './notebook';
import {inventoryObjects, writeInventory} from './objectsInventory';
import {hasProgram} from './program';
import {toScript} from './script';
import {takeAwayTexts, translator} from './texts';

/** What the copies of the pages of a site are made of. */
export interface CopyingSite {
  siteDir: string;
  /** Address of the site without a slash at its end. */
  url: string;
  translations: Readonly<Record<string, string>>;
}

/** Gives each page what its copies are made of. */
export function copyingOf({siteDir, url, translations}: CopyingSite): (page: Page) => Copying {
  const texts = takeAwayTexts(translator(translations));
  const measurements = readMeasurements(siteDir);
  return (page) => ({siteDir, url, texts, measurement: measurements.get(page.file)});
}

/** The files that a page of the documentation is offered as, by the ending that is put to its address. */
export function programFiles(copying: Copying, page: Page): Record<string, string> {
  return page.kind === 'doc' && hasProgram(page)
    ? {
        '.py': toScript(copying, page),
        '.ipynb': `${JSON.stringify(toNotebook(copying, page), null, 1)}\n`,
      }
    : {};
}

/** @throws Error where the page itself does not stand there, so that nobody would find the file */
function writeBeside(outDir: string, page: Page, ending: string, text: string): void {
  const file = path.join(outDir, pagePath(page));
  if (!fs.existsSync(`${file}.html`)) {
    const cure = '照 Docusaurus 给出的地址改 src/content/pageAddress.ts';
    throw new Error(`${page.file}：站点里没有 ${pagePath(page)}，${ending} 文件没有地方可放。办法：${cure}`);
  }
  fs.writeFileSync(file + ending, text);
}

type Sidebar = Parameters<typeof groupPages>[1];

/** Writes beside each page its copies, and for each version the lists by which machines find its pages and names. */
export default function takeAwayPlugin({
  siteDir,
  codeTranslations,
  siteConfig: {url: host, title},
  baseUrl,
}: LoadContext): Plugin {
  const url = (host + baseUrl).replace(/\/$/, '');
  const texts = takeAwayTexts(translator(codeTranslations));
  let sidebars = new Map<string, Sidebar>();

  function writeLists(
    outDir: string,
    version: SiteVersion,
    pages: readonly Page[],
    copying: (page: Page) => Copying,
  ) {
    const own = pages.filter((page) => page.version === version);
    if (own.length === 0) {
      return;
    }
    const at = (name: string) => path.join(outDir, version.path, name);
    const groups = groupPages(own, sidebars.get(version.docsVersion) ?? [], {
      top: texts.start(),
      rest: texts.reference(),
    });
    const [name, summary] = [texts.listTitle(version.release), texts.listSummary(version.release)];
    fs.mkdirSync(at('.'), {recursive: true});
    fs.writeFileSync(at('llms.txt'), llmsList(copying(own[0]!), name, summary, groups));
    fs.writeFileSync(at('llms-full.txt'), llmsFull(copying, name, summary, groups));
    fs.writeFileSync(
      at('objects.inv'),
      writeInventory(title, version.release, inventoryObjects(siteDir, version, own)),
    );
  }

  return {
    name: 'tvm-take-away',
    async contentLoaded({actions}) {
      await actions.createData('build.json', {commit: readCommit(siteDir)});
    },
    allContentLoaded({allContent}) {
      const {loadedVersions} = contentOf<DocsContent>(allContent, 'docusaurus-plugin-content-docs');
      sidebars = new Map(
        loadedVersions.map((one) => [one.versionName, Object.values(one.sidebars).flat() as Sidebar]),
      );
      return Promise.resolve();
    },
    postBuild({outDir}) {
      const copying = copyingOf({siteDir, url, translations: codeTranslations});
      const pages = readPages(siteDir).filter((page) => !page.isDraft);
      for (const page of pages) {
        const files = {...programFiles(copying(page), page), '.md': toMarkdown(copying(page), page)};
        Object.entries(files).forEach(([ending, text]) => writeBeside(outDir, page, ending, text));
      }
      VERSIONS.forEach((version) => writeLists(outDir, version, pages, copying));
      fs.writeFileSync(path.join(outDir, 'llms.txt'), llmsOverview(url, title, texts));
      return Promise.resolve();
    },
  };
}
