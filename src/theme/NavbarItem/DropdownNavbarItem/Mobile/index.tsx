// Wraps the stock component: the menu closes at an entry that has something of its own to do, such as a version, too; and
// the entry of the page is known when its address has a hash, so that its list is open.
import type {MouseEvent, ReactNode} from 'react';
import StockMobile from '@theme-original/NavbarItem/DropdownNavbarItem/Mobile';
import type {Props} from '@theme/NavbarItem/DropdownNavbarItem/Mobile';

type Item = Props['items'][number] & {
  to?: string;
  isActive?: () => boolean;
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
};

export default function DropdownNavbarItemMobile({items, ...props}: Props): ReactNode {
  const {onClick: close} = props as {onClick?: Item['onClick']};
  return (
    <StockMobile
      {...props}
      items={(items as Item[]).map((item) => ({
        ...item,
        ...(item.isActive?.() && {to: item.to?.replace(/[?#].*$/, '')}),
        ...(item.onClick && {
          onClick(event: MouseEvent<HTMLAnchorElement>) {
            item.onClick!(event);
            close?.(event);
          },
        }),
      }))}
    />
  );
}
