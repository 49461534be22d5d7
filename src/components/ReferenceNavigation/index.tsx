import type {ReactNode} from 'react';
import {translate} from '@docusaurus/Translate';
import ReferenceStyles from '../ReferenceStyles';

/**
 * The left column of the API reference: its pages by module, with the names of the page that is shown, and a field that
 * finds a name on any of them. It has no handlers: `src/browser/referenceNavigation.ts` is loaded where it stands.
 */
export default function ReferenceNavigation({
  release,
  children,
}: {
  release: string;
  children: ReactNode;
}): ReactNode {
  const label = translate({
    id: 'reference.find',
    message: 'Find a name in the reference',
    description: 'Label of the field in the left column of the API reference',
  });
  return (
    <>
      <ReferenceStyles />
      <nav
        className="api-nav"
        aria-label={translate({
          id: 'reference.navigation',
          message: 'API reference',
          description: 'ARIA label of the left column of the API reference',
        })}
      >
        <div>
          <input
            type="search"
            data-reference-find={release}
            aria-label={label}
            placeholder={label}
            autoComplete="off"
          />
          {children}
        </div>
      </nav>
    </>
  );
}
