import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {decodeHTMLAttribute} from 'entities';

/** What a policy has to know of the code of a build. */
export interface BuiltCode {
  /** Of the inline scripts of all pages, as a policy names them, e.g. `sha256-…`. */
  hashes: string[];
  usesWebAssembly: boolean;
}

// The serialiser escapes `<` in attributes' values and text, so a tag ends at the first `>` that no quote holds.
const SCRIPT = /<script\b((?:"[^"]*"|'[^']*'|[^"'>])*)>([\s\S]*?)<\/script>/g;
const HANDLER = /<[a-z][\w-]*(?:\s+[\w:@.-]+(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*?\s+(on[a-z]+)=/g;
const JAVASCRIPT_ADDRESS = /\s(?:href|src|action|formaction)=["']?\s*javascript:/;
/** The server sends a real redirect before such a page would be read. */
const REDIRECT_PAGE = /<meta http-equiv="?refresh/;

function attribute(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}(?:=(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+)))?(?=\\s|$)`).exec(
    attributes,
  );
  return match ? decodeHTMLAttribute(match[1] ?? match[2] ?? match[3] ?? '') : undefined;
}

/** The inline scripts of a page that the browser runs; data in scripts is nothing that a policy has a say in. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(SCRIPT)].flatMap(([, attributes = '', code = '']) =>
    attribute(attributes, 'src') !== undefined || /json$/.test(attribute(attributes, 'type') ?? '')
      ? []
      : code,
  );
}

/** Code of a page that no hash can allow: attributes such as `onclick`, and addresses that are code. */
export function forbiddenCode(html: string): string[] {
  const markup = html.replace(SCRIPT, '');
  const handlers = [...markup.matchAll(HANDLER)].map(([, name]) => `属性 ${name!}`);
  return [...handlers, ...(JAVASCRIPT_ADDRESS.test(markup) ? ['javascript: 地址'] : [])];
}

export function hashOf(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}

/**
 * Reads what the pages of a build really inline.
 *
 * @throws where a page has code that no hash can allow
 */
export function readBuiltCode(build: string): BuiltCode {
  const names = fs.readdirSync(build, {recursive: true, encoding: 'utf8'}).sort();
  const read = (name: string) => fs.readFileSync(path.join(build, name), 'utf8');
  const hashes = new Set<string>();
  for (const name of names.filter((file) => file.endsWith('.html'))) {
    const html = read(name);
    if (REDIRECT_PAGE.test(html)) {
      continue;
    }
    const [forbidden] = forbiddenCode(html);
    if (forbidden !== undefined) {
      throw new Error(`${name} 里有${forbidden}，内容安全策略不允许；改成 src/client 里的事件监听`);
    }
    inlineScripts(html).forEach((script) => hashes.add(hashOf(script)));
  }
  const usesWebAssembly = names.some((file) => file.endsWith('.js') && read(file).includes('WebAssembly'));
  return {hashes: [...hashes].sort(), usesWebAssembly};
}
