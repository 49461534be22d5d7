import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {afterAll, describe, expect, it, vi} from 'vitest';
import messages from '@site/src/speed/messages/loader.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'messages-'));
const file = path.join(folder, 'messages.json');
fs.writeFileSync(file, JSON.stringify({'a.b': '你好，{name}'}));
afterAll(() => fs.rmSync(folder, {recursive: true}));

const addDependency = vi.fn();
const run = (source: string) =>
  messages.call({resourcePath: '/site/a.js', getOptions: () => ({file}), addDependency}, source);

const IMPORT = "import Translate, {translate} from '@docusaurus/Translate';\n";

describe('messages in the browser', () => {
  it('are those of the language, without descriptions', () => {
    const code = run(
      `${IMPORT}translate({id: 'a.b', message: 'Hello {name}', description: 'A greeting'}, {name});`,
    );
    expect(code).toContain(`translate({id: 'a.b', message: "你好，{name}", description: undefined}, {name})`);
  });

  it('stand in elements as well', () => {
    const code = run(`${IMPORT}_jsx(Translate, {id: "a.b", description: "x", children: "Hello {name}"})`);
    expect(code).toContain('children: "你好，{name}"');
  });

  it('stay where there is no translation, or none is meant', () => {
    const source = `${IMPORT}translate({id: 'c', message: 'C'}); f({id: 'a.b', message: compute(), translate: style.translate});`;
    expect(run(source)).toBe(source);
    expect(run("f({id: 'a.b', message: 'x'})")).toBe("f({id: 'a.b', message: 'x'})");
  });

  it('need ids that can be read in the code', () => {
    expect(() => run(`${IMPORT}translate({id: name, message: 'Hello'});`)).toThrow(/\/site\/a\.js.*字面量/);
    expect(() => run(`${IMPORT}_jsx(Translate, {id: 'a.' + name, children: 'Hello'})`)).toThrow(/字面量/);
  });

  it('are found whatever name a module has for them', () => {
    const code = run(
      `import T, {translate as t} from '@docusaurus/Translate';\n_jsx(T, {id: 'a.b', children: 'Hello'}); (0, t)({id: 'a.b', message: 'Hi'});`,
    );
    expect(code).not.toMatch(/Hello|Hi/);
  });

  it.each(['translate(message)', 'f(translate)', '_jsx(Translate, {...props})', '_jsx(Translate, props)'])(
    'must not be used in a way in which they are not found: %s',
    (use) => expect(() => run(`${IMPORT}${use};`)).toThrow(/src\/speed\/messages.*/),
  );

  it('are read again when they change', () => {
    run(`${IMPORT}translate({id: 'a.b', message: 'Hello'});`);
    expect(addDependency).toHaveBeenCalledWith(file);
  });
});
