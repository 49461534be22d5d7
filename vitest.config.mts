import {defineConfig} from 'vitest/config';

/**
 * Four kinds of tests: `unit` are fast and touch no more than files, `build` build small sites, `examples` run small
 * pages with the tool that runs the examples, `e2e` read the built site in a browser. `npm test` runs them one after
 * the other; `npx vitest run --project unit` runs one kind.
 */
export default defineConfig({
  resolve: {alias: {'@site': import.meta.dirname}},
  test: {
    // What a passing test prints (some break things on purpose) would hide what failed.
    silent: 'passed-only',
    // Files share what they import, and put back what they change: loading it anew for each took half the time of `unit`.
    isolate: false,
    projects: [
      {extends: true, test: {name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], testTimeout: 60_000}},
      {
        extends: true,
        test: {
          name: 'build',
          include: ['tests/build/**/*.test.ts'],
          // A build takes both cores; two at once would only be slower.
          fileParallelism: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'examples',
          include: ['tests/examples/**/*.test.ts'],
          // Pages are stopped by a time limit; a busy machine must not be what they run into.
          fileParallelism: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          maxConcurrency: 4,
          // The browser waits more than it works; one file a core.
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // A machine that CI shares with others may stall for longer than a test waits; what passed on the second try is
          // marked in the output.
          retry: process.env.CI ? 2 : 0,
          // How long the page takes is no matter; vitest's own second is too short for a busy machine.
          expect: {poll: {timeout: 60_000}},
        },
      },
    ],
  },
});
