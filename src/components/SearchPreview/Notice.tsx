import {useEffect, useState, type ReactNode} from 'react';
import {createPortal} from 'react-dom';
import Translate from '@docusaurus/Translate';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import {useSearchConfig, useSearchTags} from '@site/src/search/useSearch';
import {INDEX_PATH, indexName} from '@site/src/site/searchIndex';
import {EMBEDDED} from '@site/src/site/searchConfig';
import styles from './styles.module.css';

/** When the index at an address was made; null where there is none, undefined until that is known. */
function useBuiltIndex(url: string): Date | null | undefined {
  const [built, setBuilt] = useState<Date | null>();
  useEffect(() => {
    const controller = new AbortController();
    fetch(url, {signal: controller.signal})
      .then(async (response) => {
        // For a file that is not there the preview gives its page, which is no JSON.
        await response.json();
        setBuilt(new Date(response.headers.get('last-modified') ?? Date.now()));
      })
      .catch(() => !controller.signal.aborted && setBuilt(null));
    return () => controller.abort();
  }, [url]);
  return built;
}

function Message({built, within}: NoticeProps & {built: Date | null}): ReactNode {
  const [place] = useState(() => (within ? document.querySelector(within) : null));
  const message = (
    <p className={styles.notice} role="note">
      {built ? (
        <Translate id="search.preview.built" values={{date: built.toLocaleString()}}>
          {'The preview searches the index of the last build ({date})'}
        </Translate>
      ) : (
        <Translate id="search.preview.none">
          There is no index yet: run npm run build once, then the preview can search
        </Translate>
      )}
    </p>
  );
  return place ? createPortal(message, place) : message;
}

function BuiltIndex({url, within}: NoticeProps & {url: string}): ReactNode {
  const built = useBuiltIndex(url);
  return built === undefined ? null : <Message built={built} within={within} />;
}

export interface NoticeProps {
  /** Selector of what it stands in, where that is not its place in the tree. */
  within?: string;
}

/** Says that search knows the pages as they were built last, or that there is nothing to search yet. */
export default function Notice({within}: NoticeProps): ReactNode {
  const {siteConfig} = useDocusaurusContext();
  const {appId} = useSearchConfig();
  const [tag] = useSearchTags();
  const url = `${siteConfig.baseUrl}${INDEX_PATH}/${indexName(tag ?? '')}/entry.json`;
  return appId === EMBEDDED ? <BuiltIndex url={url} within={within} /> : null;
}
