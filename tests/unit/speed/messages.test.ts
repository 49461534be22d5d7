import {describe, expect, it} from 'vitest';
import messages from '@site/src/speed/messages/loader.js';

const run = (source: string) =>
  messages.call(
    {resourcePath: '/site/a.js', getOptions: () => ({messages: {'a.b': '你好，{name}'}})},
    source,
  );

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
    const source = `${IMPORT}translate({id: 'c', message: 'C'}); f({id: 'a.b', message: compute()});`;
    expect(run(source)).toBe(source);
    expect(run("f({id: 'a.b', message: 'x'})")).toBe("f({id: 'a.b', message: 'x'})");
  });

  it('need ids that can be read in the code', () => {
    expect(() => run(`${IMPORT}translate({id: name, message: 'Hello'});`)).toThrow(/\/site\/a\.js.*字面量/);
    expect(() => run(`${IMPORT}_jsx(Translate, {id: 'a.' + name, children: 'Hello'})`)).toThrow(/字面量/);
  });
});
