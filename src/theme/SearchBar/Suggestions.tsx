import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import {translate} from '@docusaurus/Translate';
import styles from './styles.module.css';

/** What a reader who has searched for nothing yet sees in the dialog: pages that most begin with. */
export default function Suggestions({text, onClose}: {text?: string; onClose: () => void}): ReactNode {
  const pages = [
    ['/docs/tutorial/quick_start', translate({id: 'search.suggest.start', message: 'Quick start'})],
    ['/docs/install', translate({id: 'search.suggest.install', message: 'Install TVM'})],
    ['/docs/how_to/deploy', translate({id: 'search.suggest.deploy', message: 'Deploy by device'})],
    ['/docs/how_to/errors', translate({id: 'search.suggest.errors', message: 'Error messages'})],
    ['/docs/reference/api/python', translate({id: 'search.suggest.api', message: 'Python API reference'})],
  ] as const;
  return (
    <>
      {text}
      <span className={styles.suggestions}>
        {pages.map(([to, title]) => (
          <Link key={to} to={to} onClick={onClose}>
            {title}
          </Link>
        ))}
      </span>
    </>
  );
}
