// Replaces the stock bar, which brings DocSearch into every page: a link to the search page.
import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import {translate} from '@docusaurus/Translate';

export default function SearchBar(): ReactNode {
  const label = translate({id: 'theme.SearchBar.label', message: 'Search'});
  return (
    <Link to="/search" className="navbar__item navbar__link">
      {label}
    </Link>
  );
}
