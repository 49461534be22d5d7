/** A number with its sign, its exponent and the padding around it; digits within a name, as in `float32`, are none. */
export const FIGURE = /[ \t]*(?:(?<![\w)])[-+])?(?<![A-Za-z_\d.])\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?[ \t]*/gi;

/** The numbers of a text as they are written, e.g. `1,259`. */
export function figuresIn(text: string): string[] {
  return (text.match(FIGURE) ?? []).map((figure) => figure.trim().replace(/,+$/, ''));
}

/** What a figure is worth, e.g. 1259 for `1,259`; NaN where it is none. */
export function valueOf(figure: string): number {
  return /\d/.test(figure) ? Number(figure.replaceAll(',', '')) : NaN;
}
