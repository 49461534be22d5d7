import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import {translate} from '@docusaurus/Translate';
import type {HomeData} from '@site/src/site/homePage';

function names(): Record<string, string> {
  return {
    start: translate({id: 'home.start.title', message: 'Quick start'}),
    install: translate({id: 'home.install.title', message: 'Install'}),
    lookup: translate({id: 'home.lookup.title', message: 'Look up by device or format'}),
    errors: translate({id: 'home.errors.title', message: 'Understand an error'}),
    api: translate({id: 'home.api.title', message: 'API reference'}),
  };
}

/** Pages that many look for, in a line. */
export default function Shortcuts({shortcuts}: Pick<HomeData, 'shortcuts'>): ReactNode {
  const byId = names();
  return (
    <nav
      className="home-start"
      aria-label={translate({
        id: 'home.shortcuts',
        message: 'Pages that many look for',
        description: 'ARIA label of a list of links',
      })}
    >
      {shortcuts.map(({id, permalink}) => (
        <Link key={id} to={permalink}>
          {byId[id]}
        </Link>
      ))}
    </nav>
  );
}
