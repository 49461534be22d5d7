import type {ReactNode} from 'react';
import Head from '@docusaurus/Head';
import {translate} from '@docusaurus/Translate';
import Layout from '@theme/Layout';
import Stylesheet from '@site/src/components/WordDiff/Stylesheet';
import VersionCompare from '@site/src/components/VersionCompare';

/** What differs between two versions of a page. */
export default function Compare(): ReactNode {
  const title = translate({id: 'compare.title', message: 'Compare versions'});
  return (
    <Layout
      title={title}
      description={translate({
        id: 'compare.description',
        message: 'Shows word by word what differs between two versions of a page of the documentation',
      })}
    >
      <Head>
        {/* Every question is an address; none of them is a page of its own. */}
        <meta name="robots" content="noindex, follow" />
      </Head>
      <Stylesheet />
      <VersionCompare title={title} />
    </Layout>
  );
}
