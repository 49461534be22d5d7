import type {TaggedSource} from '../sources/tags';

/** A line of TVM's source. */
export interface SourcePlace {
  path: string;
  line: number;
  text: string;
}

const TEXT =
  /\.(py|cc|h|c|cu|cpp|hpp|mm|m|cmake|txt|in|sh|java|rs|ts|js|go|md|rst|toml|cfg|ya?ml|json|j2|mk|template|ipynb)$|(^|\/)[A-Z][a-z]*file[^/]*$/;
/** Too large to be written by hand. */
const LARGEST = 2_000_000;

/** All text of TVM at a tag in one piece, so that searching for many strings reads it once. */
export class Corpus {
  readonly files: readonly {path: string; text: string; start: number}[];
  private readonly all: string;

  constructor(texts: ReadonlyMap<string, string>) {
    let start = 0;
    this.files = [...texts]
      .filter(([, text]) => text.length < LARGEST)
      .map(([path, text]) => {
        const file = {path, text, start};
        start += text.length + 1;
        return file;
      });
    this.all = this.files.map(({text}) => text).join('\0');
  }

  /** Reads the source of a release. */
  static read(tags: TaggedSource, release: string): Corpus {
    const paths = tags
      .list(release)
      .filter((path) => TEXT.test(path) && !/^(3rdparty|tests\/lint)\//.test(path));
    return new Corpus(tags.read(release, paths));
  }

  private placeAt(at: number): SourcePlace {
    let low = 0;
    let high = this.files.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.files[middle]!.start <= at) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    const {path, text, start} = this.files[low]!;
    const own = at - start;
    const line = text.slice(0, own).split('\n').length;
    const begin = text.lastIndexOf('\n', own - 1) + 1;
    const end = text.indexOf('\n', own);
    return {path, line, text: text.slice(begin, end < 0 ? undefined : end).trim()};
  }

  /** Places of a string as a word of its own, at most so many. */
  find(word: string, limit: number): SourcePlace[] {
    const places: SourcePlace[] = [];
    const isLetter = (char: string | undefined) => char !== undefined && /[\w]/.test(char);
    for (
      let at = this.all.indexOf(word);
      at >= 0 && places.length < limit;
      at = this.all.indexOf(word, at + 1)
    ) {
      const bordered =
        !(isLetter(word[0]) && isLetter(this.all[at - 1])) &&
        !(isLetter(word.at(-1)) && isLetter(this.all[at + word.length]));
      if (bordered) {
        places.push(this.placeAt(at));
      }
    }
    return places;
  }
}
