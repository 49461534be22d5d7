import type {ThemeConfig} from '@docusaurus/preset-classic';
import type {Environment} from './environment';
import {DOCS_PARTS} from './docsParts';
import {LINKS} from './links';
import {RELEASE_LIST} from './versions';

/** The bar above the page; a new `id` shows it again to readers who closed the last one. */
export function announcement({baseUrl}: Pick<Environment, 'baseUrl'>) {
  return {
    id: 'releases-from-source',
    content: `本站讲的 ${RELEASE_LIST} 已不能用 pip 安装：<a href="${baseUrl}docs/install">从发布版源码构建</a>。`,
    isCloseable: true,
  } satisfies ThemeConfig['announcementBar'];
}

/** The navigation bar. Labels are source messages; i18n/zh-Hans/docusaurus-theme-classic has the Chinese. */
export function navbar(env: Environment): ThemeConfig['navbar'] {
  return {
    title: 'Apache TVM',
    hideOnScroll: true,
    logo: {alt: 'TVM 标志', src: 'img/logo.svg', srcDark: 'img/logo-dark.svg', width: 32, height: 32},
    items: [
      {type: 'doc', docId: 'index', position: 'left', label: 'View docs'},
      ...DOCS_PARTS.map(({docId, label}) => ({type: 'doc', docId, position: 'left' as const, label})),
      {to: '/blog', position: 'left', label: 'Blog'},
      {to: '/updates', position: 'left', label: 'Changelog'},
      {to: '/about', position: 'left', label: 'About'},
      {href: env.repository, position: 'left', label: 'Source'},
      {href: LINKS.parent, position: 'left', label: 'Back to Hyper.AI'},
      {type: 'docsVersionDropdown', position: 'right'},
      {
        type: 'localeDropdown',
        position: 'right',
        dropdownItemsAfter: [{href: LINKS.upstreamDocs, label: 'English (original)', lang: 'en'}],
      },
    ],
  };
}

/** The footer: ways on, and who stands behind the original and the mirror. */
export function footer(env: Environment): ThemeConfig['footer'] {
  return {
    style: 'light',
    links: [
      {
        title: 'Docs',
        items: [
          {label: 'Overview', to: '/docs'},
          {label: 'Install', to: '/docs/install'},
          {label: 'Tutorials', to: '/docs/tutorial'},
          {label: 'How-to guides', to: '/docs/how_to'},
          {label: 'API reference', to: '/docs/reference/api/python'},
        ],
      },
      {
        title: 'This site',
        items: [
          {label: 'Blog', to: '/blog'},
          {label: 'Changelog', to: '/updates'},
          {label: 'About', to: '/about'},
          {label: 'Markdown examples', to: '/markdown-page'},
          {label: 'Source', href: env.repository},
        ],
      },
      {
        title: 'Apache TVM',
        items: [
          {label: 'Website', href: LINKS.upstream},
          {label: 'English docs', href: LINKS.upstreamDocs},
          {label: 'Forum', href: LINKS.discuss},
          {label: 'TVM source', href: LINKS.upstreamRepository},
        ],
      },
    ],
    copyright: `© 2025 Apache Software Foundation<br>Chinese mirror hosted by <a href="${LINKS.parent}">Hyper.AI</a>`,
  };
}
