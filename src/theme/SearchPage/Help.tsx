import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import Translate, {translate} from '@docusaurus/Translate';
import {searchPath, versionOfTag} from '@site/src/site/searchTags';
import {LATEST} from '@site/src/site/versions';
import styles from './styles.module.css';

/** Queries of the kinds that search understands: a subject, a name of the API, pinyin, a message. */
const EXAMPLES = ['算子融合', 'tir.Schedule.compute_at', 'lianghua', 'Cannot find global function'];

/** What a reader can do who has asked for nothing yet, or found nothing. */
export default function Help({tag}: {tag: string}): ReactNode {
  const {path} = versionOfTag(tag) ?? LATEST;
  const pages = [
    ['/how_to', translate({id: 'search.suggest.tasks', message: 'Find a page by task'})],
    ['/how_to/errors', translate({id: 'search.suggest.errors', message: 'Error messages'})],
    ['/how_to/FAQ', translate({id: 'search.suggest.faq', message: 'Frequent questions'})],
    ['/reference/api/python', translate({id: 'search.suggest.api', message: 'Python API reference'})],
  ] as const;
  return (
    <section className={styles.help}>
      <p>
        <Translate id="search.help">
          Fewer or other words often find more. Subjects, API names, pinyin and lines of a log can be asked
          for:
        </Translate>
      </p>
      <ul>
        {EXAMPLES.map((query) => (
          <li key={query}>
            <Link to={searchPath(query, [tag])}>{query}</Link>
          </li>
        ))}
      </ul>
      <p>
        <Translate id="search.helpPages">Or begin with one of these pages:</Translate>
      </p>
      <ul>
        {pages.map(([below, title]) => (
          <li key={below}>
            <Link to={path + below}>{title}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
