// Replaces the stock list: Chinese tags have no first letters, and sorting them by the reader's locale gives the browser
// another order than the server.
import type {ReactNode} from 'react';
import Tag from '@theme/Tag';
import type {Props} from '@theme/TagsListByLetter';
import styles from './styles.module.css';

export default function TagsList({tags}: Props): ReactNode {
  return (
    <ul className={styles.tags}>
      {tags
        .toSorted((a, b) => (a.permalink < b.permalink ? -1 : 1))
        .map((tag) => (
          <li key={tag.permalink}>
            <Tag {...tag} />
          </li>
        ))}
    </ul>
  );
}
