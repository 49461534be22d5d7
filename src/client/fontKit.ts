import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import siteConfig from '@generated/docusaurus.config';

/** After so long without an answer the page stays with the fonts of the system. */
const TIMEOUT_MS = 3000;

/** Classes by which kits of this kind say what state they are in. */
const LOADING = 'wf-loading';
const INACTIVE = 'wf-inactive';

/** Keeps the classes of the kit where a route change rewrites all classes of the document. */
function keepClasses(): void {
  const {classList} = document.documentElement;
  let kept: string[] = [];
  new MutationObserver(() => {
    const present = [...classList].filter((name) => name.startsWith('wf-'));
    if (present.length > 0) {
      kept = present;
    } else {
      classList.add(...kept);
    }
  }).observe(document.documentElement, {attributeFilter: ['class']});
}

function loadKit(id: string): void {
  const {classList} = document.documentElement;
  const giveUp = () => {
    classList.remove(LOADING);
    classList.add(INACTIVE);
  };
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
  keepClasses();
  classList.add(LOADING);
  document.head.append(script);
}

// Part of sites that have a kit only, see docusaurus.config.ts.
const {fontKitId} = siteConfig.customFields as {fontKitId: string};

if (ExecutionEnvironment.canUseDOM) {
  if (document.readyState === 'complete') {
    loadKit(fontKitId);
  } else {
    window.addEventListener('load', () => loadKit(fontKitId), {once: true});
  }
}
