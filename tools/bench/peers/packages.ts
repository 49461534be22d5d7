import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** What the measurements compare with and measure by. The site does not depend on any of it. */
const PACKAGES = {
  lighthouse: '12.8.2',
  vitepress: '1.6.4',
  astro: '5.18.2',
  '@astrojs/starlight': '0.37.7',
};

/**
 * Installs the programs that the measurements use beside the site's own packages.
 *
 * @param folder usually `.cache/bench/peers`; left alone where it has them
 * @returns folder of the packages
 */
export function installPeers(folder: string): string {
  const manifest = path.join(folder, 'package.json');
  const wanted = JSON.stringify({private: true, type: 'module', dependencies: PACKAGES});
  if (!fs.existsSync(manifest) || fs.readFileSync(manifest, 'utf8') !== wanted) {
    fs.mkdirSync(folder, {recursive: true});
    // Only after the installation does the manifest read as wanted: what was interrupted is begun again.
    fs.writeFileSync(manifest, `${wanted}\n`);
    execFileSync('npm', ['install', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    fs.writeFileSync(manifest, wanted);
  }
  return path.join(folder, 'node_modules');
}
