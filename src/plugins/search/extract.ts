import {Parser} from 'htmlparser2';
import {FENCE_ROLES} from '../../site/fenceMeta';

/** A heading with the text below it, up to the next heading. */
export interface Section {
  /** Id of the heading; undefined for the top of the page. */
  anchor?: string;
  /** Text of the headings above and of this one, by level from 1. */
  headings: (string | undefined)[];
  level: number;
  prose: string;
  code: string;
  /** Of an entry of the API reference: how it is called. */
  signature?: string;
}

/** What search needs of a rendered page. */
export interface ExtractedPage {
  tag: string;
  language: string;
  /** Part of the site that the page belongs to: its first breadcrumb. */
  part?: string;
  /** Title above the text: that of a blog post. */
  title?: string;
  /** What the page is about, as its front matter says. */
  description?: string;
  /** Other names of the page. */
  aliases?: string[];
  sections: Section[];
}

const VOID = new Set(['img', 'br', 'hr', 'input', 'link', 'meta', 'wbr', 'source']);
const BREAKS = new Set(['p', 'li', 'td', 'th', 'div', 'br', 'tr', 'dd', 'dt', 'summary', 'figcaption', 'h1']);
const SKIPPED_CLASSES = new Set([
  ...Object.entries(FENCE_ROLES).flatMap(([role, {searched}]) => (searched ? [] : [`code--${role}`])),
  'code-caption',
  'code-actions',
  'code-gutter',
  'code-measured',
  'code-norun',
  'code-unfold',
  'hash-link',
  'signature-facts',
  'katex-html',
  'theme-doc-footer',
  'pagination-nav',
  'theme-doc-toc-mobile',
]);
const SKIPPED_TAGS = new Set(['script', 'style', 'button', 'svg', 'annotation', 'nav', 'footer']);

/** Anchor of an entry of the API reference, or of what a class has. */
export const ENTRY = /^(?:tvm|vta)(?:\.\w+)+$/;

interface Open {
  name: string;
  skip: boolean;
  /** Whether it says how an entry of the reference is called. */
  signature?: boolean;
  /** The section that goes on behind the row of a table that is one of its own. */
  around?: Section;
  heading?: number;
  root?: boolean;
  breadcrumb?: boolean;
}

/** Collects the text of a page's article; one instance for one page. */
class Collector {
  page: ExtractedPage = {tag: 'default', language: '', sections: []};
  private readonly open: Open[] = [];
  private depthSkipped = 0;
  private inRoot = 0;
  private inCode = 0;
  private inSignature = 0;
  private inBreadcrumb = 0;
  private heading = '';
  private inHeading = 0;
  private inTitle = false;
  private section?: Section;

  onTag(name: string, attributes: Record<string, string>): void {
    const classes = (attributes.class ?? '').split(/\s+/);
    if (name === 'meta') {
      this.onMeta(attributes);
    }
    const entry: Open = {
      name,
      skip: SKIPPED_TAGS.has(name) ? this.inRoot > 0 : classes.some((c) => SKIPPED_CLASSES.has(c)),
      // The element that holds the text and nothing around it, such as lines on what was run.
      root: 'data-article' in attributes,
      signature: classes.includes('code--signature') || (name === 'code' && this.isMember()),
      breadcrumb: classes.includes('breadcrumbs__link'),
      heading: /^h[1-6]$/.test(name) ? Number(name[1]) : undefined,
    };
    if (this.inRoot && !this.depthSkipped && BREAKS.has(name)) {
      this.add('\n');
    }
    if (name === 'h1' && !this.inRoot) {
      this.inTitle = true;
      this.page.title = '';
    }
    if (name === 'tr' && this.inRoot && ENTRY.test(attributes.id ?? '')) {
      entry.around = this.section;
      this.startMember(attributes.id!);
    }
    this.open.push(entry);
    this.depthSkipped += Number(entry.skip);
    this.inRoot += Number(entry.root);
    this.inCode += Number(name === 'pre');
    this.inSignature += Number(entry.signature);
    this.inBreadcrumb += Number(entry.breadcrumb);
    if (entry.heading && this.inRoot && !this.depthSkipped) {
      this.inHeading = entry.heading;
      this.heading = '';
      this.startSection(entry.heading, attributes.id);
    }
    if (VOID.has(name)) {
      this.onEnd();
    }
  }

  onText(text: string): void {
    if (this.inBreadcrumb && this.page.part === undefined && text.trim()) {
      this.page.part = text.trim();
    }
    if (this.inTitle) {
      this.page.title += text;
    }
    if (this.inRoot && !this.depthSkipped) {
      if (this.inHeading) {
        this.heading += text;
      } else {
        this.add(text);
      }
    }
  }

  onEnd(): void {
    const entry = this.open.pop();
    if (!entry) {
      return;
    }
    if (entry.heading && entry.heading === this.inHeading) {
      this.section!.headings[entry.heading] = this.heading.replace(/\u200b/g, '').trim();
      this.inHeading = 0;
    }
    this.inTitle &&= entry.name !== 'h1';
    this.depthSkipped -= Number(entry.skip);
    this.inRoot -= Number(entry.root);
    this.inCode -= Number(entry.name === 'pre');
    this.inSignature -= Number(entry.signature);
    this.section = entry.around ?? this.section;
    this.inBreadcrumb -= Number(entry.breadcrumb);
  }

  private onMeta({name, content}: Record<string, string>): void {
    if (name === 'docusaurus_tag') {
      this.page.tag = content ?? '';
    } else if (name === 'docusaurus_locale') {
      this.page.language = content ?? '';
    } else if (name === 'description') {
      this.page.description = content;
    }
  }

  private startSection(level: number, anchor: string | undefined): void {
    const headings = (this.section?.headings ?? []).slice(0, level);
    this.section = {
      anchor: level === 1 ? undefined : anchor,
      headings,
      level,
      prose: '',
      code: '',
    };
    this.page.sections.push(this.section);
  }

  /** Begins the section of what a class has: a row of a table in the entry of the class. */
  private startMember(anchor: string): void {
    const level = this.section!.level + 1;
    this.startSection(level, anchor);
    this.section!.headings[level] = anchor.split('.').slice(-2).join('.');
  }

  /** Whether the next element is the first of such a row, which says how the member is called. */
  private isMember(): boolean {
    const row = this.open.at(-2);
    return Boolean(
      row?.around && this.section && !this.section.signature && this.section.prose.trim() === '',
    );
  }

  private add(text: string): void {
    if (!this.section) {
      this.startSection(1, undefined);
    }
    if (this.inSignature) {
      this.section!.signature = (this.section!.signature ?? '') + text;
    } else if (this.inCode) {
      this.section!.code += text;
    } else {
      this.section!.prose += text;
    }
  }
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Reads from the HTML of a page what search needs: its text by section, without navigation, printed outputs and what
 * belongs to the interface.
 */
export function extractPage(html: string): ExtractedPage {
  const collector = new Collector();
  const parser = new Parser({
    onopentag: (name, attributes) => collector.onTag(name, attributes),
    ontext: (text) => collector.onText(text),
    onclosetag: (name) => {
      if (!VOID.has(name)) {
        collector.onEnd();
      }
    },
  });
  parser.end(html);
  const {page} = collector;
  return {
    ...page,
    sections: page.sections
      .map((s) => ({
        ...s,
        prose: squeeze(s.prose),
        code: squeeze(s.code),
        ...(s.signature && {signature: squeeze(s.signature)}),
      }))
      .filter((s) => s.headings[s.level] || s.prose || s.code || s.signature),
  };
}
