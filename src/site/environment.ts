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
  algolia?: {appId: string; apiKey: string; indexName: string};
}

type Variables = Record<string, string | undefined>;

/** A wrong setting; the message names the variable and shows a value that would be accepted. */
export class EnvironmentError extends Error {
  constructor(name: string, problem: string, example: string) {
    super(`环境变量 ${name}${problem}。示例：${name}=${example}`);
    this.name = 'EnvironmentError';
  }
}

function read(variables: Variables, name: string): string | undefined {
  return variables[name]?.trim() || undefined;
}

function readUrl(variables: Variables, name: string, example: string): string | undefined {
  const value = read(variables, name);
  if (value === undefined) {
    return undefined;
  }
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    throw new EnvironmentError(name, ` 不是完整的网址：「${value}」`, example);
  }
  if (!['https:', 'http:'].includes(url.protocol)) {
    throw new EnvironmentError(name, ` 只能是 http 或 https 网址：「${value}」`, example);
  }
  return value.replace(/\/+$/, '');
}

function readMatching(
  variables: Variables,
  name: string,
  pattern: RegExp,
  problem: string,
  example: string,
): string | undefined {
  const value = read(variables, name);
  if (value !== undefined && !pattern.test(value)) {
    throw new EnvironmentError(name, ` ${problem}：「${value}」`, example);
  }
  return value;
}

function readSiteUrl(variables: Variables): string {
  const example = 'https://docs.example.com';
  const value = readUrl(variables, 'SITE_URL', example) ?? 'https://tvm.hyper.ai';
  if (new URL(value).pathname !== '/') {
    throw new EnvironmentError('SITE_URL', ` 不能带路径，路径写在 BASE_URL：「${value}」`, example);
  }
  return value;
}

/** All of a group of variables, or none of them. */
function readGroup<K extends string>(
  variables: Variables,
  group: Record<K, {pattern: RegExp; problem: string; example: string}>,
): Record<K, string> | undefined {
  const names = Object.keys(group) as K[];
  const values = names.map((name) => {
    const {pattern, problem, example} = group[name];
    return readMatching(variables, name, pattern, problem, example);
  });
  const present = names.filter((_, i) => values[i] !== undefined);
  if (present.length === 0) {
    return undefined;
  }
  const missing = names.find((_, i) => values[i] === undefined);
  if (missing !== undefined) {
    throw new EnvironmentError(
      missing,
      ` 没有设置，而 ${present.join('、')} 已设置；要么都设，要么都不设`,
      group[missing].example,
    );
  }
  return Object.fromEntries(names.map((name, i) => [name, values[i]])) as Record<K, string>;
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
  const domain = readMatching(
    variables,
    'ANALYTICS_DOMAIN',
    /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i,
    '不是域名',
    'docs.example.com',
  );
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

function readAlgolia(variables: Variables): Environment['algolia'] {
  const values = readGroup(variables, {
    ALGOLIA_APP_ID: {pattern: /^[A-Z0-9]{6,}$/i, problem: '不是应用编号', example: 'ABCDEF1234'},
    ALGOLIA_SEARCH_KEY: {
      pattern: /^[0-9a-z]{16,}$/i,
      problem: '不是搜索密钥',
      example: '只读密钥，32 位十六进制',
    },
    ALGOLIA_INDEX_NAME: {pattern: /^[\w.-]+$/, problem: '不是索引名', example: 'tvm-zh'},
  });
  return (
    values && {
      appId: values.ALGOLIA_APP_ID,
      apiKey: values.ALGOLIA_SEARCH_KEY,
      indexName: values.ALGOLIA_INDEX_NAME,
    }
  );
}

/**
 * Reads the settings of this deployment.
 *
 * @param variables usually `process.env`
 * @throws EnvironmentError where a variable holds something that can't be used
 */
export function readEnvironment(variables: Variables): Environment {
  const repository =
    readUrl(variables, 'SOURCE_REPOSITORY', 'https://github.com/example/tvm-zh') ??
    'https://github.com/hyperai/tvm-cn';
  return {
    siteUrl: readSiteUrl(variables),
    baseUrl: readMatching(variables, 'BASE_URL', /^\/([\w.~-]+\/)*$/, '要以 / 开头和结尾', '/tvm/') ?? '/',
    repository,
    editUrl:
      readUrl(variables, 'EDIT_URL', 'https://github.com/example/tvm-zh/edit/main') ??
      `${repository}/edit/main`,
    gtag: readGtag(variables),
    analytics: readAnalytics(variables),
    fontKitId: readMatching(variables, 'FONT_KIT_ID', /^[a-z0-9]{4,}$/i, '不是字体套件编号', 'abc1def'),
    mathStylesheetUrl: readUrl(
      variables,
      'MATH_STYLESHEET_URL',
      'https://cdn.example.com/katex/katex.min.css',
    ),
    algolia: readAlgolia(variables),
  };
}
