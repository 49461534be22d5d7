// Replaces the stock layout: the bar also hides at a target whose id is Chinese, returns at the end of the page, does not
// take what the browser scrolls by itself for the reader's, and is there while the Tab key is in it. The menu of a phone
// is rendered once it is opened, not with each page.
import {useState, type ReactNode} from 'react';
import clsx from 'clsx';
import {translate} from '@docusaurus/Translate';
import {ThemeClassNames, useThemeConfig} from '@docusaurus/theme-common';
import {useNavbarMobileSidebar} from '@docusaurus/theme-common/internal';
import type {Props} from '@theme/Navbar/Layout';
import MobileSidebar from '@theme/Navbar/MobileSidebar';
import {useHideableNavbar} from './useHideableNavbar';
import styles from './styles.module.css';

export default function NavbarLayout({children}: Props): ReactNode {
  const {hideOnScroll, style} = useThemeConfig().navbar;
  const {shown, toggle} = useNavbarMobileSidebar();
  const {ref, visible} = useHideableNavbar();
  const [hasMenu, setHasMenu] = useState(false);
  if (shown && !hasMenu) {
    setHasMenu(true);
  }
  return (
    <nav
      ref={ref}
      aria-label={translate({id: 'theme.NavBar.navAriaLabel', message: 'Main'})}
      className={clsx(
        ThemeClassNames.layout.navbar.container,
        'navbar navbar--fixed-top',
        styles.bar,
        style && `navbar--${style}`,
        hideOnScroll && !visible && styles.hidden,
        shown && ['navbar-sidebar--show', styles.menuShown],
      )}
    >
      {children}
      <div role="presentation" className="navbar-sidebar__backdrop" onClick={toggle} />
      {hasMenu && <MobileSidebar />}
    </nav>
  );
}
