import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import {translate} from '@docusaurus/Translate';

export interface Props {
  href: string;
  symbol: string;
  /** Path and line in TVM's source. */
  place: string;
  release: string;
  children: ReactNode;
}

/** A link from a claim to the line of TVM's source that proves it; it opens beside the page. */
export default function SourceLink({href, symbol, place, release, children}: Props): ReactNode {
  const label = translate(
    {
      id: 'source.label',
      message: '{symbol}, source of TVM {release}, opens in a new tab',
      description: 'What a screen reader says of a link to a line of the source of TVM',
    },
    {symbol, release},
  );
  return (
    <Link className="source-link" href={href} rel="noopener" title={place} aria-label={label}>
      {children}
    </Link>
  );
}
