// Stands in for react-helmet-async in the browser, where it takes 6 KB with what it brings; the server keeps it. Both
// are used through @docusaurus/Head.
import {Fragment, useLayoutEffect, useState} from 'react';
import {type Head, type HeadProps, mergeHeads, readHead} from './mergeHeads';
import {updateDocument} from './updateDocument';

/** What the places on the page ask, in the order in which they came. */
const heads = new Map<object, Head>();
let frame = 0;

function write(): void {
  updateDocument(mergeHeads([...heads.values()]));
}

function update(): void {
  cancelAnimationFrame(frame);
  if ([...heads.values()].at(-1)?.defer === false) {
    write();
  } else {
    frame = requestAnimationFrame(write);
  }
}

export const HelmetProvider = Fragment;

/** Asks something of the document's head as long as it is on the page. */
export function Helmet(props: HeadProps): null {
  const [place] = useState<object>(() => ({}));
  useLayoutEffect(() => {
    heads.set(place, readHead(props));
    update();
  });
  useLayoutEffect(
    () => () => {
      heads.delete(place);
      update();
    },
    [place],
  );
  return null;
}
