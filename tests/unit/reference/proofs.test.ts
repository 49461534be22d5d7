import type {Element, Nodes, Root} from 'hast';
import {VFile} from 'vfile';
import {describe, expect, it} from 'vitest';
import {type ProbeRecord, type ProbeRun, probeRecordFile} from '@site/src/content/probeRecords';
import rehypeReference from '@site/src/rehype/reference';
import {readReferenceProofs} from '@site/src/rehype/reference/proofs';
import {LATEST, OLDER} from '../../support/releases';
import {siteFolder} from '../../support/siteFolder';

const TE = 'examples/probes/te.py';

function run(release: string, probes: ProbeRecord[], date = '2026-01-31'): string {
  const known = {hash: '', tvm: release, commit: null, python: '3.11.7', complete: false};
  return JSON.stringify({...known, date, probes} satisfies ProbeRun);
}

const ok = (name: string, quotes: string[], line = 3): ProbeRecord => ({name, quotes, result: 'ok', line});

const PROBES = {
  [probeRecordFile(LATEST.release, TE)]: run(LATEST.release, [
    ok('tvm.te.a', ['一', '二']),
    ok('tvm.te.a', ['三'], 9),
    ok('tvm.te.b', ['四']),
    {...ok('tvm.te.b', ['五']), result: 'failed', reason: '不成立'},
    {...ok('tvm.te.c', ['六']), result: 'unproved', reason: '要有 CUDA'},
  ]),
  [probeRecordFile(LATEST.release, 'examples/probes/te/math.py')]: run(
    LATEST.release,
    [ok('tvm.te.d', ['七'])],
    '2026-02-28',
  ),
};

const GUIDE = 'examples/probes/how_to/errors.py';
const GUIDES = {
  [probeRecordFile(LATEST.release, GUIDE)]: run(LATEST.release, [
    ok('how_to/errors', ['一'], 5),
    ok('how_to/errors#one', ['二', '三'], 9),
    ok('how_to/errors_more#one', ['四'], 20),
  ]),
};

describe('readReferenceProofs', () => {
  it('counts the words that hold, and leads to the first function', () => {
    const proofs = readReferenceProofs(siteFolder(PROBES));
    expect(proofs.ofEntry(LATEST.release, 'tvm.te.a')).toEqual({proved: 3, place: `${TE}#L3`});
    for (const name of ['tvm.te.b', 'tvm.te.c', 'tvm.te.other']) {
      expect(proofs.ofEntry(LATEST.release, name), name).toBeUndefined();
    }
    expect(proofs.ofEntry(OLDER.release, 'tvm.te.a')).toBeUndefined();
  });

  it('says of a page how many there are and when the last ran', () => {
    const proofs = readReferenceProofs(siteFolder(PROBES));
    const page = (...names: string[]) => proofs.ofPage(LATEST.release, names);
    expect(page('tvm.te.a', 'tvm.te.b')).toEqual({count: 3, date: '2026-01-31'});
    expect(page('tvm.te.a', 'tvm.te.d')).toEqual({count: 4, date: '2026-02-28'});
    expect(page('tvm.te.b', 'tvm.te.other')).toBeUndefined();
  });

  it('says of a release on which its probes did not run that they did not', () => {
    const proofs = readReferenceProofs(siteFolder(PROBES));
    expect(proofs.ofPage(OLDER.release, ['tvm.te.a'])).toEqual({});
    expect(proofs.ofPage(OLDER.release, ['tvm.te.other'])).toBeUndefined();
    const both = {...PROBES, [probeRecordFile(OLDER.release, TE)]: run(OLDER.release, [])};
    expect(readReferenceProofs(siteFolder(both)).ofPage(OLDER.release, ['tvm.te.a'])).toBeUndefined();
  });
});

describe('A page that is no reference', () => {
  const proofs = () => readReferenceProofs(siteFolder(GUIDES));

  it('has the sum of its sections, and the way to the first function', () => {
    const place = `${GUIDE}#L5`;
    expect(proofs().ofGuide(LATEST.release, 'how_to/errors')).toEqual({count: 3, date: '2026-01-31', place});
    expect(proofs().ofGuide(LATEST.release, 'how_to')).toBeUndefined();
    expect(proofs().ofGuide(OLDER.release, 'how_to/errors')).toEqual({});
  });

  it('says it at its end', () => {
    const page = 'docs/how_to/errors.md';
    const siteDir = siteFolder({...GUIDES, 'static/css/reference.css': '', [page]: '# 错误\n'});
    const tree: Root = {type: 'root', children: [element('p')]};
    rehypeReference({siteDir})(tree, new VFile({path: `${siteDir}/${page}`}));
    expect(tree.children.at(-1)).toMatchObject({name: 'PageProofs'});
  });
});

const element = (tagName: string, children: Element['children'] = [], properties = {}): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});
const text = (value: string) => ({type: 'text', value}) as const;

const entry = (name: string) => [
  element('h3', [text(name)], {id: name}),
  element('pre', [element('code', [text(`${name}()`)], {metastring: 'signature'})]),
];

/** What the plugin leaves at each signature, and at the end of the page. */
function complete(directory: string) {
  const {release} = directory === 'docs' ? LATEST : OLDER;
  const siteDir = siteFolder({
    ...PROBES,
    'static/css/reference.css': '',
    [`data/reference/${release}.json`]: JSON.stringify({
      te: {'tvm.te.a': 'python/a.py#L1', 'tvm.te.c': ''},
    }),
  });
  const tree: Root = {
    type: 'root',
    children: [element('h2', [text('组')], {id: 'group'}), ...entry('tvm.te.a'), ...entry('tvm.te.c')],
  };
  rehypeReference({siteDir})(tree, new VFile({path: `${siteDir}/${directory}/reference/api/python/te.md`}));
  const facts = (node: Nodes): unknown[] => [
    ...('properties' in node && node.properties.facts
      ? [(JSON.parse(String(node.properties.facts)) as {proof?: object}).proof]
      : []),
    ...('children' in node ? node.children.flatMap(facts) : []),
  ];
  const last = tree.children.at(-1) as unknown as {
    name: string;
    attributes?: {name: string; value: string}[];
  };
  return {
    facts: facts(tree),
    last: last.name && [last.name, ...last.attributes!.map(({name, value}) => `${name}=${value}`)],
  };
}

describe('A page of the reference', () => {
  it('has at an entry what its probes prove, and at another nothing', () => {
    expect(complete('docs')).toEqual({
      facts: [{proved: 3, place: `${TE}#L3`}, undefined],
      last: ['PageProofs', `release=${LATEST.release}`, 'count=3', 'date=2026-01-31'],
    });
  });

  it('of a release on which they did not run says so once, at its end', () => {
    expect(complete(OLDER.directory)).toEqual({
      facts: [undefined, undefined],
      last: ['PageProofs', `release=${OLDER.release}`],
    });
  });
});
