/** Written by src/plugins/page-list. */
declare module '@generated/tvm-page-list/default/pages.json' {
  import type {ListedPage} from '@site/src/site/pageList';

  const pages: ListedPage[];
  export default pages;
}
