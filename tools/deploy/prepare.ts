import fs from 'node:fs';
import path from 'node:path';
import {redirects} from '../../src/content/routes';
import {readEnvironment} from '../../src/site/environment';
import type {Variables} from '../../src/site/variables';
import {caddyfile} from './caddy';
import {compressFiles, QUALITY} from './compress';
import {readBuiltCode} from './inlineCode';
import {keepPrevious} from './keepPrevious';
import {BROTLI_CONF, nginxSite} from './nginx';
import {describeServing, type Serving} from './serving';
import {headersFile, redirectsFile} from './staticHosts';

export interface DeploymentOptions {
  build: string;
  /** Folder for the configuration of servers. */
  config: string;
  previous?: string;
  smallest?: boolean;
  /** The environment that the site was built with. */
  variables: Variables;
}

/** Reads how a build is to be served. */
export function servingOf(siteDir: string, build: string, variables: Variables): Serving {
  if (!fs.existsSync(path.join(build, 'index.html'))) {
    throw new Error(`${build} 里没有构建好的站点；先运行 npm run build`);
  }
  return describeServing(readEnvironment(variables), readBuiltCode(build), redirects(siteDir));
}

/** Compresses a build and writes the configuration of the servers. */
export async function prepareDeployment(
  siteDir: string,
  {build, config, previous, smallest = false, variables}: DeploymentOptions,
): Promise<{compressed: number; kept: number; scripts: number; moved: number}> {
  const serving = servingOf(siteDir, build, variables);
  const write = (folder: string, files: Record<string, string>) => {
    fs.mkdirSync(folder, {recursive: true});
    Object.entries(files).forEach(([name, text]) => fs.writeFileSync(path.join(folder, name), text));
  };
  write(build, {_headers: headersFile(serving), _redirects: redirectsFile(serving)});
  write(config, {
    'site.conf': nginxSite(serving),
    'brotli.conf': BROTLI_CONF,
    Caddyfile: caddyfile(serving),
  });
  const compressed = await compressFiles(build, smallest ? QUALITY.smallest : QUALITY.usual);
  const kept = previous === undefined ? 0 : keepPrevious(build, previous, serving.kept);
  const scripts = serving.headers['Content-Security-Policy']!.split("'sha256-").length - 1;
  return {compressed, kept, scripts, moved: serving.moved.length};
}
