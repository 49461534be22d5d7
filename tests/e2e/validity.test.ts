import fs from 'node:fs';
import path from 'node:path';
import {HtmlValidate, StaticConfigLoader} from 'html-validate';
import {parse, serialize} from 'parse5';
import {describe, expect, it} from 'vitest';
import {validateXML} from 'xmllint-wasm';
import {BUILD, pagesToOpen} from './support/pages';

const ROOT = path.resolve(__dirname, '../..');

/**
 * Pages leave out the end tags that HTML lets them leave out, which html-validate takes for faults. So a parser that does
 * what browsers do says whether the text is right, and html-validate whether the elements are, from that parser's tree.
 */
const html = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:standard', 'html-validate:a11y'],
    rules: {
      // Docusaurus' skip link and side bars are `div`s with a role, which mean the same.
      'prefer-native-element': 'off',
      // Markdown's tables have headers of columns alone, also where the first cell of the first row is empty.
      'wcag/h63': 'off',
      // Docusaurus labels the picture in links that leave the site; a picture may have a label.
      'aria-label-misuse': ['error', {allowAnyNamable: true}],
    },
  }),
);

async function faultsOf(source: string): Promise<string[]> {
  const faults: string[] = [];
  const tree = parse(source, {
    sourceCodeLocationInfo: true,
    onParseError: ({code, startLine, startCol}) => faults.push(`${startLine}:${startCol} ${code}`),
  });
  const {results} = await html.validateString(serialize(tree));
  const messages = results.flatMap(({messages: all}) => all);
  // Styles that only some kinds of page have stand in those pages, where every browser takes them.
  const told = messages.filter(
    ({message}) => !message.startsWith('<style> element is not permitted as content'),
  );
  return [...faults, ...told.map(({ruleId, message, selector}) => `${ruleId}: ${message} (${selector})`)];
}

const fileOf = (pathname: string) =>
  ['.html', '/index.html']
    .map((end) => path.join(BUILD, pathname + end))
    .find((file) => fs.existsSync(file)) ?? path.join(BUILD, '404.html');

it('The HTML of each kind of page is valid', async () => {
  const files = [...new Set((await pagesToOpen()).map((address) => fileOf(address.split('?')[0]!)))];
  expect(files.length).toBeGreaterThan(20);
  const faults: string[] = [];
  for (const file of files) {
    const found = await faultsOf(fs.readFileSync(file, 'utf8'));
    faults.push(...found.map((fault) => `${path.relative(BUILD, file)} ${fault}`));
  }
  expect(faults).toEqual([]);
});

describe('checks that find nothing find what is wrong', () => {
  it.each([
    [
      'attributes in one another',
      '<!doctype html><html lang=zh><title>a</title><p id="1"class="2">a',
      /attribute/,
    ],
    ['an id twice', '<!doctype html><html lang=zh><title>a</title><p id=a>a<p id=a>b', /no-dup-id/],
    [
      'a block in a phrase',
      '<!doctype html><html lang=zh><title>a</title><span><div>a</div></span>',
      /content/,
    ],
    ['a picture without words', '<!doctype html><html lang=zh><title>a</title><img src=a.png>', /wcag|alt/],
  ])('%s', async (_, source, fault) => {
    expect((await faultsOf(source)).join('\n')).toMatch(fault);
  });
});

const schema = (file: string) => fs.readFileSync(file, 'utf8');
const own = (name: string) => schema(path.join(ROOT, 'tests/support/schemas', name));

describe('XML', () => {
  it.each([
    ['sitemap.xml', 'schema', () => schema(path.join(ROOT, 'node_modules/sitemap/schema/sitemap.xsd'))],
    ['blog/rss.xml', 'relaxng', () => own('rss.rng')],
    ['blog/atom.xml', 'relaxng', () => own('atom.rng')],
  ] as const)('%s is as its schema says', async (file, extension, read) => {
    const contents = fs.readFileSync(path.join(BUILD, file), 'utf8');
    const check = (text: string) =>
      validateXML({
        xml: [{fileName: file, contents: text}],
        schema: [read()],
        extension,
        initialMemoryPages: 1024,
        maxMemoryPages: 4096,
      });
    const {valid, errors} = await check(contents);
    expect(errors.map(({rawMessage}) => rawMessage)).toEqual([]);
    expect(valid).toBe(true);
    expect((await check(contents.replace(/<link[^>]*>|<loc>/, '<wrong/>$&'))).valid).toBe(false);
  });

  it('the sitemap names each page once, at the address of the site', () => {
    const addresses = [...fs.readFileSync(path.join(BUILD, 'sitemap.xml'), 'utf8').matchAll(/<loc>([^<]*)/g)];
    const paths = addresses.map(([, address]) => new URL(address!).pathname);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.filter((address) => !/^\/$|[^/]$/.test(address) || !fs.existsSync(fileOf(address)))).toEqual(
      [],
    );
  });
});
