/** What a result is: a guide, an entry of the API reference, an error and its cause, a post. */
export const HIT_KINDS = ['guide', 'api', 'error', 'post'] as const;
export type HitKind = (typeof HIT_KINDS)[number];

/** The kind of what stands at an address. */
export function kindOf(url: string): HitKind {
  if (url.includes('/reference/api/')) {
    return 'api';
  }
  return /\/how_to\/errors(?:#|$)/.test(url) ? 'error' : url.includes('/blog/') ? 'post' : 'guide';
}
