import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {hashInputs} from '../../build/inputs';

/** Pages whose text was found in order before, by what they hold; so that a build reads only what has changed. */
export class KnownPages {
  private readonly file: string;
  private readonly known: Set<string>;
  private readonly seen: string[] = [];

  /** @param rules module that finds what is wrong; when it or what it uses changes, nothing is known any more */
  constructor(siteDir: string, rules: string) {
    this.file = path.join(siteDir, 'node_modules/.cache/checked-pages.json');
    const version = hashInputs(path.resolve(__dirname, '../../..'), rules).slice(0, 16);
    this.known = new Set([version]);
    this.seen.push(version);
    if (fs.existsSync(this.file)) {
      const stored = JSON.parse(fs.readFileSync(this.file, 'utf8')) as string[];
      this.known = stored[0] === version ? new Set(stored) : this.known;
    }
  }

  private key(text: string): string {
    return createHash('sha256').update(text).digest('hex').slice(0, 32);
  }

  has(text: string): boolean {
    return this.known.has(this.key(text)) && this.add(text);
  }

  add(text: string): true {
    this.seen.push(this.key(text));
    return true;
  }

  save(): void {
    fs.mkdirSync(path.dirname(this.file), {recursive: true});
    fs.writeFileSync(this.file, JSON.stringify(this.seen));
  }
}
