import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {PageState, sharedPart} from '../../../src/plugins/preview-docs/pageState';
import {OLDER} from '../../support/releases';

const HEAD = '---\ntitle: 页面\ndescription: 说明\n---\n';

describe('what of a page the site shares', () => {
  it('is its front matter', () => {
    expect(sharedPart(`${HEAD}\n正文。\n`)).toBe(HEAD.trimEnd());
    expect(sharedPart(`${HEAD}\n---\n\n后面。\n`)).toBe(HEAD.trimEnd());
    expect(sharedPart(`${HEAD.replace(/\n/g, '\r\n')}正文。`)).toBe(HEAD.replace(/\n/g, '\r\n').trimEnd());
  });

  it.each([
    ['has no front matter', '# 页面\n\n正文。\n'],
    ['has no title in it', '---\ndescription: 说明\n---\n\n# 页面\n'],
    ['has no description in it', '---\ntitle: 页面\n---\n\n正文。\n'],
    ['has one that does not end', '---\ntitle: 页面\ndescription: 说明\n\n正文。\n'],
  ])('is the whole page where it %s', (_, text) => {
    expect(sharedPart(text)).toBe(text);
  });
});

describe('the state of the pages', () => {
  let folder: string;
  let state: PageState;

  const write = (name: string, text: string) => {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), {recursive: true});
    fs.writeFileSync(file, text);
  };

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'page-state-'));
    state = new PageState(folder);
    write('docs/a.md', `${HEAD}一。\n`);
    write('sidebars.ts', 'export default {};\n');
  });

  afterEach(() => fs.rmSync(folder, {recursive: true}));

  it('stays when the text of a page changes', () => {
    const before = state.read();
    write('docs/a.md', `${HEAD}一，二。\n`);
    expect(state.read()).toBe(before);
  });

  it.each([
    ['the front matter of a page', 'docs/a.md', `${HEAD.replace('说明', '另外的说明')}一。\n`],
    ['a page that is new', `${OLDER.directory}/b.md`, `${HEAD}二。\n`],
    ['the sidebars', 'sidebars.ts', 'export default {docs: []};\n'],
  ])('changes with %s', (_, name, text) => {
    const before = state.read();
    write(name, text);
    expect(state.read()).not.toBe(before);
  });

  it('changes when a page goes', () => {
    const before = state.read();
    fs.rmSync(path.join(folder, 'docs/a.md'));
    expect(state.read()).not.toBe(before);
  });
});
