import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const here = import.meta.dirname;
const files = ['**/*.test.{ts,tsx}'];
const faults = ['faults.test.ts'];
const alone = ['**/*.alone.test.tsx'];
/** How long a test asks again for what must come: a busy machine is slow, not wrong. */
const poll = { timeout: 30_000 };
/** Time that is the test's own and goes on by itself does so at once: in steps of 20 ms each key that is pressed waits for one. */
const fakeTimers = { advanceTimeDelta: 1 };
/** Components wait for timers alone: one more than there are cores takes three quarters of the time. */
const afterTheServer = { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    // A test waits for timers and for the database for two fifths of its time; one core left free would be half of two. More at once
    // would want more connections than the database of the tests has, and take no less time.
    maxWorkers: availableParallelism(),
    projects: [
      // Rules keep no state that one file could leave to the next.
      // Some ask npm or git, which a busy machine answers late.
      {
        root: join(here, 'contract'),
        test: { name: 'contract', include: files, isolate: false, testTimeout: 180_000 },
      },
      {
        root: join(here, 'server'),
        test: {
          name: 'server',
          include: files,
          globalSetup: 'test/global-setup.ts',
          setupFiles: 'test/setup.ts',
          // The tests of a file share a portal, or have one of their own; modules keep nothing of them.
          isolate: false,
          // For what hangs, also on a machine that others share; how long something may take, its own test says.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll },
        },
      },
      {
        root: join(here, 'web'),
        test: {
          name: 'web',
          include: files,
          exclude: alone,
          environment: 'happy-dom',
          // Each test begins with an empty page and a portal forgotten by `setup.ts`.
          isolate: false,
          setupFiles: 'test/setup.ts',
          testTimeout: 180_000,
          fakeTimers,
          ...afterTheServer,
        },
      },
      {
        root: join(here, 'web'),
        // They put a stand-in in the place of a module, or measure elements, which the others share.
        test: {
          name: 'web-alone',
          include: alone,
          environment: 'happy-dom',
          setupFiles: 'test/setup.ts',
          testTimeout: 180_000,
          fakeTimers,
          ...afterTheServer,
        },
      },
      {
        root: join(here, 'e2e'),
        test: {
          name: 'e2e',
          include: files,
          exclude: faults,
          globalSetup: 'global-setup.ts',
          // The files of a worker share its Chromium.
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll },
          // Each has a server and its database beside it, and pages of the Chromium they share.
          maxWorkers: 2,
        },
      },
      {
        root: join(here, 'operations'),
        // They need packages that a machine need not have: "npm run operations" brings them.
        test: {
          name: 'operations',
          include: files,
          testTimeout: 300_000,
          hookTimeout: 60_000,
          expect: { poll },
          // One builds the web app that another one serves.
          maxWorkers: 1,
        },
      },
      {
        root: join(here, 'e2e'),
        // They measure how soon the portal is back, so nothing runs beside them.
        test: { name: 'faults', include: faults, testTimeout: 300_000, expect: { poll }, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
