import type { Response, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword } from '../server/src/demo/accounts.ts';
import type { Person } from './browser.ts';
import { finishSetUp, isInside, signInForm, signOut } from './entering.ts';
import { openHouse } from './house.ts';

const house = openHouse();
const minute = 60_000;
/** The server has given it; a 304 says that the browser's own copy still holds. */
const isGiven = (answer: Response) => answer.ok() || answer.status() === 304;

/** What the browser keeps for the page, apart from cookies that scripts cannot read. */
const kept = (person: Person) =>
  person.page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: (await indexedDB.databases()).map(({ name }) => name),
    cookies: document.cookie,
    address: location.href,
    history: history.state as unknown,
  }));

test('SEC-02 SEC-05 SEC-13 SEC-14 SEC-17 OPN-17 a change of factor or password ends the sessions elsewhere, and every tab of this browser goes on', async () => {
  const email = 'prescriber@meridian.example';
  const [person, elsewhere] = [await house.newPerson(), await house.newPerson()];
  const people = [person, elsewhere];
  for (const one of people) {
    // A tab is refused once, and the cookie renews it.
    one.mayFail(/\/api\//);
    await one.signIn(email);
  }
  const { page } = person;
  const tab = await person.context.newPage();
  let lines = 0;
  tab.on('websocket', (line) => {
    lines += 1;
    line.on('close', () => (lines -= 1));
  });
  await tab.goto('/shipment-request');
  await tab.getByRole('combobox', { name: 'Trial site' }).selectOption('Boston General');
  await expect.poll(() => lines, { timeout: 10_000 }).toBe(1);
  await page.bringToFront();
  /** The other tab reads something that it has not read before. */
  const goesOn = async (link: string, call: RegExp) => {
    await tab.bringToFront();
    const read = tab.waitForResponse((answer) => call.test(answer.url()) && isGiven(answer));
    await tab.getByRole('link', { name: link }).click();
    await read;
    await page.bringToFront();
  };

  await person.open('/account');
  await page.getByText('This device').waitFor();
  expect(await page.getByRole('button', { name: /^End session:/ }).count()).toBe(1);
  expect(await person.barriers()).toEqual([]);
  await page.getByRole('button', { name: 'Set up' }).click();
  expect(await person.barriers()).toEqual([]);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Setup key', { exact: true }).waitFor();
  expect(await person.barriers()).toEqual([]);
  // The session goes on. The line of the other tab, whose token is replaced, ends; it comes back, also when the first try finds no network.
  let inVain = 0;
  const noNetwork = (route: Route) => {
    inVain += 1;
    return route.abort();
  };
  await tab.route('**/api/auth/session', noNetwork, { times: 1 });
  await finishSetUp(house, person, email);
  await page.getByRole('button', { name: 'Replace app' }).waitFor();
  await expect.poll(() => inVain).toBe(1);
  await expect.poll(() => lines).toBe(1);
  await goesOn('Daniel Reyes', /\/api\/care-providers\/notifications/);
  await elsewhere.page.reload();
  await signInForm(elsewhere).waitFor();

  await elsewhere.signIn(email);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill(demoPassword);
  await page.getByLabel('New password').fill('Bright-Harbor-77');
  expect(await person.barriers()).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password was changed.').waitFor();
  await goesOn('Participants', /trial-participant/);
  await elsewhere.page.reload();
  await signInForm(elsewhere).waitFor();

  await tab.goto('/account');
  await tab.getByText('This device').waitFor();
  await page.bringToFront();
  await page.getByRole('button', { name: 'Remove' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove the authenticator app' });
  await removal.getByLabel('Password', { exact: true }).fill('Bright-Harbor-77');
  await removal.getByRole('textbox', { name: /recovery code/ }).fill(await house.apps.code(email));
  expect(await person.barriers()).toEqual([]);
  await removal.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Set up' }).waitFor();
  await goesOn('Participants', /trial-participant/);
  await elsewhere.sendCredentials(email, 'Bright-Harbor-77');
  await isInside(elsewhere);

  await page.getByRole('button', { name: 'End all sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
  await signInForm(person).waitFor();
  await tab.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  await elsewhere.page.reload();
  await signInForm(elsewhere).waitFor();
});

test('SIG-16 SEC-03 PRV-09 a reload keeps a person signed in, though the browser keeps nothing that scripts could read', async () => {
  const person = await house.newPerson();
  const tokens = new Set<string>();
  person.page.on('request', (asked) => {
    const token = asked.headers()['authorization']?.replace('Bearer ', '');
    if (token) tokens.add(token);
  });
  await person.signIn('boston@meridian.example');
  await person.page.getByRole('row').filter({ hasText: 'marcus.bell@mail.example' }).waitFor();
  await person.page.reload();
  await person.page.getByRole('row').filter({ hasText: 'marcus.bell@mail.example' }).waitFor();
  expect(person.path()).toBe('/participants');
  await person.open('/sign-in?redirect=/account');
  await person.arrives('/account');

  expect(tokens.size).toBeGreaterThan(1);
  const keeps = await kept(person);
  expect({ ...keeps, history: null, address: new URL(keeps.address).pathname }).toEqual({
    local: { 'portal.session': 'open' },
    session: expect.any(Object),
    databases: [],
    cookies: '',
    address: '/account',
    history: null,
  });
  const everything = JSON.stringify(keeps);
  for (const word of [...tokens, 'marcus.bell', 'Holloway', '101-002', 'boston@'])
    expect(everything).not.toContain(word);
  const cookies = await person.context.cookies();
  expect(cookies.map(({ name }) => name).sort()).toEqual(['portal_device', 'portal_session']);
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', domain: '127.0.0.1' });
    expect(tokens).not.toContain(cookie.value);
  }
});

test('NAV-06 SER-33 SES-09 SEC-05 PRV-09 signing out asks first, and the way back shows nothing', async () => {
  const person = await house.newPerson();
  const { page } = person;
  await person.signIn('boston@meridian.example');
  await page.getByRole('row').filter({ hasText: 'marcus.bell@mail.example' }).waitFor();
  await page.getByRole('link', { name: 'Grace Holloway' }).click();
  await person.arrives('/account');
  expect(await person.barriers()).toEqual([]);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out' });
  await question.getByText('Are you sure you want to sign out?').waitFor();
  expect(await person.barriers()).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('boston@meridian.example').waitFor();

  const told = page.waitForResponse(/\/api\/auth\/sign-out$/);
  await signOut(person);
  const token = (await told).request().headers()['authorization'] ?? '';
  expect(token).toMatch(/^Bearer .{20}/);
  for (let i = 0; i < 2; i++) {
    await page.goBack();
    await signInForm(person).waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(/Bell|Holloway|101-0|boston@/);
  }
  expect((await person.context.request.get('/api/auth/me', { headers: { authorization: token } })).status()).toBe(401);
  const keeps = await kept(person);
  expect(keeps.local).toEqual({});
  expect(JSON.stringify(keeps)).not.toMatch(/Bell|Holloway|101-0|boston@/);
});

test('SES-10 SES-12 SES-13 SES-14 SES-08 OPN-19 OPN-20 who does nothing for 15 minutes is warned, then signed out', async () => {
  const person = await house.newPerson();
  const { page } = person;
  const warning = page.getByText(/^You will be logged out for inactivity in \d+ seconds\.$/);
  const secondsLeft = async () => Number(/\d+/.exec(await warning.innerText())?.[0]);
  await page.clock.install();
  await person.signIn('boston@meridian.example');
  await page.getByRole('row').filter({ hasText: 'marcus.bell@mail.example' }).waitFor();

  await page.clock.fastForward(14 * minute + 40_000);
  await page.clock.fastForward(6_000);
  await warning.waitFor();
  const first = await secondsLeft();
  expect(first).toBeLessThan(15);
  expect(await person.barriers()).toEqual([]);
  await page.clock.runFor(2000);
  await expect.poll(secondsLeft).toBeLessThanOrEqual(first - 2);

  await page.mouse.move(300, 300);
  await page.mouse.move(310, 310);
  await warning.waitFor({ state: 'detached' });
  await page.clock.fastForward(14 * minute);
  expect(await warning.count()).toBe(0);
  expect(person.path()).toBe('/participants');

  await page.clock.fastForward(minute);
  await signInForm(person).waitFor();
  await page.getByText('Session expired.').waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/Bell|Holloway|101-0/);
});

test('SEC-04 SES-10 SES-14 OPN-17 OPN-18 who types for 16 minutes without asking for anything stays signed in, in every tab; then the rest ends all of them', async () => {
  const person = await house.newPerson();
  const { page, context } = person;
  // An aged token is refused once, and renewed.
  person.mayFail(/\/api\//);
  await context.clock.install();
  await person.signIn('boston@meridian.example');
  const tab = await context.newPage();
  await tab.goto('/account');
  await tab.getByText('This device').waitFor();
  await page.bringToFront();
  const open = new Set<unknown>();
  context.on('request', (asked) => open.add(asked));
  context.on('requestfinished', (asked) => open.delete(asked));
  context.on('requestfailed', (asked) => open.delete(asked));
  /** No call may be on its way: to it the time that passes would be a server that does not answer. */
  const passes = async (ms: number) => {
    await expect.poll(() => open.size).toBe(0);
    await house.later(ms);
    await context.clock.fastForward(ms);
    await expect.poll(() => open.size).toBe(0);
  };
  const search = page.getByLabel('Search');
  for (let i = 0; i < 4; i++) {
    await passes(4 * minute);
    await search.press('x');
    await context.clock.runFor(1_000);
  }
  expect(await search.inputValue()).toBe('xxxx');
  const read = tab.waitForResponse((answer) => /trial-participant/.test(answer.url()) && isGiven(answer));
  await tab.bringToFront();
  await tab.getByRole('link', { name: 'Participants' }).click();
  await read;
  expect([new URL(page.url()).pathname, new URL(tab.url()).pathname]).toEqual(['/participants', '/participants']);

  await passes(15 * minute);
  for (const one of [page, tab]) await one.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
});

test('SES-06 SES-07 SES-08 OPN-15 when the server has ended the session the next call leads to sign-in and back again', async () => {
  const person = await house.newPerson();
  const { page } = person;
  person.mayFail(/\/api\//);
  await person.signIn('boston@meridian.example');
  await page.getByRole('row').filter({ hasText: 'marcus.bell@mail.example' }).waitFor();
  await house.later(16 * minute);
  // Their only site is chosen by itself, and its requests are asked for.
  await page.getByRole('link', { name: 'Shipment Request', exact: true }).click();
  await signInForm(person).waitFor();
  await page.getByText('Session expired.').waitFor();
  expect(await person.barriers()).toEqual([]);
  expect(new URL(page.url()).searchParams.get('redirect')).toMatch(/^\/shipment-request/);
  expect(await page.locator('body').innerText()).not.toMatch(/Bell|Holloway|101-0/);
  expect((await kept(person)).local).toEqual({});
  await person.sendCredentials('boston@meridian.example');
  await person.arrives('/shipment-request');
});
