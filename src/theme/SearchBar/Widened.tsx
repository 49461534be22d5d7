import {useState, type ReactNode} from 'react';
import {createPortal} from 'react-dom';
import {widenedText} from '@site/src/search/messages';
import styles from './styles.module.css';

/** Says above the results in the dialog that nothing has the query word for word. */
export default function Widened(): ReactNode {
  const [panel] = useState(() => document.querySelector('.DocSearch-Dropdown'));
  return (
    panel &&
    createPortal(
      <p role="status" className={styles.widened}>
        {widenedText()}
      </p>,
      panel,
    )
  );
}
