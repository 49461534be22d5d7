import {useCallback, useEffect, useRef, useState} from 'react';
import {COMMON_TAG} from '@site/src/site/searchTags';
import type {HitKind} from '@site/src/site/searchKind';
import type {SearchAnswer} from '@site/src/site/searchTypes';
import {useSearch} from '@site/src/search/useSearch';

/** Time, in milliseconds, after which a query that has no answer yet is said to be on its way. */
const STALLED = 300;

/** What is asked; a new attempt asks the same again. */
interface Question {
  query: string;
  tag: string;
  kind?: HitKind;
  attempt: number;
}

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

function keyOf(query: string, tag: string, kind: HitKind | undefined): string {
  return `${tag} ${kind ?? ''} ${query}`;
}

/** The last answer, for who comes back to it: the page has to have its height at once. */
let last: (State & {key: string; tag: string}) | undefined;

/**
 * Asks for the first pages of an answer, together.
 *
 * @param question a new attempt asks again
 */
export function useAnswer({query, tag, kind, attempt}: Question, pages: number): Answering {
  const search = useSearch();
  const [state, setState] = useState<State & {key: string; tag: string}>(last ?? {...NONE, key: '', tag});
  const [stalled, setStalled] = useState('');
  const begun = useRef<{key: string; answer: Promise<SearchAnswer>}>(undefined);
  const key = keyOf(query, tag, kind);
  const begin = useCallback(
    (next: string, nextTag: string) => {
      if (!next) {
        return Promise.resolve(undefined);
      }
      const answer = search(next, {page: 0, kind, tags: [nextTag, COMMON_TAG]});
      begun.current = {key: keyOf(next, nextTag, kind), answer};
      return answer;
    },
    [search, kind],
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
      (page === 0 && first) ||
      search(query, {page, kind, tags: [tag, COMMON_TAG], signal: controller.signal});
    Promise.all(Array.from({length: pages}, (_, page) => ask(page)))
      .then(
        (answers) => {
          if (!controller.signal.aborted) {
            last = {
              key,
              tag,
              failed: false,
              answer: {...answers[0]!, hits: answers.flatMap(({hits}) => hits)},
            };
            setState(last);
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
  }, [query, tag, kind, pages, key, search, attempt]);
  const waiting = query !== '' && state.key !== key && stalled !== key;
  // Never is an answer of another version shown.
  const kept = state.key === key || (waiting && state.tag === tag) ? state : NONE;
  return {answer: kept.answer, failed: kept.failed, waiting, begin};
}
