import {readChart} from '../../site/charts';
import type {Measurement} from '../../site/examples';
import type {Fence} from '../../site/fences';
import type {Page} from '../../content/pages';
import type {SitePlace} from './links';
import {pageUrl, portableBlocks} from './portable';
import type {TakeAwayTexts} from './texts';

/** What the copies of a page are made of besides the page. */
export interface Copying extends SitePlace {
  texts: TakeAwayTexts;
  /** Of the page's `measured` outputs. */
  measurement?: Measurement;
}

/** What stands below figures that were measured; undefined where there is nothing to say. */
export function measuredNote({texts, measurement}: Copying, {meta}: Fence): string | undefined {
  if (!meta.measured || !measurement) {
    return undefined;
  }
  const {cores, processor, cpu, threads, date} = measurement;
  return texts.measured(cores, cpu ? `${processor} (${cpu})` : processor, threads, date);
}

/** The rows of a chart as a table. */
export function chartTable({body, meta}: Fence, texts: TakeAwayTexts): string {
  const rows = readChart(body).map(({name, figure}) => `| ${name.replaceAll('|', '\\|')} | ${figure} |`);
  const head = `| ${meta.title ?? texts.name()} | ${meta.unit ?? texts.value()} |`;
  return [head, '| --- | ---: |', ...rows].join('\n');
}

/** A fence as plain Markdown knows it. */
export function plainFence({indent, marker, language, body}: Fence): string {
  return [marker + language, ...body.split('\n'), marker]
    .map((line) => (line ? indent + line : line))
    .join('\n');
}

function caption({role, meta}: Fence, texts: TakeAwayTexts): string | undefined {
  if (role === 'output') {
    return meta.side ? texts[meta.side]() : texts.output();
  }
  return meta.fold ?? meta.step ?? meta.title;
}

function fenceText(copying: Copying, fence: Fence): string {
  const {texts} = copying;
  if (fence.role === 'chart') {
    return chartTable(fence, texts);
  }
  const above = caption(fence, texts);
  const below = fence.reason ? texts.notRun() + fence.reason : measuredNote(copying, fence);
  return [
    ...(above ? [`${fence.indent}${above}：`] : []),
    plainFence(fence),
    ...(below ? [`${fence.indent}*${below}*`] : []),
  ].join('\n\n');
}

/** The lines under the title of a copy: what the page gives and where it is from. */
export function introduction({texts, ...site}: Copying, page: Page): string[] {
  const {description} = page.frontMatter;
  const url = pageUrl(site, page);
  const source = page.release ? texts.source(url, page.release) : texts.origin(url);
  return [...(typeof description === 'string' ? [description] : []), source];
}

/** A page as plain Markdown that can be read anywhere. */
export function toMarkdown(copying: Copying, page: Page): string {
  const {title} = page.frontMatter as {title?: string};
  const body = portableBlocks(copying, page).map((block) => {
    switch (block.kind) {
      case 'prose':
        return block.text;
      case 'fence':
        return fenceText(copying, block.fence);
      case 'fold':
        return `<details>\n<summary>${block.summary}</summary>`;
      case 'end':
        return '</details>';
    }
  });
  const hasTitle = /^# /m.test(page.lines.join('\n'));
  const head = [
    ...(title && !hasTitle ? [`# ${title}`] : []),
    ...introduction(copying, page).map((line) => `> ${line}`),
  ];
  return `${[head[0], head.slice(1).join('\n>\n'), ...body].filter(Boolean).join('\n\n')}\n`;
}
