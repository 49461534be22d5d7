import {EMPTY_HIERARCHY, type HitType, type SearchRecord} from '../../site/searchTypes';
import type {ExtractedPage, Section} from './extract';

/** A record with its parts apart, as the embedded engine weights them. */
export interface WeightedRecord extends SearchRecord {
  prose: string;
  code: string;
  /** Other names of the page, and what it is about: of its first record. */
  aliases?: string[];
  description?: string;
  /** Of an entry of the API reference: how it is called. */
  signature?: string;
}

function hierarchy(page: ExtractedPage, {headings: own}: Section) {
  const headings = Object.assign([...own], {1: own[1] ?? page.title});
  const levels = Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((level) => [`lvl${level}`, headings[level] ?? null]),
  );
  return {...EMPTY_HIERARCHY, lvl0: page.part ?? null, ...levels};
}

/**
 * Turns a page into records, one for a section.
 *
 * @param url path of the page with base URL
 * @param part name of the part of the site, for pages without breadcrumbs
 */
export function toRecords(page: ExtractedPage, url: string, part: string): WeightedRecord[] {
  const named = {...page, part: page.part ?? part};
  return named.sections.map((section, i) => {
    const address = section.anchor ? `${url}#${section.anchor}` : url;
    const {prose, code, signature} = section;
    const content = [signature, prose, code].filter(Boolean).join(' ');
    return {
      objectID: address,
      hierarchy: hierarchy(named, section),
      content: content || null,
      type: (content ? 'content' : `lvl${section.level}`) as HitType,
      url: address,
      language: page.language,
      docusaurus_tag: page.tag,
      prose,
      code,
      ...(signature && {signature}),
      ...(i === 0 && {aliases: page.aliases, description: page.description}),
    };
  });
}
