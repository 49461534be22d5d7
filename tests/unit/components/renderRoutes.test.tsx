import {renderToString} from 'react-dom/server';
import {StaticRouter, useRouteMatch, type RouteComponentProps} from 'react-router';
import {describe, expect, it} from 'vitest';
import {renderRoutes} from '@site/src/components/PageRouter/renderRoutes';

type Routes = NonNullable<Parameters<typeof renderRoutes>[0]>;
type Props = RouteComponentProps & {route: {path?: string; routes?: Routes}};

function Layout({route}: Props) {
  return <main>{renderRoutes(route.routes)}</main>;
}

/** Says which route it is for, and what is known below it about the match. */
function Page({route, match, location}: Props) {
  const inner = useRouteMatch();
  return [route.path ?? 'none', match.url, inner.url, String(inner.isExact), location.hash].join(' ');
}

const page = (path?: string) => ({path, exact: true, component: Page as Routes[number]['component']});
const layout = (path: string, routes: Routes) => ({
  path,
  routes,
  component: Layout as Routes[number]['component'],
});
const ROUTES: Routes = [
  page('/docs'),
  layout('/docs', [page('/docs/0.12.0'), layout('/docs', [page('/docs/a'), page('/docs/a'), page()])]),
  page('*'),
];

const render = (address: string, routes?: Routes) =>
  renderToString(<StaticRouter location={address}>{renderRoutes(routes)}</StaticRouter>);

describe('the routes of an address', () => {
  it.each([
    ['/docs', '/docs /docs /docs true '],
    ['/docs/0.12.0#b', '<main>/docs/0.12.0 /docs/0.12.0 /docs/0.12.0 true #b</main>'],
    ['/docs/A', '<main><main>/docs/a /docs/A /docs/A true </main></main>'],
    ['/docs/c', '<main><main>none /docs /docs false </main></main>'],
    ['/blog', '* /blog /blog true '],
  ])('of %s are the first that match', (address, html) => {
    expect(render(address, ROUTES)).toBe(html);
  });

  it('are none where none matches, or where there are none', () => {
    expect(render('/blog', ROUTES.slice(0, 2))).toBe('');
    expect(render('/docs')).toBe('');
  });
});
