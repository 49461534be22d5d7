// Replaces the stock bar: DocSearch's button and key handling carry the whole library into every page, so these are
// ours, and DocSearch is fetched when the search opens for the first time.
import {useCallback, useEffect, useRef, useState, type ComponentType, type ReactNode} from 'react';
import {createPortal} from 'react-dom';
import {translate} from '@docusaurus/Translate';
import {unreachable} from '@site/src/search/messages';
import {findField, openField, whenComposed} from './field';
import type {ModalProps} from './Modal';
import styles from './styles.module.css';
import {useSearchKeys} from './useSearchKeys';

/** Says that the dialog itself can't be fetched. */
function Failure(): ReactNode {
  const {title, help} = unreachable();
  return createPortal(
    <p role="alert" className={styles.failure}>
      {title} · {help}
    </p>,
    document.body,
  );
}

type Loading = 'idle' | 'loading' | 'failed';

export default function SearchBar(): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const [Modal, setModal] = useState<ComponentType<ModalProps>>();
  const [dialog, setDialog] = useState<{query: string; opening: number}>();
  const [loading, setLoading] = useState<Loading>('idle');
  const isOpen = dialog !== undefined;
  // As keys have to know it: a result closes the dialog before the next frame shows that.
  const state = useRef({isOpen: false, openings: 0});

  const load = useCallback(async () => {
    const {default: loaded, loadStyles} = await import('./Modal');
    await loadStyles();
    setModal(() => loaded);
  }, []);
  const open = useCallback(
    (initial = '') => {
      setLoading('loading');
      openField(initial);
      const field = findField();
      const ready = async () => {
        await load();
        await (field && whenComposed(field));
      };
      ready().then(
        () => {
          setLoading('idle');
          if (field && !field.isConnected && !state.current.isOpen) {
            // Escape took it away in the meantime.
            return;
          }
          state.current.isOpen = true;
          state.current.openings += 1;
          setDialog({query: field?.value ?? initial, opening: state.current.openings});
        },
        (error) => {
          console.warn(error);
          field?.remove();
          setLoading('failed');
        },
      );
    },
    [load],
  );
  const close = useCallback(() => {
    state.current.isOpen = false;
    setDialog(undefined);
  }, []);
  useSearchKeys({state, open, close, button});
  // After the dialog is gone, since until then the page behind it can't have the focus.
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      button.current?.focus();
    }
    wasOpen.current = isOpen;
  }, [isOpen]);

  const label = translate({id: 'theme.SearchBar.label', message: 'Search'});
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={label}
        aria-haspopup="dialog"
        aria-busy={loading === 'loading'}
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => open()}
      >
        <svg width="18" height="18" viewBox="0 0 20 20" aria-hidden="true">
          <path
            d="m14.4 14.4 4.1 4.1M9 16A7 7 0 1 0 9 2a7 7 0 0 0 0 14Z"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
          />
        </svg>
        <span className={styles.label}>{label}</span>
      </button>
      {loading === 'failed' && <Failure />}
      {dialog && Modal && <Modal key={dialog.opening} initialQuery={dialog.query} onClose={close} />}
    </>
  );
}
