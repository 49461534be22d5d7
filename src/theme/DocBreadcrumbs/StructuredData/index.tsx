// Wraps the stock one, which gives the first page of a category an address with a slash at the end.
import {type ReactNode} from 'react';
import StructuredData from '@theme-original/DocBreadcrumbs/StructuredData';
import type {Props} from '@theme/DocBreadcrumbs/StructuredData';
import {withoutTrailingSlash} from '@site/src/site/addresses';

export default function DocBreadcrumbsStructuredData({breadcrumbs}: Props): ReactNode {
  const asServed = breadcrumbs.map((item) =>
    item.href ? {...item, href: withoutTrailingSlash(item.href)} : item,
  );
  return <StructuredData breadcrumbs={asServed} />;
}
