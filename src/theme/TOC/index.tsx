// Wraps the stock list: it is navigation, and beside a blog post it would stand outside of any landmark; and it has a name
// that readers see.
import {type ReactNode, useId} from 'react';
import Translate from '@docusaurus/Translate';
import type {Props} from '@theme/TOC';
import TOC from '@theme-original/TOC';
import styles from './styles.module.css';

export default function TOCNavigation(props: Props): ReactNode {
  const id = useId();
  return (
    <nav className={styles.navigation} aria-labelledby={id}>
      <p id={id} className={styles.title}>
        <Translate id="toc.title" description="Name of the list of a page's contents">
          On this page
        </Translate>
      </p>
      <TOC {...props} />
    </nav>
  );
}
