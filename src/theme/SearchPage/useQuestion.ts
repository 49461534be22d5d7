import {useLayoutEffect, useState} from 'react';
import {useHistory, useLocation} from '@docusaurus/router';
import {useBaseUrlUtils} from '@docusaurus/useBaseUrl';
import useIsBrowser from '@docusaurus/useIsBrowser';
import {afterPaint} from '@site/src/browser/afterPaint';
import type {HitKind} from '@site/src/site/searchKind';
import {searchPath, tagOfVersion} from '@site/src/site/searchTags';
import {LATEST} from '@site/src/site/versions';
import {useSearchTags} from '@site/src/search/useSearch';
import {readKind, readQuery, readVersionTag} from './readQuery';

/** Longest time, in milliseconds, for which the address waits for an answer. */
const ADDRESS_WAIT = 300;

interface Question {
  query: string;
  /** Kind of results; all without it. */
  kind?: HitKind;
  /** Tag of the version that is searched. */
  tag: string;
}

/** A question that the address of the page does not have yet. */
interface Asked extends Question {
  path: string;
  answer: Promise<unknown>;
  /** Keys of the addresses at which it was asked: the one that the page shows, and the one that may be about to show. */
  from: readonly (string | undefined)[];
}

/** The question of the page, and how to ask another. */
interface Asking extends Question {
  /** Times that something was asked on the page; asking the same again is a new attempt. */
  attempt: number;
  /** @param answer what is on its way */
  ask(query: string, answer: Promise<unknown>): void;
  chooseVersion(tag: string): void;
  chooseKind(kind: HitKind | undefined): void;
}

/**
 * The question in the address. One that is asked on the page counts at once: the whole page is rendered for its address,
 * so that the address follows when the answer is shown.
 */
export function useQuestion(): Asking {
  const {withBaseUrl} = useBaseUrlUtils();
  const {search, key} = useLocation();
  const history = useHistory();
  const address = useIsBrowser() ? search : '';
  const [preferred = tagOfVersion(LATEST)] = useSearchTags();
  const [asked, setAsked] = useState<Asked>();
  const [attempt, setAttempt] = useState(0);
  if (asked && !asked.from.includes(key)) {
    setAsked(undefined);
  }
  // Of the layout: a question that follows at once must find the one before taken back.
  useLayoutEffect(() => {
    if (!asked) {
      return undefined;
    }
    let waiting = true;
    const follow = () => {
      if (waiting) {
        waiting = false;
        history.push(asked.path);
      }
    };
    const timer = setTimeout(follow, ADDRESS_WAIT);
    asked.answer.catch(() => undefined).then(() => afterPaint(follow));
    return () => {
      waiting = false;
      clearTimeout(timer);
    };
  }, [asked, history]);
  const kind = readKind(address);
  const {query, tag} = asked ?? {query: readQuery(address), tag: readVersionTag(address) ?? preferred};
  return {
    query,
    tag,
    kind,
    attempt,
    ask(next, answer) {
      const path = withBaseUrl(searchPath(next, [tag], kind));
      setAsked({query: next, tag, kind, path, answer, from: [key, history.location.key]});
      setAttempt(attempt + 1);
    },
    chooseVersion: (chosen) => history.replace(withBaseUrl(searchPath(query, [chosen], kind))),
    chooseKind: (chosen) => history.replace(withBaseUrl(searchPath(query, [tag], chosen))),
  };
}
