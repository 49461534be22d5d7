import leven from 'leven';
import * as z from 'zod';
import {MECHANISMS} from './mechanisms';
import {nearest} from './nearest';

/** Environment variables by name. */
export type Variables = Record<string, string | undefined>;

/** What a variable shows in messages about it. */
interface About {
  /** A value that would be accepted. */
  example: string;
  /** Whether messages must not show the value. */
  secret?: boolean;
}

/** A wrong setting; the message names the variable and shows a value that would be accepted. */
export class EnvironmentError extends Error {
  constructor(name: string, problem: string, cure: string) {
    super(`环境变量 ${name} ${problem}。${cure}`);
    this.name = 'EnvironmentError';
  }
}

const address = z
  .url({protocol: /^https?$/, error: '不是完整的 http 或 https 网址'})
  .transform((value) => value.replace(/\/+$/, ''));
const matching = (pattern: RegExp, problem: string) => z.string().regex(pattern, problem);
const listOf = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .string()
    .transform((value) => value.split(',').flatMap((one) => one.trim() || []))
    .pipe(z.array(item));
const path = matching(/^\//, '不是以 / 开头的路径');
const key = (problem: string) => matching(/^[0-9a-z]{16,}$/i, problem);

function isRegExp(value: string): boolean {
  try {
    return Boolean(new RegExp(value));
  } catch {
    return false;
  }
}

const optional = <T extends z.ZodType>(schema: T, example: string, secret = false) =>
  schema.optional().meta({example, secret} satisfies About);

/** The variables that this site reads: what each may hold, and an example. README says what each is for. */
export const VARIABLES = z.object({
  SITE_URL: address
    .refine((value) => new URL(value).pathname === '/', '不能带路径，路径写在 BASE_URL')
    .default('https://tvm.hyper.ai')
    .meta({example: 'https://docs.example.com'} satisfies About),
  BASE_URL: matching(/^\/([\w.~-]+\/)*$/, '要以 / 开头和结尾，中间只能有字母、数字和 . _ ~ -')
    .default('/')
    .meta({example: '/tvm/'} satisfies About),
  SOURCE_REPOSITORY: address
    .default('https://github.com/hyperai/tvm-cn')
    .meta({example: 'https://github.com/example/tvm-zh'} satisfies About),
  EDIT_URL: optional(address, 'https://github.com/example/tvm-zh/edit/main'),
  GTAG_TRACKING_IDS: optional(
    listOf(matching(/^[A-Z]{1,3}-[A-Z0-9-]+$/, '里有不是编号的一项')),
    'G-XXXXXXXXXX,G-YYYYYYYYYY',
  ),
  ANALYTICS_SCRIPT_URL: optional(address, 'https://analytics.example.com/script.js'),
  ANALYTICS_DOMAIN: optional(matching(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i, '不是域名'), 'docs.example.com'),
  FONT_KIT_ID: optional(matching(/^[a-z0-9]{4,}$/i, '不是字体套件编号'), 'abc1def'),
  MATH_STYLESHEET_URL: optional(address, 'https://cdn.example.com/katex/katex.min.css'),
  ALGOLIA_APP_ID: optional(matching(/^[A-Z0-9]{6,}$/i, '不是应用编号'), 'ABCDEF1234'),
  ALGOLIA_SEARCH_KEY: optional(key('不是搜索密钥'), '只读密钥，32 位十六进制'),
  ALGOLIA_INDEX_NAME: optional(matching(/^[\w.-]+$/, '不是索引名'), 'tvm-zh'),
  ALGOLIA_EXTERNAL_URL_REGEX: optional(
    z
      .string()
      .refine(isRegExp, '不是正则表达式')
      .transform((value) => new RegExp(value).source),
    '^https://discuss\\.tvm\\.ai/',
  ),
  ALGOLIA_RESULT_PATH_FROM: optional(path, '/docs/'),
  ALGOLIA_RESULT_PATH_TO: optional(path, '/tvm/docs/'),
  ALGOLIA_INSIGHTS: optional(
    z.stringbool({truthy: ['true'], falsy: ['false'], case: 'sensitive', error: '只能是 true 或 false'}),
    'true',
  ),
  OFFLINE: z
    .stringbool({truthy: ['on'], falsy: ['off'], case: 'sensitive', error: '只能是 on 或 off'})
    .default(true)
    .meta({example: 'off'} satisfies About),
  SPEED_WITHOUT: optional(listOf(z.enum(MECHANISMS, '里没有这种做法')), MECHANISMS.join(',')),
  ALGOLIA_ADMIN_KEY: optional(key('不是管理密钥'), '能写索引的密钥，32 位十六进制', true),
});

export type Name = keyof typeof VARIABLES.shape;

export const NAMES = VARIABLES.keyof().options;

/** Groups of which all are set or none. */
const TOGETHER: readonly (readonly Name[])[] = [
  ['ANALYTICS_SCRIPT_URL', 'ANALYTICS_DOMAIN'],
  ['ALGOLIA_APP_ID', 'ALGOLIA_SEARCH_KEY', 'ALGOLIA_INDEX_NAME'],
  ['ALGOLIA_RESULT_PATH_FROM', 'ALGOLIA_RESULT_PATH_TO'],
];

/** Settings of the hosted search, which do nothing without its index. */
const NEED_HOSTED_SEARCH: readonly Name[] = [
  'ALGOLIA_INSIGHTS',
  'ALGOLIA_EXTERNAL_URL_REGEX',
  'ALGOLIA_RESULT_PATH_FROM',
];

/** Beginnings of names that nothing but this site has a use for. */
const OWN_NAME = /^(?:ALGOLIA|ANALYTICS|GTAG|FONT_KIT|MATH_STYLESHEET|SPEED)_/;

function isSet(variables: Variables, name: string): boolean {
  return Boolean(variables[name]?.trim());
}

function example(name: Name): string {
  return `示例：${name}=${(VARIABLES.shape[name].meta() as unknown as About).example}`;
}

/** The variable that a name most likely stands for, e.g. `SITE_URL` for `SITEURL`; none for names of other programs. */
function meantBy(name: string): Name | undefined {
  const letters = (text: string) => text.replaceAll('_', '').toUpperCase();
  const words = name.toUpperCase().split('_');
  return NAMES.find((known) => {
    const knownWords = known.split('_');
    const shortened =
      words.length === knownWords.length &&
      words.every((word, i) => word.length > 2 && knownWords[i]!.startsWith(word));
    return shortened || leven(letters(name), letters(known)) <= (known.length < 12 ? 1 : 2);
  });
}

/** @throws EnvironmentError where a variable has a name like those of this site, but none of them */
export function refuseMisspelt(variables: Variables): void {
  for (const name of Object.keys(variables)) {
    if ((NAMES as readonly string[]).includes(name) || !isSet(variables, name)) {
      continue;
    }
    const [meant] = [meantBy(name) ?? [], OWN_NAME.test(name) ? nearest(name, NAMES) : []].flat();
    if (meant !== undefined) {
      throw new EnvironmentError(
        name,
        `不是这个站点读取的变量，要的也许是 ${meant}`,
        `删去，或改成那个名称。${example(meant as Name)}`,
      );
    }
    if (OWN_NAME.test(name)) {
      throw new EnvironmentError(name, '不是这个站点读取的变量', `现有：${NAMES.join('、')}`);
    }
  }
}

/** @throws EnvironmentError where variables that belong together are not all set */
export function refuseIncomplete(variables: Variables): void {
  for (const group of TOGETHER) {
    const present = group.filter((name) => isSet(variables, name));
    const missing = group.find((name) => !present.includes(name));
    if (missing && present.length > 0) {
      const problem = `没有设置，而 ${present.join('、')} 已设置；要么都设，要么都不设`;
      throw new EnvironmentError(missing, problem, example(missing));
    }
  }
  const alone = NEED_HOSTED_SEARCH.find((name) => isSet(variables, name));
  if (alone && !isSet(variables, 'ALGOLIA_APP_ID')) {
    const problem = `没有设置，而 ${alone} 已设置：没有托管搜索，它不起作用`;
    throw new EnvironmentError('ALGOLIA_APP_ID', problem, example('ALGOLIA_APP_ID'));
  }
}

/**
 * Reads variables as a schema says; one that holds only blanks is not set.
 *
 * @throws EnvironmentError where one holds something that can't be used, or is missing
 */
export function readVariables<T extends z.ZodObject>(schema: T, variables: Variables): z.output<T> {
  const values = Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, variables[name]?.trim() || undefined]),
  );
  const {data, error} = schema.safeParse(values, {reportInput: true});
  const [issue] = error?.issues ?? [];
  if (issue) {
    const name = issue.path[0] as Name;
    const {secret} = VARIABLES.shape[name].meta() as unknown as About;
    const shown = secret ? '' : `：「${String(issue.input)}」`;
    throw new EnvironmentError(
      name,
      values[name] === undefined ? '没有设置' : `${issue.message}${shown}`,
      example(name),
    );
  }
  return data!;
}
