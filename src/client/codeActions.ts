import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import {translate} from '@docusaurus/Translate';

/** How long the copy button says that it copied. */
const FEEDBACK_MS = 1500;

function codeOf(block: Element): string {
  return block.querySelector('code')?.textContent ?? '';
}

async function copyText(text: string): Promise<void> {
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

async function copy(button: HTMLElement, block: Element): Promise<void> {
  const label = button.title;
  let message: string;
  try {
    await copyText(codeOf(block));
    message = translate({
      id: 'code.copied',
      message: 'Copied',
      description: 'Said after the copy button worked',
    });
    button.dataset.done = '';
  } catch (error) {
    console.error(error);
    message = translate({
      id: 'code.copyFailed',
      message: 'Copy failed',
      description: 'Said after the copy button failed',
    });
  }
  button.setAttribute('aria-label', message);
  setTimeout(() => {
    delete button.dataset.done;
    button.setAttribute('aria-label', label);
  }, FEEDBACK_MS);
}

function toggle(button: HTMLElement, block: Element, attribute: string, state: string): void {
  const on = block.toggleAttribute(attribute);
  button.setAttribute(state, String(on));
}

function onClick(event: MouseEvent): void {
  const button = (event.target as Element).closest<HTMLElement>('[data-code-action]');
  const block = button?.closest('.code');
  if (!button || !block) {
    return;
  }
  switch (button.dataset.codeAction) {
    case 'copy':
      void copy(button, block);
      break;
    case 'wrap':
      toggle(button, block, 'data-wrap', 'aria-pressed');
      break;
    case 'fold':
      toggle(button, block, 'data-open', 'aria-expanded');
      button.hidden = true;
      break;
  }
}

if (ExecutionEnvironment.canUseDOM) {
  document.addEventListener('click', onClick);
}
