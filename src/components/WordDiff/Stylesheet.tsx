import type {ReactNode} from 'react';
import Head from '@docusaurus/Head';
import useBaseUrl from '@docusaurus/useBaseUrl';

/** Loads what only pages of differences need, which is kept out of the stylesheet of all pages. */
export default function Stylesheet(): ReactNode {
  const href = useBaseUrl('/css/versions.css');
  return (
    <Head>
      <link rel="stylesheet" href={href} />
    </Head>
  );
}
