import type {Locator} from 'playwright-core';
import type {Visitor} from './visitor';

/** The search dialog as a visitor uses it. */
export interface SearchDialog {
  input(): Locator;
  hits(): Locator;
  /** The result that Enter would choose. */
  active(): Locator;
  /** Opens it and waits for its field. */
  open(key?: string): Promise<void>;
  /** Asks, and waits for results. */
  ask(query: string): Promise<void>;
  /** Goes to the active result with Enter, and tells where it led. */
  choose(): Promise<string>;
  /** Waits until the dialog is gone and the page that a result leads to is there. */
  arriveAt(href: string): Promise<void>;
  isOpen(): Promise<boolean>;
  /** Where the results lead. */
  links(): Promise<string[]>;
}

/** Gives access to the search dialog of the page that a visitor is on. */
export function searchDialog(visitor: Visitor): SearchDialog {
  const find = (selector: string) => visitor.page.locator(selector);
  const dialog: SearchDialog = {
    input: () => find('.DocSearch-Input'),
    hits: () => find('.DocSearch-Hit'),
    active: () => find('.DocSearch-Hit[aria-selected="true"]'),
    async open(key = '/') {
      await visitor.page.keyboard.press(key);
      await dialog.input().waitFor();
    },
    async ask(query) {
      await dialog.input().fill(query);
      // The hits of the start screen have no such foot.
      await find('.DocSearch-HitsFooter').waitFor();
    },
    async choose() {
      const href = (await dialog.active().locator('a').getAttribute('href'))!;
      await visitor.page.keyboard.press('Enter');
      await dialog.arriveAt(href);
      return href;
    },
    async arriveAt(href) {
      const path = decodeURIComponent(href);
      await dialog.input().waitFor({state: 'detached'});
      await visitor.page.waitForURL((url) => decodeURIComponent(url.pathname + url.hash) === path);
      // The address changes before the page does.
      await visitor.page.waitForFunction((pathname) => {
        const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')!;
        return decodeURIComponent(new URL(canonical.href).pathname) === pathname;
      }, path.split('#')[0]!);
    },
    isOpen: async () => (await dialog.input().count()) > 0,
    links: () => find('.DocSearch-Hit a').evaluateAll((all) => all.map((link) => link.getAttribute('href')!)),
  };
  return dialog;
}
