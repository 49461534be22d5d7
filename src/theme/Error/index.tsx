// Replaces the fallback of Docusaurus, which is English: shown where what crashed is not inside the layout. The layout is
// tried first and left out where it is what crashes.
import type {ReactNode} from 'react';
import {RouteContextProvider} from '@docusaurus/core/lib/client/routeContext';
import ErrorBoundary from '@docusaurus/ErrorBoundary';
import Head from '@docusaurus/Head';
import {translate} from '@docusaurus/Translate';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import ErrorPageContent from '@theme/ErrorPageContent';
import Layout from '@theme/Layout';
import type {Props} from '@theme/Error';

// The layout needs to know of which plugin the page is.
const ROUTE = {plugin: {name: 'docusaurus-core-error-boundary', id: 'default'}};

/** What the crashed part of the page said in the head of the document. */
function ErrorHead(): ReactNode {
  const {i18n} = useDocusaurusContext();
  const {htmlLang, direction} = i18n.localeConfigs[i18n.currentLocale]!;
  return (
    <Head>
      <html lang={htmlLang} dir={direction} />
      <title>
        {translate({
          id: 'crash.title',
          message: 'Page error',
          description: 'Title in the browser of a page that crashed',
        })}
      </title>
    </Head>
  );
}

export default function Error(props: Props): ReactNode {
  const content = <ErrorPageContent {...props} />;
  return (
    <RouteContextProvider value={ROUTE}>
      <ErrorHead />
      <ErrorBoundary fallback={() => content}>
        <Layout>{content}</Layout>
      </ErrorBoundary>
    </RouteContextProvider>
  );
}
