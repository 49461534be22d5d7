/**
 * What the site is made of.
 *
 * usage: tsx tools/packages/index.ts --audit | --sbom
 *   --audit  asks the registry for advisories and judges them by the policy of audit.ts
 *   --sbom   prints the packages that build and make up the site as CycloneDX
 */
import {spawnSync} from 'node:child_process';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {type AuditReport, FAILS_FROM, judgeAudit, readAccepted} from './audit';

const ROOT = path.resolve(__dirname, '../..');

function npm(...args: string[]): string {
  const {stdout} = spawnSync('npm', args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  return stdout;
}

function audit(): number {
  const accepted = readAccepted(ROOT);
  const today = new Date().toISOString().slice(0, 10);
  let failing = 0;
  for (const [kind, omit] of [
    ['shipped', ['--omit=dev']],
    ['development', []],
  ] as const) {
    const report = JSON.parse(npm('audit', '--json', ...omit)) as AuditReport & {message?: string};
    if (!report.vulnerabilities) {
      throw new Error(
        `npm audit 没有答案：${report.message ?? '包索引不提供安全公告'}；换一个提供它的索引再试`,
      );
    }
    const verdict = judgeAudit(report, FAILS_FROM[kind], accepted, today);
    verdict.accepted.forEach((line) => console.log(`接受 ${line}`));
    verdict.failing.forEach((line) => console.error(`✗ ${line}`));
    failing += verdict.failing.length;
  }
  console.log(
    failing > 0
      ? '办法：更新那些软件包；伤不到这里的，写进 data/advisories.json，说明原因和期限'
      : '没有要处理的安全公告',
  );
  return failing > 0 ? 1 : 0;
}

const {values} = parseArgs({
  options: {audit: {type: 'boolean', default: false}, sbom: {type: 'boolean', default: false}},
});
if (values.sbom) {
  process.stdout.write(npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'));
} else if (values.audit) {
  try {
    process.exitCode = audit();
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
} else {
  console.error('用法：npm run packages -- --audit，或 npm run packages -- --sbom');
  process.exitCode = 1;
}
