import fs from 'node:fs';
import path from 'node:path';
import type {Page} from '../../src/content/pages';
import {type CopyingSite, copyingOf} from '../../src/plugins/take-away';
import {type TakeAwayTexts, takeAwayTexts, translator} from '../../src/plugins/take-away/texts';
import type {Copying} from '../../src/plugins/take-away/markdown';
import {readEnvironment} from '../../src/site/environment';

/** The site as its build has it, for the copies of its pages. */
export function readCopyingSite(siteDir: string): CopyingSite {
  const {siteUrl, baseUrl} = readEnvironment(process.env);
  const messages = JSON.parse(
    fs.readFileSync(path.join(siteDir, 'i18n/zh-Hans/code.json'), 'utf8'),
  ) as Record<string, {message: string}>;
  return {
    siteDir,
    url: (siteUrl + baseUrl).replace(/\/$/, ''),
    translations: Object.fromEntries(Object.entries(messages).map(([id, {message}]) => [id, message])),
  };
}

/** What the copies of each page are made of. */
export function readCopying(siteDir: string): (page: Page) => Copying {
  return copyingOf(readCopyingSite(siteDir));
}

/** What the files say that readers get besides the pages. */
export function readTexts(siteDir: string): TakeAwayTexts {
  return takeAwayTexts(translator(readCopyingSite(siteDir).translations));
}
