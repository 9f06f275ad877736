/** Everything a browser with an empty cache receives, by its own count: headers and bodies as they came over the wire. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { startPortal } from '../../e2e/portal.ts';
import { demoPassword } from '../../server/src/demo/accounts.ts';
import type { Row } from './row.ts';
import { openChromium } from '../chromium.ts';

export async function measurePages(): Promise<Row[]> {
  // Not in development, where a list of the demo's accounts comes along that no portal in use has.
  const portal = await startPortal();
  const browser = await openChromium();
  try {
    const page = await (await browser.newContext()).newPage();
    const { received, quiet } = await countBytes(page);
    await page.goto(portal.url);
    await page.getByRole('button', { name: /sign in/i }).waitFor();
    await quiet();
    const atSignIn = received();
    await page.getByLabel(/email/i).fill('boston@meridian.example');
    await page.getByLabel(/^password/i).fill(demoPassword);
    await page.getByRole('button', { name: /sign in/i }).click();
    await page.getByRole('table').getByRole('button').first().waitFor();
    await quiet();
    const inAll = received();
    return [
      {
        what: 'Sign-in page, everything transferred',
        value: atSignIn.bytes / 1000,
        unit: 'KB',
        target: { atMost: 118 },
        from: atSignIn.largest,
      },
      {
        what: 'Signed-in first page, everything in all',
        value: inAll.bytes / 1000,
        unit: 'KB',
        target: { atMost: 240 },
        from: inAll.largest,
      },
    ];
  } finally {
    await browser.close();
    await portal.stop();
  }
}

interface Received {
  bytes: number;
  largest: Record<string, number>;
}

/** Counts from now on: tells the sum and the largest answers, in KB, and when nothing has been under way for a second. */
async function countBytes(page: Page): Promise<{ received: () => Received; quiet: () => Promise<void> }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const paths = new Map<string, string>();
  const answers: { path: string; bytes: number }[] = [];
  const underWay = new Set<string>();
  let lastAt = performance.now();
  const ended = (requestId: string) => {
    underWay.delete(requestId);
    lastAt = performance.now();
  };
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    paths.set(requestId, new URL(request.url).pathname);
    underWay.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    answers.push({ path: paths.get(requestId) ?? '', bytes: encodedDataLength });
    ended(requestId);
  });
  devtools.on('Network.loadingFailed', ({ requestId }) => ended(requestId));
  const quiet = async () => {
    while (underWay.size > 0 || performance.now() - lastAt < 1000) await pause(50);
  };
  const received = () => ({
    bytes: answers.reduce((sum, answer) => sum + answer.bytes, 0),
    largest: {
      requests: answers.length,
      ...Object.fromEntries(
        answers
          .toSorted((a, b) => b.bytes - a.bytes)
          .slice(0, 8)
          .map(({ path, bytes }) => [path, bytes / 1000]),
      ),
    },
  });
  return { received, quiet };
}
