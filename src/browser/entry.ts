/** What a preview tells of a name of the API reference. */
export interface EntryText {
  signature: string;
  sentence: string;
}

const documents = new Map<string, Promise<Document>>();

/** A page of the site; the browser has it from its cache where the page was preloaded. */
function loadDocument(path: string): Promise<Document> {
  if (path === window.location.pathname) {
    return Promise.resolve(document);
  }
  let loaded = documents.get(path);
  if (!loaded) {
    loaded = fetch(path, {credentials: 'same-origin'})
      .then((response) =>
        response.ok ? response.text() : Promise.reject(new Error(`${path}: ${response.status}`)),
      )
      .then((html) => new DOMParser().parseFromString(html, 'text/html'));
    loaded.catch(() => documents.delete(path));
    documents.set(path, loaded);
  }
  return loaded;
}

const textOf = (element: Element | null | undefined) => element?.textContent?.trim() ?? '';

/** The text up to the end of its first sentence. */
function sentenceOf(text: string): string {
  return /^.*?[。！？]/s.exec(text)?.[0] ?? text;
}

/** What belongs to a heading, up to the next one. */
function below(heading: Element): Element[] {
  const elements: Element[] = [];
  for (let at = heading.nextElementSibling; at && !/^H[1-3]$/.test(at.tagName); at = at.nextElementSibling) {
    elements.push(at);
  }
  return elements;
}

/** The signature and the first sentence at a place of a page: an entry, or the row of a member; undefined elsewhere. */
export function readEntry(page: Document, id: string): EntryText | undefined {
  const place = page.getElementById(id);
  if (place?.tagName === 'TR') {
    const [signature, meaning] = [...place.children].map(textOf);
    return {signature: signature!, sentence: sentenceOf(meaning ?? '')};
  }
  const own = place ? below(place) : [];
  const find = (selector: string) =>
    own
      .map((element) => (element.matches(selector) ? element : element.querySelector(selector)))
      .find(Boolean);
  const signature = textOf(find('.code--signature code'));
  const summary = page.querySelector(`.api-index a[href="#${id}"] + span`);
  return signature ? {signature, sentence: textOf(summary) || sentenceOf(textOf(find('p')))} : undefined;
}

/** What there is to tell of the entry that a link leads to. */
export async function loadEntry(link: HTMLAnchorElement): Promise<EntryText | undefined> {
  return readEntry(await loadDocument(link.pathname), decodeURIComponent(link.hash.slice(1)));
}
