/** A part of the documentation: what the navigation bar leads to, and what the sidebar shows at a time. */
export interface DocsPart {
  /** Document that the bar leads to; the first that a tree has. */
  docId: string;
  /** Source message of its label in the bar. */
  label: string;
  /** Folders of a tree that belong to it. */
  folders: readonly string[];
}

export const DOCS_PARTS: readonly DocsPart[] = [
  {docId: 'tutorial/index', label: 'Tutorials', folders: ['start', 'install', 'tutorial']},
  {docId: 'how_to/index', label: 'Guides', folders: ['how_to', 'topic']},
  {docId: 'arch/index', label: 'Architecture and development', folders: ['arch', 'dev', 'contribute']},
  {docId: 'reference/api/python/index', label: 'Reference', folders: ['reference']},
];

/** The part that a document belongs to; undefined for the main page of a tree. */
export function partOf(docId: string): DocsPart | undefined {
  return DOCS_PARTS.find(({folders}) => folders.includes(docId.split('/', 1)[0]!));
}
