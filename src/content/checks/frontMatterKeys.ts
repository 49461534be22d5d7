import {DocFrontMatterSchema} from '@docusaurus/plugin-content-docs/lib/frontMatter.js';
import {nearest} from '../../site/nearest';
import type {Fault} from './fault';
import type {Page, PageKind} from '../pages';

const list = (words: string) => words.trim().split(/\s+/);

/** Keys of the front matter that Docusaurus and this site read, for each kind of page. */
const KEYS: Record<PageKind, readonly string[]> = {
  doc: list(`
    title description upstream stage sidebar_position sidebar_label requires environment id slug tags image keywords draft
    unlisted hide_title hide_table_of_contents toc_min_heading_level toc_max_heading_level sidebar_class_name
    displayed_sidebar pagination_label pagination_next pagination_prev custom_edit_url last_update tvm sidebar_key
    sidebar_custom_props parse_number_prefixes title_meta aliases
  `),
  post: list(`
    title description authors tags date slug draft unlisted image keywords hide_table_of_contents toc_min_heading_level
    toc_max_heading_level last_update tvm environment requires hide_reading_time title_meta custom_edit_url aliases
  `),
  page: list(`
    title description keywords image slug draft unlisted wrapperClassName hide_table_of_contents toc_min_heading_level
    toc_max_heading_level tvm environment requires title_meta aliases
  `),
};

const KIND = '页首信息（front matter）有误';

/** Keys whose values the checks of titles and descriptions tell of. */
const TOLD_ELSEWHERE = new Set(['title', 'description']);

/** Values on which Docusaurus stops, by its own rules for docs. */
function valueFaults(page: Page): Fault[] {
  const {kind, file, frontMatter} = page;
  const options = {convert: true, allowUnknown: true, abortEarly: false};
  const {error} = kind === 'doc' ? DocFrontMatterSchema.validate(frontMatter, options) : {};
  return (error?.details ?? []).flatMap(({path: [name], message}) => {
    const key = String(name);
    return TOLD_ELSEWHERE.has(key)
      ? []
      : [
          {
            kind: KIND,
            file,
            line: page.lineOfKey(key),
            problem: `${key} 的值不能是 ${JSON.stringify(frontMatter[key])}`,
            cure: `改正它：${message}`,
          },
        ];
  });
}

/** Keys of the front matter that nothing reads, and values that none can have. */
export function keyFaults(page: Page): Fault[] {
  const {kind, file, frontMatter} = page;
  const unknown = Object.keys(frontMatter).filter((key) => !KEYS[kind].includes(key));
  return [
    ...unknown.map((key) => {
      const [near] = nearest(key, KEYS[kind], 1);
      return {
        kind: KIND,
        file,
        line: page.lineOfKey(key),
        problem: `没有 ${key} 这一项，写了也不起作用`,
        cure: near ? `要的也许是 ${near}` : '删去这一行',
      };
    }),
    ...valueFaults(page),
  ];
}
