import {cutWords, type Piece} from './words';

/** How often words stand on the written pages. */
export interface Vocabulary {
  /** Most often that a word stands on one page. */
  most: ReadonlyMap<string, number>;
  /** Words of nearly every page. */
  common: ReadonlySet<string>;
  /** Words of the subject that several pages share, each as often as it stands there. */
  shared: {han: readonly string[]; latin: readonly string[]};
  /** Words that may stand in a heading. */
  headings: {han: readonly string[]; latin: readonly string[]};
  /** Words that stand side by side in a heading, joined by a blank. */
  pairs: ReadonlySet<string>;
}

/** A page in Markdown, without its front matter but for two fields of it. */
export interface BenchPage {
  title: string;
  description: string;
  body: string;
}

const HAN = /^\p{Script=Han}/u;
const HEADING = /^#{2,6} /;

/** Words that belong to no subject: they stand on this part of the pages; of Latin ones, no names. */
const COMMON = 0.8;
const NAME = /[A-Z._\d]/;

const SHARED_BY = 3;
const HEADINGS_WITH = 3;
/** Part of a copy's clauses that stay whole, and of the other words that stay. */
const KEPT_CLAUSES = 0.15;
const KEPT_WORDS = 0.2;

function split(words: readonly string[]): {han: string[]; latin: string[]} {
  return {han: words.filter((w) => HAN.test(w)), latin: words.filter((w) => !HAN.test(w))};
}

function wordsOf(text: string): string[] {
  return cutWords(text)
    .filter(({word}) => word)
    .map(({text: word}) => word);
}

/** Reads from the written pages of a tree what their copies are made of. */
export function readVocabulary(pages: readonly BenchPage[]): Vocabulary {
  const most = new Map<string, number>();
  const pagesWith = new Map<string, number>();
  const headingsWith = new Map<string, number>();
  const pairs = new Set<string>();
  const all: string[] = [];
  const count = (map: Map<string, number>, words: Iterable<string>) => {
    for (const word of words) {
      map.set(word, (map.get(word) ?? 0) + 1);
    }
  };
  for (const {title, body} of pages) {
    const own = new Map<string, number>();
    const words = wordsOf(`${title}\n${body}`);
    count(own, words);
    own.forEach((n, word) => most.set(word, Math.max(n, most.get(word) ?? 0)));
    count(pagesWith, own.keys());
    const headings = [title, ...body.split('\n').filter((line) => HEADING.test(line))].map(wordsOf);
    count(headingsWith, new Set(headings.flat()));
    headings.forEach((words) => words.slice(1).forEach((word, i) => pairs.add(`${words[i]} ${word}`)));
    all.push(...words);
  }
  const common = [...pagesWith].filter(([word, n]) => n >= COMMON * pages.length && !NAME.test(word));
  return {
    most,
    common: new Set(common.map(([word]) => word)),
    shared: split(all.filter((word) => pagesWith.get(word)! >= SHARED_BY)),
    headings: split([...headingsWith].filter(([, n]) => n >= HEADINGS_WITH).map(([word]) => word)),
    pairs,
  };
}

/** Numbers from 0 up to 1 that look random and are always the same for the same seed. */
function numbers(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const char of seed) {
    state = Math.imul(state ^ char.codePointAt(0)!, 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Writes the copies of a tree's pages; one instance for one copy. */
class Copy {
  private readonly next: () => number;
  private readonly used = new Map<string, number>();

  constructor(
    private readonly vocabulary: Vocabulary,
    seed: string,
  ) {
    this.next = numbers(seed);
  }

  /** Takes words, unless one would stand more than a third as often as on the page that has it most. */
  private take(words: readonly string[]): boolean {
    const {common, most} = this.vocabulary;
    const counts = new Map<string, number>();
    for (const word of words) {
      counts.set(word, (counts.get(word) ?? this.used.get(word) ?? 0) + 1);
    }
    const allowed = [...counts].every(([word, n]) => common.has(word) || n <= (most.get(word) ?? 0) / 3);
    if (allowed) {
      counts.forEach((n, word) => this.used.set(word, n));
    }
    return allowed;
  }

  private draw({han, latin}: {han: readonly string[]; latin: readonly string[]}, like: string): string {
    const words = HAN.test(like) ? han : latin;
    for (let i = 0; i < 12; i++) {
      const word = words[Math.floor(this.next() * words.length)]!;
      if (this.take([word])) {
        return word;
      }
    }
    const common = split([...this.vocabulary.common]);
    const rest = HAN.test(like) ? common.han : common.latin;
    return rest[Math.floor(this.next() * rest.length)] ?? '';
  }

  private word({text, word}: Piece): string {
    if (!word || this.vocabulary.common.has(text)) {
      return text;
    }
    return this.next() < KEPT_WORDS && this.take([text]) ? text : this.draw(this.vocabulary.shared, text);
  }

  private clause(text: string): string {
    const pieces = cutWords(text);
    const words = pieces.filter(({word}) => word).map(({text: word}) => word);
    return this.next() < KEPT_CLAUSES && this.take(words)
      ? text
      : pieces.map((piece) => this.word(piece)).join('');
  }

  heading(text: string): string {
    const {headings, pairs} = this.vocabulary;
    let last = '';
    let count = 0;
    const varied = cutWords(text).map(({text: word, word: isWord}) => {
      if (!isWord) {
        return word;
      }
      const drawn = this.draw(headings, word);
      if (pairs.has(`${last} ${drawn}`)) {
        return '';
      }
      last = drawn;
      count += 1;
      return drawn;
    });
    // A heading of one word would be about that word.
    return varied.join('') + (count < 2 ? `的${this.draw(headings, '一份')}` : '');
  }

  text(text: string): string {
    return text
      .split(/(?<=[，。；：、\n])/)
      .map((clause) => this.clause(clause))
      .join('');
  }
}

/** Takes from a page what ties it to its place: links, images and given ids of headings. */
function untie(body: string): string {
  return body
    .replace(/!\[(?:[^[\]]|\[[^[\]]*\])*\]\([^)]*\)/g, '')
    .replace(/\[((?:[^[\]]|\[[^[\]]*\])*)\]\([^)]*\)/g, '$1')
    .replace(/\s*\{\/\*.*?\*\/\}/g, '');
}

/**
 * Makes of a page another on the same sort of things: most words of the subject are exchanged for others of the subject,
 * drawn as often as they stand in the tree; some clauses and words stay. No word of a copy stands there more than a third
 * as often as on the written page that has it most (a word that stands there once or twice: not at all), and a heading
 * has only words that several pages have in their headings, no two of which stand side by side there. So a copy mentions what a written page explains, and is
 * never as right an answer as that.
 *
 * @param seed the same copy for the same seed
 */
export function vary({title, description, body}: BenchPage, vocabulary: Vocabulary, seed: string): BenchPage {
  const copy = new Copy(vocabulary, seed);
  let fenced = false;
  const lines = untie(body)
    .split('\n')
    .map((line) => {
      if (/^\s*```/.test(line)) {
        fenced = !fenced;
        return line;
      }
      const mark = fenced ? undefined : HEADING.exec(line)?.[0];
      return mark ? mark + copy.heading(line.slice(mark.length)) : copy.text(line);
    });
  return {title: copy.heading(title), description: copy.text(description), body: lines.join('\n')};
}
