// A webpack loader, which has to be plain JavaScript. It works on what @docusaurus/mdx-loader writes for a Markdown page.
const {parse} = require('acorn');

const COMPONENTS = '@site/src/components/StaticArticle';
const ASSET = /require\("(![^"]*)"\)(?:\.default)?/g;

/** Finds the parts of a compiled page; undefined where the code does not look like one. */
function findParts(source) {
  const {body} = parse(source, {ecmaVersion: 'latest', sourceType: 'module'});
  const main = body.find((node) => node.type === 'ExportDefaultDeclaration');
  const content = body.find(
    (node) => node.type === 'FunctionDeclaration' && node.id.name === '_createMdxContent',
  );
  const metadata = body.find(
    (node) =>
      node.type === 'ExportNamedDeclaration' &&
      node.source &&
      node.specifiers.some((s) => s.exported.name === 'metadata'),
  );
  return main && content && metadata && main.declaration.id?.name === 'MDXContent'
    ? {main, content, metadata: metadata.source.raw}
    : undefined;
}

/** Server: the page's component stays and gets the element in which the browser finds the article again. */
function wrapForServer(source, {main, metadata}) {
  const before = source.slice(0, main.start);
  const declaration = source.slice(main.declaration.start);
  return `import {createServerArticle as _createServerArticle} from '${COMPONENTS}/server';
import _metadata from ${metadata};
${before}${declaration}
export default _createServerArticle(MDXContent, _metadata.permalink);
`;
}

/** Browser: the page's component goes; the pictures that it refers to are still emitted. */
function stripForBrowser(source, {main, content, metadata}) {
  const assets = [...source.slice(content.start, content.end).matchAll(ASSET)].map(
    ([expression]) => expression,
  );
  const [first, second] = [main, content].sort((a, b) => a.start - b.start);
  const rest =
    source.slice(0, first.start) + source.slice(first.end, second.start) + source.slice(second.end);
  return `import {createBrowserArticle as _createBrowserArticle, loadArticle as _loadArticle} from '${COMPONENTS}/browser';
import _metadata from ${metadata};
${rest.replace(/^import .* from "react\/jsx-runtime";$/m, '').replace(/^import .* from "@mdx-js\/react";$/m, '')}
export const articleAssets = () => [${[...new Set(assets)].join(', ')}];
export default _createBrowserArticle(await _loadArticle(_metadata.permalink));
`;
}

module.exports = function staticArticleLoader(source) {
  const parts = findParts(source);
  if (!parts) {
    return source;
  }
  return this.getOptions().isServer ? wrapForServer(source, parts) : stripForBrowser(source, parts);
};
