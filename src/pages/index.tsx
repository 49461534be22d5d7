import type {ReactNode} from 'react';
import {translate} from '@docusaurus/Translate';
import Layout from '@theme/Layout';
import HomeContent from '@site/src/components/Home';
import {RELEASE_LIST} from '@site/src/site/versions';

export default function Home(): ReactNode {
  return (
    <Layout
      description={translate(
        {
          id: 'home.description',
          message:
            'Documentation of the machine learning compiler Apache TVM in Simplified Chinese: install, compile, tune and deploy, for {releases}, each example run on its release',
        },
        {releases: RELEASE_LIST},
      )}
    >
      <HomeContent />
    </Layout>
  );
}
