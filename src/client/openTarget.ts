import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import {openAround} from '@site/src/browser/openAround';

/** A link into something folded opens it; not all browsers do, and none does where the router scrolls. */
function openTarget(): void {
  let id = window.location.hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    // The id is as it is written.
  }
  const target = id ? document.getElementById(id) : null;
  if (target && openAround(target)) {
    target.scrollIntoView();
  }
}

if (ExecutionEnvironment.canUseDOM) {
  window.addEventListener('hashchange', openTarget);
}

export function onRouteDidUpdate(): void {
  openTarget();
}
