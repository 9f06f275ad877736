import { expect, test } from 'vitest';
import type { Person } from './browser.ts';
import { openHouse } from './house.ts';

const house = openHouse();

/** Types an address, and reads where that ended once a page stands there. */
async function typed(person: Person, path: string): Promise<string> {
  await person.page.goto(path, { waitUntil: 'commit' });
  await person.page.getByRole('heading', { level: 1 }).first().waitFor();
  return person.path();
}

test('RTE-01 OPN-15 OPN-44 OPN-83 who is not signed in gets the open pages, in which axe finds no barrier, and is sent to sign-in from others', async () => {
  const person = await house.newPerson();
  for (const path of ['/sign-in', '/forgot-password', '/notification-preferences', '/respond', '/not-found']) {
    expect(await typed(person, path)).toBe(path);
    expect(await person.barriers()).toEqual([]);
  }
  for (const path of ['/patients', '/acknowledgment-form']) {
    await person.open(`${path}?site=3`);
    await person.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    const { pathname, searchParams } = new URL(person.page.url());
    expect([pathname, searchParams.get('redirect')]).toEqual(['/sign-in', `${path}?site=3`]);
  }
});

/** The sidebar as it is read: the entries of each group by its heading. */
async function menuOf({ page }: Person): Promise<Record<string, string[]>> {
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.waitFor();
  const groups = await main.locator('section').all();
  const read = await Promise.all(
    groups.map(async (group) => [
      await group.getByRole('heading').allInnerTexts(),
      await group.getByRole('link').allInnerTexts(),
    ]),
  );
  return Object.fromEntries(read.map(([heading, entries]) => [heading?.[0] ?? '', entries ?? []]));
}

const ofClinics = { 'Clinical Management': ['Care Groups', 'Assessments', 'Documents'] };

test.each([
  [
    'admin@meridian.example',
    '/trial-dashboard',
    {
      '': ['Trial Dashboard', 'Participants', 'Shipment Request', 'Documents'],
      ...ofClinics,
      Settings: [
        'User Management',
        'Physician User Management',
        'Brand Management',
        'Care Group Management',
        'CTRx Partner Management',
        'Product Management',
      ],
    },
  ],
  ['boston@meridian.example', '/participants', { '': ['Participants', 'Shipment Request', 'Documents'] }],
  ['pharmacy@meridian.example', '/shipment-request', { '': ['Shipment Request'] }],
  [
    'admin@lakeside.example',
    '/dashboard',
    {
      '': ['Dashboard', 'Patients', 'Provider Portal', 'Conversations', 'Follow-Ups', 'Reports'],
      ...ofClinics,
      Settings: ['User Management', 'Brand Management'],
    },
  ],
] as const)(
  'RTE-29 %s comes in at %s, which stands still while it comes, has the menu of what they may open, and finds nothing at a wrong address',
  async (email, first, menu) => {
    const person = await house.newPerson({ firstVisit: true });
    // It comes with its page, and the status that it is.
    person.mayFail(/\/nonsense$/);
    await person.signIn(email);
    await person.arrives(first);
    expect(await person.shift()).toBeLessThan(0.05);
    expect(await menuOf(person)).toEqual(menu);
    expect(await typed(person, '/nonsense')).toBe('/not-found');
  },
);

test('NAV-01 NAV-03 NAV-07 NAV-08 NAV-09 SCN-16 SCP-11 SCP-12 OPN-34 OPN-35 the frame of the portal fits the screen it is on', async () => {
  const person = await house.newPerson();
  const { page } = person;
  const hint = page.getByText('Please view the site on your desktop.');
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  const top = page.getByRole('region', { name: 'Top bar' });
  await person.open('/sign-in');
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  const hintsAt = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    return page
      .evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      .then(() => hint.count());
  };
  expect([await hintsAt(390), await hintsAt(599), await hintsAt(600), await hintsAt(1440)]).toEqual([1, 1, 0, 0]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await person.barriers()).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await person.signIn('sponsor@meridian.example');
  expect(person.path()).toBe('/trial-dashboard');
  const { width, height, x } = (await sidebar.locator('..').boundingBox()) ?? { width: 0, height: 0, x: -1 };
  expect([width, x]).toEqual([271, 0]);
  expect(height).toBeGreaterThan(300);
  expect((await top.boundingBox())?.height).toBe(64);
  expect((await page.getByRole('main').boundingBox())?.x).toBeGreaterThanOrEqual(271);
  await page.getByRole('button', { name: 'Close menu' }).click();
  await sidebar.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await sidebar.waitFor();
  expect([await hintsAt(1440), await hintsAt(600), await hintsAt(390)]).toEqual([0, 0, 1]);

  for (const across of [1279, 390]) {
    await page.setViewportSize({ width: across, height: 800 });
    await sidebar.waitFor({ state: 'detached' });
    expect((await top.boundingBox())?.height).toBe(64);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await sidebar.waitFor();
    expect((await page.getByRole('dialog').boundingBox())?.width).toBe(271);
    await page.keyboard.press('Escape');
    await sidebar.waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Open menu' }).click();
  await sidebar.waitFor();
  expect(await person.barriers()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
  await sidebar.waitFor();
});

test('SCP-01 NAV-02 NAV-10 the entries of the menu lead to their pages without loading the portal again', async () => {
  const person = await house.newPerson();
  const { page } = person;
  await person.signIn('admin@meridian.example');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const entries = {
    'Trial Dashboard': '/trial-dashboard',
    Participants: '/participants',
    'Shipment Request': '/shipment-request',
    'Care Groups': '/management/care-groups',
    'User Management': '/settings/user-management',
    'Physician User Management': '/settings/physician-user-management',
    'Brand Management': '/settings/brand-management',
    'Care Group Management': '/settings/caregroup-management',
    'CTRx Partner Management': '/settings/ctrx-partner-management',
    'Product Management': '/settings/product-management',
    'Maya Okafor': '/account',
  };
  for (const [name, path] of Object.entries(entries)) {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name, exact: name !== 'Maya Okafor' })
      .click();
    await person.arrives(path);
    const title = path === '/account' ? 'Account' : path.startsWith('/settings/') ? 'Settings' : name;
    await page.getByRole('region', { name: 'Top bar' }).getByRole('heading', { name: title, exact: true }).waitFor();
  }
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});
