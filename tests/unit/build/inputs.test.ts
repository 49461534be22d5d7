import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {filesUnder} from '@site/src/build/files';
import {hashInputs, inputsOf} from '@site/src/build/inputs';

const ROOT = path.resolve(__dirname, '../../..');
const SITE: Record<string, string> = {
  'config.ts': "import {a} from './src/plugins/a';\nconst plugins = ['./src/plugins/b/index.ts'];\n",
  'package-lock.json': '{}',
  'src/plugins/a.ts': "const name = path.join(__dirname, 'loader.js');\nimport {c} from '../site/c';\n",
  'src/plugins/b/index.ts': 'const file = `data/facts/${release}.json`;\n',
  'src/plugins/loader.js': "require('./helper');\n",
  'src/plugins/helper.js': '',
  'src/plugins/unused.ts': '',
  'src/site/c.ts': "path.join(siteDir, 'data/names.json'); // not './d'\n// './e'\n/** Nor './e'. */\n",
  'src/site/e.ts': '',
  'data/facts/1.0.json': '1',
  'data/names.json': '1',
  'data/other.json': '1',
  'docs/start/a.md': '',
  'src/plugins/page.ts': "'docs/start'",
};

let siteDir: string;
const write = (name: string, text: string) => {
  const file = path.join(siteDir, name);
  fs.mkdirSync(path.dirname(file), {recursive: true});
  fs.writeFileSync(file, text);
};
const inputs = (entry = 'config.ts') => inputsOf(siteDir, entry).map((file) => path.relative(siteDir, file));

beforeEach(() => {
  siteDir = fs.mkdtempSync(path.join(os.tmpdir(), 'inputs-'));
  Object.entries(SITE).forEach(([name, text]) => write(name, text));
});

afterEach(() => fs.rmSync(siteDir, {recursive: true}));

describe('the inputs of a module of the build', () => {
  it('are what it imports or names as a path, what that does, and the data that these name', () => {
    expect(inputs()).toEqual([
      'config.ts',
      'data/facts/1.0.json',
      'data/names.json',
      'package-lock.json',
      'src/plugins/a.ts',
      'src/plugins/b/index.ts',
      'src/plugins/helper.js',
      'src/plugins/loader.js',
      'src/site/c.ts',
    ]);
  });

  it('are no pages', () => {
    expect(inputs('src/plugins/page.ts')).toEqual(['package-lock.json', 'src/plugins/page.ts']);
  });

  it.each(['src/plugins/helper.js', 'data/facts/1.0.json', 'data/facts/2.0.json', 'package-lock.json'])(
    'have another hash when one changes or is added: %s',
    (name) => {
      const before = hashInputs(siteDir, 'config.ts');
      expect(hashInputs(siteDir, 'config.ts')).toBe(before);
      write(name, '2');
      expect(hashInputs(siteDir, 'config.ts')).not.toBe(before);
    },
  );
});

/** Of the rooms of the build, but used by maintainers' commands, or run in the browser, alone. */
const COMMANDS = new Set([
  'src/content/codeHash.ts',
  'src/plugins/offline/worker/off.js',
  'src/plugins/offline/worker/on.js',
]);

it('Everything in the rooms that run in a build is among the inputs of the configuration', () => {
  const known = new Set(inputsOf(ROOT, 'docusaurus.config.ts'));
  const rooms = ['build', 'remark', 'rehype', 'fixes', 'plugins', 'content', 'speed'];
  const left = rooms
    .flatMap((room) => filesUnder(path.join(ROOT, 'src', room)))
    .filter(
      (file) => /\.m?[jt]s$/.test(file) && !/\.d\.m?ts$|[\\/]browser[\\/]/.test(file) && !known.has(file),
    )
    .map((file) => path.relative(ROOT, file).split(path.sep).join('/'))
    .filter((file) => !COMMANDS.has(file));
  expect(left).toEqual([]);
});
