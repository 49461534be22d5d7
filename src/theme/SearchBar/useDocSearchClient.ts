import {useCallback, useEffect, useRef, useState} from 'react';
import type {DocSearchModalProps} from '@docsearch/react';
import {createDocSearchClient} from '@site/src/search/docsearchClient';
import {useSearch} from '@site/src/search/useSearch';
import type {EnterGate} from './enterGate';

interface DocSearchClient {
  transformSearchClient: NonNullable<DocSearchModalProps['transformSearchClient']>;
  /** Whether the last query found no engine to answer it. */
  failed: boolean;
  /** Whether nothing has the last query word for word. */
  widened: boolean;
}

/** Lets DocSearch ask the site's engine, and tells of its failures. */
export function useDocSearchClient(gate: EnterGate): DocSearchClient {
  const search = useSearch();
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  const asked = useRef<AbortController>(undefined);
  const [failed, setFailed] = useState(false);
  const [widened, setWidened] = useState(false);
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
          setWidened(Boolean(answer?.widened));
          gate.answer(query, answer?.hits[0]?.url);
        }
        return answer ?? {hits: [], nbHits: 0};
      }),
    [gate],
  );
  return {transformSearchClient, failed, widened};
}
