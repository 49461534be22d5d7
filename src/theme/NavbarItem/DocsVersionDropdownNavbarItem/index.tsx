// Wraps the stock component: a version that lacks the page is marked, since its entry leads to the first page of that version.
import type {ReactNode} from 'react';
import {translate} from '@docusaurus/Translate';
import {useActiveDocContext, useVersions} from '@docusaurus/plugin-content-docs/client';
import StockDropdown from '@theme-original/NavbarItem/DocsVersionDropdownNavbarItem';
import type {Props} from '@theme/NavbarItem/DocsVersionDropdownNavbarItem';

export default function DocsVersionDropdownNavbarItem(props: Props): ReactNode {
  const {activeDoc, alternateDocVersions} = useActiveDocContext(props.docsPluginId);
  const versions = Object.fromEntries(
    useVersions(props.docsPluginId).map(({name, label}) => {
      const lacks = activeDoc && !alternateDocVersions[name];
      const marked = translate(
        {
          id: 'version.lacksPage',
          message: '{version} · no such page',
          description: 'Entry of the version menu for a version without the page',
        },
        {version: label},
      );
      return [name, {label: lacks ? marked : label}];
    }),
  );
  return <StockDropdown {...props} versions={versions} />;
}
