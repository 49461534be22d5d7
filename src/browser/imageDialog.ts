import {translate} from '@docusaurus/Translate';

/** Room that stays around a picture, in pixels. */
const MARGIN = 32;

/** As large as the window allows, and never smaller than the picture is: then it scrolls. */
function widthFor(image: HTMLImageElement): number {
  const width = Number(image.getAttribute('width')) || image.naturalWidth;
  const height = Number(image.getAttribute('height')) || image.naturalHeight;
  const scale = Math.min((innerWidth - MARGIN) / width, (innerHeight - MARGIN) / height);
  return Math.round(Math.max(width, width * scale));
}

/** Shows a picture of the page by itself. A click, Escape or the button closes it, and the focus returns. */
export function openImage(image: HTMLImageElement): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'image-dialog';
  dialog.setAttribute('aria-label', image.alt);
  const scroller = document.createElement('div');
  scroller.tabIndex = 0;
  scroller.setAttribute('role', 'group');
  scroller.setAttribute('aria-label', image.alt);
  const picture = Object.assign(new Image(), {src: image.currentSrc || image.src, alt: image.alt});
  picture.style.width = `${widthFor(image)}px`;
  scroller.append(picture);
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'clean-btn close',
  });
  button.setAttribute(
    'aria-label',
    translate({id: 'image.close', message: 'Close', description: 'Closes the picture shown by itself'}),
  );
  dialog.append(button, scroller);
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
