import siteConfig from '@generated/docusaurus.config';
import {SEARCH_STYLESHEET} from '@site/src/site/searchIndex';

/** Fetches the stylesheet of the dialog, once. It comes before all others, so that those of the site win. */
export function loadStyles(): Promise<void> {
  const href = siteConfig.baseUrl + SEARCH_STYLESHEET;
  if (document.querySelector(`link[href="${href}"]`)) {
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), {rel: 'stylesheet', href});
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(href));
    };
    document.head.prepend(link);
  });
}
