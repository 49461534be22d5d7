/** `npm run packages`: what the site is made of. */
import {spawnSync} from 'node:child_process';
import path from 'node:path';
import {runCommand, UsageError} from '../commandLine';
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

const USAGE = `用法：npm run packages -- --audit 或 --sbom

  --audit  向包索引查询安全公告，按 audit.ts 里的规则判断
  --sbom   按 CycloneDX 列出站点由哪些软件包构建、组成
`;

const OPTIONS = {
  audit: {type: 'boolean', default: false},
  sbom: {type: 'boolean', default: false},
} as const;

runCommand({usage: USAGE, options: OPTIONS}, ({values}) => {
  if (values.sbom === values.audit) {
    throw new UsageError('要写 --audit 或 --sbom');
  }
  if (values.audit) {
    return audit();
  }
  process.stdout.write(npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'));
  return 0;
});
