/** Addresses outside the site that its interface links to. */
export const LINKS = {
  upstream: 'https://tvm.apache.org/',
  upstreamDocs: 'https://tvm.apache.org/docs/',
  upstreamRepository: 'https://github.com/apache/tvm',
  foundation: 'https://www.apache.org/',
  parent: 'https://hyper.ai/',
  discuss: 'https://discuss.tvm.apache.org/',
} as const;

/**
 * Address of the English page on the same subject, at the release of the tree.
 *
 * @param tag tag of the release, e.g. `v0.13.0`
 * @param page path below the documentation of that release, e.g. `install/index.html`
 */
export function upstreamPage(tag: string, page: string): string {
  return `${LINKS.upstreamDocs}${tag}/${page}`;
}
