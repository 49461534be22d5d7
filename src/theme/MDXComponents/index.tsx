// Wraps the stock map: adds the elements that src/rehype writes, lets a wide table scroll without ceasing to be one, takes
// an empty corner of a table for no heading, and leaves `details` to the browser, which needs no script for it.
import type {ComponentProps, ReactNode} from 'react';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import {translate} from '@docusaurus/Translate';
import MDXComponents from '@theme-original/MDXComponents';
import Chart from '@site/src/components/Chart';
import CodeCompare from '@site/src/components/CodeCompare';
import CodeSteps from '@site/src/components/CodeSteps';
import CodeFence from '@site/src/components/CodeFence';
import GoneNames, {GoneName} from '@site/src/components/GoneNames';
import PageProofs from '@site/src/components/PageProofs';
import ReferenceIndex from '@site/src/components/ReferenceIndex';
import ReferenceNavigation from '@site/src/components/ReferenceNavigation';
import SourceLink from '@site/src/components/SourceLink';
import TakeAway from '@site/src/components/TakeAway';
import ZoomableImage from '@site/src/components/ZoomableImage';

function Table(props: ComponentProps<'table'>): ReactNode {
  const label = translate({
    id: 'scroll.table',
    message: 'Table',
    description: 'Name of a table that scrolls',
  });
  return (
    // A box that scrolls has to be reachable by keyboard; src/client/scrollers.ts finds out whether it does.
    <div className="table-scroll" tabIndex={0} role="group" aria-label={label}>
      <table {...props} />
    </div>
  );
}

function Formula({children}: {children: ReactNode}): ReactNode {
  const label = translate({
    id: 'scroll.formula',
    message: 'Formula',
    description: 'Name of a formula that scrolls',
  });
  return (
    <span className="katex-display" tabIndex={0} role="group" aria-label={label}>
      {children}
    </span>
  );
}

function HeaderCell(props: ComponentProps<'th'>): ReactNode {
  return props.children ? <th {...props} /> : <td {...props} />;
}

/** A row that a link can lead to: a member of a class. Docusaurus has to be told that there is such a place. */
function Row(props: ComponentProps<'tr'>): ReactNode {
  useBrokenLinks().collectAnchor(props.id);
  return <tr {...props} />;
}

export default {
  ...MDXComponents,
  Details: 'details',
  details: 'details',
  table: Table,
  th: HeaderCell,
  tr: Row,
  Chart,
  CodeCompare,
  CodeSteps,
  CodeFence,
  Formula,
  GoneName,
  GoneNames,
  PageProofs,
  ReferenceIndex,
  ReferenceNavigation,
  SourceLink,
  TakeAway,
  ZoomableImage,
};
