import {describe, expect, it} from 'vitest';
import {plainEnvironment} from '../../../tools/testing/command';
import {countsOf, countsOfReport, STEPS, type VitestReport, warningsOf} from '../../../tools/testing/steps';

describe('counts of a step', () => {
  it.each([
    [
      {code: 0, output: '甲\n3 passed, 0 failed\n'},
      {passed: 3, failed: 0},
    ],
    [
      {code: 1, output: '甲\n1 passed, 2 failed\n乙\n\n5 passed, 2 failed'},
      {passed: 5, failed: 2},
    ],
    [
      {code: 0, output: '没有数'},
      {passed: 1, failed: 0},
    ],
    [
      {code: 2, output: '没有数'},
      {passed: 0, failed: 1},
    ],
    [
      {code: 1, output: '3 passed, 0 failed'},
      {passed: 3, failed: 1},
    ],
  ])('%o', (ended, counts) => {
    expect(countsOf(ended)).toEqual(counts);
  });

  it('count a file of tests that could not be loaded', () => {
    const loaded = {status: 'failed', assertionResults: [{}, {}]};
    const unloaded = {status: 'failed', assertionResults: []};
    const counts = (numFailedTests: number, testResults: object[], code: number) =>
      countsOfReport({numPassedTests: 4, numFailedTests, testResults} as VitestReport, code);
    expect(counts(1, [unloaded, loaded], 1)).toEqual({passed: 4, failed: 2});
    expect(counts(0, [], 1)).toEqual({passed: 4, failed: 1});
    expect(counts(0, [], 0)).toEqual({passed: 4, failed: 0});
  });
});

describe('a build', () => {
  it('has warnings where Docusaurus or its bundler says so', () => {
    expect(
      warningsOf(
        '[INFO] x\n[WARNING] 甲\n  ⚠ 乙\n[SUCCESS] no warnings\n(node:1) [DEP0040] DeprecationWarning: punycode',
      ),
    ).toEqual(['[WARNING] 甲', '  ⚠ 乙']);
  });
});

describe('the steps', () => {
  it('have names of their own, and what they need comes before', () => {
    const ids = STEPS.map(({id}) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [i, {needs}] of STEPS.entries()) {
      expect(needs === undefined || ids.slice(0, i).includes(needs)).toBe(true);
    }
  });
});

describe('the environment of tests', () => {
  it('leaves the settings of a deployment out', () => {
    process.env.SITE_URL = 'https://example.com';
    try {
      expect(plainEnvironment()).not.toHaveProperty('SITE_URL');
      expect(plainEnvironment()).toHaveProperty('PATH');
    } finally {
      delete process.env.SITE_URL;
    }
  });
});
