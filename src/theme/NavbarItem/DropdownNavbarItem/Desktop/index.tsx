// Replaces the stock component, whose menu Escape does not close and whose arrow keys scroll the page.
import {type KeyboardEvent, type ReactNode, useEffect, useRef, useState} from 'react';
import clsx from 'clsx';
import NavbarItem from '@theme/NavbarItem';
import type {Props} from '@theme/NavbarItem/DropdownNavbarItem/Desktop';
import NavbarNavLink from '@theme/NavbarItem/NavbarNavLink';

/** Calls a function at what a reader does outside an element. */
function useOutside(ref: {readonly current: HTMLElement | null}, onOutside: () => void): void {
  useEffect(() => {
    const listener = ({target}: Event) => ref.current?.contains(target as Node) || onOutside();
    const types = ['mousedown', 'touchstart', 'focusin'];
    types.forEach((type) => document.addEventListener(type, listener));
    return () => types.forEach((type) => document.removeEventListener(type, listener));
  });
}

/** Which of a number of entries a key leads to from one of them; undefined for other keys. */
function entryAfter(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count;
    case 'ArrowUp':
      return (current <= 0 ? count : current) - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

export default function DropdownNavbarItemDesktop({
  items,
  position,
  className,
  onClick: _onClick,
  ...props
}: Props): ReactNode {
  const ref = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  /** Whether the pointer opens the menu; not again before it has left, where Escape closed it. */
  const [hoverable, setHoverable] = useState(true);
  useOutside(ref, () => setOpen(false));
  useEffect(() => {
    const onEscape = ({key}: globalThis.KeyboardEvent) => {
      if (key !== 'Escape') {
        return;
      }
      setOpen(false);
      setHoverable(!ref.current!.matches(':hover'));
      if (ref.current!.querySelector('ul')!.contains(document.activeElement)) {
        ref.current!.querySelector('a')!.focus();
      }
    };
    document.addEventListener('keydown', onEscape);
    return () => document.removeEventListener('keydown', onEscape);
  }, []);
  const onArrow = (event: KeyboardEvent) => {
    const links = [...ref.current!.querySelectorAll<HTMLElement>('ul a')];
    const current = links.indexOf(document.activeElement as HTMLElement);
    const next = open || current >= 0 ? entryAfter(event.key, current, links.length) : undefined;
    if (next !== undefined) {
      event.preventDefault();
      links[next]!.focus();
    }
  };
  return (
    <div
      ref={ref}
      onKeyDown={onArrow}
      onMouseLeave={() => setHoverable(true)}
      className={clsx(
        'navbar__item dropdown',
        hoverable && 'dropdown--hoverable',
        position === 'right' && 'dropdown--right',
        open && 'dropdown--show',
      )}
    >
      <NavbarNavLink
        aria-haspopup="true"
        aria-expanded={open}
        role="button"
        // What has no address takes no focus.
        href={props.to ? undefined : '#'}
        className={clsx('navbar__link', className)}
        {...props}
        onClick={props.to ? undefined : (event) => event.preventDefault()}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault();
            setOpen(!open);
          }
        }}
      >
        {props.children ?? props.label}
      </NavbarNavLink>
      <ul className="dropdown__menu">
        {items.map((item, i) => (
          <NavbarItem isDropdownItem activeClassName="dropdown__link--active" {...item} key={i} />
        ))}
      </ul>
    </div>
  );
}
