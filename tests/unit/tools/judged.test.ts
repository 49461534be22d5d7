import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {LATEST, VERSIONS} from '@site/src/site/versions';
import {HALVES, KINDS, readJudged, versionOf} from '@site/tools/search/judged';
import {placeOf, scoreOf} from '@site/tools/search/score';

const ROOT = path.resolve(__dirname, '../../..');
const judged = HALVES.flatMap((half) => readJudged(ROOT, half));

/** Whether a page is written: a doc, a post by its date and name, or a Markdown page. */
function isWritten(page: string): boolean {
  const version = [...VERSIONS].reverse().find((v) => page === v.path || page.startsWith(`${v.path}/`));
  const post = /^\/blog\/(\d+)\/(\d+)\/(\d+)\/(.+)$/.exec(page);
  const file = version
    ? version.directory + page.slice(version.path.length)
    : post
      ? `blog/${post.slice(1).join('-')}`
      : `src/pages${page}`;
  return ['.md', '.mdx', '/index.md', '/index.mdx'].some((end) => fs.existsSync(path.join(ROOT, file + end)));
}

describe('the judged queries', () => {
  it('are enough, of every kind in both halves', () => {
    expect(judged.length).toBeGreaterThanOrEqual(120);
    for (const half of HALVES) {
      expect(new Set(readJudged(ROOT, half).map(({kind}) => kind))).toEqual(new Set(KINDS));
    }
  });

  it('are different, and none is in both halves', () => {
    const queries = judged.map(
      ({query, pages}) => `${query} ${versionOf({kind: 'word', query, pages}).release}`,
    );
    expect(queries.filter((query, i) => queries.indexOf(query) !== i)).toEqual([]);
    const [tuning, heldOut] = HALVES.map((half) => new Set(readJudged(ROOT, half).map(({query}) => query)));
    expect([...tuning!].filter((query) => heldOut!.has(query))).toEqual([]);
  });

  it('expect pages that are written', () => {
    expect(judged.flatMap(({pages}) => pages).filter((page) => !isWritten(page))).toEqual([]);
  });

  it('expect the pages of one version each', () => {
    for (const query of judged) {
      const version = versionOf(query);
      const trees = query.pages.map((page) => versionOf({...query, pages: [page]}));
      const others = trees.filter((tree) => tree !== version);
      expect([query.query, version === LATEST ? others : others.filter((tree) => tree !== LATEST)]).toEqual([
        query.query,
        [],
      ]);
    }
  });
});

describe('the score', () => {
  it('finds the first expected page', () => {
    expect(placeOf(['/a', '/b', '/c'], ['/c', '/b'])).toBe(2);
    expect(placeOf(['/a'], ['/b'])).toBeUndefined();
  });

  it('counts first places, places to the fifth, and the mean of their reciprocals', () => {
    expect(scoreOf([1, 2, 6, undefined])).toEqual({
      queries: 4,
      recall1: 0.25,
      recall5: 0.5,
      mrr: (1 + 1 / 2 + 1 / 6) / 4,
    });
  });
});
