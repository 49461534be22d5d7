import fs from 'node:fs';
import path from 'node:path';

/** Attribute of the element of a built page that lists the files of the site's code, as JSON. */
export const CODE_LIST = 'data-site-code';

const INLINE = fs
  .readFileSync(path.join(__dirname, 'inline.js'), 'utf8')
  .replace('(CODE_LIST);', () => `(${JSON.stringify(CODE_LIST)});`);

/**
 * HTML of every built page (Docusaurus' `ssrTemplate`, in the syntax of eta): the stock one, but for the scripts. They are
 * fetched while the page is read but wait for `inline.js`, which runs them once the page is shown.
 */
export const PAGE_TEMPLATE = `<!DOCTYPE html>
<html <%~ it.htmlAttributes %>>
  <head>
    <meta charset="UTF-8">
    <meta name="generator" content="Docusaurus v<%= it.version %>">
    <% it.metaAttributes.forEach((metaAttribute) => { %>
      <%~ metaAttribute %>
    <% }); %>
    <%~ it.headTags %>
    <% it.stylesheets.forEach((stylesheet) => { %>
      <link rel="stylesheet" href="<%= it.baseUrl %><%= stylesheet %>" />
    <% }); %>
    <% it.scripts.forEach((script) => { %>
      <link rel="preload" as="script" fetchpriority="low" href="<%= it.baseUrl %><%= script %>">
    <% }); %>
    <script type="application/json" ${CODE_LIST}><%~ JSON.stringify(it.scripts.map((script) => it.baseUrl + script)) %></script>
    <script>${INLINE}</script>
  </head>
  <body <%~ it.bodyAttributes %>>
    <%~ it.preBodyTags %>
    <div id="__docusaurus"><%~ it.appHtml %></div>
    <%~ it.postBodyTags %>
  </body>
</html>
`;
