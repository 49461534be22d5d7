import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {packVersions, unpackVersions} from '@site/src/speed/articles/docs';
import {compactModules} from '@site/src/speed/articles/compact';
import {emitAssets} from '@site/src/speed/articles/emitAssets';
import {type Generated, readRegistry} from '@site/src/speed/articles/generated';
import loader from '@site/src/speed/articles/loader.js';

const PAGE = `
export const frontMatter = {title: 'A'};
export {default as metadata} from '@site/.docusaurus/a.json'
import {jsx as _jsx} from "react/jsx-runtime";
export const toc = [];
function _createMdxContent(props) {
  return _jsx("img", {src: require("!url-loader?limit=1&emitFile=false!./a.png").default, alt: "text"});
}
export default function MDXContent(props = {}) {
  return _createMdxContent(props);
}
`;

const run = (resourcePath: string, source: string) => loader.call({resourcePath}, source);

describe('the loader of static articles', () => {
  it('puts the page into an element with its data, and has its pictures written', () => {
    const code = run('/site/docs/a.md', PAGE);
    expect(code).toContain('export default _createServerArticle(MDXContent, {metadata: _metadata,');
    expect(code).toContain('require("!url-loader?limit=1!./a.png")');
    expect(code.match(/export default/g)).toHaveLength(1);
  });

  it('gives a page with components of its own the components of Markdown', () => {
    const code = run('/site/docs/a.mdx', PAGE);
    expect(code).toContain('_createElement(_MarkdownComponents, null, _createElement(MDXContent, props))');
    expect(code.match(/export default/g)).toHaveLength(1);
  });

  it('says where a picture would not be written', () => {
    const source = PAGE.replace('&emitFile=false', '&emit=false');
    expect(() => run('/site/docs/a.md', source)).toThrow(
      /^src\/speed\/articles\/loader\.js：.*emitFile.*办法/,
    );
  });

  it('says which page is not as it expects, and what to adapt', () => {
    expect(() => run('/site/docs/a.md', 'export default 1;')).toThrow(
      /^src\/speed\/articles\/loader\.js：.*docs\/a\.md.*办法/,
    );
  });
});

describe('what Docusaurus generated', () => {
  const LINE =
    '"a1": [() => import(/* webpackChunkName: "a1" */ "@site/a.md"), "@site/a.md", require.resolveWeak("@site/a.md")],';

  it('has each entry of the registry with its code', () => {
    const registry = readRegistry(`export default {\n  ${LINE}\n  };\n`);
    expect([...registry]).toEqual([['a1', {module: '@site/a.md', code: LINE}]]);
  });

  it.each([
    'export default {\n  "a1": [() => import("@site/a.md"), "@site/a.md"],\n};',
    'export default {\n  "a1": {load: () => import("@site/a.md"), id: "@site/a.md"},\n};',
    'export const registry = {};',
  ])('stops the build where it is written in another way: %s', (code) => {
    expect(() => readRegistry(code)).toThrow(/^src\/speed\/articles\/generated\.ts：.*办法：/);
  });
});

describe('files of pages', () => {
  /** Runs what copies the assets of a compilation. */
  function emit(name: string) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assets-'));
    const file = path.join(folder, 'server', name);
    fs.mkdirSync(path.dirname(file), {recursive: true});
    fs.writeFileSync(file, '');
    const errors: Error[] = [];
    emitAssets(path.join(folder, 'site')).apply({
      hooks: {
        afterEmit: {
          tap: (_, handler) =>
            handler({
              outputOptions: {path: path.join(folder, 'server')},
              errors,
              getAssets: () => [{name}, {name: 'server.bundle.js'}],
            }),
        },
      },
    });
    const isThere = fs.existsSync(path.join(folder, 'site', name));
    fs.rmSync(folder, {recursive: true});
    return {isThere, errors: errors.map(({message}) => message)};
  }

  it('are put to the site', () => {
    expect(emit('assets/images/a.png')).toEqual({isThere: true, errors: []});
  });

  it('stop the build where they are in another folder', () => {
    expect(emit('media/a.png').errors).toEqual([
      expect.stringMatching(/emitAssets\.ts：.*media\/a\.png.*办法/),
    ]);
  });
});

const VERSION = {
  version: 'current',
  docsSidebars: {main: [{type: 'link', label: '甲', href: '/docs/a', docId: 'a', unlisted: false}]},
  docs: {a: {id: 'a', title: '甲', description: '描述', sidebar: 'main'}},
};

function generated(contentOfB: string): Generated {
  const leaf = (path: string, hash: string) => ({
    path,
    component: [path, hash] as [string, string],
    exact: true,
    sidebar: 'main',
  });
  const entry = (name: string, module: string): [string, {module: string; code: string}] => [
    name,
    {module, code: `  "${name}": [() => import("${module}"), "${module}", 0],`},
  ];
  return {
    routes: [
      leaf('/about', '1'),
      {
        path: '/docs',
        component: ['/docs', '2'],
        routes: [
          {path: '/docs', component: ['/docs', '3'], routes: [leaf('/docs/a', '4'), leaf('/docs/b', '5')]},
        ],
      },
    ],
    chunkNames: {
      '/about-1': {__comp: 'page', content: 'about'},
      '/docs-2': {__comp: 'root', __props: 'version'},
      '/docs-3': {__comp: 'docs'},
      '/docs/a-4': {__comp: 'item', content: 'a'},
      '/docs/b-5': {__comp: 'item', content: 'b'},
    },
    registry: new Map([
      entry('about', '@site/src/pages/about.md'),
      entry('version', '@generated/docs/version.json'),
      entry('a', '@site/docs/a.md'),
      entry('b', contentOfB),
    ]),
    globalData: {
      'docusaurus-plugin-content-docs': {
        default: {
          versions: [{name: 'current', path: '/docs', docs: [{id: 'a', path: '/docs/a', sidebar: 'main'}]}],
        },
      },
    },
  };
}

const compact = (contentOfB: string) => compactModules(generated(contentOfB), () => ({version: VERSION}));

describe('the lists of pages for the browser', () => {
  it('leave out the pages of the documentation, which are listed in the global data', () => {
    const modules = compact('@site/docs/b.md');
    expect(modules['@generated/routes']).not.toContain('/docs/a');
    expect(modules['@generated/routes']).toContain(
      '...docRoutes("default", "current", {"__comp":"item"}, [])',
    );
    expect(modules['@generated/routesChunkNames']).not.toContain('/docs/a');
    expect(modules['@generated/registry']).not.toContain('docs/a.md');
  });

  it('keep the route and the code of a page with components of its own', () => {
    const modules = compact('@site/docs/b.mdx');
    expect(modules['@generated/routes']).toContain('ComponentCreator("/docs/b", "5")');
    expect(modules['@generated/routes']).toContain(
      'docRoutes("default", "current", {"__comp":"item"}, ["/docs/b"])',
    );
    expect(modules['@generated/registry']).toContain('import("@site/docs/b.mdx")');
  });

  it('take every other Markdown page from its HTML', () => {
    expect(compact('@site/docs/b.md')['@generated/registry']).toContain(
      '"about": [() => loadArticle("/about"), ',
    );
  });

  it('leave out titles and descriptions, unless a page in the browser can show them', () => {
    expect(compact('@site/docs/b.md')['@generated/docs/version.json']).not.toContain('描述');
    expect(compact('@site/docs/b.mdx')).not.toHaveProperty('@generated/docs/version.json');
  });

  const docs = [
    {id: 'a', path: '/docs/a', sidebar: 'main'},
    {id: 'b/index', path: '/docs/b/', sidebar: 'main'},
    {id: 'c', path: '/docs/elsewhere', sidebar: 'main'},
    {id: 'd', path: '/docs/d'},
  ];
  const older = [
    {id: 'a', path: '/docs/1/a', sidebar: 'main'},
    {id: 'e', path: '/docs/1/e', sidebar: 'main'},
    {id: 'd', path: '/docs/1/d'},
  ];
  const versions = [
    {path: '/docs', docs},
    {path: '/docs/1', docs: older},
  ];
  const unpack = (pathname: string) =>
    unpackVersions(
      packVersions(versions).map((packed, i) => ({path: versions[i]!.path, docs: packed})),
      pathname,
    );

  it('name a page of the documentation by its id where all else follows from that, once for all versions', () => {
    const [first, second] = packVersions(versions);
    expect(first).toMatchObject({added: {main: ['a', 'b/index'], '': ['d']}, others: [docs[2]]});
    expect(second).toEqual({added: {main: ['e'], '': []}, lacking: {main: ['b/index'], '': []}, others: []});
    const byId = (list: {id: string}[]) => list.toSorted((x, y) => (x.id < y.id ? -1 : 1));
    expect(unpack('/').map(byId)).toEqual([byId(docs), byId(older)]);
  });

  it.each(['/docs/b', '/docs/elsewhere', '/docs/d/'])('have the page that is shown first: %s', (pathname) => {
    expect(unpack(pathname)[0]![0]!.path.replace(/\/$/, '')).toBe(pathname.replace(/\/$/, ''));
  });
});
