import {memo, type MouseEvent, type ReactNode} from 'react';
import isInternalUrl from '@docusaurus/isInternalUrl';
import {useLinkHandlers} from '@site/src/browser/linkHandlers';
import {escapeHtml} from '@site/src/site/codeTokens';
import {markOnLanding} from '@site/src/search/landing';
import {nameOfKind} from '@site/src/search/kinds';
import {kindOf} from '@site/src/site/searchKind';
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

interface ResultLinkProps {
  to: string;
  html: string;
}

/** A plain link: results are many, and the list that holds them does for its links what `Link` does for each. */
function ResultLink({to, html}: ResultLinkProps): ReactNode {
  const outside = !isInternalUrl(to) && {target: '_blank', rel: 'noopener noreferrer'};
  // eslint-disable-next-line @docusaurus/no-html-links
  return <a href={to} {...outside} dangerouslySetInnerHTML={{__html: html}} />;
}

/** What a hit is called: its headings below the page's title, else that. */
function titleOf({highlighted: {hierarchy}}: SearchHit): string {
  const below = [hierarchy.lvl2, hierarchy.lvl3, hierarchy.lvl4].filter((text) => text !== null);
  return below.join(' › ') || (hierarchy.lvl1 ?? '');
}

function Hit({hit, isFirst}: {hit: SearchHit; isFirst: boolean}): ReactNode {
  const {content, signature} = hit.highlighted;
  const Title = isFirst ? 'h2' : 'h3';
  return (
    <li>
      <Title>
        <ResultLink to={hit.url} html={titleOf(hit)} />
      </Title>
      {signature && <code className={styles.signature} dangerouslySetInnerHTML={{__html: signature}} />}
      {content && <p dangerouslySetInnerHTML={{__html: content}} />}
    </li>
  );
}

/** What was found, by page. Texts are escaped by the engine; `mark` is the only markup in them. */
function Results({query, hits}: {query: string; hits: SearchHit[]}): ReactNode {
  const {onClick, ...handlers} = useLinkHandlers();
  const follow = (event: MouseEvent<HTMLElement>) => {
    onClick?.(event);
    const link = (event.target as Element).closest('a');
    if (link && event.defaultPrevented) {
      markOnLanding(query, link.href);
    }
  };
  return (
    // The handlers belong to the links inside, which are keyboard-operable by themselves.
    <ol className={styles.results} onClick={follow} {...handlers}>
      {groupByPage(hits).map(({page, hits: grouped}) => (
        <li key={page}>
          <p className={styles.part}>
            <span>{nameOfKind(kindOf(page))}</span>
            <ResultLink to={page} html={escapeHtml(grouped[0]!.hierarchy.lvl1 ?? page)} />
          </p>
          <ul>
            {grouped.map((hit, i) => (
              <Hit key={hit.objectID} hit={hit} isFirst={i === 0} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

export default memo(Results);
