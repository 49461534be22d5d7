// Replaces the stock component, whose chain of causes is joined by an English word.
import type {ReactNode} from 'react';
import Translate from '@docusaurus/Translate';
import {ErrorBoundaryTryAgainButton} from '@docusaurus/theme-common';
import type {FallbackParams} from '@docusaurus/ErrorBoundary';
import styles from './styles.module.css';

/** An error and what caused it, outermost first. */
function causalChain(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let e = error; e !== undefined && e !== null && !chain.includes(e); e = (e as Error).cause) {
    chain.push(e);
  }
  return chain;
}

export default function ErrorPageContent({error, tryAgain}: FallbackParams): ReactNode {
  const [first, ...causes] = causalChain(error).map((e) => (e instanceof Error ? e.message : String(e)));
  return (
    <main className={styles.page}>
      <h1>
        <Translate
          id="theme.ErrorPageContent.title"
          description="The title of the fallback page when the page crashed"
        >
          This page crashed.
        </Translate>
      </h1>
      <ErrorBoundaryTryAgainButton onClick={tryAgain} className="button button--primary" />
      <p className={styles.message}>{first}</p>
      {causes.map((message) => (
        <p key={message} className={styles.message}>
          <Translate
            id="crash.cause"
            description="Before the message of an error that caused the one above it"
            values={{message}}
          >
            {'Cause: {message}'}
          </Translate>
        </p>
      ))}
    </main>
  );
}
