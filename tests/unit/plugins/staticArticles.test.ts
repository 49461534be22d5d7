import {describe, expect, it} from 'vitest';
import loader from '@site/src/plugins/static-articles/loader.js';

const PAGE = `
export const frontMatter = {title: 'A'};
export {default as metadata} from '@site/.docusaurus/a.json'
import {jsx as _jsx} from "react/jsx-runtime";
import {useMDXComponents as _provideComponents} from "@mdx-js/react";
export const toc = [];
function _createMdxContent(props) {
  return _jsx("img", {src: require("!url-loader!./a.png").default, alt: "long text"});
}
export default function MDXContent(props = {}) {
  return _createMdxContent(props);
}
`;

function run(source: string, isServer: boolean): string {
  return loader.call({getOptions: () => ({isServer})}, source);
}

describe('the loader of static articles', () => {
  it('keeps the text on the server, in an element with the address of the page', () => {
    const code = run(PAGE, true);
    expect(code).toContain('long text');
    expect(code).toContain('export default _createServerArticle(MDXContent, _metadata.permalink)');
    expect(code.match(/export default/g)).toHaveLength(1);
  });

  it('leaves the text out of the browser, and keeps its pictures and its metadata', () => {
    const code = run(PAGE, false);
    expect(code).not.toContain('long text');
    expect(code).not.toContain('react/jsx-runtime');
    expect(code).toContain('require("!url-loader!./a.png")');
    expect(code).toContain('export const toc');
    expect(code).toContain('export {default as metadata}');
    expect(code.match(/export default/g)).toHaveLength(1);
  });

  it('leaves a module alone that is no page', () => {
    const partial = 'export default function MDXContent() { return null; }';
    expect(run(partial, false)).toBe(partial);
  });
});
