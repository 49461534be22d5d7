import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import {copy} from '@site/src/browser/clipboard';
import {LINKS} from '@site/src/site/links';
import {markScroller} from './scrollers';

/** What happens on a click at an element, by what finds the element. An article is HTML without handlers of its own. */
const ACTIONS: Record<string, (element: HTMLElement, event: Event) => unknown> = {
  '[data-code-action="copy"]': (button) =>
    copy(button.closest('.code')!.querySelector('code')!.textContent, button),

  '[data-code-action="import"]': (button) => copy(button.dataset.import!, button),

  '[data-code-action="wrap"]'(button) {
    const block = button.closest('.code')!;
    button.setAttribute('aria-pressed', String(block.toggleAttribute('data-wrap')));
    // A block that is shown in part is as large as before.
    markScroller(block.querySelector('pre')!);
  },

  '[data-code-action="unfold"]'(button) {
    const block = button.closest('.code')!;
    block.setAttribute('data-open', '');
    // The button goes; the focus stays with the code, which is no stop of the Tab key unless it scrolls.
    const pre = block.querySelector('pre')!;
    if (!pre.hasAttribute('tabindex')) {
      pre.tabIndex = -1;
    }
    pre.focus({preventScroll: true});
    button.hidden = true;
  },

  // The original of the page itself, where it has one.
  '.navbar a[lang="en"]'(link) {
    const own = document.querySelector<HTMLAnchorElement>('article footer a[hreflang="en"]');
    (link as HTMLAnchorElement).href = own?.href ?? LINKS.upstreamDocs;
  },

  // The stock button scrolls step by step also where readers ask for no motion.
  '.theme-back-to-top-button': () =>
    matchMedia('(prefers-reduced-motion: reduce)').matches && window.scrollTo(0, 0),

  // The link leads there as ever, and its address is copied.
  'a.hash-link': (link) => copy((link as HTMLAnchorElement).href, link),

  '[data-zoom]': (button) =>
    import('@site/src/browser/imageDialog').then(({openImage}) => openImage(button.querySelector('img')!)),

  '[data-take-away]'(element, event) {
    event.preventDefault();
    return import('@site/src/browser/takeAway').then(({takeAway}) => takeAway(element));
  },

  // Where readers like motion, what folds does so smoothly; else, and without script, the browser opens it at once.
  'details > summary'(summary, event) {
    const details = summary.parentElement as HTMLDetailsElement;
    if (!event.defaultPrevented && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      event.preventDefault();
      import('@site/src/browser/detailsAnimation').then(
        ({toggleDetails}) => toggleDetails(details),
        () => (details.open = !details.open),
      );
    }
  },
};

function onClick(event: MouseEvent): void {
  for (const [selector, act] of Object.entries(ACTIONS)) {
    const element = (event.target as Element).closest<HTMLElement>(selector);
    if (element) {
      act(element, event);
    }
  }
}

/** The two fields of the API reference: what is typed narrows a list, and Enter opens the first that is left. */
function onField(event: Event): void {
  const input = event.target as HTMLInputElement;
  if (input.matches?.('[data-reference-filter], [data-reference-find]')) {
    void import('@site/src/browser/referenceFields').then(({answerField}) => answerField(input, event));
  }
}

if (ExecutionEnvironment.canUseDOM) {
  document.addEventListener('click', onClick);
  document.addEventListener('input', onField);
  document.addEventListener('keydown', onField);
}
