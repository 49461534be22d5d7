import {translate} from '@docusaurus/Translate';
import {withLine} from '@site/src/site/report';
import {copy} from './clipboard';

const HEADINGS = 'h2[id], h3[id]';

/** The heading below which a place of the article is; undefined above the first one. */
function headingAbove(place: Node): Element | undefined {
  const headings = [...document.querySelectorAll(`[data-article] :is(${HEADINGS})`)];
  return headings.findLast(
    (heading) => heading.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}

/** The heading that a report is most likely about: that of the selected text, else the one in the address. */
function reportedHeading(): Element | undefined {
  const selection = getSelection();
  const selected = selection?.isCollapsed === false ? selection.anchorNode : null;
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  return selected ? headingAbove(selected) : target?.matches(HEADINGS) ? target : undefined;
}

/** Opens the form for an issue, with the heading where the reader is. */
function report(link: HTMLAnchorElement): void {
  const text = reportedHeading()?.firstChild?.textContent?.trim();
  const line = translate(
    {
      id: 'report.heading',
      message: 'Section: {heading}',
      description: 'Line of a report about a page: the heading that it is about',
    },
    {heading: text ?? ''},
  );
  open(text ? withLine(link.href, line) : link.href, '_blank', 'noopener');
}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(`${address}: HTTP ${response.status}`);
  }
  return response.text();
}

/** Answers a click in the menu at the end of a page. */
export function takeAway(element: HTMLElement): unknown {
  const {takeAway: what, href} = element.dataset;
  switch (what) {
    case 'copy':
      return copy(fetchText(href!), element);
    case 'offline':
      return import('./offline').then(({offer}) => offer(element, href!));
    default:
      return report(element as HTMLAnchorElement);
  }
}
