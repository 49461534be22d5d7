import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate, {translate} from '@docusaurus/Translate';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import {goneMessage, SameNames} from '../GoneNames';

/** What the inventories say of a name, as `src/rehype/reference` writes it. */
export interface Facts {
  /** Assertions on the entry that hold, and where the first stands in the repository of this site. */
  proof?: {proved: number; place: string};
  since?: string;
  changed?: string;
  was?: {release: string; signature: string};
  imports?: string;
  source?: string;
  place?: string;
}

interface Props {
  facts?: string;
  /** Names that are called alike in the newest release, which lacks this one; undefined where it has it. */
  gone?: string;
  children: ReactNode;
}

/** A mark that opens what it stands for, by touch and by keyboard. */
function Badge({label, children}: {label: ReactNode; children: ReactNode}): ReactNode {
  return (
    <details>
      <summary className="badge badge--secondary">{label}</summary>
      {children}
    </details>
  );
}

function Changed({changed, was}: Pick<Facts, 'changed' | 'was'>): ReactNode {
  return (
    <Badge
      label={
        <Translate
          id="reference.changed"
          description="Release that changed a parameter list"
          values={{release: changed}}
        >
          {'Signature changed in {release}'}
        </Translate>
      }
    >
      <Translate
        id="reference.was"
        description="Before the signature of an older release"
        values={{release: was?.release}}
      >
        {'In {release} it was:'}
      </Translate>{' '}
      <code>{was?.signature}</code>
    </Badge>
  );
}

function Import({statement}: {statement: string}): ReactNode {
  return (
    <button
      type="button"
      data-code-action="import"
      data-import={statement}
      title={statement}
      aria-label={translate(
        {
          id: 'reference.copyImport',
          message: 'Copy import: {statement}',
          description: 'ARIA label of the button that copies an import statement',
        },
        {statement},
      )}
    >
      <Translate id="reference.import" description="Button that copies an import statement">
        Copy import
      </Translate>
    </button>
  );
}

function Proof({proved, place}: NonNullable<Facts['proof']>): ReactNode {
  const {repository} = useDocusaurusContext().siteConfig.customFields as {repository: string};
  return (
    <Link className="proofs" href={`${repository}/blob/main/${place}`} rel="noopener" title={place}>
      <Translate
        id="reference.proved"
        description="How many assertions hold for an entry; leads to their code"
        values={{count: proved}}
      >
        {'{count} assertions hold'}
      </Translate>
    </Link>
  );
}

/** The line below a signature of the API reference: releases, definition, assertions, import, and the button of the block. */
export default function SignatureFacts({facts = '{}', gone, children}: Props): ReactNode {
  const {proof, since, changed, was, imports, source, place} = JSON.parse(facts) as Facts;
  return (
    <div className="signature-facts">
      {since && (
        <span className="badge badge--secondary">
          <Translate id="reference.since" description="Release that brought a name" values={{release: since}}>
            {'Since {release}'}
          </Translate>
        </span>
      )}
      {changed && <Changed changed={changed} was={was} />}
      {gone && (
        <Badge label={goneMessage()}>
          <SameNames names={gone} />
        </Badge>
      )}
      {gone === '' && <span className="badge badge--secondary">{goneMessage()}</span>}
      {source && (
        <Link className="source-link" href={source} rel="noopener">
          {place}
        </Link>
      )}
      {proof && <Proof {...proof} />}
      {imports && <Import statement={imports} />}
      {children}
    </div>
  );
}
