// Replaces the stock component: below the title stand the record of the page's examples, the way to the English original,
// the stage of compilation that the page is about and, on a phone, the contents.
import type {ReactNode} from 'react';
import clsx from 'clsx';
import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import {useDoc} from '@docusaurus/plugin-content-docs/client';
import {ThemeClassNames} from '@docusaurus/theme-common';
import DocItemTOCMobile from '@theme-original/DocItem/TOC/Mobile';
import Heading from '@theme/Heading';
import MDXContent from '@theme/MDXContent';
import type {Props} from '@theme/DocItem/Content';
import ExampleStatus from '@site/src/components/ExampleStatus';
import PipelineStage from '@site/src/components/PipelineStage';
import {upstreamPage} from '@site/src/site/links';
import {pageStage} from '@site/src/site/stages';
import {getVersion} from '@site/src/site/versions';
import styles from './styles.module.css';

function PageFacts(): ReactNode {
  const {frontMatter, metadata} = useDoc();
  const {upstream} = frontMatter as {upstream?: string};
  return (
    <p className={styles.facts}>
      <ExampleStatus frontMatter={frontMatter} />
      {upstream && (
        <Link href={upstreamPage(getVersion(metadata.version).tag, upstream)} hrefLang="en">
          <Translate id="doc.original" description="Link to the English page on the same subject">
            View the English original
          </Translate>
        </Link>
      )}
    </p>
  );
}

export default function DocItemContent({children}: Props): ReactNode {
  const {metadata, frontMatter, contentTitle, toc} = useDoc();
  const stage = pageStage(frontMatter as {stage?: unknown});
  const hasTitle = !frontMatter.hide_title && contentTitle === undefined;
  return (
    <div className={clsx(ThemeClassNames.docs.docMarkdown, 'markdown')}>
      {hasTitle && (
        <header>
          <Heading as="h1">{metadata.title}</Heading>
          <PageFacts />
          {stage && (
            <PipelineStage current={stage} map={`${getVersion(metadata.version).path}/tutorial/intro`} />
          )}
          {!frontMatter.hide_table_of_contents && toc.length > 0 && <DocItemTOCMobile />}
        </header>
      )}
      <MDXContent>{children}</MDXContent>
    </div>
  );
}
