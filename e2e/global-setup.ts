/** What all journeys share: the data of a portal that was started once and has its demo data. */
import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { ensureChromium } from '../scripts/chromium.ts';
import { folderInMemory } from '../server/test/folder-in-memory.ts';
import { startPortal } from './portal.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the seeded data: each house begins with a copy. */
    seeded: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const seeded = await folderInMemory('portal-seeded');
  // Both files that come first would otherwise install it at once.
  ensureChromium();
  const portal = await startPortal({ dataDir: seeded });
  await portal.stop();
  project.provide('seeded', seeded);
  return async () => {
    rmSync(seeded, { recursive: true, force: true });
  };
}
