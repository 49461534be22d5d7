import type {Element, ElementContent, Root} from 'hast';
import {visit} from 'unist-util-visit';

/** Heading of the first column of the tables of an entry that list what a class has. */
const MEMBERS = '成员';

const CALL = /^[A-Za-z_]\w*/;

/** The text of a node. */
export function textOf(node: ElementContent | undefined): string {
  return node?.type === 'text'
    ? node.value
    : node && 'children' in node
      ? node.children.map(textOf).join('')
      : '';
}

function cells(row: Element): Element[] {
  return row.children.filter((node) => node.type === 'element');
}

/** Gives each row of a table of members the dotted name of its member as its anchor. */
function anchorRows(table: Element, entry: string): void {
  const rows: Element[] = [];
  visit(table, {tagName: 'tr'}, (row) => void rows.push(row as Element));
  const [head, ...members] = rows;
  if (!head || textOf(cells(head)[0]).trim() !== MEMBERS) {
    return;
  }
  for (const row of members) {
    const [name] = CALL.exec(textOf(cells(row)[0]).trim()) ?? [];
    if (name) {
      row.properties.id = `${entry}.${name}`;
    }
  }
}

/** Makes what a class has addressable: `tvm.tir.Schedule.compute_at` is the row on it in the entry of the class. */
export function anchorMembers(tree: Root, isEntry: (id: string) => boolean): void {
  let entry: string | undefined;
  visit(tree, 'element', (node) => {
    if (/^h[1-6]$/.test(node.tagName)) {
      const id = String(node.properties.id ?? '');
      entry = isEntry(id) ? id : undefined;
    } else if (node.tagName === 'table' && entry) {
      anchorRows(node, entry);
    }
  });
}
