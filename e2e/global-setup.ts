/** What all journeys share: one Chromium, and the data of a portal that was started once and has its demo data. */
import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { folderInMemory } from '../server/test/folder-in-memory.ts';
import { serveChromium } from './browser.ts';
import { startPortal } from './portal.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the seeded data: each house begins with a copy. */
    seeded: string;
    /** Where Chromium listens. */
    chromium: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const seeded = await folderInMemory('portal-seeded');
  const [portal, browser] = await Promise.all([startPortal({ dataDir: seeded }), serveChromium()]);
  await portal.stop();
  project.provide('seeded', seeded);
  project.provide('chromium', browser.wsEndpoint());
  return async () => {
    await browser.close();
    rmSync(seeded, { recursive: true, force: true });
  };
}
