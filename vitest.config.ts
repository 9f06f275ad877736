import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const here = import.meta.dirname;
const files = ['**/*.test.{ts,tsx}'];

export default defineConfig({
  test: {
    // A test waits for timers and for the database for two fifths of its time; one core left free would be half of two.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { root: join(here, 'contract'), test: { name: 'contract', include: files } },
      {
        root: join(here, 'server'),
        test: {
          name: 'server',
          include: files,
          globalSetup: 'test/global-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        root: join(here, 'web'),
        test: {
          name: 'web',
          include: files,
          environment: 'happy-dom',
          setupFiles: 'test/setup.ts',
          testTimeout: 20_000,
        },
      },
      {
        root: join(here, 'e2e'),
        test: { name: 'e2e', include: files, testTimeout: 120_000, hookTimeout: 120_000, fileParallelism: false },
      },
    ],
  },
});
