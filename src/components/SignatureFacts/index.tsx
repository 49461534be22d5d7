import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate, {translate} from '@docusaurus/Translate';

/** What the inventories say of a name, as `src/rehype/reference` writes it. */
export interface Facts {
  since?: string;
  changed?: string;
  imports?: string;
  source?: string;
  place?: string;
}

/** The line below a signature of the API reference: definition, releases, import, and the buttons of the block. */
export default function SignatureFacts({
  facts = '{}',
  children,
}: {
  facts?: string;
  children: ReactNode;
}): ReactNode {
  const {since, changed, imports, source, place} = JSON.parse(facts) as Facts;
  return (
    <div className="signature-facts">
      {since && (
        <span className="badge badge--secondary">
          <Translate id="reference.since" description="Release that brought a name" values={{release: since}}>
            {'Since {release}'}
          </Translate>
        </span>
      )}
      {changed && (
        <span className="badge badge--secondary">
          <Translate
            id="reference.changed"
            description="Release that changed a parameter list"
            values={{release: changed}}
          >
            {'Signature changed in {release}'}
          </Translate>
        </span>
      )}
      {source && (
        <Link className="source-link" href={source} rel="noopener">
          {place}
        </Link>
      )}
      {imports && (
        <button
          type="button"
          data-code-action="import"
          data-import={imports}
          title={imports}
          aria-label={translate(
            {
              id: 'reference.copyImport',
              message: 'Copy import: {statement}',
              description: 'ARIA label of the button that copies an import statement',
            },
            {statement: imports},
          )}
        >
          <Translate id="reference.import" description="Button that copies an import statement">
            Copy import
          </Translate>
        </button>
      )}
      {children}
    </div>
  );
}
