import {useContext, useDeferredValue, type PropsWithChildren, type ReactNode} from 'react';
import {__RouterContext as RouterContext} from 'react-router';

/**
 * Around what frames a page: a new address reaches it once the page is rendered, since it shows little of the address
 * and the reader waits for the page.
 */
export function AfterPage({children}: PropsWithChildren): ReactNode {
  const router = useDeferredValue(useContext(RouterContext));
  return <RouterContext.Provider value={router}>{children}</RouterContext.Provider>;
}
