import fs from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {projectFiles} from '@site/tools/checks/projectFiles';

const ROOT = path.resolve(__dirname, '../../..');

/** Names that Docusaurus looks for in a module. */
const CONVENTIONS = new Set(['onRouteDidUpdate', 'onRouteUpdate', 'validateOptions', 'validateThemeConfig']);

const EXPORT =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

/** Names of what a module defines and exports; what it only passes on is defined elsewhere. */
function exportedNames(file: string): string[] {
  return [...fs.readFileSync(path.join(ROOT, file), 'utf8').matchAll(EXPORT)].map(([, name]) => name!);
}

it('Two exported things never share a name', () => {
  const first = new Map<string, string>();
  const shared: string[] = [];
  // A type and a value of one name in one module are one thing.
  for (const file of projectFiles(ROOT, /^(src|tools|figures)\/.*(?<!\.d)\.tsx?$/)) {
    for (const name of new Set(exportedNames(file))) {
      const other = first.get(name);
      if (other !== undefined && name !== 'Props' && !CONVENTIONS.has(name)) {
        shared.push(`${name}: ${other}, ${file}`);
      }
      first.set(name, other ?? file);
    }
  }
  expect(first.size).toBeGreaterThan(300);
  expect(shared).toEqual([]);
});
