import type {FixtureSite} from '../../build/support/fixture';

/** Name under which a test stores what should go wrong. */
export const FAULT = 'fault';

/** A page that goes wrong in the browser as the test says, inside the layout or outside it. */
const FAULTY_PAGE = `
import Layout from '@theme/Layout';
import Head from '@docusaurus/Head';
import useIsBrowser from '@docusaurus/useIsBrowser';
import {useDoc, useLayoutDoc, useLayoutDocsSidebar} from '@docusaurus/plugin-content-docs/client';

const FAULTS = {
  causes() {
    throw new Error('外层', {cause: new Error('中层', {cause: '内层'})});
  },
  outside() {},
  provider: () => useDoc().metadata.title,
  sidebar: () => JSON.stringify(useLayoutDocsSidebar('nowhere')),
  doc: () => JSON.stringify(useLayoutDoc('nowhere')),
  draft: () => JSON.stringify(useLayoutDoc('draft')),
};

function readFault() {
  return sessionStorage.getItem('${FAULT}');
}

function Fault() {
  return <p id="answer">{FAULTS[readFault()]?.()}</p>;
}

export default function Faulty() {
  const isBrowser = useIsBrowser();
  if (isBrowser && readFault() === 'outside') {
    throw new Error('布局之外');
  }
  return (
    <Layout title="故障" description="小站点里会出错的一页，只为浏览器测试而写，出什么错由测试决定">
      <Head><meta name="robots" content="noindex" /></Head>
      <main>
        <h1>故障</h1>
        {isBrowser && <Fault />}
      </main>
    </Layout>
  );
}
`;

/** A navbar item that goes wrong in the browser when the test says so. */
const NAVBAR_ITEMS = `
import ComponentTypes from '@theme-original/NavbarItem/ComponentTypes';
import useIsBrowser from '@docusaurus/useIsBrowser';

function FaultyItem() {
  if (useIsBrowser() && sessionStorage.getItem('${FAULT}') === 'navbar') {
    throw new Error('这一项坏了');
  }
  return null;
}

export default {...ComponentTypes, 'custom-faulty': FaultyItem};
`;

/** Puts into a small site what may go wrong: a page, an item of the navigation bar, and routes that are not preloaded. */
export function addFaults(site: FixtureSite): void {
  site.change({
    'src/pages/fault.jsx': FAULTY_PAGE,
    'src/theme/NavbarItem/ComponentTypes.jsx': NAVBAR_ITEMS,
    'docs/draft.md': '---\ntitle: 草稿\ndescription: 还没有写完的一页\ndraft: true\n---\n\n正文。\n',
  });
  site.replace(
    'src/site/interface.ts',
    "{to: '/about',",
    "{type: 'custom-faulty', position: 'left', label: '坏'},\n      {to: '/about',",
  );
  // Docusaurus preloads every route before it shows it; told not to, it shows what stands in for a route.
  site.replace(
    'src/site/addresses.ts',
    'export function spellings(pathname: string): string[] {',
    `export function spellings(pathname: string): string[] {
  if (typeof window !== 'undefined' && sessionStorage.getItem('${FAULT}') === 'unloaded') return [];`,
  );
}
