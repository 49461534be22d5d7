import {useMemo} from 'react';
import type {DocSearchModalProps} from '@docsearch/react';
import {useHistory} from '@docusaurus/router';
import {isExternal, type ResultUrlRules} from '@site/src/search/resultUrl';

type Navigator = Required<NonNullable<DocSearchModalProps['navigator']>>;

/** Where the keys lead to from a result: here, to a new tab, to a new window. */
export function useNavigator(rules: ResultUrlRules): Navigator {
  const history = useHistory();
  return useMemo(
    () => ({
      navigate({itemUrl}) {
        if (isExternal(itemUrl, rules)) {
          window.location.assign(itemUrl);
        } else {
          history.push(itemUrl);
        }
      },
      navigateNewTab: ({itemUrl}) => void window.open(itemUrl, '_blank', 'noopener'),
      navigateNewWindow: ({itemUrl}) => void window.open(itemUrl, '_blank', 'noopener,popup'),
    }),
    [history, rules],
  );
}
