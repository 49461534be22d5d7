import type {MouseEvent, ReactNode} from 'react';
import {NavbarSecondaryMenuFiller} from '@docusaurus/theme-common';
import {useNavbarMobileSidebar} from '@docusaurus/theme-common/internal';
import {useLinkHandlers} from '@site/src/browser/linkHandlers';

/** The left column of the page, which on a phone is only there to be taken from. */
function Menu(): ReactNode {
  const {shown, toggle} = useNavbarMobileSidebar();
  const {onClick, ...handlers} = useLinkHandlers();
  const html = shown ? document.querySelector('.api-nav > div')?.innerHTML : undefined;
  return (
    // The handlers belong to the links inside, which are keyboard-operable by themselves.
    <div
      className="api-menu"
      {...handlers}
      onClick={(event: MouseEvent) => {
        onClick!(event);
        if ((event.target as Element).closest('a')) {
          toggle();
        }
      }}
      dangerouslySetInnerHTML={{__html: html ?? ''}}
    />
  );
}

/** Gives the menu of a phone the pages of the API reference. */
export default function ReferenceMenu(): ReactNode {
  return <NavbarSecondaryMenuFiller component={Menu} props={{}} />;
}
