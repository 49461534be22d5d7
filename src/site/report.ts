/** What a report about a page begins with. */
export interface ReportFacts {
  title: string;
  /** Lines such as `页面：https://…`, in order. */
  lines: readonly string[];
}

/** Address of the form for a new issue on a repository at GitHub or a host that has its form, filled in. */
export function newIssueUrl(repository: string, {title, lines}: ReportFacts): string {
  const query = new URLSearchParams({title, body: [...lines, '', ''].join('\n')});
  return `${repository}/issues/new?${query.toString()}`;
}

/** The same form with one more line about where on the page. */
export function withLine(url: string, line: string): string {
  const filled = new URL(url);
  const body = filled.searchParams.get('body') ?? '';
  filled.searchParams.set('body', `${body.trimEnd()}\n${line}\n\n`);
  return filled.href;
}
