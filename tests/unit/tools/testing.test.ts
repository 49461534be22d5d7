import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {plainEnvironment} from '../../../tools/testing/command';
import {inParallel} from '../../../tools/testing/inParallel';
import {countsOf, countsOfReport, STEPS, warningsOf} from '../../../tools/testing/steps';

describe('counts of a step', () => {
  it.each([
    [
      {code: 0, output: '甲\n3 passed, 0 failed\n'},
      {passed: 3, failed: 0},
    ],
    [
      {code: 1, output: '甲\n1 passed, 2 failed\n乙\n\n5 passed, 2 failed'},
      {passed: 5, failed: 2, faults: ['甲', '1 passed, 2 failed', '乙']},
    ],
    [
      {code: 0, output: '没有数'},
      {passed: 1, failed: 0},
    ],
    [
      {code: 2, output: '没有数'},
      {passed: 0, failed: 1, faults: ['没有数']},
    ],
    [
      {code: 1, output: '3 passed, 0 failed'},
      {passed: 3, failed: 1, faults: []},
    ],
  ])('%o', (ended, counts) => {
    expect(countsOf(ended)).toEqual(counts);
  });

  it('count a file of tests that could not be loaded, and name what failed', () => {
    const passed = {fullName: '甲', status: 'passed'};
    const testResults = [
      {
        name: path.resolve('a.test.ts'),
        status: 'failed',
        message: 'no module\n  at a.ts:1',
        assertionResults: [],
      },
      {
        name: path.resolve('b.test.ts'),
        status: 'failed',
        assertionResults: [
          passed,
          {fullName: 'two', status: 'failed', failureMessages: ['1 is not 2\n  at b.ts:2']},
        ],
      },
      {name: path.resolve('c.test.ts'), status: 'passed', assertionResults: [passed]},
    ];
    expect(countsOfReport({numPassedTests: 4, numFailedTests: 1, testResults}, 1)).toEqual({
      passed: 4,
      failed: 2,
      faults: ['a.test.ts: no module', 'b.test.ts › two: 1 is not 2'],
    });
    expect(countsOfReport({numPassedTests: 4, numFailedTests: 0, testResults: []}, 1)).toEqual({
      passed: 4,
      failed: 1,
      faults: [],
    });
    expect(countsOfReport({numPassedTests: 4, numFailedTests: 0, testResults: []}, 0)).toEqual({
      passed: 4,
      failed: 0,
      faults: [],
    });
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

describe('steps side by side', () => {
  it('are at most as many as asked for, begin in order and answer in order', async () => {
    const log: string[] = [];
    let running = 0;
    const answers = await inParallel([30, 1, 1, 1], 2, async (ms) => {
      running += 1;
      log.push(`${ms} of ${running}`);
      await new Promise((resolve) => setTimeout(resolve, ms));
      running -= 1;
      return ms * 2;
    });
    expect(answers).toEqual([60, 2, 2, 2]);
    expect(log).toEqual(['30 of 1', '1 of 2', '1 of 2', '1 of 2']);
  });
});
