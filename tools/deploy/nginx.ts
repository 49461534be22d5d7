import type {Serving} from './serving';

/** Where nginx listens and where the build is. */
export interface NginxPlace {
  listen?: string;
  /** Folder of the build; a relative one is below nginx's prefix, `/usr/share/nginx` on Debian. */
  root?: string;
}

/** Turns on what only nginx with the module for brotli knows; a file of its own, which the others include if it is there. */
export const BROTLI_CONF = 'brotli_static on;\n';

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Configuration of a server of nginx, to be included within `http { }`. */
export function nginxSite(serving: Serving, {listen = '8080', root = 'html'}: NginxPlace = {}): string {
  const {base, headers, strictTransport, cache, types, moved, health} = serving;
  const prefix = escape(base);
  const headerLines = Object.entries(headers).map(
    ([name, value]) => `  add_header ${name} "${value}" always;`,
  );
  const stripBase = base === '' ? '' : `    rewrite ^${prefix}(/.*)$ $1 break;\n`;
  return `# Written by npm run build; tools/deploy/serving.ts says what stands here. Do not edit.
map_hash_bucket_size 256;
map $uri $moved {
  default "";
${moved.map(([from, to]) => `  "${base}${from}" "${base}${to}";`).join('\n')}
}
# An error, too, may be answered for the address of a hashed file.
map "$status $uri" $cache_control {
  default "${cache.ofOthers}";
  "~^(?:200|206|304) ${prefix}${cache.hashed}" "${cache.ofHashed}";
}
map "$scheme $http_x_forwarded_proto" $strict_transport {
  default "";
  "~https$" "${strictTransport ?? ''}";
  "~^https " "${strictTransport ?? ''}";
}

server {
  listen ${listen};
  root ${root};
  charset utf-8;
  charset_types text/xml text/plain text/css application/javascript application/json application/xml application/rss+xml application/atom+xml image/svg+xml;
  include /etc/nginx/mime.types;
  types {
${Object.entries(types)
  .map(([ending, type]) => `    ${type} ${ending};`)
  .join('\n')}
  }
  server_tokens off;
  # Behind another server neither its name nor its port is known here.
  absolute_redirect off;

  # The build has written the compressed files.
  gzip_static on;
  gzip_vary on;
  include brotli*.conf;

  # Readers that send slowly give their place to others.
  client_header_timeout 10s;
  client_body_timeout 10s;
  send_timeout 30s;
  reset_timedout_connection on;
  client_max_body_size 16k;

${headerLines.join('\n')}
  add_header Strict-Transport-Security $strict_transport always;
  add_header Cache-Control $cache_control always;

  error_page 404 ${base}/404.html;
  # An address that can't be decoded, such as /docs/%E0%A4%A, has no page either.
  error_page 400 =404 ${base}/404.html;
  error_page 494 =431 @too_large;

  location = ${health} {
    access_log off;
    default_type text/plain;
    if (!-f $document_root/index.html) {
      return 503 "no site\\n";
    }
    return 200 "ok\\n";
  }

  # One address for each page: without index, .html and the slash at its end. What begins with a backslash (\\x5c) a
  # browser would take for another host; nginx itself makes one of two slashes.
  rewrite ^${prefix}/index(?:\\.html)?$ ${base}/ permanent;
  rewrite ^${prefix}/(?!\\x5c)(.+)/index(?:\\.html)?$ ${base}/$1 permanent;
  rewrite ^${prefix}/(?!404\\.html$)(?!\\x5c)(.+)\\.html$ ${base}/$1 permanent;
  rewrite ^${prefix}/(?!\\x5c)(.+)/$ ${base}/$1 permanent;
${base === '' ? '' : `  rewrite ^${prefix}$ ${base}/ permanent;\n`}
  if ($moved) {
    return 301 $moved$is_args$args;
  }

  location ${base}/ {
${stripBase}    try_files $uri $uri.html $uri/index.html =404;
  }
${base === '' ? '' : '  location / {\n    return 404;\n  }\n'}
  # What the build has for servers, and the page of missing pages, which is no page itself.
  location ~ ^${prefix}/(?:_[^/]*|404)$ {
    return 404;
  }

  # Comes here from error_page.
  location = ${base}/404.html {
    internal;
${stripBase}  }

  location @too_large {
    return 431;
  }
}
`;
}
