import fs from 'node:fs';
import http from 'node:http';
import type {AddressInfo} from 'node:net';
import path from 'node:path';
import zlib from 'node:zlib';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.xsl': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  // Shown in the browser instead of downloaded.
  '.md': 'text/plain; charset=utf-8',
  '.py': 'text/plain; charset=utf-8',
  '.ipynb': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.zip': 'application/zip',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
};
const COMPRESSED = /^(text\/|application\/(json|xml|wasm)|image\/svg)/;

/** A server of a built site on this machine. */
export interface SiteServer {
  /** Address without a slash at its end, e.g. `http://127.0.0.1:40123`. */
  origin: string;
  close(): Promise<void>;
}

/** How a server differs from `deploy/nginx.conf`. */
export interface ServerOptions {
  /** 0, the default, for any that is free. */
  port?: number;
  /** Path below which the site stands, without a slash at its end. */
  mount?: string;
  /** Whether other spellings of an address lead to the canonical one; hosts that know only files do not do that. */
  redirects?: boolean;
}

interface Answer {
  status: number;
  file?: string;
  location?: string;
}

/** Where the site moved a spelling of an address that is not its canonical one; undefined for the canonical one. */
function canonical(pathname: string): string | undefined {
  const plain = pathname
    .replace(/(?<=.)\/$/, '')
    .replace(/(?<=.)\/index(\.html)?$/, '')
    .replace(/\.html$/, '');
  return plain === pathname || pathname === '/404.html' ? undefined : plain || '/';
}

function answer(
  root: string,
  target: string,
  {mount, redirects}: Required<Omit<ServerOptions, 'port'>>,
): Answer {
  const notFound = {status: 404, file: path.join(root, '404.html')};
  const [rawPath = '/', query] = target.split('?', 2);
  if (!rawPath.startsWith(`${mount}/`)) {
    return {status: 404};
  }
  let pathname: string;
  try {
    pathname = decodeURIComponent(rawPath.slice(mount.length));
  } catch {
    return notFound;
  }
  const location = redirects ? canonical(pathname) : undefined;
  if (location !== undefined) {
    return {
      status: 301,
      location: mount + encodeURI(location) + (query === undefined ? '' : `?${query}`),
    };
  }
  const base = path.join(root, pathname === '/' ? 'index.html' : pathname);
  const inside = base.startsWith(root + path.sep);
  const file = inside
    ? [base, `${base}.html`, path.join(base, 'index.html')].find((name) =>
        fs.statSync(name, {throwIfNoEntry: false})?.isFile(),
      )
    : undefined;
  return file ? {status: 200, file} : notFound;
}

/** Gives a function that reads files compressed, each once until it changes. */
function compressor(): (file: string) => Buffer {
  const kept = new Map<string, {changed: number; body: Buffer}>();
  return (file) => {
    const changed = fs.statSync(file).mtimeMs;
    const known = kept.get(file);
    if (known?.changed === changed) {
      return known.body;
    }
    const body = zlib.gzipSync(fs.readFileSync(file));
    kept.set(file, {changed, body});
    return body;
  };
}

/**
 * Serves a built site as `deploy/nginx.conf` does: addresses without `.html`, a page of its own for what is not there, and
 * compression.
 *
 * @param root folder of the built site
 */
export async function serveSite(
  root: string,
  {port = 0, mount = '', redirects = true}: ServerOptions = {},
): Promise<SiteServer> {
  const folder = path.resolve(root);
  const compressed = compressor();
  const server = http.createServer((request, response) => {
    const {status, file, location} = answer(folder, request.url ?? '/', {mount, redirects});
    if (location !== undefined) {
      response.writeHead(status, {location}).end();
      return;
    }
    if (!file || !fs.existsSync(file)) {
      response.writeHead(404, {'content-type': 'text/plain; charset=utf-8'}).end('Not Found');
      return;
    }
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
    const compress = COMPRESSED.test(type) && /\bgzip\b/.test(String(request.headers['accept-encoding']));
    const body = compress ? compressed(file) : fs.readFileSync(file);
    response.writeHead(status, {
      'content-type': type,
      'content-length': body.length,
      'x-content-type-options': 'nosniff',
      ...(compress ? {'content-encoding': 'gzip', vary: 'accept-encoding'} : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
