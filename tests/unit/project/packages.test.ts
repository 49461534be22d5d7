import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {NAMES} from '@site/src/site/variables';
import {packageFolder} from '@site/src/plugins/licenses';
import {describePackages, isCompatible} from '@site/src/plugins/licenses/describe';
import {judgeAudit, readAccepted} from '@site/tools/packages/audit';

const ROOT = path.resolve(__dirname, '../../..');
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');

describe('advisories', () => {
  const advisory = (severity: 'low' | 'high') => ({
    vulnerabilities: {
      a: {via: [{name: 'a', title: '坏', url: 'https://example.com/GHSA-1', severity}]},
      b: {via: ['a']},
    },
  });
  const accepted = [{id: 'GHSA-1', package: 'a', reason: '只在测试里', until: '2027-01-31'}];

  it('fail from the severity of the policy on, once each', () => {
    expect(judgeAudit(advisory('high'), 'moderate', [], '2027-01-01').failing).toHaveLength(1);
    expect(judgeAudit(advisory('low'), 'moderate', [], '2027-01-01').failing).toEqual([]);
  });

  it('that were accepted fail again after their day', () => {
    expect(judgeAudit(advisory('high'), 'moderate', accepted, '2027-01-31').accepted).toHaveLength(1);
    expect(judgeAudit(advisory('high'), 'moderate', accepted, '2027-02-01').failing[0]).toContain('不再接受');
  });

  it('that are accepted have a reason, and a day within half a year', () => {
    const latest = new Date(Date.now() + 183 * 86_400_000).toISOString().slice(0, 10);
    for (const {reason, until} of readAccepted(ROOT)) {
      expect(reason.length).toBeGreaterThan(5);
      expect(until).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(until <= latest).toBe(true);
    }
  });
});

describe('licences', () => {
  it.each([
    ['MIT', true],
    ['(BSD-2-Clause OR MIT OR Apache-2.0)', true],
    ['GPL-3.0 OR MIT', true],
    ['Apache-2.0 AND MIT', true],
    ['MIT AND GPL-3.0', false],
    ['GPL-3.0-or-later', false],
    ['没有写明', false],
  ])('%s: %s', (license, compatible) => {
    expect(isCompatible(license)).toBe(compatible);
  });

  it('of packages are shown with their terms', () => {
    const folder = packageFolder(path.join(ROOT, 'node_modules/@docusaurus/core/lib/client/App.js'))!;
    const [core] = describePackages([folder, folder]);
    expect(core).toMatchObject({name: '@docusaurus/core', license: 'MIT'});
    expect(core!.text).toContain('Permission is hereby granted');
    expect(packageFolder(path.join(ROOT, 'src/pages/index.tsx'))).toBeUndefined();
  });

  it('of all that builds the site are known', () => {
    const {packages} = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, {dev?: boolean; license?: string}>;
    };
    const shipped = Object.entries(packages).filter(([location, {dev}]) => location !== '' && !dev);
    expect(shipped.length).toBeGreaterThan(500);
    // Of tools of the build, of which readers get nothing; the last three have MIT's terms in a file alone.
    const toolLicences = ['BlueOak-1.0.0', 'MPL-2.0', 'Python-2.0', 'CC-BY-4.0', 'OFL-1.1'];
    const inFile = ['eval', 'format', 'require-like'];
    const faults = shipped.filter(([location, {license = ''}]) => {
      const name = location.replace(/^.*node_modules\//, '');
      return !isCompatible(license) && !toolLicences.includes(license) && !inFile.includes(name);
    });
    expect(faults.map(([location, {license}]) => `${location} ${license}`)).toEqual([]);
  });
});

describe('scripts of packages', () => {
  it('never run, and each package that has some is known', () => {
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    const {allowScripts} = JSON.parse(read('package.json')) as {allowScripts: Record<string, boolean>};
    const {packages} = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, {hasInstallScript?: boolean}>;
    };
    const withScripts = Object.keys(packages)
      .filter((location) => packages[location]!.hasInstallScript)
      .map((location) => location.replace(/^.*node_modules\//, ''));
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(withScripts)].sort());
    expect(Object.values(allowScripts).filter(Boolean)).toEqual([]);
  });
});

describe('workflows and the container', () => {
  const workflows = fs
    .readdirSync(path.join(ROOT, '.github/workflows'))
    .map((name) => `.github/workflows/${name}`);
  const settings = NAMES.filter((name) => name !== 'ALGOLIA_ADMIN_KEY');

  it.each(workflows)('%s names each action by its commit, with its version beside it', (file) => {
    const uses = [...read(file).matchAll(/uses: (.*)/g)].map(([, action]) => action!);
    expect(uses.filter((action) => !/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual(
      [],
    );
    expect(read(file)).toMatch(/^permissions:\n {2}contents: read$/m);
  });

  it('take every setting of the README', () => {
    const args = [...read('deploy/Dockerfile').matchAll(/^ARG (\w+)$/gm)].map(([, name]) => name);
    expect(args).toEqual(settings);
    const workflow = read('.github/workflows/deploy.yml');
    expect([...workflow.matchAll(/^ {2}(\w+): \$\{\{ vars\.\1 \}\}$/gm)].map(([, name]) => name)).toEqual(
      settings,
    );
    expect([...workflow.matchAll(/^ {12}([A-Z_]+)$/gm)].map(([, name]) => name)).toEqual(settings);
  });

  it('the container pins its images, and is not root', () => {
    const dockerfile = read('deploy/Dockerfile');
    const images = [...dockerfile.matchAll(/^(?:FROM|ARG PREVIOUS=)\s*(\S+)/gm)].map(([, image]) => image!);
    expect(images.filter((image) => !/@sha256:[\da-f]{64}$/.test(image.replace(/^PREVIOUS=/, '')))).toEqual([
      '${PREVIOUS}',
    ]);
    expect(dockerfile).toMatch(/^USER www-data$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK /m);
  });
});
