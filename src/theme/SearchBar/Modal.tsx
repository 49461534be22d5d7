import {useCallback, useEffect, useMemo, useRef, useState, type JSX, type ReactNode} from 'react';
import {createPortal} from 'react-dom';
import {DocSearchModal, type DocSearchModalProps} from '@docsearch/react';
import Link from '@docusaurus/Link';
import Translate, {translate} from '@docusaurus/Translate';
import {useHistory} from '@docusaurus/router';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import translations from '@theme/SearchTranslations';
import {createDocSearchClient} from '@site/src/search/docsearchClient';
import {repairStoredSearches} from '@site/src/search/storedSearches';
import {useSearch, useSearchConfig} from '@site/src/search/useSearch';
import {SEARCH_STYLESHEET} from '@site/src/site/searchBundles';
import siteConfig from '@generated/docusaurus.config';

export interface ModalProps {
  initialQuery: string;
  onClose: () => void;
}

/** Results shown of one page. */
const MAX_RESULTS_PER_GROUP = 5;

/** Fetches the stylesheet of the dialog, once. */
export function loadStyles(): Promise<void> {
  const href = siteConfig.baseUrl + SEARCH_STYLESHEET;
  if (document.querySelector(`link[href="${href}"]`)) {
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), {rel: 'stylesheet', href});
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(href));
    };
    document.head.prepend(link);
  });
}

function Hit({hit, children}: Parameters<NonNullable<DocSearchModalProps['hitComponent']>>[0]): JSX.Element {
  return <Link to={hit.url}>{children}</Link>;
}

/** Where a reader can tell that a query should find something. */
function reportUrl(repository: string, query: string): string {
  const title = translate({id: 'search.report', message: 'Search for "{query}" finds nothing'}, {query});
  return `${repository}/issues/new?${new URLSearchParams({title})}`;
}

type FooterProps = Parameters<NonNullable<DocSearchModalProps['resultsFooterComponent']>>[0];

function Footer({state, onClose}: FooterProps & {onClose: () => void}): ReactNode {
  const count = state.context.nbHits as number | undefined;
  if (!count) {
    return null;
  }
  return (
    <Link to={`/search?${new URLSearchParams({q: state.query})}`} onClick={onClose}>
      <Translate id="theme.SearchBar.seeAll" values={{count}}>
        {'See all {count} results'}
      </Translate>
    </Link>
  );
}

/** Makes DocSearch's container what it is, a dialog with a name, and keeps composing Enter keys from it. */
function useDialog(engine: string): void {
  useEffect(() => {
    const container = document.querySelector('.DocSearch-Container');
    container?.setAttribute('role', 'dialog');
    container?.setAttribute('aria-modal', 'true');
    container?.setAttribute('aria-label', translate({id: 'theme.SearchBar.label', message: 'Search'}));
    container?.setAttribute('data-engine', engine);
    container?.removeAttribute('aria-expanded');
    container?.removeAttribute('aria-haspopup');
    container?.removeAttribute('aria-labelledby');
    const onKeyDown = (event: Event) => {
      const {key, isComposing, keyCode} = event as KeyboardEvent;
      if (key === 'Enter' && (isComposing || keyCode === 229)) {
        event.stopPropagation();
      }
    };
    container?.addEventListener('keydown', onKeyDown, true);
    return () => container?.removeEventListener('keydown', onKeyDown, true);
  }, [engine]);
}

/**
 * Says in the dialog that the engine can't be reached. DocSearch has such a screen, but the library below it takes the
 * failure for the end of the search and shows at once that nothing was found.
 */
function ErrorScreen(): ReactNode {
  const [panel] = useState(() => document.querySelector('.DocSearch-Dropdown'));
  useEffect(() => {
    panel?.setAttribute('data-failed', '');
    return () => panel?.removeAttribute('data-failed');
  }, [panel]);
  return (
    panel &&
    createPortal(
      <div className="DocSearch-ErrorScreen" role="alert">
        <p className="DocSearch-Title">
          <Translate id="theme.SearchModal.errorScreen.titleText">Unable to fetch results</Translate>
        </p>
        <p className="DocSearch-Help">
          <Translate id="theme.SearchModal.errorScreen.helpText">
            You might want to check your network connection.
          </Translate>
        </p>
      </div>,
      panel,
    )
  );
}

/** The search dialog: DocSearch's, asking our engine. */
export default function Modal({initialQuery, onClose}: ModalProps): ReactNode {
  const history = useHistory();
  const search = useSearch();
  const config = useSearchConfig();
  const {siteConfig: site} = useDocusaurusContext();
  // DocSearch reads what is stored as it mounts, so it has to be repaired before.
  useState(() => repairStoredSearches(config.indexName));
  const asked = useRef<AbortController>(undefined);
  const ask = useRef(search);
  useEffect(() => {
    ask.current = search;
  }, [search]);
  const [failed, setFailed] = useState(false);
  const transformSearchClient = useCallback<NonNullable<DocSearchModalProps['transformSearchClient']>>(
    (client) =>
      createDocSearchClient(client, async (query) => {
        asked.current?.abort();
        asked.current = new AbortController();
        try {
          const answer = await ask.current(query, {page: 0, signal: asked.current.signal});
          setFailed(false);
          return answer;
        } catch (error) {
          console.warn(error);
          setFailed(true);
          return {hits: [], nbHits: 0};
        }
      }),
    [],
  );
  const ResultsFooter = useMemo(
    () => (props: FooterProps) => <Footer {...props} onClose={onClose} />,
    [onClose],
  );
  const navigator = useMemo(
    () => ({
      navigate: ({itemUrl}: {itemUrl: string}) => history.push(itemUrl),
      navigateNewTab: ({itemUrl}: {itemUrl: string}) => void window.open(itemUrl, '_blank', 'noopener'),
      navigateNewWindow: ({itemUrl}: {itemUrl: string}) =>
        void window.open(itemUrl, '_blank', 'noopener,popup'),
    }),
    [history],
  );
  useDialog(config.appId);
  return createPortal(
    <>
      {failed && <ErrorScreen />}
      <DocSearchModal
        {...config}
        initialQuery={initialQuery}
        initialScrollY={window.scrollY}
        onClose={onClose}
        navigator={navigator}
        hitComponent={Hit}
        maxResultsPerGroup={MAX_RESULTS_PER_GROUP}
        resultsFooterComponent={ResultsFooter}
        transformSearchClient={transformSearchClient}
        placeholder={translations.placeholder}
        translations={translations.modal}
        getMissingResultsUrl={({query}) => reportUrl(String(site.customFields!.repository), query)}
      />
    </>,
    document.body,
  );
}
