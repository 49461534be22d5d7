import {useCallback, useRef, useState, type RefCallback} from 'react';
import {useLocationChange, useScrollPosition} from '@docusaurus/theme-common/internal';

function findTarget(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/** Decides whether the bar is shown: not while the reader scrolls down or has gone to a place on the page. */
export function useHideableNavbar(): {ref: RefCallback<HTMLElement>; visible: boolean} {
  const [visible, setVisible] = useState(true);
  const height = useRef(0);
  const jumps = useRef(false);
  const ref = useCallback((bar: HTMLElement | null) => {
    height.current = bar?.getBoundingClientRect().height ?? height.current;
  }, []);
  useScrollPosition(({scrollY}, last) => {
    const jumped = jumps.current;
    jumps.current = false;
    const end = document.documentElement.scrollHeight - window.innerHeight;
    if (scrollY < height.current) {
      setVisible(true);
    } else if (!jumped) {
      setVisible(scrollY > end - height.current || !last?.scrollY || scrollY < last.scrollY);
    }
  });
  useLocationChange(({location}) => {
    const target = findTarget(location.hash);
    jumps.current = target !== null;
    setVisible(target === null);
  });
  return {ref, visible};
}
