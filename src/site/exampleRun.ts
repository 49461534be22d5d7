/** What a page says of its examples; made from the record at build time. */
export interface ExampleRun {
  /** Release that they ran on. */
  tvm: string;
  /** Day of the run in UTC, `YYYY-MM-DD`. */
  date: string;
  /** Python fences of the page, and those of them that were executed. */
  total: number;
  executed: number;
}

/** How many links of a page lead to a line of TVM's source that was looked up at the tag. */
export interface CheckedSources {
  tvm: string;
  count: number;
}

/** Reads the value that the build put into a page's front matter. */
export function getExampleRun(frontMatter: object): ExampleRun | undefined {
  return (frontMatter as {example_run?: ExampleRun}).example_run;
}

/** Reads the count that the build put into a page's front matter. */
export function getCheckedSources(frontMatter: object): CheckedSources | undefined {
  return (frontMatter as {checked_sources?: CheckedSources}).checked_sources;
}
