import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import {changesPath} from '@site/src/site/apiChanges';
import {RELEASE_LIST, type SiteVersion} from '@site/src/site/versions';
import type {LoadFault} from './loadPage';
import {type Comparison, type ComparisonQuestion, pageIn} from './question';

type Fault = Extract<ComparisonQuestion, {state: 'invalid'}>;

/** What is wrong with the parameters of the address. */
export function WrongQuestion({parameter, value}: Fault): ReactNode {
  switch (parameter) {
    case 'page':
      return (
        <Translate
          id="compare.wrongPage"
          description="The page in the address is none of the documentation"
          values={{value: value.slice(0, 200)}}
        >
          {'“{value}” is no page of the documentation here. Write an address like /docs/install.'}
        </Translate>
      );
    case 'same':
      return (
        <Translate
          id="compare.sameVersion"
          description="Both versions are the same"
          values={{release: value}}
        >
          {'Both versions are {release}. Choose two different ones.'}
        </Translate>
      );
    default:
      return (
        <Translate
          id="compare.wrongVersion"
          description="The address names a version that is not here"
          values={{value: value.slice(0, 50), releases: RELEASE_LIST}}
        >
          {'There is no version “{value}” here, but {releases}.'}
        </Translate>
      );
  }
}

function FaultLine({version, fault}: {version: SiteVersion; fault: LoadFault | undefined}): ReactNode {
  const values = {release: version.release};
  switch (fault) {
    case 'missing':
      return (
        <Translate id="compare.missing" description="A version lacks the page" values={values}>
          {'Version {release} does not have this page.'}
        </Translate>
      );
    case 'failed':
      return (
        <Translate id="compare.failed" description="The page of a version did not come" values={values}>
          {'The page of version {release} could not be fetched. Check the connection and try again.'}
        </Translate>
      );
    default:
      return null;
  }
}

/** Which version lacks the page or did not answer, and where to go on. */
export function LoadFaults({
  comparison: {page, from, to},
  faults,
  onRetry,
}: {
  comparison: Comparison;
  faults: Record<'from' | 'to', LoadFault | undefined>;
  onRetry: () => void;
}): ReactNode {
  const [old, young] = [from, to].toSorted((a, b) => a.released.localeCompare(b.released));
  const there = ([from, to] as const).filter((_, i) => !faults[i === 0 ? 'from' : 'to']);
  const failed = Object.values(faults).includes('failed');
  return (
    <div role="alert" className="compare-notice">
      <p>
        <FaultLine version={from} fault={faults.from} /> <FaultLine version={to} fault={faults.to} />
      </p>
      {failed && (
        <button type="button" className="button button--primary" onClick={onRetry}>
          <Translate id="compare.retry" description="Button that fetches again">
            Try again
          </Translate>
        </button>
      )}
      <ul>
        {there.map((version) => (
          <li key={version.release}>
            <Link to={pageIn(version, page)}>
              <Translate
                id="compare.read"
                description="Link to the page in the version that has it"
                values={{release: version.release}}
              >
                {'Read the page in version {release}'}
              </Translate>
            </Link>
          </li>
        ))}
        <li>
          <Link to={changesPath(old!.release, young!.release)}>
            <Translate
              id="compare.changes"
              description="Link to the API changes between two versions"
              values={{from: old!.release, to: young!.release}}
            >
              {'What changed in the API from {from} to {to}'}
            </Translate>
          </Link>
        </li>
      </ul>
    </div>
  );
}
