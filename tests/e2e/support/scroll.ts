/** Whether the site has measured all parts of the article, so that nothing but the reader moves the text. Runs in the page. */
export function areHeightsKnown(): boolean {
  const parts = [...document.querySelectorAll<HTMLElement>('[data-article] .part')];
  return parts.every(({style}) => style.containIntrinsicBlockSize !== '');
}

/**
 * Scrolls to a place and waits until the site has heard of it, once the heights of all parts of the article are known
 * and nothing but the reader moves the text. Runs in the page.
 */
export function scrollTo(top: number): Promise<void> {
  return new Promise((done) => {
    const scroll = () => {
      const parts = [...document.querySelectorAll<HTMLElement>('[data-article] .part')];
      if (parts.some(({style}) => !style.containIntrinsicBlockSize)) {
        requestAnimationFrame(scroll);
        return;
      }
      document.addEventListener('scroll', () => requestAnimationFrame(() => done()), {once: true});
      window.scrollTo(0, top);
    };
    scroll();
  });
}
