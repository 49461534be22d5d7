// Replaces the fallback of Docusaurus, which is English: shown in place of a page that is still loading, or that did not.
import type {ReactNode} from 'react';
import Translate, {translate} from '@docusaurus/Translate';
import type {LoadingComponentProps} from 'react-loadable';
import styles from './styles.module.css';

function LoadError({error, retry}: Pick<LoadingComponentProps, 'error' | 'retry'>): ReactNode {
  return (
    <div role="alert" className={styles.error}>
      <p>{String(error)}</p>
      <button type="button" onClick={retry}>
        <Translate id="loading.retry" description="Button that loads a page again">
          Retry
        </Translate>
      </button>
    </div>
  );
}

function Spinner(): ReactNode {
  const label = translate({id: 'loading.label', message: 'Loading', description: 'Name of the spinner'});
  return (
    <div role="status" aria-label={label} className={styles.loading}>
      <svg id="loader" className={styles.spinner} viewBox="0 0 128 110" aria-hidden>
        <circle cx="64" cy="55" r="53" className={styles.ring} />
        <circle cx="64" cy="55" r="53" className={styles.ring} />
        <circle cx="64" cy="55" r="20" className={styles.core} />
      </svg>
    </div>
  );
}

export default function Loading({error, retry, pastDelay}: LoadingComponentProps): ReactNode {
  if (error) {
    return <LoadError error={error} retry={retry} />;
  }
  return pastDelay ? <Spinner /> : null;
}
