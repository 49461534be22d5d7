import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';

interface Entry {
  version?: string;
  resolved?: string;
  os?: string[];
  cpu?: string[];
  optionalDependencies?: Record<string, string>;
  hasInstallScript?: boolean;
}

const text = fs.readFileSync(path.resolve(__dirname, '../../../package-lock.json'), 'utf8');
const {packages} = JSON.parse(text) as {packages: Record<string, Entry>};
const entries = Object.entries(packages).map(([location, entry]) => ({
  name: location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length),
  ...entry,
}));

/** Packages whose work is done by a program made for one system, each of its own optional dependencies. */
const native = entries.filter(({optionalDependencies = {}}) =>
  Object.keys(optionalDependencies).some((name) => entries.some((e) => e.name === name && e.os && e.cpu)),
);

describe('package-lock.json', () => {
  it('knows the packages that need a program of their own', () => {
    expect(native.map(({name}) => name)).toEqual(
      expect.arrayContaining(['@swc/core', '@swc/html', '@rspack/binding', 'esbuild', 'lightningcss']),
    );
  });

  it.each(native.map((entry) => [entry.name, entry] as const))('%s has them for each system', (_, entry) => {
    const programs = Object.keys(entry.optionalDependencies!);
    for (const system of ['linux', 'darwin', 'win32']) {
      const found = entries.filter((e) => programs.includes(e.name) && e.os?.includes(system));
      expect(
        found,
        `没有 ${system} 的程序；删去 package-lock.json 和 node_modules 后重新 npm install`,
      ).not.toHaveLength(0);
      expect(found.flatMap(({cpu = []}) => cpu)).toContain('x64');
    }
    const wanted = programs.filter((name) => !entries.some((e) => e.name === name));
    expect(wanted).toEqual([]);
  });

  it('holds no address to download from', () => {
    expect(entries.filter(({resolved}) => resolved).map(({name}) => name)).toEqual([]);
    expect(text).not.toMatch(/"resolved"|registry\./);
  });
});

describe('package.json', () => {
  it('says of each package with a script of its own whether npm may run it', () => {
    const {allowScripts} = JSON.parse(
      fs.readFileSync(path.resolve(__dirname, '../../../package.json'), 'utf8'),
    ) as {allowScripts: Record<string, boolean>};
    const scripted = entries.filter(({hasInstallScript}) => hasInstallScript).map(({name}) => name);
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(scripted)].sort());
  });
});
