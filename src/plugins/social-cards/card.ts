import {createHash} from 'node:crypto';
import {readJson} from '../../content/json';
import type {Page} from '../../content/pages';
import {partOf} from '../../site/docsParts';

/** What the picture says that stands for a page where a link to it is shared. */
export interface Card {
  title: string;
  /** Release and part of the documentation, or that it is a post. */
  section: string;
}

const NAVBAR = 'i18n/zh-Hans/docusaurus-theme-classic/navbar.json';

/** @returns undefined for pages that are shared with the picture of the site */
export function cardOf(siteDir: string, page: Page): Card | undefined {
  const {title} = page.frontMatter;
  const texts = readJson<Record<string, {message: string}>>(siteDir, NAVBAR) ?? {};
  const label = (name: string) => texts[`item.label.${name}`]?.message ?? name;
  if (typeof title !== 'string' || page.kind === 'page') {
    return undefined;
  }
  const part = page.version && partOf(page.docId);
  const words = page.version ? [`TVM ${page.version.release}`, part && label(part.label)] : [label('Blog')];
  return {title, section: words.filter(Boolean).join(' · ')};
}

/** Path of the picture below the base URL; pages that say the same have one. */
export function cardPath({title, section}: Card): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([title, section]))
    .digest('hex');
  return `img/cards/${hash.slice(0, 12)}.png`;
}
