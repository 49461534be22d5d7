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

/** What a reader is told where nothing has the query word for word. */
export function widenedText(): string {
  return translate({
    id: 'search.widened',
    message: 'Nothing has this word for word; these come nearest.',
    description: 'Above the results of a search that was widened',
  });
}
