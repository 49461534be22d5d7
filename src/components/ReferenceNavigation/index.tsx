import type {ReactNode} from 'react';
import {translate} from '@docusaurus/Translate';

/**
 * The left column of the API reference: its pages by module, with the names of the page that is shown, and a field that
 * finds a name on any of them. It has no handlers: `src/browser/referenceNavigation.ts` is loaded where it stands.
 */
export default function ReferenceNavigation({
  release,
  styles,
  children,
}: {
  release: string;
  /** What only the reference needs, which is kept out of the style sheet of all pages and comes with each of its articles. */
  styles: string;
  children: ReactNode;
}): ReactNode {
  const label = translate({
    id: 'reference.find',
    message: 'Find a name in the reference',
    description: 'Label of the field in the left column of the API reference',
  });
  return (
    <>
      <style>{styles}</style>
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
          <div className="api-nav-list">{children}</div>
        </div>
      </nav>
    </>
  );
}
