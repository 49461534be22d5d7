// Wraps the stock texts: a few of them are put otherwise by the theme than by DocSearch, whose dialog shows them.
import {translate} from '@docusaurus/Translate';
import translations from '@theme-original/SearchTranslations';

const {modal} = translations;

export default {
  ...translations,
  modal: {
    ...modal,
    footer: {
      ...modal.footer,
      selectText: translate({id: 'theme.SearchModal.footer.selectText', message: 'to select'}),
      navigateText: translate({id: 'theme.SearchModal.footer.navigateText', message: 'to navigate'}),
      closeText: translate({id: 'theme.SearchModal.footer.closeText', message: 'to close'}),
    },
    noResultsScreen: {
      ...modal.noResultsScreen,
      noResultsText: translate({
        id: 'theme.SearchModal.noResultsScreen.noResultsText',
        message: 'No results for',
      }),
    },
  },
};
