import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import {repairAddress} from '../site/addresses';

// The router throws where the address can't be decoded, and the page would be empty. Repaired, it is one that no route has,
// for which the page of missing pages is shown.
if (ExecutionEnvironment.canUseDOM) {
  const {pathname, search, hash} = window.location;
  const repaired = repairAddress(pathname);
  if (repaired !== pathname) {
    window.history.replaceState(window.history.state, '', repaired + search + hash);
  }
}
