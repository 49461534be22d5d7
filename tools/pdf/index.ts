/** `npm run pdf`: a section of a version as one PDF, from the built site, through the browser that tests use. */
import fs from 'node:fs';
import path from 'node:path';
import {readEnvironment} from '../../src/site/environment';
import {getVersion, LATEST} from '../../src/site/versions';
import {isMain} from '../checks/isMain';
import {runCommand, UsageError} from '../commandLine';
import {serveSite} from '../server';
import {startBrowser} from '../startBrowser';
import {readTexts} from '../takeAway/copying';
import {type Chapter, composeBook} from './compose';

const USAGE = `用法：npm run pdf -- 部分 [--version 版本] [--out 文件]

把构建好的站点里一个部分（如 tutorial、how_to/deploy）的页面打成一个 PDF，带目录、书签、图号和链接。
先运行 npm run build。不写 --version 时是 ${LATEST.release}。
`;

/** Pages of a section in the order of reading, which the list for machines of the version has. */
export function sectionPaths(list: string, site: string, base: string, section: string): string[] {
  const top = `${base}/${section}`;
  return [...list.matchAll(/^- \[.*?\]\((\S+?)\.md\)/gm)]
    .map(([, url]) => url!.slice(site.length))
    .filter((address) => address === top || address.startsWith(`${top}/`));
}

/** @throws Error where there is no build, or no such section */
function readChapters(build: string, site: string, base: string, section: string): Chapter[] {
  const list = path.join(build, base, 'llms.txt');
  if (!fs.existsSync(list)) {
    throw new Error('没有构建好的站点。办法：先运行 npm run build');
  }
  const paths = sectionPaths(fs.readFileSync(list, 'utf8'), site, base, section);
  if (paths.length === 0) {
    throw new Error(`没有部分「${section}」。办法：写 ${base}/ 下面的目录，如 tutorial`);
  }
  return paths.map((address) => ({
    path: address,
    html: fs.readFileSync(path.join(build, `${address}.html`), 'utf8'),
  }));
}

const FOOTER =
  '<div style="width:100%;font-size:8px;text-align:center"><span class="pageNumber"></span> / <span class="totalPages"></span></div>';

async function print(build: string, html: string, out: string): Promise<void> {
  const server = await serveSite(build);
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    const address = `${server.origin}/book`;
    await page.route(address, (route) =>
      route.fulfill({contentType: 'text/html; charset=utf-8', body: html}),
    );
    await page.emulateMedia({media: 'print', colorScheme: 'light'});
    await page.goto(address, {waitUntil: 'networkidle'});
    await page.pdf({
      path: out,
      format: 'A4',
      margin: {top: '18mm', bottom: '18mm', left: '16mm', right: '16mm'},
      printBackground: true,
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate: FOOTER,
      outline: true,
      tagged: true,
    });
  } finally {
    await browser.close();
    await server.close();
  }
}

if (isMain(__filename)) {
  const options = {version: {type: 'string'}, out: {type: 'string'}} as const;
  runCommand({usage: USAGE, options, takesWords: true}, async ({values, positionals}) => {
    const section = positionals[0]?.replace(/^\/|\/$/g, '');
    if (!section) {
      throw new UsageError('要写一个部分，如 tutorial');
    }
    const {release, path: base} = getVersion(values.version ?? LATEST.release);
    const {siteUrl} = readEnvironment(process.env);
    const build = path.resolve('build');
    const chapters = readChapters(build, siteUrl, base, section);
    const html = composeBook({
      title: `Apache TVM ${release}：${section}`,
      site: siteUrl,
      chapters,
      texts: readTexts('.'),
    });
    const out = values.out ?? `apache-tvm-${release}-${section.replaceAll('/', '-')}.pdf`;
    await print(build, html, out);
    console.log(`${out}：${chapters.length} 页文档，${(fs.statSync(out).size / 1e6).toFixed(1)} MB`);
  });
}
