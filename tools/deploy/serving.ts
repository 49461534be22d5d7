import {withoutTrailingSlash} from '../../src/site/addresses';
import type {Environment} from '../../src/site/environment';
import {INDEX_PATH} from '../../src/site/searchIndex';
import type {BuiltCode} from './inlineCode';
import {contentSecurityPolicy} from './policy';

/**
 * How the site is served, whatever serves it. The writers beside this file put it into the words of nginx, of Caddy and of
 * hosts of static files; nothing about headers, caching or addresses is decided there.
 */
export interface Serving {
  /** Path below which the site stands, without a slash at its end: empty, or e.g. `/tvm`. */
  base: string;
  /** Headers of every answer. */
  headers: Record<string, string>;
  /** A header of answers over HTTPS alone, undefined where the site's address is not one of HTTPS. */
  strictTransport?: string;
  cache: {
    /** Folder whose files have a hash or version in their names, below `base`, with slashes at both ends. */
    hashed: string;
    ofHashed: string;
    /** Of everything else: kept, but asked for again each time. */
    ofOthers: string;
  };
  /** Types of files that servers do not know, by their endings; browsers show them instead of saving them. */
  types: Record<string, string>;
  /** Folders whose files tabs may ask for that were opened on the build before, below `base`. */
  kept: string[];
  /** Earlier addresses, without a slash at their ends, and where their pages are now, below `base`. */
  moved: [from: string, to: string][];
  /** Address, at the root of the host, that says whether the server has a site to serve. */
  health: string;
}

const YEAR = 365 * 24 * 60 * 60;

/** Describes how a build is served. */
export function describeServing(
  env: Environment,
  code: BuiltCode,
  redirects: readonly {from: string[]; to: string}[],
): Serving {
  return {
    base: env.baseUrl.replace(/\/$/, ''),
    headers: {
      'Content-Security-Policy': contentSecurityPolicy(env, code),
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
    strictTransport: env.siteUrl.startsWith('https:') ? `max-age=${YEAR}` : undefined,
    cache: {
      hashed: '/assets/',
      ofHashed: `public, max-age=${YEAR}, immutable`,
      ofOthers: 'no-cache',
    },
    types: {
      md: 'text/plain',
      py: 'text/plain',
      ipynb: 'application/json',
      webmanifest: 'application/manifest+json',
    },
    kept: ['/assets/', `/${INDEX_PATH}/`],
    moved: redirects
      .flatMap(({from, to}) => from.map((address): [string, string] => [withoutTrailingSlash(address), to]))
      .sort(),
    health: '/healthz',
  };
}
