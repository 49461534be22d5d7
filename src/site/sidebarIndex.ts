import {usualPath} from './docIndex';

/** An item of a sidebar as Docusaurus gives it to the browser. */
interface SidebarItem {
  type: string;
  label?: string;
  href?: string;
  docId?: string;
  unlisted?: boolean;
  items?: SidebarItem[];
}

/** A page of a version as Docusaurus gives it to the browser. */
interface VersionDoc {
  id: string;
  title: string;
  description?: string;
  sidebar?: string;
}

/** What the pages of a version share: its sidebars and its pages. */
export interface VersionProps {
  docsSidebars: Record<string, SidebarItem[]>;
  docs: Record<string, VersionDoc>;
}

/**
 * A link in few bytes where everything about it follows from its page: its label, with the page's number among those of
 * the version unless that is the one after the last. Else the item with packed items.
 */
type PackedItem =
  string | [label: string, page: number] | (Omit<SidebarItem, 'items'> & {items?: PackedItem[]});

/** A version's sidebars and pages in few bytes; a page that a sidebar names by its title is left out of `docs`. */
export interface PackedVersionProps {
  path: string;
  docsSidebars: Record<string, PackedItem[]>;
  docs: VersionDoc[];
}

const usualLink = (path: string, label: string, docId: string): SidebarItem => ({
  type: 'link',
  href: usualPath(path, docId),
  label,
  docId,
  unlisted: false,
});

function isUsual(path: string, item: SidebarItem): item is SidebarItem & {label: string; docId: string} {
  const {label, docId} = item;
  if (label === undefined || docId === undefined) {
    return false;
  }
  const usual = usualLink(path, label, docId);
  const keys = Object.keys(item) as (keyof SidebarItem)[];
  return keys.length === Object.keys(usual).length && keys.every((key) => item[key] === usual[key]);
}

/** Packs items, or unpacks them, in their order. */
class Packer {
  private next = 0;

  /**
   * @param path address of the version
   * @param ids ids of the version's pages, by their numbers
   */
  constructor(
    private readonly path: string,
    private readonly ids: readonly string[],
  ) {}

  pack = (item: SidebarItem): PackedItem => {
    const number = isUsual(this.path, item) ? this.ids.indexOf(item.docId) : -1;
    if (number === -1) {
      return {...item, items: item.items?.map(this.pack)};
    }
    const isNext = number === this.next;
    this.next = number + 1;
    return isNext ? item.label! : [item.label!, number];
  };

  unpack = (packed: PackedItem): SidebarItem => {
    if (typeof packed === 'string' || Array.isArray(packed)) {
      const [label, number] = typeof packed === 'string' ? [packed, this.next] : packed;
      this.next = number + 1;
      return usualLink(this.path, label, this.ids[number]!);
    }
    const {items, ...rest} = packed;
    return {...rest, ...(items && {items: items.map(this.unpack)})};
  };
}

/** The pages of sidebars, each with its label as the title. */
function docsOf(sidebars: Record<string, SidebarItem[]>): Record<string, VersionDoc> {
  const docs: Record<string, VersionDoc> = {};
  const visit = (sidebar: string, items: SidebarItem[]) => {
    for (const {docId, label, items: children} of items) {
      if (docId !== undefined && label !== undefined) {
        docs[docId] = {id: docId, title: label, sidebar};
      }
      visit(sidebar, children ?? []);
    }
  };
  Object.entries(sidebars).forEach(([name, items]) => visit(name, items));
  return docs;
}

/**
 * Packs what the pages of a version share.
 *
 * @param path address of the version
 * @param ids ids of its pages, in the order of the global data
 * @param keepDescriptions whether a page in the browser shows them, as a list of cards does
 */
export function packVersion(
  path: string,
  ids: readonly string[],
  {docsSidebars, docs}: VersionProps,
  keepDescriptions: boolean,
): PackedVersionProps {
  const known = docsOf(docsSidebars);
  const exceptions = Object.values(docs)
    .map(({description, ...doc}) => (keepDescriptions ? {...doc, description} : doc))
    .filter(
      (doc) =>
        'description' in doc || known[doc.id]?.title !== doc.title || known[doc.id].sidebar !== doc.sidebar,
    );
  const packer = new Packer(path, ids);
  return {
    path,
    docsSidebars: Object.fromEntries(
      Object.entries(docsSidebars).map(([name, items]) => [name, items.map(packer.pack)]),
    ),
    docs: exceptions,
  };
}

/**
 * Unpacks what {@link packVersion} packed.
 *
 * @param ids ids of the version's pages, in the order in which they were packed
 */
export function unpackVersion(
  {path, docsSidebars, docs}: PackedVersionProps,
  ids: readonly string[],
): VersionProps {
  const packer = new Packer(path, ids);
  const sidebars = Object.fromEntries(
    Object.entries(docsSidebars).map(([name, items]) => [name, items.map(packer.unpack)]),
  );
  return {
    docsSidebars: sidebars,
    docs: {...docsOf(sidebars), ...Object.fromEntries(docs.map((doc) => [doc.id, doc]))},
  };
}
