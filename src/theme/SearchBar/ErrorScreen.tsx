import {useEffect, useState, type ReactNode} from 'react';
import {createPortal} from 'react-dom';
import {unreachable} from '@site/src/search/messages';

/**
 * Says in the dialog that the engine can't be reached. DocSearch has such a screen, but the library below it takes the
 * failure for the end of the search and shows at once that nothing was found; the stylesheet puts this in its place.
 */
export default function ErrorScreen(): ReactNode {
  const [panel] = useState(() => document.querySelector('.DocSearch-Dropdown'));
  const {title, help} = unreachable();
  useEffect(() => {
    panel?.setAttribute('data-failed', '');
    return () => panel?.removeAttribute('data-failed');
  }, [panel]);
  return (
    panel &&
    createPortal(
      <div className="DocSearch-ErrorScreen" role="alert">
        <p className="DocSearch-Title">{title}</p>
        <p className="DocSearch-Help">{help}</p>
      </div>,
      panel,
    )
  );
}
