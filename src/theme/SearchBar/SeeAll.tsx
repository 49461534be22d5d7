import type {ReactNode} from 'react';
import type {DocSearchModalProps} from '@docsearch/react';
import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import {searchPath} from '@site/src/site/searchTags';

type Props = Parameters<NonNullable<DocSearchModalProps['resultsFooterComponent']>>[0] & {
  tags: readonly string[];
  onClose: () => void;
};

/** Leads from the results in the dialog to all of them on the search page, in the same version. */
export default function SeeAll({state, tags, onClose}: Props): ReactNode {
  const count = state.context.nbHits as number | undefined;
  return count ? (
    <Link to={searchPath(state.query, tags)} onClick={onClose}>
      <Translate id="theme.SearchBar.seeAll" values={{count}}>
        {'See all {count} results'}
      </Translate>
    </Link>
  ) : null;
}
