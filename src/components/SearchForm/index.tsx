import type {ReactNode} from 'react';
import Translate, {translate} from '@docusaurus/Translate';
import useBaseUrl from '@docusaurus/useBaseUrl';
import {pasteMessage} from '@site/src/search/cleanQuery';
import {MAX_QUERY_LENGTH} from '@site/src/site/searchTypes';
import styles from './styles.module.css';

/** A search field that leads to the search page, with or without scripts. */
export default function SearchForm({query}: {query?: string}): ReactNode {
  const label = translate({
    id: 'home.search',
    message: 'Search docs',
    description: 'Label of the search field',
  });
  return (
    <form role="search" action={useBaseUrl('/search')} className={styles.form}>
      <input
        // The words of an address are known only in the browser, after the field.
        key={query}
        type="search"
        name="q"
        defaultValue={query}
        maxLength={MAX_QUERY_LENGTH}
        onPaste={(event) => pasteMessage(event.nativeEvent)}
        aria-label={label}
        placeholder={label}
        enterKeyHint="search"
      />
      <button type="submit" className="button button--outline button--primary">
        <Translate id="home.searchButton" description="Button that starts the search">
          Search
        </Translate>
      </button>
    </form>
  );
}
