/** The portal on a phone: everything a person does at work fits, and nothing scrolls sideways but tables. */
import { expect, test } from 'vitest';
import { openHouse } from './house.ts';
import { faultsOf, goTo, onPhone, sightOf } from './on-phone.ts';
import { hiddenFocuses } from './sight.ts';
import * as shipping from './shipping.ts';
import { dialog, listed } from './shipping.ts';

const house = openHouse({ env: { PHYSICIAN_DASHBOARD_URL: 'https://physicians.example/' } });

test('SCP-11 NAV-09 OPN-34 on a phone a site asks for a shipment and its pharmacy begins with it', async () => {
  const [boston, pharmacy] = [await house.newPerson({ firstVisit: true, ...onPhone }), await house.newPerson(onPhone)];
  await boston.open('/sign-in');
  await boston.page.getByText('Please view the site on your desktop.').waitFor();
  expect(await faultsOf(boston)).toEqual([]);
  await Promise.all([boston.signIn('boston@meridian.example'), pharmacy.signIn('pharmacy@meridian.example')]);
  await boston.page.getByText('101-012').first().waitFor();
  expect(await faultsOf(boston)).toEqual([]);

  // The page itself and an answer come late, when the frame is shown already: what stands there stays where it is.
  let [bring, answer] = [() => {}, () => {}];
  const isWanted = new Promise<void>((resolve) => (bring = resolve));
  const isShown = new Promise<void>((resolve) => (answer = resolve));
  await boston.page.route('**/assets/ShipmentRequest-*.js', (route) => isWanted.then(() => route.continue()));
  await boston.page.route('**/api/trials?*', (route) => isShown.then(() => route.continue()));
  await boston.open('/shipment-request');
  await boston.page.getByRole('button', { name: 'Open menu' }).waitFor();
  await boston.page.locator('[data-held]').waitFor({ state: 'detached' });
  bring();
  await shipping.section(boston, 'Pending Shipments').waitFor();
  answer();
  await listed(boston, 'Pending Shipments', 100).waitFor();
  expect(await boston.shift()).toBeLessThan(0.05);
  await boston.page.unrouteAll();
  await shipping.chooseSite(boston, 'Boston General');
  await shipping.section(boston, 'Pending Shipments').getByRole('row').nth(1).waitFor();
  expect(await faultsOf(boston)).toEqual([]);
  await boston.page.getByRole('button', { name: 'Create Shipment Request' }).click();
  const product = 'Aurelix 50 mg, Tablet';
  await shipping.fillIn(boston, { shipTo: 'Trial site', subjectNumber: '101-011', product });
  expect(await faultsOf(boston)).toEqual([]);
  const id = await shipping.submit(boston);
  await dialog(boston, 'Request Created').getByRole('button', { name: 'Okay' }).click();

  await listed(pharmacy, 'Pending Shipments', id).waitFor();
  expect(await faultsOf(pharmacy)).toEqual([]);
  await shipping.markAsProcessing(pharmacy, id);
  await pharmacy.act(`Actions for request ${id}`, 'View');
  const view = dialog(pharmacy, `Shipment request ${id}`);
  await view.getByRole('region', { name: 'History' }).waitFor();
  expect(await faultsOf(pharmacy)).toEqual([]);
  // SHV-01: what is ordered, and how much of it, is read without moving the table.
  const products = view.getByRole('group', { name: 'Products' });
  expect(await products.evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0);
  await view.getByRole('button', { name: 'Close' }).click();
  await goTo(pharmacy, 'Pharmacy User');
  await pharmacy.page.getByText('This device').waitFor();
  expect(await faultsOf(pharmacy)).toEqual([]);
});

test('OPN-44 at 320 pixels the whole title stands in the top bar beside “Physician” and “Sign Out”, and what is chosen is outlined in a contrast theme', async () => {
  const admin = await house.newPerson({ viewport: { width: 320, height: 640 } });
  const { page } = admin;
  await admin.signIn('admin@meridian.example');
  for (const [path, title] of [
    ['/trial-dashboard', 'Trial Dashboard'],
    ['/settings/physician-user-management', 'Settings'],
  ] as const) {
    await admin.open(path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('link', { name: 'Physician' }).waitFor();
    await page.getByRole('button', { name: 'Sign Out' }).waitFor();
    expect(await faultsOf(admin)).toEqual([]);
  }
  await page.emulateMedia({ forcedColors: 'active' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const here = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Physician User Management' });
  expect(await here.evaluate((link) => getComputedStyle(link).outlineStyle)).not.toBe('none');
});

test('at 400 % zoom, which leaves 320 by 256 pixels of a usual window, nothing lies over what the keyboard comes to, in a dialog or on the page of a patient', async () => {
  const zoomed = { width: 320, height: 256 };
  const [boston, pharmacy] = [await house.newPerson(), await house.newPerson()];
  await Promise.all([boston.signIn('boston@meridian.example'), pharmacy.signIn('pharmacy@meridian.example')]);
  const id = await shipping.asked(boston, { subjectNumber: '101-012', product: 'Aurelix 50 mg, Tablet' });
  await pharmacy.open('/shipment-request');
  await shipping.markAsProcessing(pharmacy, id);
  await pharmacy.act(`Actions for request ${id}`, 'Confirm shipment');
  await dialog(pharmacy, /^Confirm Shipment Products/)
    .getByRole('button', { name: 'To Packages' })
    .click();
  const courier = dialog(pharmacy, /^Confirm Shipment Packages/).getByLabel('Courier');
  await courier.waitFor();
  await pharmacy.page.setViewportSize(zoomed);
  await courier.focus();
  expect(await hiddenFocuses(pharmacy.page, 12)).toEqual([]);

  const nurse = await house.newPerson({ viewport: zoomed });
  await nurse.signIn('admin@lakeside.example');
  await nurse.open('/patient?patient=3&table=address');
  await nurse.page.getByRole('region', { name: 'Patient', exact: true }).waitFor();
  await nurse.page.waitForLoadState('networkidle');
  expect(await hiddenFocuses(nurse.page, 25)).toEqual([]);
});

test('the head of a table that is scrolled sideways stays in sight as far as the table goes, and goes back with the page', async () => {
  const boston = await house.newPerson({ viewport: { width: 700, height: 500 } });
  await boston.signIn('boston@meridian.example');
  await boston.open('/shipment-request');
  await listed(boston, 'Pending Shipments', 100).waitFor();
  const table = shipping.section(boston, 'Pending Shipments').getByRole('table');
  /** Where table and head begin and end, from the top of the window, and whether the table is wider than what it is shown in. */
  const stands = () =>
    table.evaluate((one: HTMLTableElement) => {
      const [whole, head] = [one, one.tHead?.rows[0]?.cells[0]].map((part) => part?.getBoundingClientRect());
      const { scrollWidth = 0, clientWidth = 0 } = one.parentElement ?? {};
      const round = (at = 0) => Math.round(at);
      return {
        isWide: scrollWidth > clientWidth,
        top: round(whole?.top),
        bottom: round(whole?.bottom),
        headTop: round(head?.top),
        headBottom: round(head?.bottom),
      };
    });
  const scrollBy = (down: number) => boston.page.evaluate((px) => globalThis.scrollBy(0, px), down);
  const { isWide, top, headTop, bottom } = await stands();
  expect({ isWide, headTop }).toEqual({ isWide: true, headTop: top });

  // Half of the table is above the window.
  await scrollBy((top + bottom) / 2);
  await expect.poll(async () => (await stands()).headTop).toBe(64);
  // All of it but a line: the head ends with its table, but for a line's breadth.
  await scrollBy((await stands()).bottom - 20);
  await expect
    .poll(async () => {
      const at = await stands();
      return Math.abs(at.headBottom - at.bottom);
    })
    .toBeLessThanOrEqual(1);
  await scrollBy(-10_000);
  await expect
    .poll(async () => {
      const at = await stands();
      return [at.top, at.headTop - at.top];
    })
    .toEqual([top, 0]);
});

test('a word of 149 letters in a row pushes neither the page nor the actions of the rows out of the window', async () => {
  const boston = await house.newPerson();
  const { page } = boston;
  await page.route(/\/api\/care-groups\/trial-participant\?/, async (route) => {
    const answer = await route.fetch();
    const said = (await answer.json()) as { participants: { email: string | null }[] };
    const [first] = said.participants;
    if (first) first.email = `${'x'.repeat(64)}@${'y'.repeat(60)}.${'z'.repeat(15)}.example`;
    await route.fulfill({ response: answer, json: said });
  });
  await boston.signIn('boston@meridian.example');
  await boston.open('/participants');
  await page.getByText('xxxxxxxxxx').waitFor();
  const widths = () =>
    page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  for (const width of [1440, 1280, 1208]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(widths).toEqual([width, width]);
    const actions = await page.getByRole('button', { name: /^Actions for/ }).all();
    expect(actions.length).toBeGreaterThan(3);
    for (const one of actions) {
      const { x, width: w } = (await one.boundingBox()) ?? { x: Infinity, width: 0 };
      expect(x + w).toBeLessThanOrEqual(width);
    }
  }
});

test.each([
  ['admin@meridian.example', '/settings/caregroup-management'],
  ['admin@lakeside.example', '/reports'],
  ['other@harbour.example', '/discount-response'],
])(
  'SCP-11 NAV-09 OPN-44 on a phone the first page of %s stands still while it comes, and on no page of the menu, once its rows are there, is anything wider than the screen or does axe find a barrier',
  async (email, one) => {
    const person = await house.newPerson({ firstVisit: true, ...onPhone });
    const { page } = person;
    await person.signIn(email);
    const hint = page.getByText('Please view the site on your desktop.');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await hint.count()).toBe(person.path().endsWith('dashboard') ? 1 : 0);
    await page.reload();
    expect(await person.shift()).toBeLessThan(0.05);
    await page.getByRole('button', { name: 'Open menu' }).click();
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await links.first().waitFor();
    const paths = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
    await page.keyboard.press('Escape');
    expect(paths).toContain(one);
    const faults: string[] = [];
    for (const path of new Set(paths)) {
      await page.evaluate((to) => history.pushState(null, '', to), path);
      await person.arrives(path);
      await page.waitForLoadState('networkidle');
      await page
        .getByText(/^Loading/)
        .first()
        .waitFor({ state: 'hidden' });
      faults.push(...(await faultsOf(person)));
    }
    expect(faults).toEqual([]);
  },
);

test('OPC-98 on a phone a chart that is wider than the screen begins with its newest bars and its legend, and one of weights does not begin at nothing', async () => {
  const person = await house.newPerson(onPhone);
  const { page } = person;
  await person.signIn('admin@lakeside.example');
  await goTo(person, 'Reports');
  const chart = page.getByRole('group', { name: 'Assessments chart' });
  await chart.locator('svg text', { hasText: 'Q' }).first().waitFor();
  const { isWider, inSight } = await sightOf(chart, '.recharts-xAxis-tick-labels text');
  expect([isWider, inSight.at(-1), inSight[0]]).toEqual([true, true, false]);
  expect((await sightOf(chart, '.recharts-legend-wrapper p')).inSight).toContain(true);

  // Whoever is asked for their weight each week.
  await person.open('/patient?patient=3&table=Assessments&tab=1');
  const trend = page.getByRole('group', { name: /^Chart of .*: What did you weigh this morning, in kilograms\?$/ });
  await trend.locator('.recharts-line-curve').waitFor();
  const written = await trend.locator('.recharts-yAxis-tick-labels text').allTextContents();
  expect(written.length).toBeGreaterThan(2);
  expect(Math.min(...written.map(Number))).toBeGreaterThan(40);
});

test('in Edit Access on a phone the switch of a group stands below its group and further in', async () => {
  const person = await house.newPerson(onPhone);
  await person.signIn('admin@lakeside.example');
  await person.open('/settings/user-management');
  await person.act('Actions for Hannah Cole', 'Edit Access');
  const groups = dialog(person, 'Edit Access').getByRole('group', { name: 'Care groups' });
  const boxOf = async (name: RegExp) => {
    const box = await groups.getByRole('checkbox', { name }).boundingBox();
    if (!box) throw new Error(`${name} is not to be seen`);
    return box;
  };
  const [group, shown] = [
    await boxOf(/^Heart Failure Clinic/),
    await boxOf(/^Shown to patients of Heart Failure Clinic$/),
  ];
  expect(shown.y).toBeGreaterThan(group.y + group.height);
  expect(shown.x).toBeGreaterThan(group.x + group.width);
});
