/** Scrolls to a place and waits until the site has heard of it. Runs in the page. */
export function scrollTo(top: number): Promise<void> {
  return new Promise((done) => {
    document.addEventListener('scroll', () => requestAnimationFrame(() => done()), {once: true});
    window.scrollTo(0, top);
  });
}
