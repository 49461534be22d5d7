import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate, {translate} from '@docusaurus/Translate';

interface Props {
  /** Number of entries on the page. */
  count: string;
  /** Address of the index of the whole reference. */
  home: string;
  children: ReactNode;
}

/**
 * The index of a page of the API reference: its entries by group, and a field that narrows them. The field has no handler
 * of its own: `src/client/articleActions.ts` listens for the whole page. Without script it is not shown.
 */
export default function ReferenceIndex({count, home, children}: Props): ReactNode {
  const label = translate({
    id: 'reference.filter',
    message: 'Filter the names on this page',
    description: 'Label of the field that narrows the index of a page of the API reference',
  });
  return (
    <nav
      className="api-index"
      aria-label={translate({
        id: 'reference.index',
        message: 'Names on this page',
        description: 'ARIA label of the index of a page of the API reference',
      })}
    >
      <p className="api-filter">
        <input
          type="search"
          data-reference-filter=""
          aria-label={label}
          placeholder={label}
          autoComplete="off"
        />
        <output>
          <Translate id="reference.count" description="Number of names on a page" values={{count}}>
            {'{count} names'}
          </Translate>
        </output>
        <Link to={home}>
          <Translate id="reference.home" description="Link to the index of the API reference">
            All pages of the reference
          </Translate>
        </Link>
      </p>
      {children}
    </nav>
  );
}
