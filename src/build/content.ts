import type {AllContent} from '@docusaurus/types';

/**
 * Content that another plugin loaded.
 *
 * @throws Error where the configuration has no such plugin
 */
export function contentOf<T>(allContent: AllContent, plugin: string): T {
  const content = allContent[plugin]?.default;
  if (!content) {
    throw new Error(`要用插件 ${plugin} 的内容，但它没有载入；请查看 docusaurus.config.ts`);
  }
  return content as T;
}
