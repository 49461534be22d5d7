import type {BrowserContext} from 'playwright-core';

/** What a Content-Security-Policy kept a page from, e.g. `script-src-elem https://a.example.com/x.js at /docs`. */
export type PolicyReport = string[];

/** Notes from now on what the policy keeps the pages of a context from, and what the console says of it. */
export async function watchPolicy(context: BrowserContext): Promise<PolicyReport> {
  const report: PolicyReport = [];
  await context.exposeFunction('noteViolation', (text: string) => void report.push(text));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({effectiveDirective, blockedURI}) => {
      const {noteViolation} = window as unknown as {noteViolation(text: string): void};
      noteViolation(`${effectiveDirective} ${blockedURI} at ${location.pathname}`);
    });
  });
  context.on('console', (message) => {
    // A worker's violations come to no page.
    if (/Content Security Policy|Permissions.Policy/i.test(message.text())) {
      report.push(message.text());
    }
  });
  return report;
}

/** Hosts that a report names. */
export function blockedHosts(report: PolicyReport): string[] {
  const addresses = report.flatMap((line) => /^\S+ (https?:\S+) at /.exec(line)?.[1] ?? []);
  return [...new Set(addresses.map((address) => new URL(address).host))].sort();
}
