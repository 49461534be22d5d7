import type {ReactNode} from 'react';
import Head from '@docusaurus/Head';
import useBaseUrl from '@docusaurus/useBaseUrl';

/** Loads for the lists of changes what they share with the API reference, whose pages hold it themselves. */
export default function ReferenceStyles(): ReactNode {
  const href = useBaseUrl('/css/reference.css');
  return (
    <Head>
      <link rel="stylesheet" href={href} />
    </Head>
  );
}
