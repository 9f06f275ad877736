/** Everything a browser with an empty cache receives, by its own count: headers and bodies as they came over the wire. */
import { chromium, type Page } from 'playwright-core';
import { startPortal } from '../../e2e/portal.ts';
import { demoPassword } from '../../server/src/demo/accounts.ts';
import type { Row } from '../bench.ts';
import { chromiumFlags, ensureChromium } from '../chromium.ts';

export async function measurePages(): Promise<Row[]> {
  const portal = await startPortal({ mode: 'development' });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
  try {
    const page = await (await browser.newContext()).newPage();
    const received = await countBytes(page);
    await page.goto(portal.url, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: /sign in/i }).waitFor();
    const atSignIn = received();
    await page.getByLabel(/email/i).fill('boston@meridian.example');
    await page.getByLabel(/^password/i).fill(demoPassword);
    await page.getByRole('button', { name: /sign in/i }).click();
    await page.getByRole('navigation').first().waitFor();
    await page.waitForLoadState('networkidle');
    const inAll = received();
    return [
      {
        what: 'Sign-in page, everything transferred',
        value: atSignIn.bytes / 1000,
        unit: 'KB',
        target: { atMost: 118 },
        from: { requests: atSignIn.requests },
      },
      {
        what: 'Signed-in first page, everything in all',
        value: inAll.bytes / 1000,
        unit: 'KB',
        target: { atMost: 240 },
        from: { requests: inAll.requests },
      },
    ];
  } finally {
    await browser.close();
    await portal.stop();
  }
}

async function countBytes(page: Page): Promise<() => { bytes: number; requests: number }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: false });
  let bytes = 0;
  let requests = 0;
  devtools.on('Network.loadingFinished', (event) => {
    bytes += event.encodedDataLength;
    requests++;
  });
  return () => ({ bytes, requests });
}
