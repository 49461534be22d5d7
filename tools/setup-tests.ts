/**
 * `npm run setup:tests`: makes ready what the browser tests need: a Chromium-based browser, nginx, on Linux fonts of
 * Chinese characters and of Latin letters, and Firefox and Caddy where Debian's packages can be had; without those two,
 * their tests are left out. What is there already stays as it is.
 */
import {spawnSync} from 'node:child_process';
import path from 'node:path';
import {hasBrotli, hasNginx} from './deploy/startNginx';
import {runCommand} from './commandLine';
import {findBrowser, findFirefox, hasChineseFont, hasLatinFont} from './browser';

function has(command: string, question = '--version'): boolean {
  return spawnSync(command, [question], {stdio: 'ignore'}).status === 0;
}

function run(command: string, args: string[]): boolean {
  console.log(`$ ${[command, ...args].join(' ')}`);
  const env = {...process.env, DEBIAN_FRONTEND: 'noninteractive'};
  return spawnSync(command, args, {stdio: ['ignore', 'inherit', 'inherit'], env}).status === 0;
}

/** Installs Debian packages, as root or through a `sudo` that asks for no password; whether that went well. */
function installWithApt(packages: string[]): boolean {
  if (process.platform !== 'linux' || !has('apt-get')) {
    return false;
  }
  const root = process.getuid?.() === 0;
  if (!root && spawnSync('sudo', ['-n', 'true'], {stdio: 'ignore'}).status !== 0) {
    return false;
  }
  const apt = (...args: string[]) => (root ? run('apt-get', args) : run('sudo', ['-n', 'apt-get', ...args]));
  return apt('update', '-q') && apt('install', '-y', '-q', '--no-install-recommends', ...packages);
}

function installWithPlaywright(): boolean {
  const cli = path.join(path.dirname(require.resolve('playwright-core/package.json')), 'cli.js');
  return run(process.execPath, [cli, 'install', 'chromium']);
}

const USAGE = `用法：npm run setup:tests

准备浏览器测试要的东西，已有的不动：Chrome、Chromium 或 Edge，中文和西文字体，能用 apt 时还有 Firefox。
用环境变量 BROWSER_PATH 指明装在别处的浏览器。
`;

runCommand({usage: USAGE}, () => {
  const problems: string[] = [];
  if (!findBrowser() && !(installWithApt(['chromium']) && findBrowser())) {
    installWithPlaywright();
  }
  const browser = findBrowser();
  if (browser) {
    console.log(`浏览器：${browser}`);
  } else {
    problems.push('没有浏览器。办法：安装 Chrome、Chromium 或 Edge，或用 BROWSER_PATH 指明它在哪里');
  }
  if (!hasChineseFont() && !(installWithApt(['fontconfig', 'fonts-noto-cjk']) && hasChineseFont())) {
    problems.push(
      '没有中文字体，页面会显示成方框。办法：安装 fonts-noto-cjk（Debian）或 google-noto-sans-cjk-fonts（Fedora）',
    );
  } else {
    console.log('中文字体：有');
  }
  if (!hasLatinFont() && !(installWithApt(['fontconfig', 'fonts-liberation']) && hasLatinFont())) {
    problems.push(
      '没有西文字体，字母会来自中文字体。办法：安装 fonts-liberation（Debian）或 liberation-fonts（Fedora）',
    );
  } else {
    console.log('西文字体：有');
  }
  if (!hasNginx() || !hasBrotli()) {
    installWithApt(['nginx', 'libnginx-mod-http-brotli-static']);
  }
  if (hasNginx() && hasBrotli()) {
    console.log('nginx：有');
  } else {
    problems.push(
      `${hasNginx() ? 'nginx 没有 brotli 模块' : '没有 nginx'}，站点怎样提供测不了。办法：安装 nginx 和 libnginx-mod-http-brotli-static（Debian、Ubuntu），其他系统在容器里运行测试`,
    );
  }
  if (!has('caddy', 'version')) {
    installWithApt(['caddy']);
  }
  console.log(has('caddy', 'version') ? 'Caddy：有' : 'Caddy：没有，它的测试会跳过；装好后会自动运行');
  if (!findFirefox()) {
    installWithApt(['firefox-esr']);
  }
  const firefox = findFirefox();
  console.log(firefox ? `Firefox：${firefox}` : 'Firefox：没有，它的测试会跳过；装好后会自动运行');
  for (const problem of problems) {
    console.error(problem);
  }
  return problems.length > 0 ? 1 : 0;
});
