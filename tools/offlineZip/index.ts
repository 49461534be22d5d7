/** `npm run build:offline`: a version as an archive that opens from a file system or any server, with its own search. */
import fs from 'node:fs';
import path from 'node:path';
import {type Zippable, zipSync} from 'fflate';
import {addressOfFile, versionFiles} from '../../src/plugins/offline/files';
import {extractPage} from '../../src/plugins/search/extract';
import {readEnvironment} from '../../src/site/environment';
import {INDEX_PATH} from '../../src/site/searchIndex';
import {getVersion, LATEST, type SiteVersion} from '../../src/site/versions';
import {isMain} from '../checks/isMain';
import {runCommand} from '../commandLine';
import {readTexts} from '../takeAway/copying';
import {type Archive, READER, READER_INDEX, rewritePage, SEARCH_PAGE, START_PAGE} from './rewrite';

/** The same archive for the same build. */
const TIME = new Date(1980, 0, 1);

/** A part of a page as the archive's search finds it. */
interface ReaderSection {
  title: string;
  text: string;
  url: string;
}

/** The sections of a page. */
export function readerSections(html: string, file: string): ReaderSection[] {
  const {sections, title} = extractPage(html);
  return sections.map(({headings, anchor, prose, code}) => ({
    title: [...new Set([title, ...headings].filter(Boolean))].join(' › '),
    text: [prose, code].filter(Boolean).join(' '),
    url: encodeURI(file) + (anchor ? `#${encodeURIComponent(anchor)}` : ''),
  }));
}

const START = (address: string) =>
  `<!doctype html><html lang="zh-Hans"><meta charset="UTF-8"><meta http-equiv="refresh" content="0; url=${address}"><title>Apache TVM</title><a href="${address}">Apache TVM</a></html>`;

const searchPage = (styles: string, release: string, home: string, title: string) => `<!doctype html>
<html lang="zh-Hans"><head><meta charset="UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | Apache TVM ${release}</title>${styles}
<script src="${READER}" data-root="."></script><script src="${READER_INDEX}"></script></head>
<body><main class="container margin-vert--lg"><p><a href="${home}">Apache TVM ${release}</a></p><h1>${title}</h1>
<input id="reader-query" type="search" aria-label="${title}" style="width:100%;padding:0.5rem;font:inherit">
<ol id="reader-found" aria-live="polite"></ol></main></body></html>
`;

/**
 * The files of the archive of a version.
 *
 * @param build folder of the built site
 */
export function archiveFiles(
  build: string,
  {siteUrl: site, baseUrl}: {siteUrl: string; baseUrl: string},
  version: SiteVersion,
): Record<string, Uint8Array> {
  const {pages: all, rest} = versionFiles(build, baseUrl, version);
  // Earlier addresses lead on by a path of the site.
  const pages = all.filter(
    (file) => !fs.readFileSync(path.join(build, file), 'utf8').includes('http-equiv="refresh"'),
  );
  const kept = rest.filter(
    (file) => !file.endsWith('.html') && !/^assets\/js\//.test(file) && !file.startsWith(INDEX_PATH),
  );
  const archive: Archive = {site, baseUrl, files: new Set([START_PAGE, ...pages, ...kept])};
  const text = (value: string) => Buffer.from(value);
  const sections: ReaderSection[] = [];
  const written = pages.map((file) => {
    const html = fs.readFileSync(path.join(build, file), 'utf8');
    sections.push(...readerSections(html, file));
    return [file, text(rewritePage(html, file, archive))] as const;
  });
  const home = pages[0]!;
  const styles = kept
    .filter((file) => /^assets\/css\/.*\.css$/.test(file))
    .map((file) => `<link rel="stylesheet" href="${file}">`)
    .join('');
  return {
    ...Object.fromEntries(written),
    ...Object.fromEntries(kept.map((file) => [file, fs.readFileSync(path.join(build, file))])),
    [START_PAGE]: text(START(addressOfFile('', home) + '.html')),
    [SEARCH_PAGE]: text(searchPage(styles, version.release, home, readTexts('.').search())),
    [READER]: fs.readFileSync(path.join(__dirname, READER)),
    [READER_INDEX]: text(`window.readerIndex = ${JSON.stringify(sections)};\n`),
  };
}

const USAGE = `用法：npm run build:offline -- [版本] [--out 文件]

构建站点，再把一个版本（默认 ${LATEST.release}）打成一个 zip：从文件系统或任何服务器都能打开，搜索在内。
`;

if (isMain(__filename)) {
  const options = {out: {type: 'string'}} as const;
  runCommand({usage: USAGE, options, takesWords: true}, ({values, positionals}) => {
    const build = path.resolve('build');
    if (!fs.existsSync(path.join(build, 'index.html'))) {
      throw new Error('没有构建好的站点。办法：先运行 npm run build');
    }
    const version = getVersion(positionals[0] ?? LATEST.release);
    const name = `apache-tvm-${version.release}-docs`;
    const files = Object.entries(archiveFiles(build, readEnvironment(process.env), version));
    const entries: Zippable = Object.fromEntries(
      files.map(([file, content]) => [`${name}/${file}`, [content, {mtime: TIME}]]),
    );
    const archive = zipSync(entries, {level: 9});
    const out = values.out ?? `${name}.zip`;
    fs.writeFileSync(out, archive);
    const size = files.reduce((sum, [, {length}]) => sum + length, 0);
    console.log(
      `${out}：${files.length} 个文件，${(archive.length / 1e6).toFixed(1)} MB，解开后 ${(size / 1e6).toFixed(1)} MB`,
    );
  });
}
