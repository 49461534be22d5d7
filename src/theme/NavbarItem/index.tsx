// Wraps the stock item: in the mobile menu too, one that fails names its configuration, as it does in the bar.
import type {ReactNode} from 'react';
import {ErrorCauseBoundary} from '@docusaurus/theme-common';
import StockNavbarItem from '@theme-original/NavbarItem';
import type {Props} from '@theme/NavbarItem';

export default function NavbarItem(props: Props): ReactNode {
  const item = <StockNavbarItem {...props} />;
  return props.mobile ? (
    <ErrorCauseBoundary
      onError={(error) =>
        new Error(`A theme navbar item failed to render.\n${JSON.stringify(props, null, 2)}`, {cause: error})
      }
    >
      {item}
    </ErrorCauseBoundary>
  ) : (
    item
  );
}
