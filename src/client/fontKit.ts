import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import siteConfig from '@generated/docusaurus.config';

/** After so long without an answer the page stays with the fonts of the system. */
const TIMEOUT_MS = 3000;

/** Classes by which kits of this kind say what state they are in. */
const LOADING = 'wf-loading';
const INACTIVE = 'wf-inactive';

function loadKit(id: string): void {
  const {classList} = document.documentElement;
  const giveUp = () => classList.replace(LOADING, INACTIVE);
  const timer = setTimeout(giveUp, TIMEOUT_MS);
  const script = Object.assign(document.createElement('script'), {
    src: `https://use.typekit.net/${id}.js`,
    async: true,
    onload: () => {
      clearTimeout(timer);
      try {
        (window as {Typekit?: {load(): void}}).Typekit?.load();
      } catch (error) {
        console.error(error);
        giveUp();
      }
    },
    onerror: () => {
      clearTimeout(timer);
      giveUp();
    },
  });
  classList.add(LOADING);
  document.head.append(script);
}

const {fontKitId} = siteConfig.customFields as {fontKitId?: string};

if (ExecutionEnvironment.canUseDOM && fontKitId) {
  if (document.readyState === 'complete') {
    loadKit(fontKitId);
  } else {
    window.addEventListener('load', () => loadKit(fontKitId), {once: true});
  }
}
