/** A page as Docusaurus' docs plugin lists it in its global data. */
export interface DocEntry {
  id: string;
  path: string;
  sidebar?: string;
}

/** A version's pages. */
export interface VersionDocs {
  path: string;
  docs: DocEntry[];
}

/** A page in few bytes: its id, where address and sidebar follow from it; else id, address and sidebar. */
type PackedDoc = string | [id: string, path: string, sidebar: string | null];

/** The pages of all versions: those of the first, and what the others drop and add. */
export interface PackedDocs {
  sidebar: string | null;
  first: PackedDoc[];
  others: {drop: number[]; add: [index: number, doc: PackedDoc][]}[];
}

/** Address that a page has unless it sets another: that of its id, and of its folder for an index. */
export function usualPath(versionPath: string, id: string): string {
  return `${versionPath.replace(/\/$/, '')}/${id.replace(/(^|\/)index$/, '$1')}`;
}

function mostCommonSidebar(versions: readonly VersionDocs[]): string | null {
  const counts = new Map<string, number>();
  for (const {sidebar} of versions.flatMap((version) => version.docs)) {
    if (sidebar !== undefined) {
      counts.set(sidebar, (counts.get(sidebar) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/**
 * Packs the lists of pages so that a page costs its id alone, and a page that two versions have, almost nothing.
 *
 * @param versions the versions in the order in which they are unpacked
 */
export function packDocs(versions: readonly VersionDocs[]): PackedDocs {
  const sidebar = mostCommonSidebar(versions);
  const packed = versions.map(({path, docs}) =>
    docs.map((doc): PackedDoc =>
      doc.path === usualPath(path, doc.id) && (doc.sidebar ?? null) === sidebar
        ? doc.id
        : [doc.id, doc.path, doc.sidebar ?? null],
    ),
  );
  const [first = [], ...rest] = packed;
  const position = new Map(first.map((doc, index) => [JSON.stringify(doc), index]));
  const others = rest.map((docs) => {
    const add: [number, PackedDoc][] = [];
    const kept = new Set<number>();
    let last = -1;
    docs.forEach((doc, index) => {
      const at = position.get(JSON.stringify(doc));
      // A page that stands in another order is added again, so that the order stays.
      if (at !== undefined && at > last) {
        kept.add(at);
        last = at;
      } else {
        add.push([index, doc]);
      }
    });
    return {drop: [...first.keys()].filter((at) => !kept.has(at)), add};
  });
  return {sidebar, first, others};
}

/**
 * Unpacks what {@link packDocs} packed.
 *
 * @param paths addresses of the versions, in the order in which they were packed
 * @returns the pages of each version, in their order
 */
export function unpackDocs({sidebar, first, others}: PackedDocs, paths: readonly string[]): DocEntry[][] {
  const lists = [
    first,
    ...others.map(({drop, add}) => {
      const dropped = new Set(drop);
      const docs = first.filter((_doc, at) => !dropped.has(at));
      add.forEach(([index, doc]) => docs.splice(index, 0, doc));
      return docs;
    }),
  ];
  return paths.map((path, index) =>
    (lists[index] ?? []).map((doc) => {
      const [id, docPath, docSidebar] = typeof doc === 'string' ? [doc, usualPath(path, doc), sidebar] : doc;
      return {id, path: docPath, ...(docSidebar !== null && {sidebar: docSidebar})};
    }),
  );
}
