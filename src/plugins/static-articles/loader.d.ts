/** What the loader uses of webpack's loader context. */
interface LoaderContext {
  getOptions(): {isServer: boolean};
}

export default function staticArticleLoader(this: LoaderContext, source: string): string;
