import {spawn} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import {translationFaults} from '../../../src/content/checks/translations';
import {readRoutes, sourceFile} from '../../../src/content/routes';
import {DOCS_PARTS} from '../../../src/site/docsParts';
import {QUESTION_PAGES} from '../../../src/site/questions';
import {VERSIONS} from '../../../src/site/versions';
import {copySite} from '../../../tools/siteCopy';

const ROOT = path.resolve(__dirname, '../../..');
/** What a build printed and how it ended. */
export interface BuildResult {
  code: number;
  /** Standard output and error, without colours. */
  output: string;
  outDir: string;
}

export interface BuildOptions {
  /** Variables set on top of the environment; undefined removes one. */
  env?: Record<string, string | undefined>;
}

function description(subject: string): string {
  return `这一页只为构建测试而写，内容是${subject}：读者读完能确认这个小站点和正式站点用的是同一份配置和主题。`;
}

/** A chart, as lessons have it. */
const CHART = '```chart unit="GFLOPS" scale="log" title="快慢"\n三层循环 0.3\n四步以后 138.3\n```';

function doc(title: string, release: string, upstream: string | undefined, body: string): string {
  return [
    '---',
    `title: ${title}`,
    `description: ${description(`${release} 版的${title}`)}`,
    ...(upstream ? [`upstream: ${upstream}`] : []),
    '---',
    '',
    body,
    '',
  ].join('\n');
}

/** Pages of a tree that the interface (navigation bar, footer, announcement) links to, besides the main page. */
function linkedDocs(): string[] {
  const code = fs.readFileSync(path.join(ROOT, 'src/site/interface.ts'), 'utf8');
  const paths = [...code.matchAll(/["'`]\/docs\/([\w/]+)/g)].map((match) => match[1]!);
  const parts = DOCS_PARTS.map(({docId}) => docId.replace(/\/index$/, ''));
  // Search leads to the pages of questions where it finds nothing.
  return [...new Set([...paths, 'install', ...parts, ...QUESTION_PAGES])];
}

const CHECK_LIST = fs.readFileSync(path.join(ROOT, 'src/content/checks/index.ts'), 'utf8');

function content(): Record<string, string> {
  const routes = JSON.parse(fs.readFileSync(path.join(ROOT, 'data/routes.json'), 'utf8')) as {
    path: string;
    page: string;
  }[];
  const upstream = (docPath: string) => routes.find((route) => route.path === docPath)?.page;
  const files: Record<string, string> = {
    'blog/authors.yml': 'team:\n  name: 测试\n',
    'blog/2025-01-02-first.md':
      '---\nslug: first\ntitle: 第一篇\ndescription: 小站点的第一篇文章\nauthors: [team]\ndate: 2025-01-02\n---\n\n开头。\n\n{/* truncate */}\n\n正文。\n',
    'src/pages/about.md':
      '---\ntitle: 关于\ndescription: 小站点的说明\n---\n\n# 关于\n\n## 示例 {/* #examples */}\n\n正文。\n',
    'src/pages/markdown-page.md':
      '---\ntitle: 格式\ndescription: 小站点的格式示例\n---\n\n# 格式\n\n正文。\n',
    'src/pages/updates.md': '---\ntitle: 更新\ndescription: 小站点的更新记录\n---\n\n# 更新\n\n正文。\n',
  };
  for (const {release, directory} of VERSIONS) {
    files[`${directory}/index.md`] = doc(
      '总览',
      release,
      upstream('/docs'),
      `见[安装](install/index.md#准备)。\n\n## 范围\n\n正文。\n\n${CHART}`,
    );
    for (const name of linkedDocs()) {
      files[`${directory}/${name}/index.md`] = doc(
        `页面 ${name}`,
        release,
        upstream(`/docs/${name}`),
        `## 准备\n\n回到[总览](${'../'.repeat(name.split('/').length)}index.md)。\n\n\`\`\`python\nprint(1)\n\`\`\``,
      );
    }
  }
  return files;
}

/** A small site with the configuration, theme and plugins of this repository, laid out in a folder of its own. */
export class FixtureSite {
  readonly dir = fs.mkdtempSync(path.join(os.tmpdir(), 'site-fixture-'));
  private readonly original = new Map<string, string | undefined>();
  private builds = 0;

  constructor() {
    const ownPage = /^src[\\/]pages[\\/](?!(?:index|compare)\.tsx$)/;
    // The content of a small site takes the place of this one's.
    copySite(ROOT, this.dir, ['docs', 'versioned_docs', 'blog'], (relative) => !ownPage.test(relative));
    // Lines of TVM's source that only the pages left out link to.
    fs.rmSync(path.join(this.dir, 'data/sources'), {recursive: true, force: true});
    for (const [file, text] of Object.entries(content())) {
      this.write(file, text);
    }
    this.listPages();
    this.dropDeadTranslations();
    // A small site has pages for what a test is about, and no ways from one to the next.
    this.replace('src/content/checks/index.ts', /\n {2}\{id: 'orphans'.*/.exec(CHECK_LIST)![0], '');
    this.original.clear();
  }

  /** Takes the addresses of pages that this site leaves out from the list, where they would be faults. */
  private listPages(): void {
    const routes = readRoutes(ROOT).map((route) => ({
      ...route,
      versions: VERSIONS.filter(
        ({release, directory}) =>
          route.versions.includes(release) && sourceFile(this.dir, directory, route.path),
      ).map(({release}) => release),
    }));
    fs.writeFileSync(path.join(this.dir, 'data/routes.json'), JSON.stringify(routes));
  }

  /** Takes out the translations of the pages that this site leaves out. */
  private dropDeadTranslations(): void {
    const file = path.join(this.dir, 'i18n/zh-Hans/code.json');
    const texts = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
    const dead = translationFaults(this.dir, []).map(({problem}) => /「(.+)」/.exec(problem)![1]!);
    const kept = Object.entries(texts).filter(([id]) => !dead.includes(id));
    fs.writeFileSync(file, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
  }

  private write(file: string, text: string | undefined): void {
    const full = path.join(this.dir, file);
    if (!this.original.has(file)) {
      this.original.set(file, fs.existsSync(full) ? fs.readFileSync(full, 'utf8') : undefined);
    }
    if (text === undefined) {
      fs.rmSync(full, {force: true});
    } else {
      fs.mkdirSync(path.dirname(full), {recursive: true});
      fs.writeFileSync(full, text);
    }
  }

  /** Writes files (undefined removes one) until the next `restore`. */
  change(files: Record<string, string | undefined>): void {
    for (const [file, text] of Object.entries(files)) {
      this.write(file, text);
    }
    this.listPages();
  }

  read(file: string): string {
    return fs.readFileSync(path.join(this.dir, file), 'utf8');
  }

  /** Replaces words of a file that have to be there. */
  replace(file: string, from: string, to: string): void {
    const text = this.read(file);
    if (!text.includes(from)) {
      throw new Error(`${file} 里没有「${from}」`);
    }
    this.write(file, text.replace(from, to));
  }

  /** Puts every changed file back. */
  restore(): void {
    for (const [file, text] of [...this.original]) {
      this.write(file, text);
    }
    this.original.clear();
    this.listPages();
  }

  /** Builds the site with the command that maintainers use. */
  build({env = {}}: BuildOptions = {}): Promise<BuildResult> {
    const outDir = path.join(this.dir, `build-${++this.builds}`);
    const cli = path.join(ROOT, 'node_modules/@docusaurus/core/bin/docusaurus.mjs');
    const variables: NodeJS.ProcessEnv = {
      ...process.env,
      NODE_ENV: 'production',
      BABEL_ENV: 'production',
      NO_COLOR: '1',
      FORCE_COLOR: '0',
      CI: 'true',
      ...env,
    };
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [cli, 'build', '--out-dir', outDir], {
        cwd: this.dir,
        env: variables,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      const collect = (chunk: string) => {
        output += chunk;
      };
      child.stdout.setEncoding('utf8').on('data', collect);
      child.stderr.setEncoding('utf8').on('data', collect);
      child.once('error', reject);
      child.once('close', (code) =>
        resolve({code: code ?? 1, output: stripVTControlCharacters(output), outDir}),
      );
    });
  }

  /** Removes the folder. */
  remove(): void {
    fs.rmSync(this.dir, {recursive: true, force: true});
  }
}
