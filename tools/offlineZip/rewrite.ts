import path from 'node:path';

/** What a page of an archive is made for. */
export interface Archive {
  /** Address of the site without a path. */
  site: string;
  /** Path of the site, with slashes at both ends. */
  baseUrl: string;
  /** Files of the archive by their paths in the build. */
  files: ReadonlySet<string>;
}

/** Name of the page that leads to the main page of the version. */
export const START_PAGE = 'index.html';

/** Name of the page that searches the archive, and of what it needs. */
export const SEARCH_PAGE = 'search.html';
export const READER = 'reader.js';
export const READER_INDEX = 'reader-index.js';

const SCRIPT = /<script\b(?:"[^"]*"|'[^']*'|[^"'>])*>[\s\S]*?<\/script>/gi;
const PRELOAD =
  /<link\b(?=[^>]*\brel="?(?:preload|modulepreload|prefetch|search|alternate|canonical)\b)(?:"[^"]*"|[^">])*>/gi;
const TAG = /<[a-z][\w-]*\b(?:"[^"]*"|'[^']*'|[^"'>])*>/gi;
const ADDRESS = /(\s)(href|src)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const INTERFACE = /<nav class="?take-away[\s\S]*?<\/nav>/g;

/** The file of an archive that a path of the site stands for; undefined where the archive has none. */
function fileOf(pathname: string, {baseUrl, files}: Archive): string | undefined {
  const below = decodeURI(pathname.slice(baseUrl.length)) || START_PAGE;
  return [below, `${below}.html`, path.posix.join(below, 'index.html')].find((file) => files.has(file));
}

/**
 * What an address on a page of the site is on the same page from a file system: a path from the page to a file of the
 * archive, else the address of the site.
 *
 * @param from path of the page in the build
 */
export function localAddress(address: string, from: string, archive: Archive): string {
  const {site, baseUrl} = archive;
  if (!address.startsWith('/') || address.startsWith('//')) {
    return address;
  }
  const [, pathname = '', rest = ''] = /^([^?#]*)(.*)$/.exec(address) ?? [];
  const file = pathname.startsWith(baseUrl) ? fileOf(pathname, archive) : undefined;
  const hash = rest.replace(/^\?[^#]*/, '');
  return file === undefined
    ? site + address
    : encodeURI(path.posix.relative(path.posix.dirname(from), file)) + hash;
}

/** A built page as it can be read from a file system: without the site's code, which needs a server, its links relative. */
export function rewritePage(html: string, from: string, archive: Archive): string {
  const toRoot = path.posix.relative(path.posix.dirname(from), '.') || '.';
  const plain = html.replace(INTERFACE, '').replace(SCRIPT, '').replace(PRELOAD, '');
  const local = plain.replace(TAG, (tag) =>
    tag.replace(ADDRESS, (_, blank: string, name: string, ...values: (string | undefined)[]) => {
      const address = values.slice(0, 3).find((value) => value !== undefined) ?? '';
      return `${blank}${name}="${localAddress(address, from, archive)}"`;
    }),
  );
  const reader = `<script src="${toRoot}/${READER}" data-root="${toRoot}"></script>`;
  return local.replace(/<\/head>|(?=<body)/i, (end) => reader + end);
}
