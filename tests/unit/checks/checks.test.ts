import {describe, expect, it} from 'vitest';
import {readBuiltPage} from '../../../src/plugins/checks/builtPage';
import {resolveOnSite} from '../../../src/plugins/checks/builtSite';
import {formatFaults, SiteFaults, stopOnFaults} from '../../../src/content/checks/fault';
import {canonicalPath, ownFaults, sharedTexts} from '../../../src/content/checks/frontMatter';
import {readReferences} from '../../../src/content/markdown';
import {list} from '../../../src/content/checks/list';
import {nearest} from '../../../src/site/nearest';
import {linkFaults} from '../../../src/content/checks/links';
import {Page} from '../../../src/content/pages';
import {LATEST, OLDER, OLDEST} from '../../support/releases';

function doc(file: string, frontMatter: Record<string, unknown> = {}, text = '---\n---\n'): Page {
  return new Page(file, text, frontMatter);
}

describe('faults', () => {
  const fault = (file: string, line: number | undefined, kind = '甲') => ({
    kind,
    file,
    line,
    problem: '坏了',
    cure: '修',
  });

  it('are listed by kind, then by file and line', () => {
    expect(
      formatFaults([fault('b.md', 2), fault('a.md', 9), fault('a.md', 3), fault('c.md', undefined, '乙')]),
    ).toBe(
      [
        '甲（3 处）',
        '  a.md:3  坏了\n    办法：修',
        '  a.md:9  坏了\n    办法：修',
        '  b.md:2  坏了\n    办法：修',
        '',
        '乙（1 处）',
        '  c.md  坏了\n    办法：修',
      ].join('\n'),
    );
  });

  it('stop the build only if there are any', () => {
    expect(() => stopOnFaults([])).not.toThrow();
    expect(() => stopOnFaults([fault('a.md', 1)])).toThrow(SiteFaults);
  });
});

describe('stage', () => {
  const head = {title: '题', description: '说'.repeat(50)};

  it('is one of the list, else told with the nearest', () => {
    const faults = (stage: string) =>
      ownFaults(doc('docs/a.md', {...head, stage}, `---\nstage: ${stage}\n---\n`));
    expect(faults('lower')).toEqual([]);
    expect(faults('lowr')).toMatchObject([{line: 2, problem: '没有叫「lowr」的阶段'}]);
    expect(faults('lowr')[0]!.cure).toContain('lower');
  });
});

describe('nearest', () => {
  it('prefers the right name in another folder to other letters', () => {
    expect(nearest('/docs/how_to/rpc', ['/docs/how_to/relay', '/docs/tutorial/rpc'])).toEqual([
      '/docs/tutorial/rpc',
    ]);
  });

  it('offers nothing that is too unlike', () => {
    expect(nearest('/nowhere', ['/docs', '/blog'])).toEqual([]);
    expect(nearest(`${OLDER.directory}/a/autotune.md`, [`${OLDER.directory}/a/rpc.md`])).toEqual([]);
  });

  it('says how many names it leaves out', () => {
    expect(list(['c', 'a', 'b'], 2)).toBe('a、b 等 3 个');
    expect(list([])).toBe('（无）');
  });
});

describe('front matter', () => {
  const routes = [
    {path: '/docs/install', versions: [LATEST.release], page: 'install/index.html', source: ''},
  ];
  const good = {title: '安装', description: '字'.repeat(40), upstream: 'install/index.html'};

  it('is complete with title, description and upstream', () => {
    expect(ownFaults(doc('docs/install/index.md', good), routes)).toEqual([]);
  });

  it.each([
    [39, 1],
    [40, 0],
    [110, 0],
    [111, 1],
  ])('a description of %i characters has %i faults', (length, faults) => {
    const frontMatter = {...good, description: '字'.repeat(length)};
    expect(ownFaults(doc('docs/install/index.md', frontMatter), routes)).toHaveLength(faults);
  });

  it('counts characters, not code units', () => {
    expect(ownFaults(doc('docs/install/index.md', {...good, description: '𠮷'.repeat(60)}), routes)).toEqual(
      [],
    );
  });

  it('needs no upstream where the list has none for the version', () => {
    const {title, description} = good;
    expect(ownFaults(doc('docs/other.md', {title, description}), routes)).toEqual([]);
    expect(ownFaults(doc(`${OLDEST.directory}/install/index.md`, {title, description}), routes)).toEqual([]);
    expect(ownFaults(doc('docs/install/index.md', {title, description}), routes)).toHaveLength(1);
  });

  it('rejects what is not text, and leaves drafts alone', () => {
    expect(
      ownFaults(doc('docs/x.md', {title: 3, description: '字'.repeat(40)}), routes)[0]?.problem,
    ).toContain('不是文字');
    expect(ownFaults(doc('docs/x.md', {draft: true}), routes)).toEqual([]);
  });

  it('compares titles and descriptions within a version only', () => {
    const {description} = good;
    const [a, b, c] = ['docs/a.md', 'docs/b.md', `${OLDEST.directory}/a.md`].map((file) =>
      doc(file, {description}),
    );
    expect(sharedTexts([a!, c!])).toEqual([]);
    expect(sharedTexts([a!, b!, c!]).map(({file}) => file)).toEqual(['docs/b.md']);
    const titles = [a!, b!].map(({file}, i) => doc(file, {title: '部署', description: `${i}`}));
    expect(sharedTexts(titles)).toMatchObject([{file: 'docs/b.md', problem: 'title 与 docs/a.md:1 相同'}]);
  });

  it('finds the line of a key in the front matter only', () => {
    const text = '---\ntitle: a\ndescription: b\n---\n\nupstream: c\n';
    const page = doc('docs/a.md', {}, text);
    expect(page.lineOfKey('description')).toBe(3);
    expect(page.lineOfKey('upstream')).toBe(1);
  });
});

describe('names of docs', () => {
  it.each([
    ['docs/index.md', {}, 'index', '/docs'],
    ['docs/tutorial/intro.md', {}, 'tutorial/intro', '/docs/tutorial/intro'],
    ['docs/tutorial/index.md', {}, 'tutorial/index', '/docs/tutorial'],
    ['docs/tutorial/01-intro.mdx', {}, 'tutorial/intro', '/docs/tutorial/intro'],
    ['docs/tutorial/intro.md', {id: 'start'}, 'tutorial/start', '/docs/tutorial/start'],
    ['docs/tutorial/intro.md', {slug: '/start'}, 'tutorial/intro', '/docs/start'],
    ['docs/tutorial/intro.md', {slug: 'start'}, 'tutorial/intro', '/docs/tutorial/start'],
    [`${OLDEST.directory}/tutorial/intro.md`, {}, 'tutorial/intro', '/docs/tutorial/intro'],
  ])('%s with %o', (file, frontMatter, id, docPath) => {
    expect(doc(file, frontMatter).docId).toBe(id);
    expect(canonicalPath(doc(file, frontMatter))).toBe(docPath);
  });
});

describe('references of a Markdown file', () => {
  it('are found with their lines, but not in code', () => {
    const text = [
      '---',
      'title: x',
      '---',
      '',
      '[甲](./a.md#b) `[不](是.md)`',
      '![图](/img/a.svg)',
      '',
      '```text',
      '[不](也不是.md)',
      '```',
      '',
      '<Link',
      '  to="/c&amp;d">丁</Link> $[x](y)$',
      '',
      '[戊]: ../e.md',
    ].join('\n');
    expect(readReferences(text)).toEqual([
      {url: './a.md#b', line: 5, image: false},
      {url: '/img/a.svg', line: 6, image: true},
      {url: '/c&d', line: 12, image: false},
      {url: '../e.md', line: 15, image: false},
    ]);
  });

  it('are found in a page that is not valid MDX', () => {
    expect(readReferences('<!-- x -->\n\n[甲](/a) <img src="/b.png">\n')).toEqual([
      {url: '/a', line: 3, image: false},
      {url: '/b.png', line: 3, image: true},
    ]);
  });

  it('are found in JSX', () => {
    expect(readReferences('文字\n\n<Link to="/a">甲</Link> <img src="/b.png" />\n')).toEqual([
      {url: '/a', line: 3, image: false},
      {url: '/b.png', line: 3, image: true},
    ]);
  });

  it('are undecodable where a percent sign encodes nothing', () => {
    const text =
      '`%0`、100%、[甲](/a%20b)\n\n[乙](/a%b)、[丙](https://example.com/%ZZ)\n\n<img src="/%E4.png" />';
    expect(
      linkFaults('/nowhere', doc('docs/x.md', {}, text)).map(({line, cure}) => [
        line,
        cure.match(/改成 (\S+?)；/)?.[1],
      ]),
    ).toEqual([
      [3, '/a%25b'],
      [5, '/%25E4.png'],
    ]);
  });
});

describe('a built page', () => {
  const page = readBuiltPage(
    [
      '<!doctype html><html><head><title data-rh=true>甲 &amp; 乙 | 站</title>',
      '<meta name=description content="一 &gt; 二"><meta name=generator content=x>',
      '<link rel=canonical href=https://example.com/a><link rel=stylesheet href=/a.css>',
      `<script>document.write('<a href="/no"><img src="/no.png">')</script><script src=/a.js></script></head>`,
      '<body><h2 class=x id=小节>小节</h2><h2 title="a>b" id="c&amp;d">x</h2><a name=old></a>',
      '<a class="x" href="/docs/b#c&amp;d">b</a><a href=#小节>c</a><a>d</a><code>&lt;a href="/code"></code>',
      '<img src=/a.png srcset="/b.png 1x, /c.png 2x"></body></html>',
    ].join(''),
  );

  it('tells its anchors, links and files', () => {
    expect([...page.anchors]).toEqual(['小节', 'c&d', 'old']);
    expect([...page.links]).toEqual(['/docs/b#c&d', '#小节']);
    expect([...page.files]).toEqual(['/a.css', '/a.js', '/a.png', '/b.png', '/c.png']);
  });

  it('tells its title and description', () => {
    expect(page).toMatchObject({title: '甲 & 乙 | 站', description: '一 > 二'});
  });
});

describe('an address on a page', () => {
  const address = {url: 'https://docs.example.com', baseUrl: '/tvm/'};

  it.each([
    ['b', '/tvm/docs/b', ''],
    ['/tvm/docs/', '/tvm/docs', ''],
    ['#%E5%B0%8F', '/tvm/docs/a', '小'],
    ['/tvm/%E5%B0%8F#x:~:text=y', '/tvm/小', 'x'],
    ['https://docs.example.com/tvm/b?c#d', '/tvm/b', 'd'],
  ])('%s means %s', (href, path, anchor) => {
    expect(resolveOnSite(href, '/tvm/docs/a', address)).toEqual({path, anchor});
  });

  it.each(['https://example.com/', 'mailto:a@example.com', '/elsewhere', 'https://docs.example.com/other'])(
    '%s leads out of the site',
    (href) => {
      expect(resolveOnSite(href, '/tvm/docs/a', address)).toBeUndefined();
    },
  );

  it.each(['/tvm/%ZZ', '#%E5%B0'])('%s cannot be decoded', (href) => {
    expect(resolveOnSite(href, '/tvm/docs/a', address)).toBeNull();
  });
});
