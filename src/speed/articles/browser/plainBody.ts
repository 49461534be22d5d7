// Stands in for @theme/MDXContent around the body of a page of the documentation, which brings the components of
// Markdown itself where it has some (loader.js).
export {Fragment as default} from 'react';
