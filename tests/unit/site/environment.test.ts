import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {readEnvironment, readSearchAdmin} from '../../../src/site/environment';
import {EnvironmentError, NAMES, VARIABLES} from '../../../src/site/variables';

describe('readEnvironment', () => {
  it('needs nothing and then names no one to call', () => {
    const env = readEnvironment({});
    expect(env.baseUrl).toBe('/');
    expect(new URL(env.siteUrl).pathname).toBe('/');
    expect(env.editUrl.startsWith(env.repository)).toBe(true);
    for (const key of ['gtag', 'analytics', 'algolia', 'fontKitId', 'mathStylesheetUrl'] as const) {
      expect(env[key]).toBeUndefined();
    }
  });

  it('takes an empty value for none', () => {
    expect(readEnvironment({SITE_URL: ' ', GTAG_TRACKING_IDS: '', ALGOLIA_APP_ID: ''})).toEqual(
      readEnvironment({}),
    );
  });

  it('reads what is set', () => {
    const env = readEnvironment({
      SITE_URL: 'https://docs.example.com/',
      BASE_URL: '/tvm/',
      SOURCE_REPOSITORY: 'https://git.example.com/tvm',
      GTAG_TRACKING_IDS: 'G-AAAAAAAAAA, UA-1-2',
      ANALYTICS_SCRIPT_URL: 'https://analytics.example.com/s.js',
      ANALYTICS_DOMAIN: 'docs.example.com',
      ALGOLIA_APP_ID: 'ABCDEF1234',
      ALGOLIA_SEARCH_KEY: '0123456789abcdef0123456789abcdef',
      ALGOLIA_INDEX_NAME: 'tvm-zh',
    });
    expect(env).toMatchObject({
      siteUrl: 'https://docs.example.com',
      baseUrl: '/tvm/',
      editUrl: 'https://git.example.com/tvm/edit/main',
      gtag: ['G-AAAAAAAAAA', 'UA-1-2'],
      analytics: {script: 'https://analytics.example.com/s.js', domain: 'docs.example.com'},
      algolia: {appId: 'ABCDEF1234', indexName: 'tvm-zh'},
    });
  });

  it('reads how the answers of the hosted index are used', () => {
    const account = {
      ALGOLIA_APP_ID: 'ABCDEF1234',
      ALGOLIA_SEARCH_KEY: '0123456789abcdef0123456789abcdef',
      ALGOLIA_INDEX_NAME: 'tvm-zh',
    };
    expect(readEnvironment(account).algolia).toEqual({
      appId: 'ABCDEF1234',
      apiKey: '0123456789abcdef0123456789abcdef',
      indexName: 'tvm-zh',
      insights: false,
    });
    const settings = {
      ALGOLIA_INSIGHTS: 'true',
      ALGOLIA_EXTERNAL_URL_REGEX: '^https:',
      ALGOLIA_RESULT_PATH_FROM: '/docs/',
      ALGOLIA_RESULT_PATH_TO: '/tvm/docs/',
    };
    expect(readEnvironment({...account, ...settings}).algolia).toMatchObject({
      insights: true,
      externalUrlRegex: '^https:',
      replaceSearchResultPathname: {from: '/docs/', to: '/tvm/docs/'},
    });
  });

  it.each([
    ['SITE_URL', {SITE_URL: 'docs.example.com'}],
    ['SITE_URL', {SITE_URL: 'https://docs.example.com/tvm'}],
    ['SITE_URL', {SITE_URL: 'ftp://docs.example.com'}],
    ['BASE_URL', {BASE_URL: 'tvm'}],
    ['BASE_URL', {BASE_URL: '/中文/'}],
    ['ALGOLIA_APP_ID', {ALGOLIA_INSIGHTS: 'true'}],
    ['ALGOLIA_APP_ID', {ALGOLIA_EXTERNAL_URL_REGEX: '^https://a/'}],
    ['OFFLINE', {OFFLINE: 'false'}],
    ['SPEED_WITHOUT', {SPEED_WITHOUT: 'articles,haste'}],
    ['BASE_URL', {BASE_URL: '/tvm'}],
    ['SOURCE_REPOSITORY', {SOURCE_REPOSITORY: 'git@example.com:tvm'}],
    ['EDIT_URL', {EDIT_URL: 'edit'}],
    ['GTAG_TRACKING_IDS', {GTAG_TRACKING_IDS: 'G-AAAAAAAAAA,x y'}],
    ['ANALYTICS_DOMAIN', {ANALYTICS_SCRIPT_URL: 'https://a.example.com/s.js'}],
    ['ANALYTICS_SCRIPT_URL', {ANALYTICS_DOMAIN: 'docs.example.com'}],
    ['ANALYTICS_SCRIPT_URL', {ANALYTICS_SCRIPT_URL: '/s.js', ANALYTICS_DOMAIN: 'docs.example.com'}],
    ['FONT_KIT_ID', {FONT_KIT_ID: '<x>'}],
    ['MATH_STYLESHEET_URL', {MATH_STYLESHEET_URL: 'katex.css'}],
    ['ALGOLIA_SEARCH_KEY', {ALGOLIA_APP_ID: 'ABCDEF1234', ALGOLIA_INDEX_NAME: 'x'}],
    [
      'ALGOLIA_APP_ID',
      {ALGOLIA_APP_ID: 'a b', ALGOLIA_SEARCH_KEY: '0123456789abcdef', ALGOLIA_INDEX_NAME: 'x'},
    ],
    ['ALGOLIA_INDEX_NAME', {ALGOLIA_INDEX_NAME: 'x y'}],
    ['ALGOLIA_INSIGHTS', {ALGOLIA_INSIGHTS: 'yes'}],
    ['ALGOLIA_EXTERNAL_URL_REGEX', {ALGOLIA_EXTERNAL_URL_REGEX: '('}],
    ['ALGOLIA_RESULT_PATH_TO', {ALGOLIA_RESULT_PATH_FROM: '/docs/'}],
    ['ALGOLIA_RESULT_PATH_FROM', {ALGOLIA_RESULT_PATH_FROM: 'docs', ALGOLIA_RESULT_PATH_TO: '/'}],
  ])('names %s and shows an example for %o', (name, variables) => {
    let error: unknown;
    try {
      readEnvironment(variables);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(EnvironmentError);
    expect((error as Error).message).toMatch(new RegExp(`^环境变量 ${name} .*示例：${name}=\\S`));
  });
});

describe('a name that no variable has', () => {
  it.each([
    ['SITEURL', 'SITE_URL'],
    ['BASEURL', 'BASE_URL'],
    ['BASE_URI', 'BASE_URL'],
    ['site_url', 'SITE_URL'],
    ['SOURCE_REPO', 'SOURCE_REPOSITORY'],
    ['SOURCE_REPOSITRY', 'SOURCE_REPOSITORY'],
    ['ALGOLIA_APPID', 'ALGOLIA_APP_ID'],
    ['GTAG_TRACKING_ID', 'GTAG_TRACKING_IDS'],
    ['ALGOLIA_KEY', 'ALGOLIA_ADMIN_KEY'],
  ])('%s is told to mean %s', (name, meant) => {
    expect(() => readEnvironment({[name]: 'x'})).toThrow(
      new RegExp(`^环境变量 ${name} 不是.*要的也许是 ${meant}。.*示例：${meant}=\\S`),
    );
    expect(() => readEnvironment({[name]: ' '})).not.toThrow();
  });

  it('keeps its value to itself, which may be a key', () => {
    expect(() => readEnvironment({ALGOLIA_ADMINKEY: 'geheim'})).toThrow(/^(?!.*geheim).*ALGOLIA_ADMIN_KEY/);
  });

  it('is told with all names where none is near', () => {
    expect(() => readEnvironment({SPEED_ABCDEFGHIJKLMNOPQRSTUVW: 'x'})).toThrow(/现有：SITE_URL、/);
  });

  it.each([
    'SITE_ID',
    'SITE_NAME',
    'URL',
    'REPOSITORY_URL',
    'BASE_REF',
    'EDITOR',
    'SOURCE_DATE_EPOCH',
    'PATH',
  ])('belongs to another program: %s', (name) => {
    expect(() => readEnvironment({[name]: 'x'})).not.toThrow();
  });
});

describe('the table of variables in README.md', () => {
  const readme = fs.readFileSync(path.resolve(__dirname, '../../../README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| (`[A-Z_]+`(?:、`[A-Z_]+`)*) \| (.*?) \|/gm)].map(
    ([, names, fallback]) => ({names: [...names!.matchAll(/[A-Z_]+/g)].map(([name]) => name), fallback}),
  );

  it('has each once', () => {
    expect(rows.flatMap(({names}) => names).sort()).toEqual([...NAMES].sort());
  });

  it.each(['SITE_URL', 'BASE_URL', 'SOURCE_REPOSITORY'] as const)('gives the default of %s', (name) => {
    expect(rows.find(({names}) => names.includes(name))!.fallback).toBe(
      `\`${VARIABLES.shape[name].parse(undefined)}\``,
    );
  });
});

describe('readSearchAdmin', () => {
  const variables = {
    ALGOLIA_APP_ID: 'ABCDEF1234',
    ALGOLIA_INDEX_NAME: 'tvm-zh',
    ALGOLIA_ADMIN_KEY: '0123456789abcdef0123456789abcdef',
  };

  it('reads what the hosted index is written with', () => {
    expect(readSearchAdmin(variables)).toEqual({
      appId: 'ABCDEF1234',
      indexName: 'tvm-zh',
      adminKey: '0123456789abcdef0123456789abcdef',
    });
  });

  it.each(Object.keys(variables))('needs %s', (name) => {
    expect(() => readSearchAdmin({...variables, [name]: undefined})).toThrow(`环境变量 ${name} 没有设置`);
  });

  it('shows no key that it refuses', () => {
    expect(() => readSearchAdmin({...variables, ALGOLIA_ADMIN_KEY: 'geheim!'})).toThrow(/^(?!.*geheim)/);
  });
});
