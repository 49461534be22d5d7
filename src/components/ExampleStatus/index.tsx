import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import type {ExampleRun} from '@site/src/site/exampleRun';

/** Says on which release the examples of the page ran, when, and how many of them. */
export default function ExampleStatus({run}: {run: ExampleRun}): ReactNode {
  const {tvm, date, total, executed} = run;
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
