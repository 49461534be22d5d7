// Wraps the stock bar: from page to page it stays as it is, but for what in it asks for the address.
import {memo, type ReactNode} from 'react';
import Navbar from '@theme-original/Navbar';
import {AfterPage} from '@site/src/components/PageRouter/AfterPage';

function NavbarAfterPage(): ReactNode {
  return (
    <AfterPage>
      <Navbar />
    </AfterPage>
  );
}

export default memo(NavbarAfterPage);
