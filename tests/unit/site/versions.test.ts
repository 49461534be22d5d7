import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {getVersion, LATEST, NEWEST_RELEASE, VERSIONS} from '../../../src/site/versions';

const ROOT = path.resolve(__dirname, '../../..');
const older = VERSIONS.filter((version) => version !== LATEST);

/** Files of each release by folder: what the folder holds for it, and nothing for a release that is not in the list. */
const FILES: Record<string, (release: string) => string> = {
  'data/api': (release) => `${release}.json`,
  'data/reference': (release) => `${release}.json`,
  'data/sources': (release) => `${release}.json`,
  'examples/results': (release) => release,
  examples: (release) => `requirements-${release}.txt`,
};

describe.each(VERSIONS)('$release', ({release, commit, released, purpose, directory}) => {
  it('says what it is for and which commit it is', () => {
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
    expect(released).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(purpose.length).toBeGreaterThan(5);
  });

  it.each(Object.entries(FILES))('has its file in %s', (folder, name) => {
    expect(fs.readdirSync(path.join(ROOT, folder))).toContain(name(release));
  });

  it('has a tree of pages and its build options', () => {
    expect(fs.existsSync(path.join(ROOT, directory, 'index.md'))).toBe(true);
    const options = JSON.parse(fs.readFileSync(path.join(ROOT, 'data/build-options.json'), 'utf8')) as object;
    expect(Object.keys(options)).toEqual(VERSIONS.map((version) => version.release));
  });
});

describe('the list of releases', () => {
  it('is newest first, with different commits and purposes', () => {
    const dates = VERSIONS.map(({released}) => released);
    expect(dates).toEqual(dates.toSorted().reverse());
    for (const of of ['release', 'commit', 'purpose'] as const) {
      expect(new Set(VERSIONS.map((version) => version[of])).size).toBe(VERSIONS.length);
    }
  });

  it('is what Docusaurus has, with a sidebar for each older one', () => {
    const names = JSON.parse(fs.readFileSync(path.join(ROOT, 'versions.json'), 'utf8')) as string[];
    expect(names).toEqual(older.map(({docsVersion}) => docsVersion));
    const sidebars = older.map(({docsVersion}) => `version-${docsVersion}-sidebars.json`);
    expect(fs.readdirSync(path.join(ROOT, 'versioned_sidebars')).sort()).toEqual(sidebars.sort());
    const trees = older.map(({directory}) => path.basename(directory));
    expect(fs.readdirSync(path.join(ROOT, 'versioned_docs')).sort()).toEqual(trees.sort());
  });

  it.each(Object.keys(FILES))('knows every release that has a file in %s', (folder) => {
    const known = [...VERSIONS.map(({release}) => release), NEWEST_RELEASE];
    const named = fs
      .readdirSync(path.join(ROOT, folder))
      .flatMap((name) => /^(?:requirements-|most-used-)?(\d+\.\d+\.\d+)/.exec(name)?.[1] ?? []);
    expect(named.filter((release) => !known.includes(release))).toEqual([]);
  });

  it('tells which there are where one is asked for that is not there', () => {
    expect(getVersion('current')).toBe(LATEST);
    expect(() => getVersion('1.2.3')).toThrow(`没有版本「1.2.3」；现有：${LATEST.release}、`);
  });
});
