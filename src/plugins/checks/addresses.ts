import type {Fault} from './fault';
import {readReferences} from './markdown';
import {lineOfKey, type ParsedSource} from './sources';

const KIND = '无法解码的地址';
// Full parsing of every page would cost seconds; this tells the few apart that are worth it.
const LIKELY_ADDRESS =
  /(?:\]\(\s*<?|\]:\s*<?|\b(?:href|src|to|poster)\s*=\s*["'{]*)([^\s)>"'}]*%[^\s)>"'}]*)/g;

/** Whether an address has a percent sign that does not start a valid UTF-8 sequence. */
export function isUndecodable(address: string): boolean {
  try {
    decodeURIComponent(address);
    return false;
  } catch {
    return true;
  }
}

/** The address as it would be accepted: each percent sign that encodes nothing is itself encoded. */
function repaired(address: string): string {
  const partly = address.replace(/%(?![0-9a-f]{2})/gi, '%25');
  return isUndecodable(partly) ? address.replaceAll('%', '%25') : partly;
}

function fault(file: string, line: number | undefined, address: string, cure?: string): Fault {
  return {
    kind: KIND,
    file,
    line,
    problem: `地址「${address}」里的百分号编码不完整，浏览器和服务器都无法解码`,
    cure: cure ?? `要写百分号本身，改成 ${repaired(address)}；否则删去它`,
  };
}

/**
 * Addresses in a Markdown file that can't be decoded. They are looked for before Docusaurus reads the file, since its
 * Markdown compiler and its renderer stop at the first one without saying where it stands.
 */
export function addressFaults({file, text, frontMatter}: ParsedSource): Fault[] {
  const faults: Fault[] = [];
  if (isUndecodable(file)) {
    faults.push(fault(file, undefined, file, '改文件名，去掉百分号：文件名就是页面的地址'));
  }
  if (typeof frontMatter.slug === 'string' && isUndecodable(frontMatter.slug)) {
    faults.push(fault(file, lineOfKey(text, 'slug'), frontMatter.slug));
  }
  if ([...text.matchAll(LIKELY_ADDRESS)].some(([, address]) => isUndecodable(address!))) {
    faults.push(
      ...readReferences(text)
        .filter(({url}) => !/^[a-z][a-z0-9+.-]*:/i.test(url) && isUndecodable(url))
        .map(({url, line}) => fault(file, line, url)),
    );
  }
  return faults;
}
