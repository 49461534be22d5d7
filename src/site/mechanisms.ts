/** The mechanisms of src/speed, by the names of their folders. */
export const MECHANISMS = [
  'articles',
  'head',
  'lateCode',
  'messages',
  'parts',
  'prism',
  'unusedPackages',
] as const;

export type Mechanism = (typeof MECHANISMS)[number];
