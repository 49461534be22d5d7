import type {Environment} from '../../src/site/environment';
import type {BuiltCode} from './inlineCode';

type Directive = 'script-src' | 'style-src' | 'img-src' | 'font-src' | 'connect-src';
type Sources = Partial<Record<Directive, string[]>>;

/** Settings that may bring other hosts: those of the environment that may be left out. */
type Integration = {
  [K in keyof Environment]-?: undefined extends Environment[K] ? K : never;
}[keyof Environment];

const originOf = (address: string) => new URL(address).origin;

/** What each integration loads and calls, by the documentation of its host; a new one does not compile without its entry. */
const INTEGRATIONS: {[K in Integration]: (setting: NonNullable<Environment[K]>) => Sources} = {
  gtag: () => ({
    'script-src': ['https://*.googletagmanager.com'],
    'img-src': ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
    'connect-src': [
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
      'https://*.googletagmanager.com',
    ],
  }),
  analytics: ({script}) => ({'script-src': [originOf(script)], 'connect-src': [originOf(script)]}),
  fontKitId: () => ({
    'script-src': ['https://use.typekit.net'],
    'style-src': ['https://use.typekit.net', 'https://p.typekit.net'],
    'font-src': ['https://use.typekit.net'],
    'img-src': ['https://p.typekit.net'],
    'connect-src': ['https://use.typekit.net', 'https://performance.typekit.net'],
  }),
  mathStylesheetUrl: (address) => ({'style-src': [originOf(address)], 'font-src': [originOf(address)]}),
  algolia: ({appId, insights}) => {
    const id = appId.toLowerCase();
    return {
      'connect-src': [
        `https://${id}-dsn.algolia.net`,
        ...[1, 2, 3].map((host) => `https://${id}-${host}.algolianet.com`),
        ...(insights ? ['https://insights.algolia.io'] : []),
      ],
      'script-src': insights ? ['https://cdn.jsdelivr.net'] : [],
    };
  },
};

function integrationSources(env: Environment): Sources[] {
  return (Object.keys(INTEGRATIONS) as Integration[]).flatMap((name) => {
    const setting = env[name];
    return setting === undefined ? [] : INTEGRATIONS[name](setting as never);
  });
}

/**
 * The Content-Security-Policy of a build: its own files, its inline scripts by their hashes, and the hosts of the
 * integrations that the environment switches on. Styles may be inline: formulas and charts are laid out by attributes.
 */
export function contentSecurityPolicy(env: Environment, {hashes, usesWebAssembly}: BuiltCode): string {
  const own: Record<Directive, string[]> = {
    'script-src': [...hashes.map((hash) => `'${hash}'`), ...(usesWebAssembly ? ["'wasm-unsafe-eval'"] : [])],
    'style-src': ["'unsafe-inline'"],
    'img-src': ['data:'],
    'font-src': [],
    'connect-src': [],
  };
  const foreign = integrationSources(env);
  const directives = Object.entries(own).map(([name, sources]) => {
    const others = foreign.flatMap((of) => of[name as Directive] ?? []);
    return [name, "'self'", ...new Set([...sources, ...others])].join(' ');
  });
  return [
    "default-src 'self'",
    ...directives,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
