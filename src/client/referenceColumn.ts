/** Where the left column of the API reference stands, loads what marks in it the name that is read. */
export function onRouteDidUpdate(): void {
  if (document.querySelector('.api-nav')?.checkVisibility()) {
    void import('@site/src/browser/referenceNavigation').then(({followReader}) => followReader());
  }
}
