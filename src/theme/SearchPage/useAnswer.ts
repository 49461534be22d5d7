import {useEffect, useState} from 'react';
import type {SearchAnswer} from '@site/src/site/searchTypes';
import {useSearch} from '@site/src/search/useSearch';

interface State {
  answer?: SearchAnswer;
  failed: boolean;
}

/** Asks for the first pages of an answer, together. */
export function useAnswer(query: string, tag: string, pages: number): State {
  const search = useSearch();
  const [state, setState] = useState<State & {key: string}>({key: '', failed: false});
  const key = `${tag} ${query}`;
  useEffect(() => {
    if (!query) {
      return undefined;
    }
    const controller = new AbortController();
    const ask = (page: number) => search(query, {page, tags: [tag, 'default'], signal: controller.signal});
    Promise.all(Array.from({length: pages}, (_, page) => ask(page))).then(
      (answers) => {
        if (!controller.signal.aborted) {
          setState({key, failed: false, answer: {...answers[0]!, hits: answers.flatMap(({hits}) => hits)}});
        }
      },
      (error) => {
        console.error(error);
        if (!controller.signal.aborted) {
          setState({key, failed: true});
        }
      },
    );
    return () => controller.abort();
  }, [query, tag, pages, key, search]);
  return state.key === key ? state : {failed: false};
}
