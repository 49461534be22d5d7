/* global LABEL, document, window, addEventListener */
// Runs at the beginning of every page: the keys that open the search do so at once, also where its code is not there yet.
// What is typed into this field goes on in the dialog, see src/theme/SearchBar/field.ts.
((label) => {
  window.openSearchField = (text = '') => {
    if (document.querySelector('.DocSearch-Container, #search-field')) {
      return;
    }
    const field = document.createElement('input');
    const value = text || window.getSelection().toString().slice(0, 64);
    Object.assign(field, {id: 'search-field', type: 'search', value, placeholder: label, ariaLabel: label});
    field.setAttribute('autocomplete', 'off');
    field.addEventListener('keydown', (event) => {
      if (event.isComposing || event.keyCode === 229) {
        return;
      }
      if (event.key === 'Escape') {
        field.remove();
      } else if (event.key === 'Enter') {
        field.dataset.enter = '';
      }
    });
    for (const type of ['compositionstart', 'compositionend']) {
      field.addEventListener(type, () => field.toggleAttribute('data-composing', type.endsWith('start')));
    }
    document.body.append(field);
    field.focus();
    if (!text) {
      field.select();
    }
  };
  addEventListener(
    'keydown',
    (event) => {
      const {key, ctrlKey, metaKey, altKey, target} = event;
      const typing = target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
      const modified = ctrlKey || metaKey;
      if (modified ? key?.toLowerCase() === 'k' : key === '/' && !altKey && !typing) {
        event.preventDefault();
        window.openSearchField();
      }
    },
    true,
  );
})(LABEL);
