import type {Mechanism} from './mechanisms';
import {readVariables, refuseIncomplete, refuseMisspelt, VARIABLES, type Variables} from './variables';

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
  /** Whether readers can have the site without a network; off, the service worker of those who have it removes itself. */
  offline: boolean;
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

type Values = ReturnType<typeof readVariables<typeof VARIABLES>>;

/** The hosted search; the three variables of the account are set together, which has been checked. */
function hostedSearch(values: Values): HostedSearch | undefined {
  const {ALGOLIA_RESULT_PATH_FROM: from, ALGOLIA_RESULT_PATH_TO: to} = values;
  return values.ALGOLIA_APP_ID === undefined
    ? undefined
    : {
        appId: values.ALGOLIA_APP_ID,
        apiKey: values.ALGOLIA_SEARCH_KEY!,
        indexName: values.ALGOLIA_INDEX_NAME!,
        insights: values.ALGOLIA_INSIGHTS ?? false,
        ...(values.ALGOLIA_EXTERNAL_URL_REGEX && {externalUrlRegex: values.ALGOLIA_EXTERNAL_URL_REGEX}),
        ...(from && {replaceSearchResultPathname: {from, to: to!}}),
      };
}

/**
 * Reads the settings of this deployment.
 *
 * @param variables usually `process.env`
 * @throws EnvironmentError where a variable holds something that can't be used, or has a misspelt name
 */
export function readEnvironment(variables: Variables): Environment {
  refuseMisspelt(variables);
  const values = readVariables(VARIABLES.omit({ALGOLIA_ADMIN_KEY: true}), variables) as Values;
  refuseIncomplete(variables);
  const {ANALYTICS_SCRIPT_URL: script, ANALYTICS_DOMAIN: domain} = values;
  const [firstId, ...otherIds] = values.GTAG_TRACKING_IDS ?? [];
  return {
    siteUrl: values.SITE_URL,
    baseUrl: values.BASE_URL,
    repository: values.SOURCE_REPOSITORY,
    editUrl: values.EDIT_URL ?? `${values.SOURCE_REPOSITORY}/edit/main`,
    gtag: firstId === undefined ? undefined : [firstId, ...otherIds],
    analytics: script && domain ? {script, domain} : undefined,
    fontKitId: values.FONT_KIT_ID,
    mathStylesheetUrl: values.MATH_STYLESHEET_URL,
    algolia: hostedSearch(values),
    offline: values.OFFLINE,
    speedWithout: values.SPEED_WITHOUT ?? [],
  };
}

const ADMIN = VARIABLES.pick({
  ALGOLIA_APP_ID: true,
  ALGOLIA_INDEX_NAME: true,
  ALGOLIA_ADMIN_KEY: true,
}).required();

/**
 * Reads what the hosted index is written with.
 *
 * @param variables usually `process.env`
 * @throws EnvironmentError where a variable is missing or holds something that can't be used
 */
export function readSearchAdmin(variables: Variables): SearchAdmin {
  const values = readVariables(ADMIN, variables);
  return {
    appId: values.ALGOLIA_APP_ID,
    indexName: values.ALGOLIA_INDEX_NAME,
    adminKey: values.ALGOLIA_ADMIN_KEY,
  };
}
