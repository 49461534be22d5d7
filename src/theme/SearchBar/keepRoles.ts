const PANEL_ID = 'docsearch-panel';

function setAll(container: Element, selector: string, name: string, value: string): void {
  container.querySelectorAll(selector).forEach((element) => element.setAttribute(name, value));
}

/** Does once what `keepRoles` keeps up. */
function repairRoles(container: Element): void {
  container.removeAttribute('aria-controls');
  setAll(container, '[role="listbox"]', 'role', 'tree');
  setAll(container, '[role="option"]', 'role', 'treeitem');
  setAll(container, `input[aria-controls]:not([aria-controls="${PANEL_ID}"])`, 'aria-controls', PANEL_ID);
}

/**
 * Keeps the roles in DocSearch's dialog true while it renders. Its results hold links and buttons, which options of a list
 * box must not and items of a tree may, and what it names as controlled by the field are ids that nothing has.
 *
 * @returns what ends that
 */
export function keepRoles(container: Element): () => void {
  container.querySelector('.DocSearch-Dropdown')?.setAttribute('id', PANEL_ID);
  repairRoles(container);
  const observer = new MutationObserver(() => repairRoles(container));
  observer.observe(container, {childList: true, subtree: true, attributeFilter: ['aria-controls']});
  return () => observer.disconnect();
}
