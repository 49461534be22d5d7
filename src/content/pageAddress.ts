import path from 'node:path';
import {type Page, readPage} from './pages';

function docPath({version, docId}: Page): string {
  const id = docId.replace(/(^|\/)index$/, '');
  return `${version!.path}${id && `/${id}`}`;
}

function postPath({file, frontMatter}: Page): string {
  const {slug} = frontMatter;
  const [, date, name] = /^blog\/(?:(\d{4}-\d\d-\d\d)-)?(.*?)(?:\/index)?\.mdx?$/.exec(file) ?? [];
  return `/blog/${typeof slug === 'string' ? slug.replace(/^\//, '') : [date?.replaceAll('-', '/'), name].filter(Boolean).join('/')}`;
}

/** Address of a page below the base URL, without a slash at its end, e.g. `/docs/tutorial/intro`. */
export function pagePath(page: Page): string {
  switch (page.kind) {
    case 'doc':
      return docPath(page);
    case 'post':
      return postPath(page);
    case 'page':
      return page.file.replace(/^src\/pages|(?:\/index)?\.mdx?$/g, '') || '/';
  }
}

/**
 * Address of the page that a relative link of a page leads to, as Markdown of this site writes it.
 *
 * @param target path of a file without query and anchor, e.g. `../arch/pass_infra.md`
 */
export function linkedPath(siteDir: string, {file}: Pick<Page, 'file'>, target: string): string {
  return pagePath(readPage(siteDir, path.posix.join(path.posix.dirname(file), decodeURI(target))));
}
