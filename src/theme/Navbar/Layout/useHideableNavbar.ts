import {useCallback, useRef, useState, type RefCallback} from 'react';
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
  const last = useRef({scrollY: 0, scrollHeight: 0});
  const ref = useCallback((bar: HTMLElement | null) => {
    height.current = bar?.getBoundingClientRect().height ?? height.current;
  }, []);
  useScrollPosition(({scrollY}) => {
    const {scrollHeight} = document.documentElement;
    const jumped = jumps.current;
    const move = scrollY - last.current.scrollY;
    const resized = scrollHeight !== last.current.scrollHeight;
    jumps.current = false;
    if (jumped || resized || Math.abs(move) > SLIGHT_MOVE) {
      last.current = {scrollY, scrollHeight};
    }
    const atEnd = scrollY > scrollHeight - window.innerHeight - height.current;
    if (scrollY < height.current || (atEnd && !jumped)) {
      setVisible(true);
    } else if (!jumped && !resized && Math.abs(move) > SLIGHT_MOVE) {
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
