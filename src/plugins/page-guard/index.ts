import fs from 'node:fs';
import path from 'node:path';
import type {ThemeConfig} from '@docusaurus/theme-common';
import type {LoadContext, Plugin} from '@docusaurus/types';
import {CODE_LIST} from '../../speed/lateCode/build';

/** What the page says where its code is not there to say it; Chinese is in i18n/zh-Hans/code.json. */
const MESSAGES = {
  lost: {
    id: 'guard.lost',
    message: 'The code of this page did not load. You can read it; menus and search may not work.',
  },
  retry: {id: 'guard.retry', message: 'Retry'},
  wrong: {
    id: 'guard.wrong',
    message: [
      'The site did not load properly.',
      'Most often its baseUrl (environment variable BASE_URL) is not the path at which it is served.',
      'Configured: {configured}',
      'Suggested: {suggested}',
    ].join('\n'),
  },
};

/**
 * Puts a small script into every page that works without the rest of the site's code. It corrects what is shown before
 * that code runs, and says what is wrong where the code never comes: a lost chunk, or a wrong base URL.
 */
export default function pageGuardPlugin({siteConfig, baseUrl, codeTranslations}: LoadContext): Plugin {
  return {
    name: 'tvm-page-guard',
    injectHtmlTags() {
      const {announcementBar} = siteConfig.themeConfig as ThemeConfig;
      const text = Object.fromEntries(
        Object.entries(MESSAGES).map(([name, {id, message}]) => [name, codeTranslations[id] ?? message]),
      );
      const settings = JSON.stringify({
        baseUrl,
        announcement: announcementBar?.id,
        text,
        codeList: CODE_LIST,
      });
      const code = fs.readFileSync(path.join(__dirname, 'inline.js'), 'utf8');
      return {
        preBodyTags: [
          {
            tagName: 'script',
            innerHTML: code.replace('(SETTINGS);', () => `(${settings.replace(/</g, '\\u003c')});`),
          },
        ],
      };
    },
  };
}
