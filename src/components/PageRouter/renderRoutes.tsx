// Stands in for react-router-config's function of this name: that makes an element for every route of the site, and visits
// them one by one, at each navigation.
import {useContext, useMemo, type ComponentType, type ReactNode} from 'react';
import {__RouterContext as RouterContext, matchPath, type RouteComponentProps} from 'react-router';

/** A route, as far as it decides what is rendered. */
interface Route {
  path?: string;
  exact?: boolean;
  strict?: boolean;
  component: ComponentType<RouteComponentProps & {route: Route}>;
}

function MatchedRoute({routes}: {routes: readonly Route[]}): ReactNode {
  const outer = useContext(RouterContext);
  const [index, context] = useMemo(() => {
    const matches = (route: Route) => (route.path ? matchPath(outer.location.pathname, route) : outer.match);
    const first = routes.findIndex(matches);
    return [first, first < 0 ? undefined : {...outer, match: matches(routes[first]!)!}] as const;
  }, [routes, outer]);
  if (!context) {
    return null;
  }
  const route = routes[index]!;
  return (
    // Another route begins anew, even if its component is the same.
    <RouterContext.Provider key={index} value={context}>
      <route.component {...context} route={route} />
    </RouterContext.Provider>
  );
}

/**
 * Renders the first of the routes that the address of the page matches.
 *
 * @returns nothing where there are no routes
 */
export function renderRoutes(routes?: readonly Route[]): ReactNode {
  return routes ? <MatchedRoute routes={routes} /> : null;
}
