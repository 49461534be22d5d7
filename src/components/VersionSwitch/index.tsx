import type {ReactNode} from 'react';
import clsx from 'clsx';
import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import {ThemeClassNames} from '@docusaurus/theme-common';
import {
  useActiveDocContext,
  useDocsPreferredVersion,
  useDocsVersion,
  useVersions,
} from '@docusaurus/plugin-content-docs/client';
import styles from './styles.module.css';

/**
 * The version of the page, which leads to the page in the other versions, of which a phone shows no menu, and to what
 * differs between two of them.
 */
export default function VersionSwitch(): ReactNode {
  const {version: current, label: versionLabel} = useDocsVersion();
  const {activeDoc, alternateDocVersions} = useActiveDocContext(undefined);
  const {baseUrl} = useDocusaurusContext().siteConfig;
  const {savePreferredVersionName} = useDocsPreferredVersion();
  const versions = useVersions(undefined).filter(({name}) => name === current || alternateDocVersions[name]);
  const others = versions.filter(({name}) => name !== current);
  const label = (
    <Translate id="theme.docs.versionBadge.label" values={{versionLabel}}>
      {'Version: {versionLabel}'}
    </Translate>
  );
  const names = clsx(ThemeClassNames.docs.docVersionBadge, 'badge badge--secondary');
  if (others.length === 0) {
    return <span className={names}>{label}</span>;
  }
  const [other] = others;
  const [to, from] = versions.filter(({name}) => name === current || name === other!.name);
  const {path} = alternateDocVersions[versions[0]!.name] ?? activeDoc!;
  const page = path.slice(baseUrl.length - 1).replace(/\/$/, '');
  return (
    <details className={styles.versions}>
      <summary className={names}>{label}</summary>
      <ul>
        {others.map(({name, label: release}) => (
          <li key={name}>
            <Link to={alternateDocVersions[name]!.path} onClick={() => savePreferredVersionName(name)}>
              {release}
            </Link>
          </li>
        ))}
        <li>
          <Link to={`/compare?page=${page}&from=${from!.label}&to=${to!.label}`}>
            <Translate
              id="compare.link"
              description="Link to what differs between this page and another version"
              values={{release: other!.label}}
            >
              {'Differences from {release}'}
            </Translate>
          </Link>
        </li>
      </ul>
    </details>
  );
}
