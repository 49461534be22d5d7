import {useCallback, useEffect, useRef, useState} from 'react';
import type {DocSearchModalProps} from '@docsearch/react';
import {createDocSearchClient} from '@site/src/search/docsearchClient';
import {useSearch} from '@site/src/search/useSearch';

interface DocSearchClient {
  transformSearchClient: NonNullable<DocSearchModalProps['transformSearchClient']>;
  /** Whether the last query found no engine to answer it. */
  failed: boolean;
}

/** Lets DocSearch ask the site's engine, and tells of its failures. */
export function useDocSearchClient(): DocSearchClient {
  const search = useSearch();
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  const asked = useRef<AbortController>(undefined);
  const [failed, setFailed] = useState(false);
  const transformSearchClient = useCallback<DocSearchClient['transformSearchClient']>(
    (client) =>
      createDocSearchClient(client, async (query) => {
        asked.current?.abort();
        const {signal} = (asked.current = new AbortController());
        const answer = await latest.current(query, {page: 0, signal}).catch((error: unknown) => {
          console.warn(error);
        });
        if (!signal.aborted) {
          setFailed(!answer);
        }
        return answer ?? {hits: [], nbHits: 0};
      }),
    [],
  );
  return {transformSearchClient, failed};
}
