// Wraps the stock sidebar: of the one tree that all pages share it shows the part that the page belongs to, since a hundred and
// sixty pages are no overview; the main page shows all parts, and the bar and the menu of a phone lead to the others.
import {useMemo, type ReactNode} from 'react';
import type {PropSidebarItem} from '@docusaurus/plugin-content-docs';
import {useActiveDocContext} from '@docusaurus/plugin-content-docs/client';
import type {Props} from '@theme/DocSidebar';
import DocSidebar from '@theme-original/DocSidebar';
import {type DocsPart, partOf} from '@site/src/site/docsParts';

/** The first document of an item, by which its part is known. */
function firstDoc(item: PropSidebarItem): string | undefined {
  return item.type === 'link'
    ? item.docId
    : item.type === 'category'
      ? item.items.map(firstDoc).find((id) => id !== undefined)
      : undefined;
}

function ofPart(sidebar: Props['sidebar'], part: DocsPart | undefined): PropSidebarItem[] {
  return sidebar.filter((item) => {
    const own = partOf(firstDoc(item) ?? '');
    return part === undefined || own === undefined || own === part;
  });
}

export default function DocSidebarWrapper({sidebar, ...props}: Props): ReactNode {
  const {activeDoc} = useActiveDocContext(undefined);
  const part = partOf(activeDoc?.id ?? '');
  const items = useMemo(() => ofPart(sidebar, part), [sidebar, part]);
  return <DocSidebar {...props} sidebar={items} />;
}
