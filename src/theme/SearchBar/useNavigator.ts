import {useMemo} from 'react';
import type {DocSearchModalProps} from '@docsearch/react';
import {useHistory} from '@docusaurus/router';
import {markOnLanding} from '@site/src/search/landing';
import {isExternal, type ResultUrlRules} from '@site/src/search/resultUrl';

type Navigator = Required<NonNullable<DocSearchModalProps['navigator']>>;

/** Where the keys lead to from a result: here, to a new tab, to a new window. */
export function useNavigator(rules: ResultUrlRules): Navigator {
  const history = useHistory();
  return useMemo(
    () => ({
      navigate({itemUrl, state}) {
        if (isExternal(itemUrl, rules)) {
          window.location.assign(itemUrl);
        } else {
          markOnLanding(state.query, itemUrl);
          history.push(itemUrl);
        }
      },
      navigateNewTab: ({itemUrl}) => void window.open(itemUrl, '_blank', 'noopener'),
      navigateNewWindow: ({itemUrl}) => void window.open(itemUrl, '_blank', 'noopener,popup'),
    }),
    [history, rules],
  );
}
