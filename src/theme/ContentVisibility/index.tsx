// Wraps the stock component: the notes on drafts and unlisted pages, and all that they are made of, are loaded where a
// page is one; every other page does without.
import {lazy, Suspense, type ReactNode} from 'react';
import type {Props} from '@theme/ContentVisibility';

const Original = lazy(() => import('@theme-original/ContentVisibility'));

export default function ContentVisibility(props: Props): ReactNode {
  const {unlisted, frontMatter} = props.metadata;
  return unlisted || frontMatter.unlisted || frontMatter.draft ? (
    <Suspense fallback={null}>
      <Original {...props} />
    </Suspense>
  ) : null;
}
