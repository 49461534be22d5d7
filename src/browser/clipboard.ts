import {translate} from '@docusaurus/Translate';

/** How long an element says that it copied. */
const FEEDBACK_MS = 1500;

async function writeText(text: string): Promise<void> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  // Pages served without TLS have no clipboard API.
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/**
 * Copies text and says whether that worked: to screen readers, and on the element, whose `data-done` or `data-failed` then
 * holds the words for a moment.
 */
export async function copy(text: string | Promise<string>, element: HTMLElement): Promise<void> {
  let state = 'done';
  let message: string;
  try {
    await writeText(await text);
    message = translate({
      id: 'code.copied',
      message: 'Copied',
      description: 'Said after the copy button worked',
    });
  } catch (error) {
    console.error(error);
    state = 'failed';
    message = translate({
      id: 'code.copyFailed',
      message: 'Copy failed',
      description: 'Said after the copy button failed',
    });
  }
  element.dataset[state] = message;
  void import('./announce').then(({announce}) => announce(message));
  setTimeout(() => delete element.dataset[state], FEEDBACK_MS);
}
