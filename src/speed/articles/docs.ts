import {withoutTrailingSlash} from '../../site/addresses';

/** A page as Docusaurus' docs plugin lists it in its global data. */
export interface Doc {
  id: string;
  path: string;
  sidebar?: string;
}

/** Ids of pages whose address follows from their id, by their sidebar; empty for pages without one. */
type Ids = Record<string, string[]>;

/** Pages of a version, as they differ from those of the version before it in the list. */
export interface PackedDocs {
  added: Ids;
  lacking: Ids;
  /** Pages whose address does not follow from their id. */
  others: readonly Doc[];
}

function usualDoc(versionPath: string, sidebar: string, id: string): Doc {
  const path = `${versionPath.replace(/\/$/, '')}/${id.replace(/(^|\/)index$/, '$1')}`;
  return {id, path, ...(sidebar && {sidebar})};
}

function subtract(ids: Ids, without: Ids): Ids {
  const rest = (sidebar: string, own: string[]) => own.filter((id) => !without[sidebar]?.includes(id));
  return Object.fromEntries(Object.entries(ids).map(([sidebar, own]) => [sidebar, rest(sidebar, own)]));
}

/** Shortens the versions' lists of pages, which are in the code of every page: most pages are in most versions. */
export function packVersions(versions: readonly {path: string; docs: readonly Doc[]}[]): PackedDocs[] {
  let before: Ids = {};
  return versions.map(({path, docs}) => {
    const own: Ids = {};
    const isUsual = (doc: Doc) =>
      JSON.stringify(doc) === JSON.stringify(usualDoc(path, doc.sidebar ?? '', doc.id));
    docs.filter(isUsual).forEach(({id, sidebar = ''}) => (own[sidebar] ??= []).push(id));
    const packed = {
      added: subtract(own, before),
      lacking: subtract(before, own),
      others: docs.filter((doc) => !isUsual(doc)),
    };
    before = own;
    return packed;
  });
}

/**
 * Undoes {@link packVersions}, but for the order of the pages: the one at the address comes first, since the router
 * compiles a pattern of each page that it tries.
 */
export function unpackVersions(
  versions: readonly {path: string; docs: PackedDocs}[],
  pathname: string,
): Doc[][] {
  let ids: Ids = {};
  return versions.map(({path, docs: {added, lacking, others}}) => {
    const kept = subtract(ids, lacking);
    ids = {...kept};
    Object.entries(added).forEach(([sidebar, own]) => (ids[sidebar] = [...(kept[sidebar] ?? []), ...own]));
    const usual = Object.entries(ids).flatMap(([sidebar, own]) =>
      own.map((id) => usualDoc(path, sidebar, id)),
    );
    const docs = [...usual, ...others];
    const isHere = (doc: Doc) => withoutTrailingSlash(doc.path) === withoutTrailingSlash(pathname);
    return [...docs.filter(isHere), ...docs.filter((doc) => !isHere(doc))];
  });
}
