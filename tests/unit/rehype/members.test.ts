import type {Element, Root} from 'hast';
import {describe, expect, it} from 'vitest';
import {anchorMembers} from '@site/src/rehype/reference/members';

const element = (tagName: string, children: (Element | string)[], id?: string): Element => ({
  type: 'element',
  tagName,
  properties: id ? {id} : {},
  children: children.map((child) => (typeof child === 'string' ? {type: 'text', value: child} : child)),
});
const row = (cell: 'th' | 'td', ...texts: string[]) =>
  element(
    'tr',
    texts.map((text, i) => element(cell, [cell === 'td' && i === 0 ? element('code', [text]) : text])),
  );
const table = (head: string, ...names: string[]) =>
  element('table', [
    element('thead', [row('th', head, '含义')]),
    element(
      'tbody',
      names.map((name) => row('td', name, '……')),
    ),
  ]);

function idsOf(children: Element[]): (string | undefined)[] {
  const root: Root = {type: 'root', children};
  anchorMembers(root);
  const rows = (node: Element): Element[] =>
    node.tagName === 'tr'
      ? [node]
      : node.children.flatMap((child) => (child.type === 'element' ? rows(child) : []));
  return children.flatMap(rows).map(({properties}) => properties.id as string | undefined);
}

describe('anchorMembers', () => {
  it('gives the rows on what a class has its dotted names', () => {
    const heading = element('h3', ['Stage'], 'tvm.te.Stage');
    expect(idsOf([heading, table('成员', 'split(parent)', 'op')])).toEqual([
      undefined,
      'tvm.te.Stage.split',
      'tvm.te.Stage.op',
    ]);
  });

  it('leaves other tables, and tables outside of entries, alone', () => {
    const [entry, other] = [element('h3', ['Stage'], 'tvm.te.Stage'), element('h2', ['组'], 'group')];
    expect(idsOf([entry, table('形参', 'parent'), other, table('成员', 'split')]).filter(Boolean)).toEqual(
      [],
    );
  });
});
