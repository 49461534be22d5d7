/** What the loader uses of webpack's loader context. */
interface LoaderContext {
  resourcePath: string;
}

export default function staticArticleLoader(this: LoaderContext, source: string): string;
