import {useCallback, useEffect, useRef, useState, type RefCallback} from 'react';
import {useLocationChange, useScrollPosition} from '@docusaurus/theme-common/internal';

function findTarget(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/** Pixels. The browser, which holds the text in place while what is above it changes, may move by as much alone. */
const SLIGHT_MOVE = 3;

/** Decides whether the bar is shown: not while the reader scrolls down or has gone to a place on the page. */
export function useHideableNavbar(): {ref: RefCallback<HTMLElement>; visible: boolean} {
  const [visible, setVisible] = useState(true);
  const height = useRef(0);
  const jumps = useRef(false);
  const lastTop = useRef(0);
  const ref = useCallback((bar: HTMLElement | null) => {
    height.current = bar?.getBoundingClientRect().height ?? height.current;
  }, []);
  useEffect(() => {
    // Where the text is held by a scroll when the page gets another height, the reader has not moved.
    const observer = new ResizeObserver(() => (lastTop.current = window.scrollY));
    observer.observe(document.getElementById('__docusaurus')!);
    return () => observer.disconnect();
  }, []);
  useScrollPosition(({scrollY}) => {
    const jumped = jumps.current;
    const move = scrollY - lastTop.current;
    jumps.current = false;
    if (jumped || Math.abs(move) > SLIGHT_MOVE) {
      lastTop.current = scrollY;
    }
    // Asked for only where it counts, since the browser lays out the page to answer.
    const isAtEnd = () =>
      scrollY > document.documentElement.scrollHeight - window.innerHeight - height.current;
    if (scrollY < height.current || (!jumped && isAtEnd())) {
      setVisible(true);
    } else if (!jumped && Math.abs(move) > SLIGHT_MOVE) {
      setVisible(move < 0);
    }
  });
  useLocationChange(({location}) => {
    const target = findTarget(location.hash);
    jumps.current = target !== null;
    setVisible(target === null);
  });
  return {ref, visible};
}
