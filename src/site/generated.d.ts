/** Written by src/plugins/page-list. */
declare module '@generated/tvm-page-list/default/pages.json' {
  import type {ListedPage} from '@site/src/site/pageList';

  const pages: ListedPage[];
  export default pages;
}

/** Written by src/plugins/take-away. */
declare module '@generated/tvm-take-away/default/build.json' {
  /** What the site was built from; null where Git can't tell. */
  export const commit: string | null;
}

/** Written by src/plugins/offline. */
declare module '@generated/tvm-offline/default/settings.json' {
  /** Whether readers can have the site without a network. */
  export const isOn: boolean;
}

/** Written by src/plugins/home. */
declare module '@generated/tvm-home/default/home.json' {
  import type {HomeData} from '@site/src/site/homePage';

  const data: HomeData;
  export default data;
}

/** Written by src/plugins/home. */
declare module '@generated/tvm-home/default/proofs.json' {
  import type {ReleaseProofs} from '@site/src/site/homePage';

  const proofs: ReleaseProofs[];
  export default proofs;
}
