import fs from 'node:fs';
import path from 'node:path';

/** An advisory that is known and does no harm here, until somebody looks again. */
export interface Accepted {
  /** Address or id of the advisory, e.g. `GHSA-xxxx-xxxx-xxxx`. */
  id: string;
  package: string;
  reason: string;
  /** Last day on which it is accepted, e.g. `2027-01-31`. */
  until: string;
}

/** The part of what `npm audit --json` prints that is read here. */
export interface AuditReport {
  vulnerabilities: Record<
    string,
    {via: (string | {name: string; title: string; url: string; severity: Severity})[]}
  >;
}

const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'] as const;
type Severity = (typeof SEVERITIES)[number];

/** From which severity on an advisory fails the check: on what builds and runs the site, and on what only tests it. */
export const FAILS_FROM = {shipped: 'moderate', development: 'high'} as const;

export interface Verdict {
  /** What fails the check, a line each. */
  failing: string[];
  /** What is accepted, a line each. */
  accepted: string[];
}

/** Judges a report of npm by the policy: its severity, and whether it was accepted and still is. */
export function judgeAudit(
  {vulnerabilities}: AuditReport,
  from: Severity,
  acceptedList: readonly Accepted[],
  today: string,
): Verdict {
  const verdict: Verdict = {failing: [], accepted: []};
  const seen = new Set<string>();
  for (const via of Object.values(vulnerabilities).flatMap((one) => one.via)) {
    if (
      typeof via === 'string' ||
      SEVERITIES.indexOf(via.severity) < SEVERITIES.indexOf(from) ||
      seen.has(via.url)
    ) {
      continue;
    }
    seen.add(via.url);
    const known = acceptedList.find(({id, package: name}) => via.url.endsWith(id) && name === via.name);
    const line = `${via.name}：${via.title}（${via.severity}，${via.url}）`;
    if (known && known.until >= today) {
      verdict.accepted.push(`${line}，到 ${known.until}：${known.reason}`);
    } else {
      verdict.failing.push(known ? `${line}，${known.until} 以后不再接受` : line);
    }
  }
  return verdict;
}

export function readAccepted(root: string): Accepted[] {
  return JSON.parse(fs.readFileSync(path.join(root, 'data/advisories.json'), 'utf8')) as Accepted[];
}
