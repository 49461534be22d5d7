/* global CODE_LIST, Event, PerformanceObserver, document, addEventListener, dispatchEvent, requestAnimationFrame, setTimeout */
// What is read need not wait for what makes it answer: the code runs once the page is there and can be seen, which is
// some frames after it was laid out. A browser that keeps its timing to itself does not say when.
((codeList) => {
  const afterFirstPaint = (act) =>
    requestAnimationFrame(() => {
      let waiting = true;
      const once = () => {
        if (waiting) {
          waiting = false;
          act();
        }
      };
      new PerformanceObserver(once).observe({type: 'paint', buffered: true});
      setTimeout(once, 300);
    });

  const load = () => {
    const list = JSON.parse(document.querySelector(`[${codeList}]`).textContent);
    const scripts = list.map((src) => Object.assign(document.createElement('script'), {src, async: false}));
    scripts.at(-1).onload = () => dispatchEvent(new Event('sitecodeloaded'));
    document.head.append(...scripts);
  };

  // Nothing is painted before somebody looks.
  addEventListener('DOMContentLoaded', () => (document.hidden ? load() : afterFirstPaint(load)));
})(CODE_LIST);
