import {useEffect, useState} from 'react';
import {COMMON_TAG} from '@site/src/site/searchTags';
import type {SearchAnswer} from '@site/src/site/searchTypes';
import {useSearch} from '@site/src/search/useSearch';

interface State {
  answer?: SearchAnswer;
  failed: boolean;
}

/**
 * Asks for the first pages of an answer, together.
 *
 * @param attempt a new one asks again
 */
export function useAnswer(query: string, tag: string, pages: number, attempt = ''): State {
  const search = useSearch();
  const [state, setState] = useState<State & {key: string}>({key: '', failed: false});
  const key = `${tag} ${query}`;
  useEffect(() => {
    if (!query) {
      return undefined;
    }
    const controller = new AbortController();
    const ask = (page: number) => search(query, {page, tags: [tag, COMMON_TAG], signal: controller.signal});
    Promise.all(Array.from({length: pages}, (_, page) => ask(page))).then(
      (answers) => {
        if (!controller.signal.aborted) {
          setState({key, failed: false, answer: {...answers[0]!, hits: answers.flatMap(({hits}) => hits)}});
        }
      },
      (error) => {
        console.warn(error);
        if (!controller.signal.aborted) {
          setState({key, failed: true});
        }
      },
    );
    return () => controller.abort();
  }, [query, tag, pages, key, search, attempt]);
  return state.key === key ? state : {failed: false};
}
