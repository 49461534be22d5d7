import {execFile} from 'node:child_process';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import {promisify} from 'node:util';
import {generate} from 'selfsigned';
import {afterAll} from 'vitest';
import {VERSIONS} from '../../../src/site/versions';
import {plainEnvironment} from '../../../tools/testing/command';
import {FixtureSite} from '../../build/support/fixture';
import {SearchService} from '../../support/searchService';
import {listen, type Listening} from '../../support/serve';
import {buildFixture} from './fixtureSite';
import {useVisitor, type Visitor} from './visitor';

const ROOT = path.resolve(__dirname, '../../..');
const APP_ID = 'TESTAPP123';
const SEARCH_KEY = '0123456789abcdef0123456789abcdef';
const ADMIN_KEY = 'fedcba9876543210fedcba9876543210';

/** Name of the index of the tests. */
export const INDEX = 'tvm-zh';

/** The hosts that the official client asks: first this one, then the others in an order of its own. */
export const FIRST_HOST = `${APP_ID.toLowerCase()}-dsn.algolia.net`;
export const OTHER_HOSTS = [1, 2, 3].map((i) => `${APP_ID.toLowerCase()}-${i}.algolianet.com`);

const PARAGRAPH = `${'one two three four five six seven eight nine ten '.repeat(4)}fuseops ${'alpha beta gamma delta '.repeat(10)}`;
/** A heading of thirteen words. */
export const LONG_HEADING = 'fuseops h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12';

function page(title: string, release: string, headings: readonly string[]): string {
  const description = `这一页只为托管搜索的测试而写，属于 ${release} 版，标题是${title}，各节都有同一个词，够分几页显示，读者看不到它。`;
  const sections = headings.map((heading, i) => `## ${heading} {/* #s${i} */}\n\n第 ${i} 段。${PARAGRAPH}\n`);
  return `---\ntitle: ${title}\ndescription: ${description}\n---\n\n开头讲 ${release}。\n\n${sections.join('\n')}`;
}

/** Pages of each version with a word that none of the other pages of the small site has. */
function content(): Record<string, string> {
  const files = VERSIONS.flatMap(({release, directory}) => [
    [`${directory}/extra/_category_.json`, '{"label": "更多"}'],
    [
      `${directory}/extra/fusion.md`,
      page('融合', release, [LONG_HEADING, ...Array.from({length: 7}, (_, i) => `节 ${i}`)]),
    ],
    [
      `${directory}/extra/more.md`,
      page(
        '更多',
        release,
        Array.from({length: 20}, (_, i) => `又一节 ${i}`),
      ),
    ],
  ]);
  return Object.fromEntries(files) as Record<string, string>;
}

/** A small site that asks the hosted service, and the service, which has what `npm run search:push` sent it. */
export interface Hosted {
  /** Folder of the built site. */
  build: string;
  /** Arguments with which a browser takes this machine for the service's hosts. */
  args: string[];
  service: SearchService;
  /** Closes the port of a host until `accept`. */
  refuse(host: string): Promise<void>;
  accept(host: string): Promise<void>;
  close(): Promise<void>;
}

async function listenAs(hosts: readonly string[], service: SearchService) {
  const {private: key, cert} = await generate([{name: 'commonName', value: 'algolia.net'}]);
  const start = (port?: number) => listen(https.createServer({key, cert}, service.listener), port);
  const listening = new Map<string, Listening>();
  for (const host of hosts) {
    listening.set(host, await start());
  }
  const ports = new Map([...listening].map(([host, {port}]) => [host, port]));
  const refuse = async (host: string) => {
    await listening.get(host)?.close();
    listening.delete(host);
  };
  return {
    ports,
    refuse,
    accept: async (host: string) => {
      if (!listening.has(host)) {
        listening.set(host, await start(ports.get(host)));
      }
    },
    close: async () => void (await Promise.all([...listening.keys()].map(refuse))),
  };
}

/** Sends the records of the site's build, with the command that maintainers use. */
async function push(siteDir: string, service: SearchService, account: Record<string, string>): Promise<void> {
  const {port, close} = await listen(http.createServer(service.listener));
  const program = ['node_modules/tsx/dist/cli.mjs', 'tools/search/push.ts'].map((file) =>
    path.join(ROOT, file),
  );
  await promisify(execFile)(process.execPath, [...program, '--host', `http://127.0.0.1:${port}`], {
    cwd: siteDir,
    env: {...plainEnvironment(), ...account},
  }).finally(close);
  service.received.length = 0;
}

/** Builds the small site and lets the service have its records. */
async function buildAndPush(
  site: FixtureSite,
  service: SearchService,
  variables: Record<string, string>,
): Promise<string> {
  const account = {ALGOLIA_APP_ID: APP_ID, ALGOLIA_SEARCH_KEY: SEARCH_KEY, ALGOLIA_INDEX_NAME: INDEX};
  site.change(content());
  site.replace('blog/2025-01-02-first.md', '正文。', '正文讲 fuseops。');
  const outDir = await buildFixture(site, {...account, ...variables});
  await push(site.dir, service, {...account, ALGOLIA_ADMIN_KEY: ADMIN_KEY});
  return outDir;
}

/** Builds the small site, pushes its records, and starts the service. */
async function startHosted(variables: Record<string, string>): Promise<Hosted> {
  const service = new SearchService(APP_ID, SEARCH_KEY, ADMIN_KEY);
  const site = new FixtureSite();
  const build = await buildAndPush(site, service, variables).catch((error: unknown) => {
    site.remove();
    throw error;
  });
  const {ports, refuse, accept, close} = await listenAs([FIRST_HOST, ...OTHER_HOSTS], service);
  const rules = [...ports].map(([host, port]) => `MAP ${host} 127.0.0.1:${port}`);
  return {
    build,
    args: [`--host-resolver-rules=${rules.join(', ')}`, '--ignore-certificate-errors'],
    service,
    refuse,
    accept,
    async close() {
      await close();
      site.remove();
    },
  };
}

/** A visitor of the small site, and the service that it asks; the latter is there once the tests run. */
export interface HostedVisit {
  visitor: Visitor;
  hosted: Hosted;
}

/**
 * Gives the tests of a file a visitor of a small site that asks the hosted service.
 *
 * @param variables settings of the site on top of the account
 */
export function useHosted(variables: Record<string, string> = {}): HostedVisit {
  const visit = {} as HostedVisit;
  const prepare = async () => {
    visit.hosted = await startHosted(variables);
    return visit.hosted.build;
  };
  visit.visitor = useVisitor(prepare, {
    mount: (variables.BASE_URL ?? '/').replace(/\/$/, ''),
    browserArgs: () => visit.hosted.args,
    hosts: /\.algolia(net\.com|\.net)$/,
  });
  afterAll(() => visit.hosted?.close());
  return visit;
}
