import {translate} from '@docusaurus/Translate';

/** What a reader is told where search can't be reached. */
export function unreachable(): {title: string; help: string} {
  return {
    title: translate({
      id: 'theme.SearchModal.errorScreen.titleText',
      message: 'Unable to fetch results',
    }),
    help: translate({
      id: 'theme.SearchModal.errorScreen.helpText',
      message: 'You might want to check your network connection.',
    }),
  };
}
