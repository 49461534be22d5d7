import type {LoadContext, Plugin, PluginContentLoadedActions, RouteConfig} from '@docusaurus/types';
import docs, {validateOptions, type LoadedContent, type PluginOptions} from '@docusaurus/plugin-content-docs';
import {PageState} from './pageState';

export {validateOptions};

/** Content that was loaded, and what came of it. */
interface Kept {
  state: string;
  content: LoadedContent;
  translated?: LoadedContent;
  routes: RouteConfig[];
  globalData?: unknown;
}

/** Actions of a plugin that note the routes and the data that it gives the site. */
function noting(actions: PluginContentLoadedActions, kept: Kept): PluginContentLoadedActions {
  return {
    ...actions,
    addRoute(route) {
      kept.routes.push(route);
      actions.addRoute(route);
    },
    setGlobalData(data) {
      kept.globalData = data;
      actions.setGlobalData(data);
    },
  };
}

/**
 * The docs plugin of a preview. At each saved page Docusaurus has the stock one load all pages again; this one keeps what
 * it loaded as long as no front matter, no sidebar and no file came, went or changed. The page itself is compiled anew by
 * the bundler.
 */
export default async function previewDocsPlugin(
  context: LoadContext,
  options: PluginOptions,
): Promise<Plugin<LoadedContent>> {
  const plugin = await docs(context, options);
  const pages = new PageState(context.siteDir);
  let kept: Kept | undefined;
  return {
    ...plugin,
    configureWebpack(...args) {
      return {
        ...plugin.configureWebpack!(...args),
        // Packages do not change while somebody writes; after each save the bundler looks after all that it watches.
        watchOptions: {ignored: '**/node_modules/**'},
      };
    },
    async loadContent() {
      const state = pages.read();
      if (kept?.state !== state) {
        kept = undefined;
        kept = {state, content: await plugin.loadContent!(), routes: []};
      }
      return kept.content;
    },
    translateContent(params) {
      if (params.content !== kept?.content) {
        return plugin.translateContent!(params);
      }
      kept.translated ??= plugin.translateContent!(params);
      return kept.translated;
    },
    async contentLoaded({content, actions}) {
      if (!kept || (content !== kept.content && content !== kept.translated)) {
        await plugin.contentLoaded!({content, actions});
      } else if (kept.globalData === undefined) {
        kept.routes = [];
        await plugin.contentLoaded!({content, actions: noting(actions, kept)});
      } else {
        kept.routes.forEach(actions.addRoute);
        actions.setGlobalData(kept.globalData);
      }
    },
  };
}
