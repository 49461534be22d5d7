// Wraps the stock sidebar: which of its links is the current one shows after the page itself.
import {memo, type ComponentProps, type ReactNode} from 'react';
import OriginalSidebar from '@theme-original/DocRoot/Layout/Sidebar';
import {AfterPage} from '@site/src/components/PageRouter/AfterPage';

type Props = ComponentProps<typeof OriginalSidebar>;

const Sidebar = memo(OriginalSidebar);

export default function SidebarAfterPage(props: Props): ReactNode {
  return (
    <AfterPage>
      <Sidebar {...props} />
    </AfterPage>
  );
}
