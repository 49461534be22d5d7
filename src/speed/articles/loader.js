// A webpack loader, which has to be plain JavaScript. It works on what @docusaurus/mdx-loader writes for a Markdown page.
const {parse} = require('acorn');

/** How the server's compilation asks for a picture or file without writing it. */
const NOT_WRITTEN = '&emitFile=false';

/** Finds the parts of a compiled page; undefined where the code does not look like one. */
function findParts(source) {
  const {body} = parse(source, {ecmaVersion: 'latest', sourceType: 'module'});
  const main = body.find((node) => node.type === 'ExportDefaultDeclaration');
  const metadata = body.find(
    (node) =>
      node.type === 'ExportNamedDeclaration' &&
      node.source &&
      node.specifiers.some((s) => s.exported.name === 'metadata'),
  );
  return main?.declaration.id?.name === 'MDXContent' && metadata
    ? {main, metadata: metadata.source.raw}
    : undefined;
}

/** The page's component stays and gets the element in which the browser finds the article and its data again. */
function wrap(source, {main, metadata}) {
  const code = `import {createServerArticle as _createServerArticle} from '@site/src/speed/articles/browser/server';
import _metadata from ${metadata};
${source.slice(0, main.start)}${source.slice(main.declaration.start)}
export default _createServerArticle(MDXContent, {metadata: _metadata, frontMatter, toc, contentTitle, assets});
`;
  // The browser has no module of such a page, so that its pictures and files are the server's to write.
  return code.replace(/require\("!+[^"]*"\)/g, (request) => {
    if (!request.includes(NOT_WRITTEN)) {
      throw new Error(
        `src/speed/articles/loader.js：${request} 里没有 ${NOT_WRITTEN}，页面的图片和文件不会写进站点。办法：照 @docusaurus/mdx-loader 现在的写法改这个文件`,
      );
    }
    return request.replace(NOT_WRITTEN, '');
  });
}

/** A page with components of its own: it brings the components of Markdown, which no other page of the documentation needs. */
function provideComponents(source) {
  const {body} = parse(source, {ecmaVersion: 'latest', sourceType: 'module'});
  const main = body.find((node) => node.type === 'ExportDefaultDeclaration');
  const name = main?.declaration.id?.name;
  return name
    ? `import {createElement as _createElement} from 'react';
import _MarkdownComponents from '@theme/MDXContent';
${source.slice(0, main.start)}${source.slice(main.declaration.start)}
export default (props) => _createElement(_MarkdownComponents, null, _createElement(${name}, props));
`
    : source;
}

module.exports = function staticArticleLoader(source) {
  if (this.resourcePath.endsWith('.mdx')) {
    return provideComponents(source);
  }
  const parts = findParts(source);
  if (!parts) {
    throw new Error(
      `src/speed/articles/loader.js：${this.resourcePath} 编译出来不是 @docusaurus/mdx-loader 的写法（函数 MDXContent 和它的 metadata）。办法：照它现在的写法改这个文件`,
    );
  }
  return wrap(source, parts);
};
