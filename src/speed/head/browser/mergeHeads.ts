import {Children, Fragment, isValidElement, type ReactNode} from 'react';

export type Attributes = Record<string, string | undefined>;

/** Elements of which a document's head has several. */
export type ListedElement = 'link' | 'meta' | 'noscript' | 'script' | 'style';

/** What one place on a page asks of the document's head. */
export interface Head extends Partial<Record<ListedElement, Attributes[]>> {
  title?: string | string[];
  titleTemplate?: string;
  defaultTitle?: string;
  titleAttributes?: Attributes;
  htmlAttributes?: Attributes;
  bodyAttributes?: Attributes;
  base?: Attributes;
  /** Whether changes may wait for the next frame; they do unless it is false. */
  defer?: boolean;
}

export interface HeadProps extends Head {
  children?: ReactNode;
}

/** Attributes that `html` and `body` are to have. */
export type MergedRoots = Record<'html' | 'body', Attributes>;

/** What the document's head is to be. */
export interface MergedHead {
  title?: string;
  titleAttributes: Attributes;
  elements: Record<ListedElement | 'base', Attributes[]>;
}

/** Attributes by which an element is known; of two elements that agree in it, the inner one is shown. */
const KNOWN_BY: Record<ListedElement, readonly string[]> = {
  link: ['rel', 'href'],
  meta: ['name', 'charset', 'http-equiv', 'property', 'itemprop'],
  noscript: ['innerHTML'],
  script: ['src', 'innerHTML'],
  style: ['cssText'],
};

const HTML_NAMES: Record<string, string> = {
  accessKey: 'accesskey',
  charSet: 'charset',
  className: 'class',
  contentEditable: 'contenteditable',
  contextMenu: 'contextmenu',
  httpEquiv: 'http-equiv',
  itemProp: 'itemprop',
  tabIndex: 'tabindex',
};

function readChildren(
  children: ReactNode,
  head: Head,
  lists: Partial<Record<ListedElement, Attributes[]>>,
): void {
  Children.forEach(children, (child) => {
    if (!isValidElement<{children?: ReactNode}>(child)) {
      return;
    }
    const {children: content, ...props} = child.props;
    const attributes: Attributes = Object.fromEntries(
      Object.entries(props as Attributes).map(([name, value]) => [HTML_NAMES[name] ?? name, value]),
    );
    const {type} = child;
    if (type === Fragment) {
      readChildren(content, head, lists);
    } else if (type === 'title') {
      head.title = content as string;
      head.titleAttributes = attributes;
    } else if (type === 'html' || type === 'body') {
      head[`${type}Attributes`] = attributes;
    } else if (type === 'base') {
      head.base = attributes;
    } else {
      const text = content && {[type === 'style' ? 'cssText' : 'innerHTML']: content as string};
      (lists[type as ListedElement] ??= []).push({...attributes, ...(text || {})});
    }
  });
}

/** Reads what a place asks, as elements or as properties; of the same kind, the elements count. */
export function readHead({children, ...props}: HeadProps): Head {
  const head: Head = {...props};
  const lists: Partial<Record<ListedElement, Attributes[]>> = {};
  readChildren(children, head, lists);
  return {...head, ...lists};
}

function identify(type: ListedElement, tag: Attributes): string | undefined {
  let key: string | undefined;
  for (const name of Object.keys(tag).filter((attribute) => KNOWN_BY[type].includes(attribute))) {
    const rel = (attribute: string | undefined) => attribute === 'rel' && tag.rel?.toLowerCase();
    if (rel(key) !== 'canonical' && rel(name) !== 'stylesheet') {
      key = name;
    }
  }
  return key && tag[key] && `${key}=${tag[key]!.toLowerCase()}`;
}

function mergeElements(type: ListedElement, heads: readonly Head[]): Attributes[] {
  const seen = new Set<string | undefined>([undefined, '']);
  return heads
    .toReversed()
    .map((head) => {
      const own = (head[type] ?? []).filter((tag) => !seen.has(identify(type, tag)));
      own.forEach((tag) => seen.add(identify(type, tag)));
      return own;
    })
    .reverse()
    .flat();
}

function mergeAttributes(
  heads: readonly Head[],
  name: 'titleAttributes' | 'htmlAttributes' | 'bodyAttributes',
): Attributes {
  return Object.assign({}, ...heads.map((head) => head[name])) as Attributes;
}

/** Puts together what all places on a page ask of `html` and `body`, the inner ones last. */
export function mergeRoots(heads: readonly Head[]): MergedRoots {
  return {
    html: mergeAttributes(heads, 'htmlAttributes'),
    body: mergeAttributes(heads, 'bodyAttributes'),
  };
}

/**
 * Puts together what all places on a page ask of the document's head, as react-helmet-async does.
 *
 * @param heads outer ones first
 */
export function mergeHeads(heads: readonly Head[]): MergedHead {
  const innermost = <Name extends keyof Head>(name: Name): Head[Name] =>
    heads.findLast((head) => Object.hasOwn(head, name))?.[name];
  const title = [innermost('title')].flat().join('');
  const base = heads.findLast((head) => head.base?.href)?.base;
  return {
    title: title
      ? (innermost('titleTemplate') || '%s').replace(/%s/g, () => title)
      : innermost('defaultTitle'),
    titleAttributes: mergeAttributes(heads, 'titleAttributes'),
    elements: {
      base: base ? [base] : [],
      link: mergeElements('link', heads),
      meta: mergeElements('meta', heads),
      noscript: mergeElements('noscript', heads),
      script: mergeElements('script', heads),
      style: mergeElements('style', heads),
    },
  };
}
