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

/** A link in few bytes where everything about it follows from its page: label and id. Else the item with packed items. */
type PackedItem = [label: string, docId: string] | (Omit<SidebarItem, 'items'> & {items?: PackedItem[]});

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

function packItem(path: string, item: SidebarItem): PackedItem {
  const {label, docId, items} = item;
  if (label !== undefined && docId !== undefined) {
    const usual = usualLink(path, label, docId);
    const keys = Object.keys(item) as (keyof SidebarItem)[];
    if (keys.length === Object.keys(usual).length && keys.every((key) => item[key] === usual[key])) {
      return [label, docId];
    }
  }
  return {...item, items: items?.map((child) => packItem(path, child))};
}

function unpackItem(path: string, item: PackedItem): SidebarItem {
  if (Array.isArray(item)) {
    return usualLink(path, ...item);
  }
  const {items, ...rest} = item;
  return {...rest, ...(items && {items: items.map((child) => unpackItem(path, child))})};
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
 * @param keepDescriptions whether a page in the browser shows them, as a list of cards does
 */
export function packVersion(
  path: string,
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
  return {
    path,
    docsSidebars: Object.fromEntries(
      Object.entries(docsSidebars).map(([name, items]) => [name, items.map((item) => packItem(path, item))]),
    ),
    docs: exceptions,
  };
}

/** Unpacks what {@link packVersion} packed. */
export function unpackVersion({path, docsSidebars, docs}: PackedVersionProps): VersionProps {
  const sidebars = Object.fromEntries(
    Object.entries(docsSidebars).map(([name, items]) => [name, items.map((item) => unpackItem(path, item))]),
  );
  return {
    docsSidebars: sidebars,
    docs: {...docsOf(sidebars), ...Object.fromEntries(docs.map((doc) => [doc.id, doc]))},
  };
}
