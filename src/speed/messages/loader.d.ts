/** What the loader uses of webpack's loader context. */
interface LoaderContext {
  resourcePath: string;
  /** `file`: path of a JSON file with the site's messages by their ids. */
  getOptions(): {file: string};
  addDependency(file: string): void;
}

export default function messagesLoader(this: LoaderContext, source: string): string;
