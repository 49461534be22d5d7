import type {ReactNode} from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';

/**
 * Loads what only the API reference and the lists of its changes need, which is kept out of the stylesheet of all pages. It
 * stands in the article, so that it also comes with one that the browser fetches alone.
 */
export default function ReferenceStyles(): ReactNode {
  return <link rel="stylesheet" href={useBaseUrl('/css/reference.css')} />;
}
