// Replaces the stock bar, whose role says that it is the banner of the site: a page and an open dialog have one already.
import {memo, type ReactNode} from 'react';
import clsx from 'clsx';
import {translate} from '@docusaurus/Translate';
import {ThemeClassNames, useThemeConfig} from '@docusaurus/theme-common';
import {useAnnouncementBar} from '@docusaurus/theme-common/internal';
import CloseButton from '@theme/AnnouncementBar/CloseButton';
import Content from '@theme/AnnouncementBar/Content';
import styles from './styles.module.css';

function AnnouncementBar(): ReactNode {
  const {announcementBar} = useThemeConfig();
  const {isActive, close} = useAnnouncementBar();
  if (!isActive) {
    return null;
  }
  return (
    <div
      className={clsx(ThemeClassNames.announcementBar.container, styles.bar)}
      role="region"
      aria-label={translate({
        id: 'announcement.label',
        message: 'Announcement',
        description: 'ARIA label of the bar above the page',
      })}
    >
      <Content className={styles.content} />
      {announcementBar!.isCloseable && <CloseButton onClick={close} className={styles.close} />}
    </div>
  );
}

// From page to page it stays as it is.
export default memo(AnnouncementBar);
