/** `npm run search:push`: sends the records of the last build to the hosted search index, in place of all that it holds. */
import {type Algoliasearch, algoliasearch} from 'algoliasearch';
import {readSearchAdmin, type SearchAdmin} from '../../src/site/environment';
import {ALGOLIA_TIMEOUTS} from '../../src/site/searchConfig';
import {runCommand} from '../commandLine';
import {readBuilt} from './built';
import {type SearchObject, toObjects} from './objects';
import {replaceIndex} from './replaceIndex';

type Host = NonNullable<NonNullable<Parameters<typeof algoliasearch>[2]>['hosts']>[number];

const ATTEMPTS = 5;
const FIRST_WAIT = 1000;

function parseHost(address: string): Host {
  if (!URL.canParse(address)) {
    throw new Error(`--host 不是完整的网址：「${address}」。示例：--host https://proxy.example.com`);
  }
  const {protocol, host} = new URL(address);
  return {url: host, accept: 'readWrite', protocol: protocol === 'http:' ? 'http' : 'https'};
}

function createClient({appId, adminKey}: SearchAdmin, host: string | undefined): Algoliasearch {
  const hosts = host === undefined ? {} : {hosts: [parseHost(host)]};
  return algoliasearch(appId, adminKey, {timeouts: ALGOLIA_TIMEOUTS, ...hosts});
}

function describe(objects: readonly SearchObject[], records: number): string[] {
  const counts = new Map<string, number>();
  for (const {docusaurus_tag: tag} of objects) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  const largest = Math.max(...objects.map((object) => Buffer.byteLength(JSON.stringify(object))));
  return [
    `${records} 段文字，分成 ${objects.length} 条记录，最大的一条 ${largest} 字节`,
    ...[...counts].map(([tag, count]) => `  ${tag}：${count} 条`),
  ];
}

/** What a refusal of the service means to who runs this. */
function explain(error: unknown): string {
  const {status, name, message} = error as {status?: number; name?: string; message?: string};
  if (status === 401 || status === 403) {
    return `服务拒绝了 ALGOLIA_ADMIN_KEY：它不属于 ALGOLIA_APP_ID，或没有写索引的权限（${message}）`;
  }
  if (name === 'RetryError') {
    return `连不上搜索服务，检查网络、ALGOLIA_APP_ID 和 --host；原来的索引没有变`;
  }
  return status === undefined ? String(message) : `服务没有接受（${status}）：${message}`;
}

const USAGE = `用法：npm run search:push [-- 选项]

把刚构建的内容换进托管搜索的索引，原来的内容全部换掉。要先 npm run build，并设环境变量
ALGOLIA_APP_ID、ALGOLIA_INDEX_NAME 和 ALGOLIA_ADMIN_KEY。

  --dry-run    只说明会发送什么，不发送
  --host 网址  发到这个地址，例如代理，不发到服务自己的主机
`;

const OPTIONS = {'dry-run': {type: 'boolean', default: false}, host: {type: 'string'}} as const;

async function main({values}: {values: {'dry-run': boolean; host?: string}}): Promise<void> {
  const admin = values['dry-run'] ? undefined : readSearchAdmin(process.env);
  const {records, siteUrl} = readBuilt(process.cwd());
  const objects = toObjects(records, siteUrl);
  describe(objects, records.length).forEach((line) => console.log(line));
  if (!admin) {
    console.log('只是预演，什么都没有发送');
    return;
  }
  const options = {attempts: ATTEMPTS, wait: FIRST_WAIT, log: console.log};
  await replaceIndex(createClient(admin, values.host), admin.indexName, objects, options);
  console.log(`索引 ${admin.indexName} 已换成这次构建的 ${objects.length} 条记录`);
}

runCommand({usage: USAGE, options: OPTIONS}, main, explain);
