// Replaces the stock badge: it also leads to the page in the other versions, of which a phone shows no menu.
import type {ReactNode} from 'react';
import clsx from 'clsx';
import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import {ThemeClassNames} from '@docusaurus/theme-common';
import {
  useActiveDocContext,
  useDocsPreferredVersion,
  useDocsVersion,
  useVersions,
} from '@docusaurus/plugin-content-docs/client';
import type {Props} from '@theme/DocVersionBadge';
import styles from './styles.module.css';

export default function DocVersionBadge({className}: Props): ReactNode {
  const {version: current, label: versionLabel} = useDocsVersion();
  const {alternateDocVersions} = useActiveDocContext(undefined);
  const {savePreferredVersionName} = useDocsPreferredVersion();
  const others = useVersions(undefined).filter(({name}) => name !== current && alternateDocVersions[name]);
  const label = (
    <Translate id="theme.docs.versionBadge.label" values={{versionLabel}}>
      {'Version: {versionLabel}'}
    </Translate>
  );
  const names = clsx(className, ThemeClassNames.docs.docVersionBadge, 'badge badge--secondary');
  if (others.length === 0) {
    return <span className={names}>{label}</span>;
  }
  return (
    <details className={styles.versions}>
      <summary className={names}>{label}</summary>
      <ul>
        {others.map(({name, label: other}) => (
          <li key={name}>
            <Link to={alternateDocVersions[name]!.path} onClick={() => savePreferredVersionName(name)}>
              {other}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
