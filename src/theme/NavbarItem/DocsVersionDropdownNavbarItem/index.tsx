// Wraps the stock component: a version that lacks the page is marked, since its entry leads to the first page of that version,
// and whoever follows it is told there which page the version does not have.
import {useEffect, useRef, useState, type ReactNode} from 'react';
import {createPortal} from 'react-dom';
import {translate} from '@docusaurus/Translate';
import {useActiveDocContext, useVersions} from '@docusaurus/plugin-content-docs/client';
import StockDropdown from '@theme-original/NavbarItem/DocsVersionDropdownNavbarItem';
import type {Props} from '@theme/NavbarItem/DocsVersionDropdownNavbarItem';
import styles from './styles.module.css';

type Context = ReturnType<typeof useActiveDocContext>;

/** The title of the page that a reader left for a version without it; undefined elsewhere. */
function useMissedPage(context: Context): string | undefined {
  const left = useRef<{context: Context; title: string}>(undefined);
  const [missed, setMissed] = useState<{title: string; path: string}>();
  useEffect(() => {
    const {activeVersion, activeDoc} = context;
    const before = left.current;
    if (activeVersion && activeDoc) {
      const isElsewhere = before && before.context.activeVersion !== activeVersion;
      if (
        isElsewhere &&
        activeDoc.id === activeVersion.mainDocId &&
        !before.context.alternateDocVersions[activeVersion.name]
      ) {
        setMissed({title: before.title, path: activeDoc.path});
      }
      left.current = {context, title: document.querySelector('h1')?.textContent ?? ''};
    }
  }, [context]);
  return missed?.path === context.activeDoc?.path ? missed?.title : undefined;
}

function Notice({title, version}: {title: string; version: string}): ReactNode {
  return createPortal(
    <p role="status" className={styles.notice}>
      {translate(
        {
          id: 'version.missedPage',
          message: '{version} has no page “{title}”; this is its first page.',
          description: 'Said once to a reader who chose a version without the page',
        },
        {version, title},
      )}
    </p>,
    document.body,
  );
}

export default function DocsVersionDropdownNavbarItem(props: Props): ReactNode {
  const context = useActiveDocContext(props.docsPluginId);
  const {activeDoc, activeVersion, alternateDocVersions} = context;
  const missed = useMissedPage(context);
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
  return (
    <>
      <StockDropdown {...props} versions={versions} />
      {missed && !props.mobile && <Notice title={missed} version={activeVersion!.label} />}
    </>
  );
}
