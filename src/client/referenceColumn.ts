import type {ClientModule} from '@docusaurus/types';

let end: (() => void) | undefined;

/** Where the left column of the API reference stands, loads what marks in it the name that is read. */
export const onRouteDidUpdate: NonNullable<ClientModule['onRouteDidUpdate']> = () => {
  end?.();
  end = undefined;
  const column = document.querySelector<HTMLElement>('.api-nav > div');
  if (column?.checkVisibility()) {
    void import('@site/src/browser/referenceNavigation').then(({followReader}) => {
      if (column.isConnected) {
        end?.();
        end = followReader(column);
      }
    });
  }
};
