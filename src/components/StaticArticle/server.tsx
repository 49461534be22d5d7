import type {ComponentType, ReactNode} from 'react';

/** Renders a page's Markdown in the element in which the browser finds it again. */
export function createServerArticle(Content: ComponentType, permalink: string): ComponentType {
  return function ServerArticle(): ReactNode {
    return (
      <div className="article" data-article={permalink}>
        <Content />
      </div>
    );
  };
}
