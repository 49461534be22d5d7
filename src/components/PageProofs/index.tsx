import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';

interface Props {
  release: string;
  /** Assertions on the page that hold; undefined where they were not run on the release. */
  count?: string;
  date?: string;
  /** Where the code of the first stands, where the page does not lead there itself. */
  place?: string;
}

/** At the end of a page: what came of the assertions on what it says. */
export default function PageProofs({release, count, date, place}: Props): ReactNode {
  const {repository} = useDocusaurusContext().siteConfig.customFields as {repository: string};
  return (
    <footer className="page-facts page-proofs">
      {count === undefined ? (
        <Translate
          id="proofs.notRun"
          description="At the end of a page whose assertions ran on other releases alone"
          values={{release}}
        >
          {'The assertions on this page have not been run on TVM {release}'}
        </Translate>
      ) : (
        <Link
          {...(place ? {href: `${repository}/blob/main/${place}`, rel: 'noopener'} : {to: '/about#examples'})}
        >
          <Translate
            id="proofs.page"
            description="At the end of a page whose assertions ran"
            values={{release, count, date}}
          >
            {'{count} assertions on this page hold on TVM {release} ({date})'}
          </Translate>
        </Link>
      )}
    </footer>
  );
}
