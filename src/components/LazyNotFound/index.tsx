// What a version of the documentation shows for an address that it does not have: fetched when a reader comes to one.
import {lazy, Suspense, type ReactNode} from 'react';
import type {Props} from '@theme/NotFound/Content';

const NotFoundContent = lazy(() => import('@theme/NotFound/Content'));

export default function LazyNotFound(props: Props): ReactNode {
  return (
    <Suspense fallback={null}>
      <NotFoundContent {...props} />
    </Suspense>
  );
}
