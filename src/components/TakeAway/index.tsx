import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate, {translate} from '@docusaurus/Translate';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import {useDoc} from '@docusaurus/plugin-content-docs/client';
import {isOn as canReadOffline} from '@generated/tvm-offline/default/settings.json';
import {commit} from '@generated/tvm-take-away/default/build.json';
import useBaseUrl from '@docusaurus/useBaseUrl';
import {summaryPath} from '@site/src/site/offline';
import {withoutTrailingSlash} from '@site/src/site/addresses';
import {newIssueUrl} from '@site/src/site/report';
import {getVersion} from '@site/src/site/versions';
import PageStructuredData from './StructuredData';

function Program({address}: {address: string}): ReactNode {
  return (
    <>
      <li>
        <Link to={`${address}.ipynb`} download data-noBrokenLinkCheck>
          <Translate id="takeAway.notebook" description="Download of a page as a notebook">
            Download the notebook (.ipynb)
          </Translate>
        </Link>
      </li>
      <li>
        <Link to={`${address}.py`} download data-noBrokenLinkCheck>
          <Translate id="takeAway.script" description="Download of the code of a page">
            Download the script (.py)
          </Translate>
        </Link>
      </li>
    </>
  );
}

/** Opens the offer to download the version; what it takes is said before. */
function Offline(): ReactNode {
  const {metadata} = useDoc();
  const {path} = getVersion(metadata.version);
  return (
    <li>
      <button type="button" data-take-away="offline" data-href={useBaseUrl(summaryPath(path))}>
        <Translate id="offline.open" description="Opens the offer to download a version to read it offline">
          Download this version to read it offline
        </Translate>
      </button>
    </li>
  );
}

function useReport(): string {
  const {siteConfig} = useDocusaurusContext();
  const {metadata} = useDoc();
  const values = {
    title: metadata.title,
    url: siteConfig.url + withoutTrailingSlash(metadata.permalink),
    release: getVersion(metadata.version).release,
    commit: commit ?? '',
  };
  const title = translate(
    {id: 'report.title', message: 'About {title}', description: 'Title of a report about a page'},
    values,
  );
  const page = translate(
    {id: 'report.page', message: 'Page: {url}', description: 'Line of a report about a page'},
    values,
  );
  const version = translate(
    {id: 'report.version', message: 'Version: {release}', description: 'Line of a report about a page'},
    values,
  );
  const built = translate(
    {
      id: 'report.commit',
      message: 'Commit: {commit}',
      description: 'Line of a report about a page: what the site was built from',
    },
    values,
  );
  const {repository} = siteConfig.customFields as {repository: string};
  return newIssueUrl(repository, {title, lines: [page, version, ...(commit ? [built] : [])]});
}

/**
 * What readers take with them from a page, and how they say what is wrong with it. It is only rendered on the server; a
 * click is answered by `src/client/articleActions.ts`.
 */
export default function TakeAway({program, questions}: {program?: string; questions?: string}): ReactNode {
  const {metadata} = useDoc();
  const address = withoutTrailingSlash(metadata.permalink);
  const label = translate({
    id: 'takeAway.label',
    message: 'This page',
    description: 'Name of the menu at the end of a page',
  });
  return (
    <nav className="take-away" aria-label={label}>
      <PageStructuredData questions={questions} />
      <details>
        <summary>
          <Translate id="takeAway.open" description="Opens the menu at the end of a page">
            Take this page with you, or report a problem
          </Translate>
        </summary>
        <ul>
          {program && <Program address={address} />}
          <li>
            <button type="button" data-take-away="copy" data-href={`${address}.md`}>
              <Translate id="takeAway.copy" description="Copies a page as Markdown">
                Copy as Markdown
              </Translate>
            </button>
          </li>
          <li>
            <Link to={`${address}.md`} type="text/markdown" data-noBrokenLinkCheck>
              <Translate id="takeAway.view" description="Link to a page as Markdown">
                View as Markdown
              </Translate>
            </Link>
          </li>
          {canReadOffline && <Offline />}
          <li>
            <Link href={useReport()} rel="nofollow noopener" data-take-away="report">
              <Translate id="takeAway.report" description="Link to the form for an issue about a page">
                Report a problem with this page
              </Translate>
            </Link>
          </li>
        </ul>
      </details>
    </nav>
  );
}
