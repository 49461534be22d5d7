import type {Serving} from './serving';

/** Configuration of Caddy; the host's name and the folder of the build come from the environment of the server. */
export function caddyfile({base, headers, strictTransport, cache, types, moved, health}: Serving): string {
  const headerLines = Object.entries(headers).map(([name, value]) => `\t\t${name} \`${value}\``);
  return `# Written by npm run build; tools/deploy/serving.ts says what stands here. Do not edit.
{
	admin off
	servers {
		max_header_size 16kb
		timeouts {
			read_header 10s
			read_body 10s
		}
	}
}

(security) {
	header {
${headerLines.join('\n')}
		-Server
		defer
	}
${strictTransport ? `\theader @https Strict-Transport-Security "${strictTransport}"\n` : ''}}

{$SITE_ADDRESS::8080} {
	root * {$SITE_ROOT:html}
	@https protocol https
	@hashed path ${base}${cache.hashed}*
	@others not path ${base}${cache.hashed}*
	import security
	header @hashed Cache-Control "${cache.ofHashed}"
	header @others Cache-Control "${cache.ofOthers}"
${Object.entries(types)
  .map(([ending, type]) => `\theader ${base}/*.${ending} Content-Type "${type}; charset=utf-8"`)
  .join('\n')}

	@methods not method GET HEAD
	@health path ${health}
	@internal path ${base}/_* ${base}/404 ${base}/404.html
	@misspelt expression {http.request.orig_uri.path} != {http.request.uri.path}
	@outside not path ${base}/*

	route {
		respond @health "ok" 200
		error @methods 405
		error @internal 404

		# One address for each page: without index, .html and the slash at its end.
		uri path_regexp ^(.*?)/+index(?:\\.html)?$ $1/
		uri path_regexp \\.html$ ""
		uri path_regexp ^(.*[^/])/+$ $1
		uri path_regexp ^[/\\\\]+ /
${base === '' ? '' : `\t\turi path_regexp ^${base}$ ${base}/\n`}${moved.map(([from, to]) => `\t\trewrite ${base}${from} ${base}${to}`).join('\n')}
		redir @misspelt {uri} 301

		error @outside 404
${base === '' ? '' : `\t\turi strip_prefix ${base}\n`}		try_files {path} {path}.html {path}/index.html
		file_server {
			precompressed br gzip
		}
	}

	handle_errors {
		import security
		header Cache-Control "${cache.ofOthers}"
		# 500 is what Caddy says of names that no file can have.
		@lost expression {err.status_code} in [400, 404, 500]
		handle @lost {
			rewrite * /404.html
			file_server {
				precompressed br gzip
				status 404
			}
		}
		respond "" {err.status_code}
	}
}
`;
}
