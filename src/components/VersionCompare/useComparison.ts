import {useEffect, useState} from 'react';
import {useBaseUrlUtils} from '@docusaurus/useBaseUrl';
import type {SiteVersion} from '@site/src/site/versions';
import {alignBlocks, compareEntries, type EntryChange, type Stretch} from './align';
import type {Block} from './blocks';
import {loadPage, type LoadFault} from './loadPage';
import {type Comparison, pageIn} from './question';

/** What is known of a comparison. */
export type ComparisonOutcome =
  | {state: 'loading'}
  /** A version whose page is not there or did not come. */
  | {state: 'fault'; faults: Record<'from' | 'to', LoadFault | undefined>}
  | {state: 'compared'; title: string; stretches: Stretch[]; entries: EntryChange[]};

function outcomeOf(from: Block[] | LoadFault, to: Block[] | LoadFault): ComparisonOutcome {
  if (typeof from === 'string' || typeof to === 'string') {
    const faultOf = (page: Block[] | LoadFault) => (typeof page === 'string' ? page : undefined);
    return {state: 'fault', faults: {from: faultOf(from), to: faultOf(to)}};
  }
  const title =
    to
      .find(({kind}) => kind === 'heading')
      ?.runs.map(({text}) => text)
      .join('') ?? '';
  return {state: 'compared', title, stretches: alignBlocks(from, to), entries: compareEntries(from, to)};
}

/**
 * Fetches a page in two versions and compares them.
 *
 * @param attempt a new one fetches again
 */
export function useComparison(comparison: Comparison, attempt: number): ComparisonOutcome {
  const {withBaseUrl} = useBaseUrlUtils();
  const [known, setKnown] = useState<{key: string; outcome: ComparisonOutcome}>();
  const {page, from, to} = comparison;
  const key = `${page} ${from.release} ${to.release} ${attempt}`;
  useEffect(() => {
    const controller = new AbortController();
    const load = (version: SiteVersion) =>
      loadPage(withBaseUrl(pageIn(version, page)), version.release, controller.signal);
    void Promise.all([load(from), load(to)]).then((pages) => {
      if (!controller.signal.aborted) {
        setKnown({key, outcome: outcomeOf(...pages)});
      }
    });
    return () => controller.abort();
  }, [key, page, from, to, withBaseUrl]);
  return known?.key === key ? known.outcome : {state: 'loading'};
}
