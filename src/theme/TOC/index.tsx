// Wraps the stock list: it is navigation, and beside a blog post it would stand outside of any landmark.
import type {ReactNode} from 'react';
import {translate} from '@docusaurus/Translate';
import type {Props} from '@theme/TOC';
import TOC from '@theme-original/TOC';
import styles from './styles.module.css';

export default function TOCNavigation(props: Props): ReactNode {
  return (
    <nav
      className={styles.navigation}
      aria-label={translate({id: 'theme.TOCCollapsible.toggleButtonLabel', message: 'On this page'})}
    >
      <TOC {...props} />
    </nav>
  );
}
