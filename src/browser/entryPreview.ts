import {translate} from '@docusaurus/Translate';
import siteConfig from '@generated/docusaurus.config';
import {type EntryText, loadEntry} from './entry';

const ID = 'entry-preview';

/** Pixels between a link and its preview, and between that and the edge of the window. */
const GAP = 8;

function loadStyles(): void {
  const href = `${siteConfig.baseUrl}css/preview.css`;
  if (!document.querySelector(`link[href="${href}"]`)) {
    document.head.append(Object.assign(document.createElement('link'), {rel: 'stylesheet', href}));
  }
}

function content({signature, sentence}: EntryText): HTMLElement[] {
  const code = Object.assign(document.createElement('code'), {textContent: signature});
  const text = Object.assign(document.createElement('p'), {textContent: sentence});
  return [code, text];
}

/** Time for which the pointer rests on a link before its preview comes, in milliseconds. */
const REST = 250;

/** The link whose preview is wanted; another one, or none, takes its place while the text is on its way. */
let wanted: HTMLAnchorElement | undefined;
let timer = 0;

function hidePreview(): void {
  clearTimeout(timer);
  wanted?.removeAttribute('aria-describedby');
  wanted = undefined;
  document.getElementById(ID)?.remove();
}

function place(box: HTMLElement, link: HTMLAnchorElement): void {
  const at = link.getBoundingClientRect();
  const {width, height} = box.getBoundingClientRect();
  const under = at.bottom + GAP + height < window.innerHeight;
  box.style.top = `${under ? at.bottom + GAP : Math.max(GAP, at.top - GAP - height)}px`;
  box.style.left = `${Math.max(GAP, Math.min(at.left, window.innerWidth - width - GAP))}px`;
}

/** Shows beside a link the signature and the first sentence of the entry that it leads to, until it is left. */
async function showPreview(link: HTMLAnchorElement): Promise<void> {
  loadStyles();
  const entry = await loadEntry(link);
  if (!entry || wanted !== link || !link.isConnected) {
    return;
  }
  const box = document.createElement('div');
  box.id = ID;
  box.className = ID;
  box.setAttribute('role', 'tooltip');
  box.append(...content(entry));
  document.body.append(box);
  link.setAttribute('aria-describedby', ID);
  place(box, link);
  document.addEventListener('scroll', hidePreview, {once: true});
}

function leave({target}: Event): void {
  if (wanted && !wanted.contains(target as Node)) {
    hidePreview();
  }
}

document.addEventListener('mouseover', leave);
document.addEventListener('focusin', leave);
document.addEventListener('click', hidePreview, true);
document.addEventListener('keydown', ({key}) => key === 'Escape' && hidePreview());

/** The pointer or the focus has come to a link. */
export function approach(link: HTMLAnchorElement): void {
  if (link !== wanted) {
    hidePreview();
    wanted = link;
    timer = window.setTimeout(() => {
      showPreview(link).catch(hidePreview);
    }, REST);
  }
}

/** Shows the same in a sheet at the lower edge, where nothing hovers; from there a link leads to the entry. */
export async function openSheet(link: HTMLAnchorElement): Promise<void> {
  const go = () => {
    link.dataset.go = 'true';
    link.click();
    delete link.dataset.go;
  };
  loadStyles();
  const entry = await loadEntry(link).catch(() => undefined);
  if (!entry) {
    go();
    return;
  }
  const sheet = document.createElement('dialog');
  sheet.className = 'entry-sheet';
  sheet.setAttribute('aria-label', link.textContent);
  const open = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button button--primary button--block',
    textContent: translate({
      id: 'preview.open',
      message: 'Open the entry',
      description: 'Button of the preview of an entry of the API reference',
    }),
  });
  open.addEventListener('click', () => {
    sheet.close();
    go();
  });
  // A touch beside it closes it, as Escape and the gesture of going back do.
  sheet.addEventListener('click', ({target}) => target === sheet && sheet.close());
  sheet.addEventListener('close', () => sheet.remove());
  const inner = document.createElement('div');
  inner.append(...content(entry), open);
  sheet.append(inner);
  document.body.append(sheet);
  sheet.showModal();
}
