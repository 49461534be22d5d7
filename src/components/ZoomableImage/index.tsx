import type {ReactNode} from 'react';
import {translate} from '@docusaurus/Translate';

interface Props {
  /** What the picture shows. */
  alt: string;
  /** The picture. */
  children: ReactNode;
}

/** A picture that is shown by itself on a click: `src/client/articleActions.ts` listens for the whole page. */
export default function ZoomableImage({alt, children}: Props): ReactNode {
  return (
    <button
      type="button"
      className="zoomable"
      data-zoom=""
      data-hint={translate({
        id: 'image.hint',
        message: 'Tap to enlarge',
        description: 'Sign below a picture on a phone',
      })}
      aria-label={translate(
        {id: 'image.enlarge', message: 'Enlarge the picture: {alt}', description: 'ARIA label of a picture'},
        {alt},
      )}
    >
      {children}
    </button>
  );
}
