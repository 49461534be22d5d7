import type {Element, ElementContent, Root} from 'hast';
import {visit} from 'unist-util-visit';
import {MEMBERS_HEADING} from '../../content/reference';

const ENTRY = /^(?:tvm|vta)(?:\.\w+)+$/;

function cellsOf(row: Element): Element[] {
  return row.children.filter(
    (child): child is Element => child.type === 'element' && /^t[dh]$/.test(child.tagName),
  );
}

/** The member that a row of a table describes: its first cell is nothing but the call or the name. */
function memberOf(row: Element): string | undefined {
  const [cell] = cellsOf(row);
  const [code, ...rest] = (cell?.children ?? []) as ElementContent[];
  if (rest.length > 0 || code?.type !== 'element' || code.tagName !== 'code') {
    return undefined;
  }
  const [text] = code.children;
  return text?.type === 'text' ? /^([A-Za-z_]\w*)(?:\(.*)?$/s.exec(text.value)?.[1] : undefined;
}

/** Whether the first column of a table holds members, by its heading. */
function isOfMembers(table: Element): boolean {
  let heading = '';
  visit(table, 'element', (node) => {
    if (node.tagName === 'th' && heading === '') {
      heading = node.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
    }
  });
  return heading === MEMBERS_HEADING;
}

/**
 * Makes each member of a class a place that a link can lead to: the row that describes `split` below the entry
 * `tvm.tir.Schedule` is `#tvm.tir.Schedule.split`. Of a member that two rows describe it is the first.
 */
export function anchorMembers(tree: Root): void {
  const taken = new Set<string>();
  visit(tree, 'element', (node) => {
    if (typeof node.properties.id === 'string') {
      taken.add(node.properties.id);
    }
  });
  let entry: string | undefined;
  for (const node of tree.children) {
    if (node.type !== 'element') {
      continue;
    }
    if (/^h[23]$/.test(node.tagName)) {
      const id = String(node.properties.id ?? '');
      entry = ENTRY.test(id) ? id : undefined;
    } else if (entry && node.tagName === 'table' && isOfMembers(node)) {
      const owner = entry;
      visit(node, 'element', (row) => {
        const member = row.tagName === 'tr' ? memberOf(row) : undefined;
        const id = `${owner}.${member}`;
        if (member && !taken.has(id)) {
          taken.add(id);
          row.properties.id = id;
        }
      });
    }
  }
}
