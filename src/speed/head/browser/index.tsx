// Stands in for react-helmet-async in the browser, where it takes 6 KB with what it brings; the server keeps it. Both
// are used through @docusaurus/Head.
import {Fragment, useLayoutEffect, useState} from 'react';
import {type Head, type HeadProps, mergeHeads, mergeRoots, readHead} from './mergeHeads';
import {updateHead, updateRoots} from './updateDocument';

/** What the places on the page ask, in the order in which they came. */
const heads = new Map<object, Head>();
let frame = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const readHeads = () => [...heads.values()];

function update(): void {
  cancelAnimationFrame(frame);
  clearTimeout(timer);
  if (readHeads().at(-1)?.defer === false) {
    updateRoots(mergeRoots(readHeads()));
    updateHead(mergeHeads(readHeads()));
    return;
  }
  frame = requestAnimationFrame(() => {
    updateRoots(mergeRoots(readHeads()));
    // The reader sees none of the rest.
    timer = setTimeout(() => updateHead(mergeHeads(readHeads())));
  });
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
