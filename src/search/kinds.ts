import {translate} from '@docusaurus/Translate';
import type {HitKind} from '../site/searchKind';

/** Name of a kind of results. */
export function nameOfKind(kind: HitKind): string {
  const names = {
    guide: translate({id: 'search.kind.guide', message: 'Guide'}),
    api: translate({id: 'search.kind.api', message: 'API'}),
    error: translate({id: 'search.kind.error', message: 'Error'}),
    post: translate({id: 'search.kind.post', message: 'Post'}),
  };
  return names[kind];
}
