import path from 'node:path';
import type {Element, ElementContent, Root, RootContent} from 'hast';
import {visit} from 'unist-util-visit';
import type {VFile} from 'vfile';
import {inlineStyles} from '../../build/inlineStyles';
import {readInventory} from '../../content/inventory';
import {changePairs, changesPath} from '../../site/apiChanges';
import {LINKS} from '../../site/links';
import {endOfSentence} from '../../content/prose';
import {pageKey, REFERENCE} from '../../content/reference';
import {readReferenceTree} from '../../content/referenceTree';
import {type ReferencePage, readReferencePages} from '../../content/referencePages';
import {readPage} from '../../content/pages';
import {readReferenceNames} from '../../content/referenceNames';
import {VERSIONS, type SiteVersion} from '../../site/versions';
import {factsOf, type OlderRelease} from './facts';
import {anchorMembers} from './members';
import {navigationOf} from './navigation';
import {type PageProof, readReferenceProofs} from './proofs';

const ENTRY = /^(?:tvm|vta)(?:\.\w+)+$/;

/** The node as an element of that name, if it is one. */
function asElement(node: RootContent | ElementContent, tag: string): Element | undefined {
  return node.type === 'element' && node.tagName === tag ? node : undefined;
}

function element(
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[] = [],
): Element {
  return {type: 'element', tagName, properties, children};
}

function textOf(node: ElementContent): string {
  return node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : '';
}

/** The text of a paragraph up to the end of its first sentence; a mark within code or a link ends none. */
function firstSentence(children: readonly ElementContent[]): string {
  const shown = children.map((child) => (child.type === 'text' ? child.value : '\0'));
  let left = endOfSentence(shown.join(''));
  return children
    .map((child, i) => {
      const length = Math.min(left, shown[i]!.length);
      left -= length;
      return length === 0 ? '' : child.type === 'text' ? child.value.slice(0, length) : textOf(child);
    })
    .join('');
}

interface Entry {
  name: string;
  summary: string;
}

interface Group {
  heading: Element;
  entries: Entry[];
}

/** Groups of entries in the order of the page: what stands between two headings of the second level. */
function readGroups(nodes: readonly RootContent[]): Group[] {
  const groups: Group[] = [];
  let open: Entry | undefined;
  for (const node of nodes) {
    const group = asElement(node, 'h2');
    const heading = asElement(node, 'h3');
    if (group) {
      groups.push({heading: group, entries: []});
      open = undefined;
    } else if (heading) {
      const name = String(heading.properties.id ?? '');
      open = ENTRY.test(name) ? {name, summary: ''} : undefined;
      if (open) {
        groups.at(-1)?.entries.push(open);
      }
    } else if (open?.summary === '') {
      open.summary = firstSentence(asElement(node, 'p')?.children ?? []);
    }
  }
  return groups.filter(({entries}) => entries.length > 0);
}

function indexOf(groups: readonly Group[], home: string): Element {
  const lists = groups.map(({heading, entries}) =>
    element('section', {}, [
      element('a', {className: ['api-group'], href: `#${String(heading.properties.id)}`}, [
        {type: 'text', value: textOf(heading)},
      ]),
      element(
        'ul',
        {},
        entries.map(({name, summary}) =>
          element('li', {}, [
            element('a', {href: `#${name}`, title: name}, [
              {type: 'text', value: name.slice(name.lastIndexOf('.') + 1)},
            ]),
            ...(summary ? [element('span', {}, [{type: 'text', value: summary}])] : []),
          ]),
        ),
      ),
    ]),
  );
  return {
    type: 'mdxJsxFlowElement',
    name: 'ReferenceIndex',
    attributes: [
      {type: 'mdxJsxAttribute', name: 'home', value: home},
      {
        type: 'mdxJsxAttribute',
        name: 'count',
        value: String(groups.reduce((sum, {entries}) => sum + entries.length, 0)),
      },
    ],
    children: lists,
  } as never;
}

/** The index of the whole reference: its pages, each with what it is for and the number of its names. */
function listOfPages(pages: readonly ReferencePage[]): Element {
  const text = (value: string): ElementContent => ({type: 'text', value});
  return element(
    'dl',
    {className: ['api-pages']},
    pages.flatMap(({url, title, description, entries}) => [
      element('dt', {}, [
        element('a', {href: url}, [text(title)]),
        element('span', {}, [text(`${entries.size} 个名称`)]),
      ]),
      element('dd', {}, [text(description)]),
    ]),
  );
}

/** The way to what changed in the API up to a version; from the oldest to the next. */
function linkToChanges(version: SiteVersion): Element {
  const [from, to] = changePairs().find((pair) => pair[1] === version) ?? changePairs().at(-1)!;
  const text: ElementContent = {type: 'text', value: `${from.release} 到 ${to.release} 的 API 变化`};
  return element('p', {}, [element('a', {href: changesPath(from.release, to.release)}, [text])]);
}

/** What the probes of the page came to; it stands in the article, so that the browser gets it as HTML alone. */
function proofLine(release: string, proof: PageProof): Element {
  return {
    type: 'mdxJsxFlowElement',
    name: 'PageProofs',
    attributes: Object.entries({release, ...proof}).map(([name, value]) => ({
      type: 'mdxJsxAttribute',
      name,
      value: String(value),
    })),
    children: [],
  } as never;
}

/**
 * Completes the pages of the API reference from the inventories: the navigation, an index of the entries before the first
 * group, an anchor at each member of a class, and at each signature the place of the definition, since when the name is
 * there, how many assertions hold for it, and how it is imported; other pages with the sum of their assertions. Runs before
 * `rehypeCodeBlocks`, to which it leaves this at the signature.
 */
export default function rehypeReference({siteDir}: {siteDir: string}) {
  const styles = inlineStyles(path.join(siteDir, 'static/css/reference.css'));
  const proofs = readReferenceProofs(siteDir);
  const releasesFrom = (version: SiteVersion): OlderRelease[] =>
    VERSIONS.slice(VERSIONS.indexOf(version)).map(({release}) => ({
      release,
      inventory: readInventory(siteDir, release) ?? {},
    }));

  function completePage(tree: Root, relative: string, version: SiteVersion): void {
    if (!relative.startsWith(`${version.directory}/${REFERENCE}/`)) {
      return;
    }
    const names = readReferenceNames(siteDir, version.release);
    const below = relative.slice(`${version.directory}/${REFERENCE}/`.length);
    if (/^index\.mdx?$/.test(below)) {
      tree.children.push(linkToChanges(version), listOfPages(readReferencePages(siteDir, version)));
      return;
    }
    const key = pageKey(below, names);
    const groups = readGroups(tree.children);
    if (key === undefined || groups.length === 0) {
      return;
    }
    const releases = releasesFrom(version);
    visit(tree, 'element', (node) => {
      const meta = node.tagName === 'code' ? node.properties.metastring : undefined;
      const name =
        typeof meta === 'string' && /\bsignature\b/.test(meta) ? /^\s*([\w.]+)/.exec(textOf(node))?.[1] : '';
      const place = name && names[key]?.[name];
      if (!name || place === undefined) {
        return;
      }
      const {since, changed, was, imports} = factsOf(releases, name);
      const proof = proofs.ofEntry(version.release, name);
      node.properties.facts = JSON.stringify({
        proof,
        since,
        changed,
        was,
        imports,
        ...(place && {
          source: `${LINKS.upstreamRepository}/blob/${version.tag}/${place}`,
          place: place.replace('#L', ':'),
        }),
      });
    });
    anchorMembers(tree);
    const first = tree.children.findIndex((node) => asElement(node, 'h2'));
    tree.children.splice(first, 0, indexOf(groups, `${version.path}/${REFERENCE}`));
    const proof = proofs.ofPage(
      version.release,
      groups.flatMap(({entries}) => entries.map(({name}) => name)),
    );
    if (proof) {
      tree.children.push(proofLine(version.release, proof));
    }
  }

  return (tree: Root, file: VFile): void => {
    const relative = path.relative(siteDir, file.path).split(path.sep).join('/');
    const version = VERSIONS.find(({directory}) => relative.startsWith(`${directory}/`));
    if (!version) {
      return;
    }
    if (!relative.startsWith(`${version.directory}/reference/api/`)) {
      const proof = proofs.ofGuide(version.release, readPage(siteDir, relative).docId);
      if (proof) {
        tree.children.push(proofLine(version.release, proof));
      }
      return;
    }
    completePage(tree, relative, version);
    const groups = readGroups(tree.children);
    const names = groups.flatMap(({entries}) => entries.map(({name}) => name));
    const here = version.path + relative.slice(version.directory.length).replace(/(?:\/index)?\.mdx?$/, '');
    tree.children.unshift(
      navigationOf(readReferenceTree(siteDir, version), here, names, {release: version.release, styles}),
    );
  };
}
