// Wraps the stock breadcrumbs: the pages of the API reference, which have no sidebar to take them from, bring their own way.
import type {ReactNode} from 'react';
import {DocsSidebarProvider, useDoc} from '@docusaurus/plugin-content-docs/client';
import type {PropSidebar} from '@docusaurus/plugin-content-docs';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import DocBreadcrumbs from '@theme-original/DocBreadcrumbs';

type Step = [label: string, url: string];

/** A sidebar of one branch, which leads to the page. */
function branch([[label, href], ...rest]: [Step, ...Step[]], docId: string): PropSidebar {
  return rest.length === 0
    ? [{type: 'link', label, href, docId}]
    : [
        {
          type: 'category',
          label,
          href,
          items: branch(rest as [Step, ...Step[]], docId),
          collapsible: false,
          collapsed: false,
        },
      ];
}

export default function DocBreadcrumbsWrapper(): ReactNode {
  const {metadata, frontMatter} = useDoc();
  const {baseUrl} = useDocusaurusContext().siteConfig;
  const {reference_trail: trail} = frontMatter as {reference_trail?: Step[]};
  if (!trail) {
    return <DocBreadcrumbs />;
  }
  const steps = trail.map(([label, url]): Step => [label, baseUrl.replace(/\/$/, '') + url]);
  return (
    <DocsSidebarProvider name="reference" items={branch(steps as [Step, ...Step[]], metadata.id)}>
      <DocBreadcrumbs />
    </DocsSidebarProvider>
  );
}
