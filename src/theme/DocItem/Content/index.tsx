// Replaces the stock component: below the title stand, in one line, the version, whether the page's examples ran and the
// stage of compilation that it is about, and, on a phone, the contents; at the end what was checked and the original.
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
import PageFacts, {PAGE_FACTS} from '@site/src/components/PageFacts';
import PipelineStage from '@site/src/components/PipelineStage';
import ReferenceMenu from '@site/src/components/ReferenceMenu';
import VersionSwitch from '@site/src/components/VersionSwitch';
import {getExampleRun} from '@site/src/site/exampleRun';
import {type PageStage, pageStage} from '@site/src/site/stages';
import {getVersion} from '@site/src/site/versions';
import styles from './styles.module.css';

/** One quiet line: the version, whether the examples ran, the stage; what there is to say of them is at the end of the page. */
function TitleLine({stage}: {stage?: PageStage}): ReactNode {
  const {frontMatter, metadata} = useDoc();
  return (
    <div className={styles.line}>
      <VersionSwitch />
      {getExampleRun(frontMatter) && (
        <Link to={`#${PAGE_FACTS}`}>
          <Translate id="doc.ran" description="Below the title of a page whose examples were run">
            Examples ran
          </Translate>
        </Link>
      )}
      {stage && <PipelineStage current={stage} map={`${getVersion(metadata.version).path}/tutorial/intro`} />}
    </div>
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
          <TitleLine stage={stage} />
          {!frontMatter.hide_table_of_contents && toc.length > 0 && <DocItemTOCMobile />}
        </header>
      )}
      {'reference_trail' in frontMatter && <ReferenceMenu />}
      <MDXContent>{children}</MDXContent>
      <PageFacts frontMatter={frontMatter} version={metadata.version} />
    </div>
  );
}
