import {useLayoutEffect, useState} from 'react';
import {useLocation} from '@docusaurus/router';

interface Place {
  pages: number;
  y: number;
}

/** Where readers left the results of an address, by the key of its entry in the history. */
const places = new Map<string, Place>();

/** Keeps for each visit of the page how many pages of results it shows and how far down it is: who comes back is there. */
export function usePlace(): {pages: number; showMore: () => void} {
  const {key = ''} = useLocation();
  const [shown, setShown] = useState({key, pages: places.get(key)?.pages ?? 1});
  const pages = shown.key === key ? shown.pages : (places.get(key)?.pages ?? 1);
  useLayoutEffect(() => {
    const {y = 0} = places.get(key) ?? {};
    places.set(key, {pages, y});
    if (y > 0) {
      window.scrollTo({top: y, behavior: 'instant'});
    }
    const remember = () => places.set(key, {pages, y: window.scrollY});
    // Until this page is gone for the next one, which begins at its top.
    addEventListener('scroll', remember, {passive: true});
    return () => removeEventListener('scroll', remember);
  }, [key, pages]);
  return {pages, showMore: () => setShown({key, pages: pages + 1})};
}
