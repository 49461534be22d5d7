/** A page as Docusaurus' docs plugin lists it in its global data. */
export interface Doc {
  id: string;
  path: string;
  sidebar?: string;
}

/** A page whose address and sidebar follow from its id, by that. */
export type PackedDoc = string | Doc;

function usualDoc(versionPath: string, sidebar: string | undefined, id: string): Doc {
  const path = `${versionPath.replace(/\/$/, '')}/${id.replace(/(^|\/)index$/, '$1')}`;
  return {id, path, ...(sidebar && {sidebar})};
}

/** Shortens a version's list of pages, which is in the code of every page. */
export function packDocs(versionPath: string, docs: readonly Doc[]): PackedDoc[] {
  const isUsual = (doc: Doc) =>
    JSON.stringify(doc) === JSON.stringify(usualDoc(versionPath, docs[0]!.sidebar, doc.id));
  // The first one says which sidebar is meant.
  return docs.map((doc, index) => (index > 0 && isUsual(doc) ? doc.id : doc));
}

/** Undoes {@link packDocs}. */
export function unpackDocs(versionPath: string, docs: readonly PackedDoc[]): Doc[] {
  const [first] = docs as readonly Doc[];
  return docs.map((doc) => (typeof doc === 'string' ? usualDoc(versionPath, first!.sidebar, doc) : doc));
}
