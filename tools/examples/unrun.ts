/** What can be told of the code of a page that has not been run since it was changed, where the machine has a Python. */
import {spawnSync} from 'node:child_process';
import type {Fence} from '../../src/site/fences';
import type {ExamplePage} from './pages';
import type {Problem} from './problems';

const isPython = ({role}: Fence) => role === 'run' || role === 'norun';

const PARSE = `
import ast, json, sys
faults = []
for at, body in enumerate(json.load(sys.stdin)):
    try:
        ast.parse(body)
    except SyntaxError as error:
        faults.append([at, error.lineno or 1, error.msg])
print(json.dumps(faults))
`;

/** Faults of syntax in the Python of pages; none where the machine has no Python. */
export function syntaxProblems(pages: readonly Pick<ExamplePage, 'path' | 'code'>[]): Problem[] {
  const fences = pages.flatMap(({path, code}) =>
    code.flatMap((fence, index) => (isPython(fence) ? [{path, fence, index}] : [])),
  );
  if (fences.length === 0) {
    return [];
  }
  const {status, stdout} = spawnSync('python3', ['-c', PARSE], {
    input: JSON.stringify(fences.map(({fence}) => fence.body)),
    encoding: 'utf8',
  });
  if (status !== 0) {
    return [];
  }
  return (JSON.parse(stdout) as [number, number, string][]).map(([at, line, message]) => {
    const {path, fence, index} = fences[at]!;
    return {kind: 'syntax', page: path, line: fence.line + line, fence: index + 1, message};
  });
}
