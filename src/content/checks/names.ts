/**
 * Names of TVM that a page's release does not have: in inline code, in code that is never run, and in the imports of code
 * that has not been run since it was changed. What has run is believed, for the inventory can't see all that TVM makes
 * while it is imported.
 */
import {codeFences, type Fence} from '../../site/fences';
import {recordKey} from '../../site/examples';
import {nearest, SLIP} from '../../site/nearest';
import {VERSIONS} from '../../site/versions';
import {codeHash} from '../codeHash';
import {readRecords} from '../exampleRecords';
import {type Inventory, lookup, readInventory} from '../inventory';
import {expand, nameIn, readImports} from '../names';
import type {Page} from '../pages';
import {cutSentences, INLINE_CODE} from '../prose';
import type {Fault} from './fault';

const FULL = /^(?:tvm|vta)\./;
const CHAIN = /(?<![\w.'"])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+/g;
const TEXT = /("""|''')[^]*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#.*/g;
const IMPORT = /^[ \t]*(?:from|import)\b[^\n(]*(?:\([^)]*\))?/gm;

/** A file that is called after its project, not a name: `tvm.dll`. */
const FILE = /^\w+\.(?:bit|cc|cpp|dll|dylib|env|h|json|log|py|rbf|so|tar)$/;

/** What a sentence says where it means no name of Python, or that there is none. */
const SPOKEN_OF = /全局函数|EnvFunc|没有|不存在|无|本该|改名|移到|移走|去掉|删去|新增|加入/;

/** A place on a page at which a name stands. */
interface Use {
  name: string;
  line: number;
}

/** Blanks out strings and comments, so that places stay. */
function codeOnly(body: string): string {
  return body.replace(TEXT, (text) => text.replace(/[^\n]/g, ' '));
}

/** What an import statement brings: modules by their whole name, or what `from` takes out of one. */
function importedBy(statement: string): string[] {
  const modules = /^\s*import\s+(.*)/.exec(statement)?.[1];
  return modules === undefined
    ? [...readImports(statement).values()]
    : modules.split(',').map((item) => item.trim().split(/\s/, 1)[0]!);
}

/** Names of TVM in fences: all in those that are never run, else those that are imported. */
function namesInCode(fences: readonly Fence[]): Use[] {
  const bound = readImports(fences.map(({body}) => body).join('\n'));
  return fences.flatMap(({role, body, line}) => {
    const code = codeOnly(body);
    const at = (index: number) => line + code.slice(0, index).split('\n').length;
    const imports = [...code.matchAll(IMPORT)].flatMap(({0: text, index}) =>
      importedBy(text).map((name) => ({name, line: at(index)})),
    );
    const chains = role !== 'norun' ? [] : [...code.matchAll(CHAIN)];
    return [
      ...imports,
      ...chains.map(({0: text, index}) => ({name: expand(text, bound) ?? text, line: at(index)})),
    ];
  });
}

/** The lines of a page with what says of which release they are: the head of a table, the heading above. */
function withContext(lines: readonly string[]): {text: string; about: string}[] {
  let [heading, head] = ['', ''];
  return lines.map((text, i) => {
    heading = text.startsWith('#') ? text : heading;
    head = !text.startsWith('|') ? '' : head || (lines[i + 1]?.startsWith('| -') ? text : '');
    return {text, about: `${heading}\n${head}`};
  });
}

/** Names of TVM in inline code that a page gives as such: neither files nor what its sentence says is none. */
function namesInProse({lines, release, fences}: Page): Use[] {
  const others = /(?<![\d.])0\.\d+(?:\.\d+)?(?![\d.])/g;
  const code = fences.map(({body}) => body).join('\n');
  return withContext(lines).flatMap(({text, about}, i) =>
    cutSentences(text).flatMap((sentence) => {
      const names = [...sentence.matchAll(INLINE_CODE)].flatMap(([, , inner]) => nameIn(inner!) ?? []);
      const full = names.filter((name) => FULL.test(name) && !FILE.test(name));
      const isOfAnother = () =>
        [...`${about}\n${sentence}`.matchAll(others)].some(([number]) => !release!.startsWith(number));
      // What the page's own code calls or asks for by name is told by its run.
      return full.length === 0 || SPOKEN_OF.test(sentence) || isOfAnother()
        ? []
        : full
            .filter((name) => !code.includes(name.replace(/^tvm\./, '')))
            .map((name) => ({name, line: i + 1}));
    }),
  );
}

/** The names of a release that are likest to one that it lacks: where it was looked for, or by its last part elsewhere. */
function nearestName(inventory: Inventory, name: string): string | undefined {
  const all = Object.entries(inventory).flatMap(([module, names]) => [
    module,
    ...Object.keys(names).map((last) => `${module}.${last}`),
  ]);
  const slashes = (text: string) => text.replaceAll('.', '/');
  return nearest(slashes(name), all.map(slashes), 1, SLIP)[0]?.replaceAll('/', '.');
}

/** Whether a page's record says that its code ran as it stands. */
function hasRun(siteDir: string, {file, text, release}: Page): boolean {
  const record = readRecords(siteDir, release!).pages[recordKey(file)];
  return record?.hash === codeHash(text);
}

/** Names on a page that its release lacks, with the nearest that it has. */
export function nameFaults(siteDir: string, page: Page): Fault[] {
  const {file, release} = page;
  const inventory = release === undefined ? undefined : readInventory(siteDir, release);
  if (!inventory) {
    return [];
  }
  const code = codeFences(page.fences).filter(({role}) => role === 'run' || role === 'norun');
  const isMissing = ({name}: Use) => FULL.test(name) && lookup(inventory, name).state === 'missing';
  const inCode = namesInCode(code).filter(isMissing);
  const unproved = inCode.length === 0 || hasRun(siteDir, page) ? [] : inCode;
  const found = [...unproved, ...namesInProse(page).filter(isMissing)];
  return found.map(({name, line}) => {
    const near = nearestName(inventory, name);
    const other = VERSIONS.find(
      (version) => lookup(readInventory(siteDir, version.release) ?? {}, name).state === 'found',
    );
    return {
      kind: '这个版本没有的名称',
      file,
      line,
      problem: `TVM ${release} 没有 ${name}${other ? `，${other.release} 才有` : ''}`,
      cure: `${near ? `改成 ${near}；` : ''}要说的就是没有它，在同一句里写明「没有」或有它的版本；注册的函数写明是全局函数`,
    };
  });
}
