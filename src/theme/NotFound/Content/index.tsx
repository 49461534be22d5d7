// Replaces the stock content: below its two sentences stand a search with the words of the address and the nearest pages.
import {useEffect, useState, type ReactNode} from 'react';
import clsx from 'clsx';
import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import {useLocation} from '@docusaurus/router';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import useIsBrowser from '@docusaurus/useIsBrowser';
import type {Props} from '@theme/NotFound/Content';
import SearchForm from '@site/src/components/SearchForm';
import {type ListedPage, searchWords} from '@site/src/site/pageList';
import styles from './styles.module.css';

/** Pages with a path like the one asked for; the list of all pages, and what finds them, come in chunks of their own. */
function useNearestPages(pathname: string | undefined): ListedPage[] {
  const [found, setFound] = useState<{pathname?: string; pages: ListedPage[]}>({pages: []});
  useEffect(() => {
    if (pathname === undefined) {
      return undefined;
    }
    let shown = true;
    Promise.all([
      import('@generated/tvm-page-list/default/pages.json'),
      import('@site/src/site/nearestPages'),
    ])
      .then(
        ([{default: pages}, {nearestPages}]) =>
          shown && setFound({pathname, pages: nearestPages(pathname, pages)}),
      )
      .catch(console.error);
    return () => {
      shown = false;
    };
  }, [pathname]);
  return found.pathname === pathname ? found.pages : [];
}

function Nearest({pages}: {pages: ListedPage[]}): ReactNode {
  return (
    <section aria-labelledby="nearest">
      <h2 id="nearest">
        <Translate id="notFound.nearest" description="Heading above pages with a similar address">
          Did you look for one of these pages?
        </Translate>
      </h2>
      <ul className={styles.list}>
        {pages.map(({path, title, release}) => (
          <li key={path}>
            <Link to={path}>{title}</Link>
            {release && <span className={styles.release}>{release}</span>}
            <code className={styles.path}>{path}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

export default function NotFoundContent({className}: Props): ReactNode {
  const {pathname} = useLocation();
  const {siteConfig} = useDocusaurusContext();
  // The server does not know which address it will answer with this page.
  const asked = useIsBrowser() ? pathname : undefined;
  const pages = useNearestPages(asked);
  return (
    <main className={clsx(styles.page, className)}>
      <h1>
        <Translate id="theme.NotFound.title" description="The title of the 404 page">
          Page Not Found
        </Translate>
      </h1>
      <p>
        <Translate id="theme.NotFound.p1" description="The first paragraph of the 404 page">
          We could not find what you were looking for.
        </Translate>
      </p>
      <p>
        <Translate id="theme.NotFound.p2" description="The 2nd paragraph of the 404 page">
          Please contact the owner of the site that linked you to the original URL and let them know their
          link is broken.
        </Translate>
      </p>
      <SearchForm query={asked && searchWords(asked, siteConfig.baseUrl)} />
      {pages.length > 0 && <Nearest pages={pages} />}
    </main>
  );
}
