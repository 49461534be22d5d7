// Wraps the stock item, which marks every item of the one sidebar at once and none on pages without a sidebar: the main page
// is marked on every page of the documentation, and a part on those of its folders.
import type {ReactNode} from 'react';
import {useActiveDocContext, useLayoutDoc} from '@docusaurus/plugin-content-docs/client';
import DefaultNavbarItem from '@theme/NavbarItem/DefaultNavbarItem';
import type {Props} from '@theme/NavbarItem/DocNavbarItem';
import {partOf} from '@site/src/site/docsParts';

export default function DocNavbarItem({docId, label, docsPluginId, ...props}: Props): ReactNode {
  const {activeDoc} = useActiveDocContext(docsPluginId);
  const doc = useLayoutDoc(docId, docsPluginId);
  if (!doc) {
    return null;
  }
  const part = partOf(docId);
  const isActive = activeDoc !== undefined && (part === undefined || partOf(activeDoc.id) === part);
  return (
    <DefaultNavbarItem exact {...props} isActive={() => isActive} label={label ?? docId} to={doc.path} />
  );
}
