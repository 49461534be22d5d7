import {useCallback, useEffect, useRef, useState} from 'react';
import {COMMON_TAG} from '@site/src/site/searchTags';
import type {SearchAnswer} from '@site/src/site/searchTypes';
import {useSearch} from '@site/src/search/useSearch';

/** Time, in milliseconds, after which a query that has no answer yet is said to be on its way. */
const STALLED = 300;

interface State {
  answer?: SearchAnswer;
  failed: boolean;
}

/** An answer, and how to begin asking before the page has the query. */
interface Answering extends State {
  /** Whether the answer is the one before, which stays until the next is there or takes long. */
  waiting: boolean;
  begin(query: string, tag: string): Promise<SearchAnswer | undefined>;
}

const NONE: State = {failed: false};

function keyOf(query: string, tag: string): string {
  return `${tag} ${query}`;
}

/**
 * Asks for the first pages of an answer, together.
 *
 * @param attempt a new one asks again
 */
export function useAnswer(query: string, tag: string, pages: number, attempt: number): Answering {
  const search = useSearch();
  const [state, setState] = useState<State & {key: string; tag: string}>({...NONE, key: '', tag});
  const [stalled, setStalled] = useState('');
  const begun = useRef<{key: string; answer: Promise<SearchAnswer>}>(undefined);
  const key = keyOf(query, tag);
  const begin = useCallback(
    (next: string, nextTag: string) => {
      if (!next) {
        return Promise.resolve(undefined);
      }
      const answer = search(next, {page: 0, tags: [nextTag, COMMON_TAG]});
      begun.current = {key: keyOf(next, nextTag), answer};
      return answer;
    },
    [search],
  );
  useEffect(() => {
    if (!query) {
      return undefined;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => setStalled(key), STALLED);
    const first = begun.current?.key === key ? begun.current.answer : undefined;
    begun.current = undefined;
    const ask = (page: number) =>
      (page === 0 && first) || search(query, {page, tags: [tag, COMMON_TAG], signal: controller.signal});
    Promise.all(Array.from({length: pages}, (_, page) => ask(page)))
      .then(
        (answers) => {
          if (!controller.signal.aborted) {
            setState({
              key,
              tag,
              failed: false,
              answer: {...answers[0]!, hits: answers.flatMap(({hits}) => hits)},
            });
          }
        },
        (error) => {
          console.warn(error);
          if (!controller.signal.aborted) {
            setState({key, tag, failed: true});
          }
        },
      )
      .finally(() => clearTimeout(timer));
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [query, tag, pages, key, search, attempt]);
  const waiting = query !== '' && state.key !== key && stalled !== key;
  // Never is an answer of another version shown.
  const kept = state.key === key || (waiting && state.tag === tag) ? state : NONE;
  return {answer: kept.answer, failed: kept.failed, waiting, begin};
}
