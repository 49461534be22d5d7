/** A piece of text: a word, which may be exchanged for another, or what stands between words. */
export interface Piece {
  text: string;
  word: boolean;
}

// Markup, formulas, the marks of highlighted lines and what makes a line a statement of MDX stay as they are.
const OPAQUE = /<\/?[A-Za-z][^<>\n]*>|\$[^$\n]+\$|\bhighlight-[\w-]+|^:::\w*|\b(?:import|export)\b/;
const LATIN = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/;
const HAN = /\p{Script=Han}+/u;
const TOKEN = new RegExp(`(${OPAQUE.source})|(${LATIN.source})|(${HAN.source})`, 'gmu');

/** Characters that join words and begin none. */
const JOINTS = new Set(
  '的了在是把和与或都就也不一个为到从被给对按用有没要会能可以及其这那它你我上下里中后前时又再才只更很最等每各之而但若如由所于使让将没'.split(
    '',
  ),
);

const segmenter = new Intl.Segmenter('zh', {granularity: 'word'});

/** Cuts a run of Han characters into words; neighbours that stand alone are one word, unless they only join. */
function hanPieces(run: string): Piece[] {
  const pieces: Piece[] = [];
  let open = false;
  for (const {segment} of segmenter.segment(run)) {
    const single = [...segment].length === 1;
    if (single && JOINTS.has(segment)) {
      pieces.push({text: segment, word: false});
      open = false;
    } else if (single && open) {
      pieces.at(-1)!.text += segment;
    } else {
      pieces.push({text: segment, word: true});
      open = single;
    }
  }
  return pieces;
}

/** Cuts a text into pieces that make it up. */
export function cutWords(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    pieces.push({text: text.slice(end, match.index), word: false});
    const [whole, opaque, latin] = match;
    if (opaque !== undefined) {
      pieces.push({text: whole, word: false});
    } else if (latin !== undefined) {
      pieces.push({text: whole, word: whole.length > 2});
    } else {
      pieces.push(...hanPieces(whole));
    }
    end = match.index + whole.length;
  }
  pieces.push({text: text.slice(end), word: false});
  return pieces.filter((piece) => piece.text !== '');
}
