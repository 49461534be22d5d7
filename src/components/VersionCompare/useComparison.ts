import {useEffect, useState} from 'react';
import {useBaseUrlUtils} from '@docusaurus/useBaseUrl';
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
export function useComparison(comparison: Comparison | undefined, attempt: number): ComparisonOutcome {
  const {withBaseUrl} = useBaseUrlUtils();
  const [known, setKnown] = useState<{key: string; outcome: ComparisonOutcome}>();
  const addresses = comparison
    ? [comparison.from, comparison.to].map((version) => withBaseUrl(pageIn(version, comparison.page)))
    : [];
  const key = [...addresses, attempt].join(' ');
  useEffect(() => {
    const [from, to] = key.split(' ') as [string, string?];
    if (!to || !from.startsWith('/')) {
      return undefined;
    }
    const controller = new AbortController();
    void Promise.all([from, to].map((address) => loadPage(address, controller.signal))).then((pages) => {
      if (!controller.signal.aborted) {
        setKnown({key, outcome: outcomeOf(pages[0]!, pages[1]!)});
      }
    });
    return () => controller.abort();
  }, [key]);
  return known?.key === key ? known.outcome : {state: 'loading'};
}
