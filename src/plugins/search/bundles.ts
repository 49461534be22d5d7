import {escapeHtml} from '../../site/codeTokens';
import type {StoredRecord} from '../../site/searchTypes';
import {indexTokens} from '../../site/searchTokens';
import type {WeightedRecord} from './records';

/** Weights of Pagefind: a heading says more than the text below it, and that more than code. */
const WEIGHT = {own: 8, page: 1, above: 1, prose: 1, code: 0.4};

/** Characters kept of a section to cut snippets from. */
const KEPT_PROSE = 1500;
const KEPT_CODE = 500;

/** One document of a Pagefind index. */
export interface IndexDocument {
  url: string;
  html: string;
}

function element(text: string | null | undefined, weight: number): string {
  const words = text ? indexTokens(text).join(' ') : '';
  return words ? `<p data-pagefind-weight="${weight}">${escapeHtml(words)}</p>` : '';
}

function headingLevel({hierarchy}: WeightedRecord): number {
  return ([6, 5, 4, 3, 2, 1] as const).find((level) => hierarchy[`lvl${level}`]) ?? 1;
}

function stored({hierarchy, type, url, prose, code}: WeightedRecord): StoredRecord {
  const content = [prose.slice(0, KEPT_PROSE), code.slice(0, KEPT_CODE)].filter(Boolean).join(' ');
  return {hierarchy, type, url, content: content || null};
}

/**
 * Writes a record as a document that Pagefind indexes: the words of each part with the weight of the part, and the
 * record itself as metadata.
 */
export function toDocument(record: WeightedRecord): IndexDocument {
  const {hierarchy, prose, code, language, docusaurus_tag: tag, url} = record;
  const level = headingLevel(record);
  const headings = ([1, 2, 3, 4, 5, 6] as const)
    .filter((i) => i <= level)
    .map((i) =>
      element(hierarchy[`lvl${i}`], i === level ? WEIGHT.own : i === 1 ? WEIGHT.page : WEIGHT.above),
    );
  const meta = escapeHtml(JSON.stringify(stored(record))).replace(/"/g, '&quot;');
  const html = `<html lang="zxx"><body>
<span data-pagefind-meta="record[data-record]" data-record="${meta}"
 data-pagefind-filter="language[data-language], docusaurus_tag[data-tag]" data-language="${language}" data-tag="${tag}"></span>
${headings.join('')}${element(prose, WEIGHT.prose)}${element(code, WEIGHT.code)}</body></html>`;
  return {url, html};
}
