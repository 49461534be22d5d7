import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import ExampleStatus, {hasStatus} from '@site/src/components/ExampleStatus';
import {upstreamPage} from '@site/src/site/links';
import {getVersion} from '@site/src/site/versions';

/** Where the line below the title leads. */
export const PAGE_FACTS = 'page-facts';

interface Props {
  frontMatter: object;
  /** Version of the documentation as Docusaurus names it. */
  version: string;
}

/** What the page was checked with, what running it takes, and the English page on the subject: all at its end. */
export default function PageFacts({frontMatter, version}: Props): ReactNode {
  const {upstream} = frontMatter as {upstream?: string};
  useBrokenLinks().collectAnchor(PAGE_FACTS);
  return (
    (upstream || hasStatus(frontMatter)) && (
      <footer id={PAGE_FACTS} className="page-facts">
        <ExampleStatus frontMatter={frontMatter} />{' '}
        {upstream && (
          <Link href={upstreamPage(getVersion(version).tag, upstream)} hrefLang="en">
            <Translate id="doc.original" description="Link to the English page on the same subject">
              View the English original
            </Translate>
          </Link>
        )}
      </footer>
    )
  );
}
