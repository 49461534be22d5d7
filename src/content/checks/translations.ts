import fs from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {nearest} from '../../site/nearest';
import {readJson} from '../json';
import type {Fault} from './fault';

const FOLDER = 'i18n/zh-Hans';

/** Where readers' messages are. */
const ROOMS = [
  'browser',
  'client',
  'components',
  'pages',
  'plugins/page-guard',
  'plugins/take-away',
  'search',
  'theme',
];

/** A message's identifier as components and functions write it: a literal, as Docusaurus demands. */
const OWN_ID = /\bid(?:=|:\s*)["']([\w-]+\.[\w.-]+)["']/g;

interface NavbarItem {
  label?: string;
  items?: NavbarItem[];
}

function sourceFiles(folder: string): string[] {
  return fs
    .readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(folder, name));
}

/** Identifiers of the messages that this site's own code shows. */
function ownIds(siteDir: string): Set<string> {
  const folders = ROOMS.map((room) => path.join(siteDir, 'src', room)).filter((folder) =>
    fs.existsSync(folder),
  );
  return new Set(
    folders
      .flatMap(sourceFiles)
      .flatMap((file) => [...fs.readFileSync(file, 'utf8').matchAll(OWN_ID)].map(([, id]) => id!)),
  );
}

/** Identifiers of the messages that Docusaurus' themes show. */
function themeIds(siteDir: string): string[] {
  const load = createRequire(path.join(siteDir, 'package.json'));
  const folder = path.join(
    path.dirname(load.resolve('@docusaurus/theme-translations/package.json')),
    'locales/base',
  );
  return fs
    .readdirSync(folder)
    .flatMap((name) =>
      Object.keys(JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as object).filter(
        (key) => !key.endsWith('___DESCRIPTION'),
      ),
    );
}

function labels(items: readonly NavbarItem[]): string[] {
  return items.flatMap(({label, items: inner = []}) => [...(label ? [label] : []), ...labels(inner)]);
}

/** Keys of a file of translations that nothing shows: what was meant by them stays English. */
function unknownKeys(siteDir: string, name: string, known: readonly string[]): Fault[] {
  const file = `${FOLDER}/${name}`;
  const all = new Set(known);
  return Object.keys(readJson<object>(siteDir, file) ?? {})
    .filter((key) => !all.has(key))
    .map((key) => {
      const [near] = nearest(key, known);
      const text = fs.readFileSync(path.join(siteDir, file), 'utf8');
      return {
        kind: '译文有误',
        file,
        line: text.split('\n').findIndex((line) => line.includes(`"${key}"`)) + 1,
        problem: `没有编号为「${key}」的文字，这条译文不会显示`,
        cure: `${near ? `改成 ${near}，或` : ''}删去这一条`,
      };
    });
}

/** Translations that are never shown. */
export function translationFaults(siteDir: string, navbar: readonly NavbarItem[]): Fault[] {
  return [
    ...unknownKeys(siteDir, 'code.json', [...ownIds(siteDir), ...themeIds(siteDir)]),
    ...unknownKeys(siteDir, 'docusaurus-theme-classic/navbar.json', [
      'title',
      'logo.alt',
      ...labels(navbar).map((label) => `item.label.${label}`),
    ]),
  ];
}
