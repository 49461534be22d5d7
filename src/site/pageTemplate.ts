/** Attribute of the element of a built page that lists the files of the site's code, as JSON. */
export const CODE_LIST = 'data-site-code';

/**
 * HTML of every built page (Docusaurus' `ssrTemplate`, in the syntax of eta): the stock one, but for the scripts. A page
 * can be read without them, so that `src/plugins/page-guard` loads them once the page is shown.
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
    <script type="application/json" ${CODE_LIST}><%~ JSON.stringify(it.scripts.map((script) => it.baseUrl + script)) %></script>
  </head>
  <body <%~ it.bodyAttributes %>>
    <%~ it.preBodyTags %>
    <div id="__docusaurus"><%~ it.appHtml %></div>
    <%~ it.postBodyTags %>
  </body>
</html>
`;
