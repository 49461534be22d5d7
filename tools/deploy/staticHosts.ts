import type {Serving} from './serving';

/** The file `_headers` of Cloudflare Pages, Netlify and their like; they take away the endings of addresses by themselves. */
export function headersFile({base, headers, strictTransport, cache, types}: Serving): string {
  const all = {...headers, ...(strictTransport && {'Strict-Transport-Security': strictTransport})};
  return [
    `${base}/*`,
    ...Object.entries(all).map(([name, value]) => `  ${name}: ${value}`),
    // Without a rule these hosts let browsers ask for everything else each time.
    `${base}${cache.hashed}*`,
    `  Cache-Control: ${cache.ofHashed}`,
    ...Object.entries(types).flatMap(([ending, type]) => [
      `${base}/*.${ending}`,
      `  Content-Type: ${type}; charset=utf-8`,
    ]),
    '',
  ].join('\n');
}

/** The file `_redirects` of the same hosts. */
export function redirectsFile({base, moved}: Serving): string {
  return moved
    .flatMap(([from, to]) => [from, `${from}/`].map((address) => `${base}${address} ${base}${to} 301\n`))
    .join('');
}
