import fs from 'node:fs';
import path from 'node:path';
import stockTemplate from '@docusaurus/core/lib/ssg/ssgTemplate.html';
import {replaceText} from '../../build/replaceText';

/** Attribute of the element of a built page that lists the files of the site's code, as JSON. */
export const CODE_LIST = 'data-site-code';

const OWNER = 'src/speed/lateCode';

const INLINE = replaceText(
  `${OWNER}/inline.js`,
  fs.readFileSync(path.join(__dirname, 'inline.js'), 'utf8'),
  '(CODE_LIST);',
  `(${JSON.stringify(CODE_LIST)});`,
);

/** How the stock template has the scripts of the site's code. */
const STOCK_SCRIPTS = `<% it.scripts.forEach((script) => { %>
      <script src="<%= it.baseUrl %><%= script %>" defer></script>
    <% }); %>`;

const SCRIPTS = `<% it.scripts.forEach((script) => { %>
      <link rel="preload" as="script" fetchpriority="low" href="<%= it.baseUrl %><%= script %>">
    <% }); %>
    <script type="application/json" ${CODE_LIST}><%~ JSON.stringify(it.scripts.map((script) => it.baseUrl + script)) %></script>
    <script>${INLINE}</script>`;

/**
 * HTML of every built page (Docusaurus' `ssrTemplate`, in the syntax of eta): the stock one, but for the scripts. They are
 * fetched while the page is read but wait for `inline.js`, which runs them once the page is shown.
 */
export const PAGE_TEMPLATE = replaceText(`${OWNER}/build.ts`, stockTemplate, STOCK_SCRIPTS, SCRIPTS);
