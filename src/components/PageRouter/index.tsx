// Stands in for react-router's own router in the browser: with that, every change of the address has React visit whatever
// asks for it, although Docusaurus shows the old page until the next one has loaded.
import {useCallback, useState, useSyncExternalStore, type PropsWithChildren, type ReactNode} from 'react';
import {createBrowserHistory, type Location} from 'history';
import {__HistoryContext as HistoryContext, __RouterContext as RouterContext, useHistory} from 'react-router';

/**
 * Gives the page the browser's history. The address that a page shows is given by Docusaurus' `PendingNavigation`; what
 * stands outside of it, such as the page for a crash, gets the address as it is when that is rendered.
 */
export function BrowserRouter({children}: PropsWithChildren): ReactNode {
  const [history] = useState(() => createBrowserHistory());
  // Always the same object, so that nothing is rendered for a change of the address alone.
  const [outside] = useState(() => ({
    history,
    get location() {
      return history.location;
    },
    match: {path: '/', url: '/', params: {}, isExact: false},
  }));
  return (
    <HistoryContext.Provider value={history}>
      <RouterContext.Provider value={outside}>{children}</RouterContext.Provider>
    </HistoryContext.Provider>
  );
}

/** The address as it is, whether or not its page is shown yet. */
export function useHistoryLocation(): Location {
  const history = useHistory();
  const subscribe = useCallback((onChange: () => void) => history.listen(onChange), [history]);
  const read = () => history.location;
  return useSyncExternalStore(subscribe, read, read);
}
