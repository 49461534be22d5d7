import {
  EnvironmentError,
  read,
  readGroup,
  readMatching,
  readRequired,
  readUrl,
  type Variables,
} from './variables';
import {type Mechanism, MECHANISMS} from './mechanisms';
import {nearest} from './nearest';

/**
 * The settings that may differ from one deployment to another. All come from environment variables, are
 * checked here once, and have defaults with which the site works and calls no other host.
 */
export interface Environment {
  siteUrl: string;
  baseUrl: string;
  repository: string;
  editUrl: string;
  /** Tracking ids of Google's gtag. */
  gtag?: [string, ...string[]];
  analytics?: {script: string; domain: string};
  fontKitId?: string;
  mathStylesheetUrl?: string;
  algolia?: HostedSearch;
  /** Mechanisms of speed to build without, for measurements. */
  speedWithout: Mechanism[];
}

/** The hosted search index and how its answers are read. */
export interface HostedSearch {
  appId: string;
  /** The key that may only search; readers' browsers get it. */
  apiKey: string;
  indexName: string;
  /** Results whose address this regular expression matches leave the site. */
  externalUrlRegex?: string;
  /** Replaces a part of the paths of results. */
  replaceSearchResultPathname?: {from: string; to: string};
  /** Whether views and clicks are reported to the service; its script comes from a foreign host. */
  insights: boolean;
}

/** What may write to the hosted search index. */
export interface SearchAdmin {
  appId: string;
  adminKey: string;
  indexName: string;
}

function readSiteUrl(variables: Variables): string {
  const example = 'https://docs.example.com';
  const value = readUrl(variables, 'SITE_URL', example) ?? 'https://tvm.hyper.ai';
  if (new URL(value).pathname !== '/') {
    throw new EnvironmentError('SITE_URL', ` 不能带路径，路径写在 BASE_URL：「${value}」`, example);
  }
  return value;
}

function readGtag(variables: Variables): Environment['gtag'] {
  const name = 'GTAG_TRACKING_IDS';
  const [first, ...rest] = (read(variables, name) ?? '').split(',').flatMap((id) => id.trim() || []);
  const wrong = [first, ...rest].find((id) => id && !/^[A-Z]{1,3}-[A-Z0-9-]+$/.test(id));
  if (wrong) {
    throw new EnvironmentError(name, ` 里有不是编号的一项：「${wrong}」`, 'G-XXXXXXXXXX,G-YYYYYYYYYY');
  }
  return first ? [first, ...rest] : undefined;
}

function readAnalytics(variables: Variables): Environment['analytics'] {
  const script = readUrl(variables, 'ANALYTICS_SCRIPT_URL', 'https://analytics.example.com/script.js');
  const domain = readMatching(variables, 'ANALYTICS_DOMAIN', {
    pattern: /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i,
    problem: '不是域名',
    example: 'docs.example.com',
  });
  if (!script && !domain) {
    return undefined;
  }
  if (!script || !domain) {
    const [missing, example] = script
      ? ['ANALYTICS_DOMAIN', 'docs.example.com']
      : ['ANALYTICS_SCRIPT_URL', 'https://analytics.example.com/script.js'];
    throw new EnvironmentError(missing, ' 没有设置，统计脚本的网址和域名要一起设', example);
  }
  return {script, domain};
}

const APP_ID = {pattern: /^[A-Z0-9]{6,}$/i, problem: '不是应用编号', example: 'ABCDEF1234'};
const INDEX_NAME = {pattern: /^[\w.-]+$/, problem: '不是索引名', example: 'tvm-zh'};
const KEY = /^[0-9a-z]{16,}$/i;

function readExternalUrls(variables: Variables): string | undefined {
  const name = 'ALGOLIA_EXTERNAL_URL_REGEX';
  const value = read(variables, name);
  try {
    return value && new RegExp(value).source;
  } catch {
    throw new EnvironmentError(name, ` 不是正则表达式：「${value}」`, '^https://discuss\\.tvm\\.ai/');
  }
}

function readReplacement(variables: Variables): HostedSearch['replaceSearchResultPathname'] {
  const path = {pattern: /^\//, problem: '不是以 / 开头的路径'};
  const values = readGroup(variables, {
    ALGOLIA_RESULT_PATH_FROM: {...path, example: '/docs/'},
    ALGOLIA_RESULT_PATH_TO: {...path, example: '/tvm/docs/'},
  });
  return values && {from: values.ALGOLIA_RESULT_PATH_FROM, to: values.ALGOLIA_RESULT_PATH_TO};
}

function readAlgolia(variables: Variables): Environment['algolia'] {
  const values = readGroup(variables, {
    ALGOLIA_APP_ID: APP_ID,
    ALGOLIA_SEARCH_KEY: {pattern: KEY, problem: '不是搜索密钥', example: '只读密钥，32 位十六进制'},
    ALGOLIA_INDEX_NAME: INDEX_NAME,
  });
  const insights = readMatching(variables, 'ALGOLIA_INSIGHTS', {
    pattern: /^(true|false)$/,
    problem: '只能是 true 或 false',
    example: 'true',
  });
  const externalUrlRegex = readExternalUrls(variables);
  const replaceSearchResultPathname = readReplacement(variables);
  const alone = [
    insights !== undefined && 'ALGOLIA_INSIGHTS',
    externalUrlRegex !== undefined && 'ALGOLIA_EXTERNAL_URL_REGEX',
    replaceSearchResultPathname !== undefined && 'ALGOLIA_RESULT_PATH_FROM',
  ].find(Boolean);
  if (!values && alone) {
    const problem = ` 没有设置，而 ${alone} 已设置：没有托管搜索，它不起作用`;
    throw new EnvironmentError('ALGOLIA_APP_ID', problem, APP_ID.example);
  }
  return (
    values && {
      appId: values.ALGOLIA_APP_ID,
      apiKey: values.ALGOLIA_SEARCH_KEY,
      indexName: values.ALGOLIA_INDEX_NAME,
      insights: insights === 'true',
      ...(externalUrlRegex && {externalUrlRegex}),
      ...(replaceSearchResultPathname && {replaceSearchResultPathname}),
    }
  );
}

/**
 * Reads what the hosted index is written with.
 *
 * @param variables usually `process.env`
 * @throws EnvironmentError where a variable is missing or holds something that can't be used
 */
export function readSearchAdmin(variables: Variables): SearchAdmin {
  const adminKey = {
    pattern: KEY,
    problem: '不是管理密钥',
    example: '能写索引的密钥，32 位十六进制',
    secret: true,
  };
  const values = readRequired(variables, {
    ALGOLIA_APP_ID: APP_ID,
    ALGOLIA_INDEX_NAME: INDEX_NAME,
    ALGOLIA_ADMIN_KEY: adminKey,
  });
  return {
    appId: values.ALGOLIA_APP_ID,
    indexName: values.ALGOLIA_INDEX_NAME,
    adminKey: values.ALGOLIA_ADMIN_KEY,
  };
}

function readMechanisms(variables: Variables): Mechanism[] {
  const name = 'SPEED_WITHOUT';
  const names = (read(variables, name) ?? '').split(',').flatMap((one) => one.trim() || []);
  const isMechanism = (one: string): one is Mechanism => (MECHANISMS as readonly string[]).includes(one);
  const wrong = names.find((one) => !isMechanism(one));
  if (wrong !== undefined) {
    throw new EnvironmentError(name, ` 里没有这种做法：「${wrong}」`, MECHANISMS.join(','));
  }
  return names.filter(isMechanism);
}

/** All variables that this site reads. */
const NAMES = [
  ...['SITE_URL', 'BASE_URL', 'SOURCE_REPOSITORY', 'EDIT_URL', 'GTAG_TRACKING_IDS', 'ANALYTICS_SCRIPT_URL'],
  ...['ANALYTICS_DOMAIN', 'FONT_KIT_ID', 'MATH_STYLESHEET_URL', 'ALGOLIA_APP_ID', 'ALGOLIA_SEARCH_KEY'],
  ...[
    'ALGOLIA_INDEX_NAME',
    'ALGOLIA_EXTERNAL_URL_REGEX',
    'ALGOLIA_RESULT_PATH_FROM',
    'ALGOLIA_RESULT_PATH_TO',
  ],
  ...['ALGOLIA_INSIGHTS', 'ALGOLIA_ADMIN_KEY', 'SPEED_WITHOUT'],
];

/** Beginnings of names that nothing but this site has a use for. */
const OWN_NAME = /^(?:ALGOLIA|ANALYTICS|GTAG|FONT_KIT|MATH_STYLESHEET|SPEED)_/;

/** @throws EnvironmentError where a variable has a name like those of this site, but none of them */
function refuseUnknown(variables: Variables): void {
  const unknown = Object.keys(variables).find(
    (name) => OWN_NAME.test(name) && !NAMES.includes(name) && read(variables, name) !== undefined,
  );
  if (unknown !== undefined) {
    const [near = 'ALGOLIA_APP_ID'] = nearest(unknown, NAMES, 1);
    throw new EnvironmentError(
      unknown,
      ` 不是这个站点读取的变量；要的也许是 ${near}`,
      '（删去，或改成那个名称）',
    );
  }
}

/**
 * Reads the settings of this deployment.
 *
 * @param variables usually `process.env`
 * @throws EnvironmentError where a variable holds something that can't be used
 */
export function readEnvironment(variables: Variables): Environment {
  refuseUnknown(variables);
  const repository =
    readUrl(variables, 'SOURCE_REPOSITORY', 'https://github.com/example/tvm-zh') ??
    'https://github.com/hyperai/tvm-cn';
  return {
    siteUrl: readSiteUrl(variables),
    baseUrl:
      readMatching(variables, 'BASE_URL', {
        pattern: /^\/([\w.~-]+\/)*$/,
        problem: '要以 / 开头和结尾，中间只能有字母、数字和 . _ ~ -',
        example: '/tvm/',
      }) ?? '/',
    repository,
    editUrl:
      readUrl(variables, 'EDIT_URL', 'https://github.com/example/tvm-zh/edit/main') ??
      `${repository}/edit/main`,
    gtag: readGtag(variables),
    analytics: readAnalytics(variables),
    fontKitId: readMatching(variables, 'FONT_KIT_ID', {
      pattern: /^[a-z0-9]{4,}$/i,
      problem: '不是字体套件编号',
      example: 'abc1def',
    }),
    mathStylesheetUrl: readUrl(
      variables,
      'MATH_STYLESHEET_URL',
      'https://cdn.example.com/katex/katex.min.css',
    ),
    algolia: readAlgolia(variables),
    speedWithout: readMechanisms(variables),
  };
}
