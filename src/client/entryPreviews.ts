import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';

/** Time for which the pointer rests on a link before its preview comes, in milliseconds. */
const REST = 250;

const LINK =
  '[data-article] a[href*="/reference/api/python"][href*="#tvm."], [data-article] a[href*="#vta."]';

const load = () => import('@site/src/browser/entryPreview');

/** The link to an entry of the API reference, from the text of a page and not from the lists of the reference itself. */
function entryLink({target}: Event): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>(LINK) : null;
  return link && !link.closest('nav, h2, h3') ? link : undefined;
}

const canHover = () => matchMedia('(hover: hover)').matches;

let shown: HTMLAnchorElement | undefined;
let timer = 0;

function hide(): void {
  clearTimeout(timer);
  if (shown) {
    shown = undefined;
    void load().then(({hidePreview}) => hidePreview());
  }
}

function approach(event: Event): void {
  const link = entryLink(event);
  if (link === shown || !canHover()) {
    return;
  }
  hide();
  if (link) {
    timer = window.setTimeout(() => {
      shown = link;
      load()
        .then(({showPreview}) => showPreview(link))
        .catch(() => undefined);
    }, REST);
  }
}

/** Where nothing hovers, a touch opens a sheet; the second touch, at its button, is what leads to the entry. */
function onClick(event: MouseEvent): void {
  const link = entryLink(event);
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || canHover() || !isPlain || link.dataset.go !== undefined) {
    hide();
    return;
  }
  event.preventDefault();
  const go = () => {
    link.dataset.go = '';
    link.click();
    delete link.dataset.go;
  };
  load()
    .then(({openSheet}) => openSheet(link, go))
    .catch(go);
}

if (ExecutionEnvironment.canUseDOM) {
  document.addEventListener('mouseover', approach);
  document.addEventListener('focusin', approach);
  document.addEventListener('keydown', ({key}) => key === 'Escape' && hide());
  // Before the handlers of the article, which follow a link that nobody has stopped.
  document.addEventListener('click', onClick, true);
}
