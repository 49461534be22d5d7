// Replaces the stock page, which asks Algolia itself: this one asks whichever engine the site was built with.
import {type FormEvent, type ReactNode} from 'react';
import Head from '@docusaurus/Head';
import Translate, {translate} from '@docusaurus/Translate';
import useIsBrowser from '@docusaurus/useIsBrowser';
import Layout from '@theme/Layout';
import {MAX_QUERY_LENGTH} from '@site/src/site/searchTypes';
import {tagOfVersion} from '@site/src/site/searchTags';
import {VERSIONS} from '@site/src/site/versions';
import {cleanQuery, pasteMessage} from '@site/src/search/cleanQuery';
import {nameOfKind} from '@site/src/search/kinds';
import {unreachable, widenedText} from '@site/src/search/messages';
import {useSearchConfig} from '@site/src/search/useSearch';
import {EMBEDDED} from '@site/src/site/searchConfig';
import {HIT_KINDS, type HitKind} from '@site/src/site/searchKind';
import SearchPreview from '@site/src/components/SearchPreview';
import Help from './Help';
import Results from './Results';
import styles from './styles.module.css';
import {useAnswer} from './useAnswer';
import {usePlace} from './usePlace';
import {useQuestion} from './useQuestion';

function VersionField({value, onChange}: {value: string; onChange: (tag: string) => void}): ReactNode {
  return (
    <select
      name="version"
      value={value}
      aria-label={translate({id: 'search.version', message: 'Version'})}
      onChange={(event) => onChange(event.target.value)}
    >
      {VERSIONS.map((version) => (
        <option key={version.release} value={tagOfVersion(version)}>
          {version.release}
        </option>
      ))}
    </select>
  );
}

function KindField({value, onChange}: {value?: HitKind; onChange: (kind?: HitKind) => void}): ReactNode {
  return (
    <select
      name="kind"
      value={value ?? ''}
      aria-label={translate({id: 'search.kind', message: 'Kind of results'})}
      onChange={(event) => onChange(HIT_KINDS.find((kind) => kind === event.target.value))}
    >
      <option value="">{translate({id: 'search.kind.all', message: 'All kinds'})}</option>
      {HIT_KINDS.map((kind) => (
        <option key={kind} value={kind}>
          {nameOfKind(kind)}
        </option>
      ))}
    </select>
  );
}

function Status({answer, failed, waiting, query}: ReturnType<typeof useAnswer> & {query: string}): ReactNode {
  if (!query || waiting) {
    return null;
  }
  if (failed) {
    const {title, help} = unreachable();
    return `${title} · ${help}`;
  }
  if (!answer) {
    return <Translate id="theme.SearchPage.fetchingNewResults">Fetching new results...</Translate>;
  }
  return answer.nbHits === 0 ? (
    <Translate id="theme.SearchPage.noResultsText">No results were found</Translate>
  ) : (
    <Translate id="search.count" values={{count: answer.nbHits}}>
      {'{count} results'}
    </Translate>
  );
}

/** The page inside the layout, whose context holds the version that the reader prefers. */
function SearchContent({title}: {title: string}): ReactNode {
  const {ask, chooseVersion, chooseKind, ...question} = useQuestion();
  const {query, tag, kind} = question;
  const {pages, showMore} = usePlace();
  const state = useAnswer(question, pages);
  const {appId} = useSearchConfig();
  // The server does not know what the address asks for.
  const isBrowser = useIsBrowser();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = cleanQuery(String(new FormData(event.currentTarget).get('q') ?? ''));
    ask(next, state.begin(next, tag));
  };
  const more = state.answer && state.answer.hits.length < state.answer.nbHits;
  return (
    <main className={styles.page}>
      <h1>{title}</h1>
      <form role="search" onSubmit={submit} className={styles.form}>
        <input
          key={query}
          type="search"
          name="q"
          defaultValue={query}
          maxLength={MAX_QUERY_LENGTH}
          autoComplete="off"
          onPaste={(event) => pasteMessage(event.nativeEvent)}
          enterKeyHint="search"
          placeholder={translate({id: 'home.search', message: 'Search docs'})}
          aria-label={translate({id: 'home.search', message: 'Search docs'})}
        />
        <VersionField value={tag} onChange={chooseVersion} />
        {appId === EMBEDDED && <KindField value={kind} onChange={chooseKind} />}
        <button type="submit" className="button button--primary">
          <Translate id="home.searchButton">Search</Translate>
        </button>
      </form>
      <SearchPreview />
      <p role="status" className={styles.status}>
        <Status {...state} query={query} />
      </p>
      {state.answer?.widened && state.answer.nbHits > 0 && <p>{widenedText()}</p>}
      {state.answer && <Results query={query} hits={state.answer.hits} />}
      {isBrowser && (query === '' || state.answer?.nbHits === 0) && <Help tag={tag} />}
      {more && (
        <button type="button" className="button button--secondary" onClick={showMore}>
          <Translate id="search.more">Show more results</Translate>
        </button>
      )}
    </main>
  );
}

export default function SearchPage(): ReactNode {
  const title = translate({id: 'theme.SearchPage.emptyResultsTitle', message: 'Search the documentation'});
  return (
    <Layout
      title={title}
      description={translate({
        id: 'search.description',
        message:
          'Search the pages of one version of the documentation and the blog, by Chinese words or API names',
      })}
    >
      <Head>
        <meta name="robots" content="noindex, follow" />
      </Head>
      <SearchContent title={title} />
    </Layout>
  );
}
