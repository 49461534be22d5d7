import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';

interface Props {
  release: string;
  /** Assertions on the entries of the page that hold; undefined where they were not run on the release. */
  count?: string;
  date?: string;
}

/** At the end of a page of the API reference: what came of the assertions on its entries. */
export default function PageProofs({release, count, date}: Props): ReactNode {
  return (
    <footer className="page-proofs">
      {count === undefined ? (
        <Translate
          id="proofs.notRun"
          description="At the end of a page of the reference whose assertions ran on other releases alone"
          values={{release}}
        >
          {'The assertions on these entries have not been run on TVM {release}'}
        </Translate>
      ) : (
        <Link to="/about#examples">
          <Translate
            id="proofs.page"
            description="At the end of a page of the reference whose assertions ran"
            values={{release, count, date}}
          >
            {'{count} assertions on these entries hold on TVM {release} ({date})'}
          </Translate>
        </Link>
      )}
    </footer>
  );
}
