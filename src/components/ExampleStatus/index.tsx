import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import {
  type CheckedSources,
  type ExampleRun,
  getCheckedSources,
  getExampleRun,
} from '@site/src/site/exampleRun';
import type {Needs} from '@site/src/site/needs';
import NeedsLine from './Needs';

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

/** What the page needs; the build has made sure of its form. */
function getNeeds(frontMatter: object): Needs | undefined {
  return (frontMatter as {requires?: Needs}).requires;
}

/** Whether there is anything to say of what a page needs and of what was run and looked up for it. */
export function hasStatus(frontMatter: object): boolean {
  return [getExampleRun, getCheckedSources, getNeeds].some((get) => get(frontMatter) !== undefined);
}

/** Says on which release the examples of the page ran, how many links to the source were checked, and what running takes. */
export default function ExampleStatus({frontMatter}: {frontMatter: object}): ReactNode {
  const run = getExampleRun(frontMatter);
  const sources = getCheckedSources(frontMatter);
  const needs = getNeeds(frontMatter);
  return (
    <>
      {run && <Run {...run} />} {sources && <Sources {...sources} />} {needs && <NeedsLine {...needs} />}
    </>
  );
}
