import type {ReactNode} from 'react';
import Link from '@docusaurus/Link';
import type {SearchHit} from '@site/src/site/searchTypes';
import styles from './styles.module.css';

interface Group {
  page: string;
  hits: SearchHit[];
}

/** Hits by page, a page where its best hit stands. */
function groupByPage(hits: SearchHit[]): Group[] {
  const groups = new Map<string, SearchHit[]>();
  for (const hit of hits) {
    const page = hit.url.split('#')[0]!;
    groups.set(page, [...(groups.get(page) ?? []), hit]);
  }
  return [...groups].map(([page, grouped]) => ({page, hits: grouped}));
}

function headings({highlighted: {hierarchy}}: SearchHit): string[] {
  return [hierarchy.lvl2, hierarchy.lvl3, hierarchy.lvl4].filter((text): text is string => text !== null);
}

function Hit({hit}: {hit: SearchHit}): ReactNode {
  const path = headings(hit);
  const {content} = hit.highlighted;
  return (
    <li>
      {path.length > 0 && <Link to={hit.url} dangerouslySetInnerHTML={{__html: path.join(' › ')}} />}
      {content && <p dangerouslySetInnerHTML={{__html: content}} />}
    </li>
  );
}

/** What was found, by page. Texts are escaped by the engine; `mark` is the only markup in them. */
export default function Results({hits}: {hits: SearchHit[]}): ReactNode {
  return (
    <ol className={styles.results}>
      {groupByPage(hits).map(({page, hits: grouped}) => (
        <li key={page}>
          <h2>
            <Link to={page}>{grouped[0]!.hierarchy.lvl1 ?? page}</Link>
            <span className={styles.part}>{grouped[0]!.hierarchy.lvl0}</span>
          </h2>
          <ul>
            {grouped.map((hit) => (
              <Hit key={hit.objectID} hit={hit} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
