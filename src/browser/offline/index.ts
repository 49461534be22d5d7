import siteConfig from '@generated/docusaurus.config';
import {type OfflineSummary, summaryPath, WEB_MANIFEST, WORKER} from '@site/src/site/offline';
import {getVersion} from '@site/src/site/versions';
import {announce} from '../announce';
import {allDownloaded, download, downloaded, fetchSummary, remove} from './copies';
import * as messages from './messages';

const {baseUrl} = siteConfig;

function button(text: string, act: () => unknown): HTMLButtonElement {
  const element = Object.assign(document.createElement('button'), {type: 'button', textContent: text});
  element.addEventListener('click', () => void act());
  return element;
}

/** Shows a sentence, and what can be done about it, in a box. */
function say(box: HTMLElement, text: string, ...buttons: HTMLElement[]): void {
  const sentence = Object.assign(document.createElement('p'), {textContent: text});
  sentence.style.margin = '0';
  buttons.forEach((one) => (one.style.marginInlineEnd = '1rem'));
  box.replaceChildren(sentence, ...buttons);
  void announce(text);
}

async function hasRoom({bytes}: OfflineSummary): Promise<boolean> {
  const {quota = Infinity, usage = 0} = (await navigator.storage?.estimate()) ?? {};
  return quota - usage > bytes;
}

/** Downloads a version, with a bar that says how far it is. */
async function fetchVersion(box: HTMLElement, summary: OfflineSummary): Promise<void> {
  const bar = document.createElement('progress');
  bar.value = 0;
  bar.setAttribute('aria-label', messages.progress());
  box.replaceChildren(bar);
  try {
    if (!(await hasRoom(summary))) {
      say(box, messages.noRoom());
      return;
    }
    await navigator.serviceWorker.register(baseUrl + WORKER);
    await download(summary, (part) => (bar.value = part));
    linkManifest();
    sayDone(box, summary);
  } catch (error) {
    console.error(error);
    say(box, messages.failed());
  }
}

function sayDone(box: HTMLElement, summary: OfflineSummary): void {
  const undo = async () => {
    await remove(summary.release);
    say(box, messages.removed());
  };
  say(box, messages.done(), button(messages.removeCopy(), undo));
}

/** With a manifest the browser offers to install the site; readers who do not ask need not load it. */
function linkManifest(): void {
  const link = Object.assign(document.createElement('link'), {rel: 'manifest', href: baseUrl + WEB_MANIFEST});
  document.head.append(link);
}

/** Says below a button what the download of a version takes, and downloads it where the reader agrees. */
export async function offer(opener: HTMLElement, summaryUrl: string): Promise<void> {
  const box = document.createElement('div');
  opener.parentElement!.querySelector('div')?.remove();
  opener.after(box);
  if (!('serviceWorker' in navigator) || !('caches' in window)) {
    say(box, messages.unsupported());
    return;
  }
  try {
    const summary = await fetchSummary(summaryUrl);
    const own = await downloaded(summary.release);
    if (own?.build === summary.build) {
      sayDone(box, summary);
    } else {
      say(
        box,
        messages.offerText(summary),
        button(messages.start(), () => fetchVersion(box, summary)),
      );
    }
  } catch (error) {
    console.error(error);
    say(box, messages.failed());
  }
}

/** Says at the foot of the window that a copy is older than the site; nothing changes before the reader agrees. */
function announceUpdate(summary: OfflineSummary): void {
  const box = document.createElement('aside');
  box.className = 'take-away';
  box.style.cssText =
    'position:fixed;inset:auto 1rem 1rem auto;z-index:200;max-width:22rem;padding:0.75rem 1rem;background:var(--ifm-background-color);border:1px solid var(--site-line);border-radius:var(--ifm-global-radius)';
  document.body.append(box);
  say(
    box,
    messages.updateText(summary),
    button(messages.update(), () => fetchVersion(box, summary)),
    button(messages.later(), () => box.remove()),
  );
}

/** For readers who have a copy: the site can be installed, and once a visit they are told what is newer than theirs. */
export async function resume(): Promise<void> {
  linkManifest();
  const asked = 'offline-asked';
  if (!navigator.onLine || sessionStorage.getItem(asked)) {
    return;
  }
  sessionStorage.setItem(asked, 'true');
  for (const {release, build} of await allDownloaded()) {
    const now = await fetchSummary(baseUrl + summaryPath(getVersion(release).path).slice(1));
    if (now.build !== build) {
      announceUpdate(now);
      return;
    }
  }
}
