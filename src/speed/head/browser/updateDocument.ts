import type {Attributes, MergedHead, MergedRoots} from './mergeHeads';

/** Marks what this code and the server's, which is react-helmet-async, have put there. */
const MARK = 'data-rh';

function createElement(type: string, {innerHTML, cssText, ...attributes}: Attributes): Element {
  const element = document.createElement(type);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value ?? '');
  }
  element.setAttribute(MARK, 'true');
  if (innerHTML !== undefined) {
    element.innerHTML = innerHTML;
  }
  if (cssText !== undefined) {
    element.append(cssText);
  }
  return element;
}

/** Elements that are there already stay, so that no script runs and no stylesheet loads again. */
function updateElements(type: string, wanted: readonly Attributes[]): void {
  const old = new Set(document.head.querySelectorAll(`${type}[${MARK}]`));
  const added = wanted
    .map((tag) => createElement(type, tag))
    .filter((element) => {
      const same = [...old].find((other) => other.isEqualNode(element));
      return !(same && old.delete(same));
    });
  old.forEach((element) => element.remove());
  document.head.append(...added);
}

function updateAttributes(element: Element | null, attributes: Attributes): void {
  if (!element) {
    return;
  }
  const names = Object.keys(attributes);
  const old = element.getAttribute(MARK)?.split(',') ?? [];
  old.filter((name) => !names.includes(name)).forEach((name) => element.removeAttribute(name));
  for (const name of names) {
    const value = String(attributes[name] ?? '');
    if (element.getAttribute(name) !== value) {
      element.setAttribute(name, value);
    }
  }
  if (names.length > 0) {
    if (names.join() !== old.join()) {
      element.setAttribute(MARK, names.join());
    }
  } else if (old.length > 0) {
    element.removeAttribute(MARK);
  }
}

/** Gives `html` and `body` their attributes, by which pages are styled. */
export function updateRoots({html, body}: MergedRoots): void {
  updateAttributes(document.body, body);
  updateAttributes(document.documentElement, html);
}

/** Makes the document's head what it is to be. */
export function updateHead({title, titleAttributes, elements}: MergedHead): void {
  if (title !== undefined && document.title !== title) {
    document.title = title;
  }
  updateAttributes(document.querySelector('title'), titleAttributes);
  Object.entries(elements).forEach(([type, wanted]) => updateElements(type, wanted));
}
