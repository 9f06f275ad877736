import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, openPerson } from './browser.ts';
import { type RunningPortal, startPortal } from './portal.ts';

let portal: RunningPortal;
let browser: Browser;

beforeAll(async () => {
  // As in production; only the demo's people are there.
  [portal, browser] = await Promise.all([
    startPortal({ mode: 'development', env: { CAPTCHA: 'altcha' } }),
    launchChromium(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test('NTP-01 NTP-02 NTP-05 NTP-07 ROL-15 PRV-12 a visitor unsubscribes and resubscribes: the browser solves the puzzle by itself, within our content policy and without asking anybody else', async () => {
  const nobody = { keep: () => undefined, code: async () => '' };
  const visitor = await openPerson(browser, nobody, { baseURL: portal.url });
  const { page } = visitor;
  const tokens: string[] = [];
  page.on('request', (asked) => {
    if (asked.method() === 'PUT') tokens.push((asked.postDataJSON() as { token: string }).token);
  });
  await visitor.open('/notification-preferences?email=amelia.stone%40mail.example');
  await page.getByRole('heading', { name: 'Manage Notifications' }).waitFor();
  expect(await visitor.barriers()).toEqual([]);
  expect(await page.getByLabel('Email').inputValue()).toBe('amelia.stone@mail.example');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByText('Successfully unsubscribed from email notifications').waitFor();
  await page.getByRole('button', { name: 'Resubscribe' }).click();
  await page.getByText('Successfully subscribed to email notifications').waitFor();
  expect(tokens.map((token) => Object.keys(JSON.parse(atob(token)) as object))).toEqual([
    ['challenge', 'solution'],
    ['challenge', 'solution'],
  ]);
  expect(new Set(tokens).size).toBe(2);
  expect(visitor.complaints).toEqual([]);
});
