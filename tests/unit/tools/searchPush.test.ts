import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {algoliasearch} from 'algoliasearch';
import {recordsFile, writeRecords} from '../../../src/plugins/search/recordsFile';
import {EMPTY_HIERARCHY, type SearchRecord} from '../../../src/site/searchTypes';
import {readBuilt} from '../../../tools/search/built';
import {splitText, toObjects} from '../../../tools/search/objects';
import {replaceIndex} from '../../../tools/search/replaceIndex';
import {plainEnvironment} from '../../../tools/testing/command';
import {runHere} from '../../support/runCommand';
import {type Received, SearchService} from '../../support/searchService';
import {listen, type Listening} from '../../support/serve';

const ROOT = path.resolve(__dirname, '../../..');
const APP_ID = 'TESTAPP123';
const ADMIN_KEY = 'fedcba9876543210fedcba9876543210';
const INDEX = 'tvm-zh';

function record(i: number, content: string | null = `第 ${i} 段`): SearchRecord {
  const url = `/docs/page#s${i}`;
  return {
    objectID: url,
    hierarchy: {...EMPTY_HIERARCHY, lvl0: '文档', lvl1: '页面', lvl2: `第 ${i} 节`},
    content,
    type: content ? 'content' : 'lvl2',
    url,
    language: 'zh-Hans',
    docusaurus_tag: 'docs-default-current',
  };
}

const records = (count: number) => Array.from({length: count}, (_, i) => record(i));

let service: SearchService;
let listening: Listening;
let siteDir: string;

beforeEach(async () => {
  service = new SearchService(APP_ID, 'search', ADMIN_KEY);
  listening = await listen(http.createServer(service.listener));
  siteDir = fs.mkdtempSync(path.join(os.tmpdir(), 'search-push-'));
});

afterEach(async () => {
  await listening.close();
  fs.rmSync(siteDir, {recursive: true, force: true});
});

describe('objects', () => {
  it('have the full address and all text of a record that fits', () => {
    expect(toObjects([record(1)], 'https://docs.example.com')).toEqual([
      {...record(1), url: 'https://docs.example.com/docs/page#s1'},
    ]);
  });

  it('hold a long text in parts that the service takes, and lose none of it', () => {
    const text = Array.from({length: 900}, (_, i) => `第 ${i} 句讲 relay.build 的「一件事」。`).join('');
    const objects = toObjects([record(1, text)], 'https://docs.example.com', 4000);
    expect(objects.length).toBeGreaterThan(5);
    expect(objects.map(({content}) => content).join('')).toBe(text);
    expect(new Set(objects.map(({objectID}) => objectID)).size).toBe(objects.length);
    expect(new Set(objects.map(({url}) => url)).size).toBe(1);
    for (const object of objects) {
      expect(Buffer.byteLength(JSON.stringify(object))).toBeLessThanOrEqual(4000);
      expect(object.content).toMatch(/[。\s]$/);
    }
  });

  it('cut a word that is longer than a part', () => {
    const parts = splitText('啊'.repeat(500), 100);
    expect(parts.join('')).toBe('啊'.repeat(500));
    expect(parts.every((part) => Buffer.byteLength(JSON.stringify(part)) <= 100)).toBe(true);
  });
});

describe('replacing an index', () => {
  const lines: string[] = [];
  const push = (count: number, client = algoliasearch(APP_ID, ADMIN_KEY, hosts())) =>
    replaceIndex(client, INDEX, toObjects(records(count), 'https://docs.example.com'), {
      attempts: 3,
      wait: 1,
      log: (line) => lines.push(line),
    });
  const hosts = () => ({
    hosts: [{url: `127.0.0.1:${listening.port}`, accept: 'readWrite' as const, protocol: 'http' as const}],
  });
  const steps = () =>
    service.received
      .filter(({path: name}) => !name.includes('/task/'))
      .map(({method, path: name}) => `${method} ${name.replace(/_tmp_\w+/, '_tmp')}`);

  beforeEach(() => {
    lines.length = 0;
  });

  it('fills a temporary index and then puts it in the place of the old', async () => {
    await push(3);
    expect(await push(1203)).toBeUndefined();
    expect([...service.indices.keys()]).toEqual([INDEX]);
    expect(service.indices.get(INDEX)!.objects.size).toBe(1203);
    expect(service.indices.get(INDEX)!.settings.attributesForFaceting).toEqual(
      expect.arrayContaining(['language', 'docusaurus_tag']),
    );
    expect(steps().slice(4)).toEqual([
      'POST /1/indexes/tvm-zh/operation',
      'PUT /1/indexes/tvm-zh_tmp/settings',
      ...Array.from({length: 3}, () => 'POST /1/indexes/tvm-zh_tmp/batch'),
      'POST /1/indexes/tvm-zh_tmp/operation',
    ]);
    expect(lines.filter((line) => line.startsWith('[2/3]')).at(-1)).toContain('1203 / 1203');
  });

  it('tries again while the service is busy', async () => {
    let failures = 0;
    service.fail = ({path: name}) =>
      name.endsWith('/batch') && failures++ < 2 ? {status: 503, body: {message: 'busy'}} : undefined;
    await push(2);
    expect(service.indices.get(INDEX)!.objects.size).toBe(2);
    expect(lines.filter((line) => line.includes('后再试'))).toHaveLength(2);
  });

  it.each<[string, (request: Received) => boolean]>([
    ['a batch', ({path: name}) => name.endsWith('/batch')],
    ['the exchange', ({path: name, body}) => JSON.stringify(body ?? '').includes('"move"') && name !== ''],
  ])('leaves the old index as it was, and nothing behind, where %s is refused', async (_, refused) => {
    await push(3);
    service.fail = (request) => (refused(request) ? {status: 400, body: {message: 'no'}} : undefined);
    await expect(push(5)).rejects.toThrow('no');
    expect([...service.indices.keys()]).toEqual([INDEX]);
    expect(service.indices.get(INDEX)!.objects.size).toBe(3);
  });
});

/** A build of one page, as `docusaurus build` leaves it. */
async function build(count: number): Promise<void> {
  const outDir = path.join(siteDir, 'build');
  fs.mkdirSync(path.join(outDir, 'docs'), {recursive: true});
  for (const page of ['index.html', 'docs/page.html']) {
    fs.writeFileSync(path.join(outDir, page), '<p>页面</p>');
  }
  await writeRecords(siteDir, {
    outDir,
    siteUrl: 'https://docs.example.com',
    baseUrl: '/',
    records: records(count),
  });
}

describe('the records of a build', () => {
  const cure = /npm run build/;

  it('are those that it left, without what only the embedded engine needs', async () => {
    await build(2);
    expect(readBuilt(siteDir).records).toEqual(records(2));
  });

  it('are missed where there was none', () => {
    expect(() => readBuilt(siteDir)).toThrow(cure);
  });

  it('are refused where a later build did not end well', async () => {
    await build(2);
    const page = path.join(siteDir, 'build/docs/page.html');
    const written = fs.statSync(recordsFile(siteDir)).mtimeMs / 1000;
    fs.utimesSync(page, written + 60, written + 60);
    expect(() => readBuilt(siteDir)).toThrow(cure);
    fs.rmSync(page);
    expect(() => readBuilt(siteDir)).toThrow(cure);
  });
});

describe('npm run search:push', () => {
  const ACCOUNT = {ALGOLIA_APP_ID: APP_ID, ALGOLIA_INDEX_NAME: INDEX, ALGOLIA_ADMIN_KEY: ADMIN_KEY};

  const run = (args: string[], variables: Record<string, string> = {}) =>
    runHere(path.join(ROOT, 'tools/search/push.ts'), args, {
      cwd: siteDir,
      env: {...plainEnvironment(), ...variables},
    });

  it('sends the build', async () => {
    await build(7);
    const {code, output} = await run(['--host', `http://127.0.0.1:${listening.port}`], ACCOUNT);
    expect(code, output).toBe(0);
    expect(output).toContain('docs-default-current：7 条');
    expect(service.indices.get(INDEX)!.objects.size).toBe(7);
  });

  it('sends nothing in a dry run, and needs no account for it', async () => {
    await build(7);
    const {code, output} = await run(['--dry-run', '--host', `http://127.0.0.1:${listening.port}`]);
    expect(code, output).toBe(0);
    expect(output).toContain('7 条');
    expect(service.received).toEqual([]);
  });

  it.each([
    ['no account', {}, /环境变量 ALGOLIA_APP_ID 没有设置。示例：ALGOLIA_APP_ID=/],
    ['no key', {...ACCOUNT, ALGOLIA_ADMIN_KEY: ''}, /环境变量 ALGOLIA_ADMIN_KEY 没有设置/],
    [
      'a key that is none',
      {...ACCOUNT, ALGOLIA_ADMIN_KEY: 'geheim!'},
      /^环境变量 ALGOLIA_ADMIN_KEY 不是管理密钥。/,
    ],
    ['a key that may not', {...ACCOUNT, ALGOLIA_ADMIN_KEY: '0'.repeat(32)}, /服务拒绝了 ALGOLIA_ADMIN_KEY/],
  ])('with %s says what to do, and not the key', async (_, variables, message) => {
    await build(1);
    const {code, output} = await run(['--host', `http://127.0.0.1:${listening.port}`], variables);
    expect(code).toBe(2);
    expect(output).toMatch(message);
    expect(output).not.toMatch(/geheim|0{32}/);
    expect(output.trim().split('\n').length).toBeLessThan(5);
  });

  it('says so where there is no build', async () => {
    const {code, output} = await run([], ACCOUNT);
    expect(code).toBe(2);
    expect(output).toMatch(/npm run build/);
  });
});
