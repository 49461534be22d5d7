/** What the loader uses of webpack's loader context. */
interface LoaderContext {
  resourcePath: string;
  /** `messages`: the site's messages by their ids. */
  getOptions(): {messages: Record<string, string>};
}

export default function messagesLoader(this: LoaderContext, source: string): string;
