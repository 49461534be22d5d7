/**
 * What can be told of the code of a page that has not been run since it was changed, without TVM: names that the release
 * lacks, by its inventory, and, where the machine has a Python, faults of syntax.
 */
import {spawnSync} from 'node:child_process';
import type {Fence} from '../../src/site/fences';
import {type Inventory, lookup} from '../../src/content/inventory';
import {expand, readImports} from '../../src/content/names';
import type {ExamplePage} from './pages';
import type {Problem} from './problems';

const CHAIN = /(?<![\w.'"])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+/g;
const TEXT = /("""|''')[^]*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#.*/g;

const isPython = ({role}: Fence) => role === 'run' || role === 'norun';

/** Blanks out strings and comments, so that places stay. */
function codeOnly(body: string): string {
  return body.replace(TEXT, (text) => text.replace(/[^\n]/g, ' '));
}

/** Dotted names in the code of a page that is never run which its release does not have; the rest is told by its run. */
export function missingNames(page: Pick<ExamplePage, 'path' | 'code' | 'version'>, inventory: Inventory): Problem[] {
  const bound = readImports(
    page.code
      .filter(isPython)
      .map(({body}) => body)
      .join('\n'),
  );
  return page.code.flatMap((fence, index): Problem[] => {
    if (fence.role !== 'norun') {
      return [];
    }
    const body = codeOnly(fence.body);
    return [...body.matchAll(CHAIN)].flatMap((match): Problem[] => {
      const name = expand(match[0], bound);
      if (!name || !/^(?:tvm|vta)\./.test(name)) {
        return [];
      }
      const found = lookup(inventory, name);
      const line = fence.line + body.slice(0, match.index).split('\n').length;
      return found.state === 'missing'
        ? [
            {
              kind: 'name',
              page: page.path,
              line,
              fence: index + 1,
              message: `TVM ${page.version} 没有 ${name}`,
            },
          ]
        : [];
    });
  });
}

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
