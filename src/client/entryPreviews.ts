import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';

const LINK = '[data-article] a[href*="/reference/api/python"][href*="#"]';

/**
 * Loads the preview of an entry of the API reference with the first approach to a link in the text. Where nothing hovers, a
 * touch opens it as a sheet, whose button then leads to the entry.
 */
function onApproach(event: Event): void {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>(LINK);
  const isClick = event.type === 'click';
  const canHover = matchMedia('(hover: hover)').matches;
  if (!link || link.closest('nav, h3') || isClick === canHover || link.dataset.go) {
    return;
  }
  if (isClick) {
    event.preventDefault();
  }
  void import('@site/src/browser/entryPreview').then(({approach, openSheet}) =>
    (isClick ? openSheet : approach)(link),
  );
}

if (ExecutionEnvironment.canUseDOM) {
  // A click before the handlers of the article, which follow a link that nobody has stopped.
  ['mouseover', 'focusin', 'click'].forEach((type) => document.addEventListener(type, onApproach, true));
}
