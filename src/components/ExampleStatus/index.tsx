import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import {
  type CheckedSources,
  type ExampleRun,
  getCheckedSources,
  getExampleRun,
} from '@site/src/site/exampleRun';

function Run({tvm, date, total, executed}: ExampleRun): ReactNode {
  return (
    <Link to="/about#examples">
      <Translate
        id="examples.status"
        description="Line under the title of a page whose examples were run"
        values={{tvm, date, total, executed}}
      >
        {'Examples ran on TVM {tvm} ({date}, {executed} of {total} executed)'}
      </Translate>
    </Link>
  );
}

function Sources({tvm, count}: CheckedSources): ReactNode {
  return (
    <span>
      <Translate
        id="sources.status"
        description="Beside it, how many links to TVM's source lead to a line that was looked up"
        values={{tvm, count}}
      >
        {'{count} links to the source checked at the tag of TVM {tvm}'}
      </Translate>
    </span>
  );
}

/** Whether there is anything to say of what was run and looked up for a page. */
export function hasStatus(frontMatter: object): boolean {
  return getExampleRun(frontMatter) !== undefined || getCheckedSources(frontMatter) !== undefined;
}

/** Says on which release the examples of the page ran, when, and how many; and how many links to the source were checked. */
export default function ExampleStatus({frontMatter}: {frontMatter: object}): ReactNode {
  const run = getExampleRun(frontMatter);
  const sources = getCheckedSources(frontMatter);
  return (
    <>
      {run && <Run {...run} />}
      {run && sources && ' '}
      {sources && <Sources {...sources} />}
    </>
  );
}
