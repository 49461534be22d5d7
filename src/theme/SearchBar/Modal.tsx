import {useMemo, useState, type JSX, type ReactNode} from 'react';
import {createPortal} from 'react-dom';
import {DocSearchModal, type DocSearchModalProps} from '@docsearch/react';
import Link from '@docusaurus/Link';
import {translate} from '@docusaurus/Translate';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import translations from '@theme/SearchTranslations';
import SearchPreview from '@site/src/components/SearchPreview';
import {repairStoredSearches} from '@site/src/search/storedSearches';
import {useSearchConfig, useSearchTags} from '@site/src/search/useSearch';
import {markOnLanding} from '@site/src/search/landing';
import {EnterGate} from './enterGate';
import ErrorScreen from './ErrorScreen';
import SeeAll from './SeeAll';
import Suggestions from './Suggestions';
import {useDialog} from './useDialog';
import {useDocSearchClient} from './useDocSearchClient';
import {useNavigator} from './useNavigator';
import Widened from './Widened';

export {loadStyles} from './loadStyles';

export interface ModalProps {
  initialQuery: string;
  onClose: () => void;
}

function Hit({hit, children}: Parameters<NonNullable<DocSearchModalProps['hitComponent']>>[0]): JSX.Element {
  const mark = () =>
    markOnLanding(document.querySelector<HTMLInputElement>('.DocSearch-Input')!.value, hit.url);
  return (
    <Link to={hit.url} onClick={mark}>
      {children}
    </Link>
  );
}

/** Where a reader can tell that a query should find something. */
function reportUrl(repository: string, query: string): string {
  const title = translate({id: 'search.report', message: 'Search for "{query}" finds nothing'}, {query});
  return `${repository}/issues/new?${new URLSearchParams({title})}`;
}

type FooterProps = Parameters<NonNullable<DocSearchModalProps['resultsFooterComponent']>>[0];

/** The search dialog: DocSearch's, asking our engine. */
export default function Modal({initialQuery, onClose}: ModalProps): ReactNode {
  const config = useSearchConfig();
  const tags = useSearchTags();
  const {siteConfig: site} = useDocusaurusContext();
  // DocSearch reads what is stored as it mounts, so it has to be repaired before.
  useState(() => repairStoredSearches(config.indexName));
  const [gate] = useState(() => new EnterGate());
  const {transformSearchClient, failed, widened} = useDocSearchClient(gate);
  const navigator = useNavigator(config);
  const Footer = useMemo(
    () => (props: FooterProps) => <SeeAll {...props} tags={tags} onClose={onClose} />,
    [tags, onClose],
  );
  const texts = useMemo(
    () => ({
      ...translations.modal,
      startScreen: {
        ...translations.modal?.startScreen,
        // Shown as it is; DocSearch's types only think of a text.
        noRecentSearchesText: (
          <Suggestions text={translations.modal?.startScreen?.noRecentSearchesText} onClose={onClose} />
        ) as unknown as string,
      },
    }),
    [onClose],
  );
  useDialog(config.appId, gate);
  return createPortal(
    <>
      {failed && <ErrorScreen />}
      {widened && <Widened />}
      <SearchPreview within=".DocSearch-Dropdown" />
      <DocSearchModal
        {...config}
        initialQuery={initialQuery}
        initialScrollY={window.scrollY}
        onClose={onClose}
        navigator={navigator}
        hitComponent={Hit}
        resultsFooterComponent={Footer}
        transformSearchClient={transformSearchClient}
        placeholder={translations.placeholder}
        translations={texts}
        getMissingResultsUrl={({query}) => reportUrl(String(site.customFields!.repository), query)}
      />
    </>,
    document.body,
  );
}
