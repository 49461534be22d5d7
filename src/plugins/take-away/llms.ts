import type {Page} from '../../content/pages';
import {VERSIONS} from '../../site/versions';
import {type Copying, toMarkdown} from './markdown';
import {pageUrl} from './portable';
import type {TakeAwayTexts} from './texts';

/** Pages that stand together in a list, in the order of reading. */
export interface PageGroup {
  label: string;
  pages: readonly Page[];
}

interface SidebarItem {
  type: string;
  id?: string;
  label?: string;
  link?: {type: string; id?: string};
  items?: readonly SidebarItem[];
}

function idsOf({id, link, items = []}: SidebarItem): string[] {
  return [...(id ? [id] : []), ...(link?.id ? [link.id] : []), ...items.flatMap(idsOf)];
}

/**
 * Pages of a version by the groups at the top of its sidebar; those that it leaves out come last.
 *
 * @param labels of the pages that stand alone at the top, and of those that the sidebar leaves out
 */
export function groupPages(
  pages: readonly Page[],
  sidebar: readonly SidebarItem[],
  labels: {top: string; rest: string},
): PageGroup[] {
  const byId = new Map(pages.map((page) => [page.docId, page]));
  const take = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const page = byId.get(id);
      byId.delete(id);
      return page ?? [];
    });
  const groups = sidebar.map((item): PageGroup => {
    return {label: item.items ? (item.label ?? '') : labels.top, pages: take(idsOf(item))};
  });
  const alone = groups.filter(({label}) => label === labels.top).flatMap((group) => group.pages);
  const others = groups.filter(({label}) => label !== labels.top);
  return [
    {label: labels.top, pages: alone},
    ...others,
    {label: labels.rest, pages: [...byId.values()]},
  ].filter((group) => group.pages.length > 0);
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** The list of the pages of a version as `llms.txt` has it: what it is, then each page with what it gives. */
export function llmsList(
  copying: Copying,
  title: string,
  summary: string,
  groups: readonly PageGroup[],
): string {
  const line = (page: Page) => {
    const {title: name, description} = page.frontMatter;
    return `- [${text(name)}](${pageUrl(copying, page)}.md)${description ? `: ${text(description)}` : ''}`;
  };
  const parts = groups.map(({label, pages}) => `## ${label}\n\n${pages.map(line).join('\n')}`);
  return `${[`# ${title}`, `> ${summary}`, ...parts].join('\n\n')}\n`;
}

/** All pages of a version in one text. */
export function llmsFull(
  copying: (page: Page) => Copying,
  title: string,
  summary: string,
  groups: readonly PageGroup[],
): string {
  const pages = groups.flatMap((group) => group.pages).map((page) => toMarkdown(copying(page), page));
  return [`# ${title}\n\n> ${summary}\n`, ...pages].join('\n---\n\n');
}

/** The list of the versions, which stands at the root of the site. */
export function llmsOverview(url: string, title: string, texts: TakeAwayTexts): string {
  const lines = VERSIONS.flatMap(({path, release, purpose}) => [
    `- [${texts.allPages(release)}](${url}${path}/llms.txt): ${purpose}`,
    `- [${texts.wholeText(release)}](${url}${path}/llms-full.txt)`,
  ]);
  return `# ${title}\n\n> ${texts.siteSummary()}\n\n## ${texts.versions()}\n\n${lines.join('\n')}\n`;
}
