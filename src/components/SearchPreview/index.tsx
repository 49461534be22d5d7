import type {ComponentType} from 'react';
import type {NoticeProps} from './Notice';

/** Says in the preview of the site which index its search asks. The built site asks its own and has none of this. */
const SearchPreview: ComponentType<NoticeProps> =
  // The bundler's constant, not a setting, and read here, so that it leaves out what only a preview needs.
  // eslint-disable-next-line no-restricted-properties
  process.env.NODE_ENV === 'development'
    ? // eslint-disable-next-line @typescript-eslint/no-require-imports
      (require('./Notice') as {default: ComponentType<NoticeProps>}).default
    : () => null;

export default SearchPreview;
