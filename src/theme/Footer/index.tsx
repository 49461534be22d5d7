// Wraps the stock footer: from page to page it stays as it is.
import {memo, type ReactNode} from 'react';
import Footer from '@theme-original/Footer';
import {AfterPage} from '@site/src/components/PageRouter/AfterPage';

function FooterAfterPage(): ReactNode {
  return (
    <AfterPage>
      <Footer />
    </AfterPage>
  );
}

export default memo(FooterAfterPage);
