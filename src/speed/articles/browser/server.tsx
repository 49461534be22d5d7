import type {ComponentType, ReactNode} from 'react';
import MDXContent from '@theme/MDXContent';
import {withoutTrailingSlash} from '@site/src/site/addresses';
import type {ArticleData} from './browser';

/** Writes data so that it can stand in a script element. */
const toScript = (data: object) => JSON.stringify(data).replace(/</g, '\\u003c');

/**
 * Renders a page's Markdown in the element in which the browser finds it again.
 *
 * @param data what else the page's module exports
 */
export function createServerArticle(Content: ComponentType, data: ArticleData): ComponentType {
  return function ServerArticle(): ReactNode {
    return (
      <div className="article" data-article={withoutTrailingSlash(data.metadata.permalink)}>
        <script type="application/json" dangerouslySetInnerHTML={{__html: toScript(data)}} />
        <MDXContent>
          <Content />
        </MDXContent>
      </div>
    );
  };
}
