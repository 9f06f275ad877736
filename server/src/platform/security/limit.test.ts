import { accessReport } from '@portal/contract/audit/endpoints.ts';
import { signIn } from '@portal/contract/identity/endpoints.ts';
import { setReminder } from '@portal/contract/shipments/endpoints.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { limitPer, limitPerAddress } from './limit.ts';

const noon = new Date('2031-03-05T12:00:00Z');
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000);

/** Two processes of one installation, whose clocks go alike. */
async function twoProcesses(variables: Record<string, string> = {}) {
  const one = await openPortal(variables);
  const other = await openPortal(variables, { beside: one });
  const set = (at: Date) => {
    for (const { app } of [one, other]) app.clock.set(at);
  };
  set(noon);
  return { one, other, set };
}

test('SEC-10 failed sign-ins are counted once for all processes, in whichever they are made, and the clock lets them go', async () => {
  const { one, other, set } = await twoProcesses({ SIGN_IN_FAILURES_PER_ADDRESS: '6' });
  const guess = (portal: Portal, n: number) =>
    portal.call(signIn, { body: { email: `nobody${n}@portal.example`, password: 'Wrong-password-1' } });
  const statuses = [];
  for (let n = 0; n < 8; n += 1) statuses.push((await guess(n % 2 ? one : other, n)).code);
  expect(statuses).toEqual([...Array.from({ length: 6 }, () => 'BAD_CREDENTIALS'), 'LIMIT', 'LIMIT']);
  set(later(15 * 60 - 60));
  const refused = await guess(one, 9);
  expect([refused.status, Number(refused.headers['retry-after']) <= 120]).toEqual([429, true]);
  set(later(15 * 60 + 60));
  expect((await guess(other, 10)).code).toBe('BAD_CREDENTIALS');
});

test('SEC-36 of many costly calls at once in two processes as many are answered as one person may make in all', async () => {
  const { one, other } = await twoProcesses({ COSTLY_CALLS_PER_PERSON: '10' });
  const reviewer = await one.signedIn(await one.aPerson('Admin', { company_id: await one.aCompany() }));
  const headers = { host: 'localhost', authorization: `Bearer ${reviewer.token}` };
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => (n % 2 ? one : other).call(accessReport, { headers })),
  );
  expect(Object.groupBy(answers, ({ status }) => status)).toMatchObject({ 200: { length: 10 }, 429: { length: 6 } });
});

test('SEC-36 one person may ask for 60 reminders and 60 exports at least before a limit is met', async () => {
  const portal = await openPortal();
  const { admin } = await portal.aTrialAtWork();
  const person = await portal.signedIn(admin);
  const seen = new Set<number>();
  for (let n = 0; n < 60; n += 1) {
    seen.add((await person.call(accessReport)).status);
    seen.add((await person.call(setReminder, { body: { srId: 999_999, nextOrderDate: '2031-03-05' } })).status);
  }
  expect(seen).toEqual(new Set([200, 404]));
});

const act = fc.record({
  process: fc.nat(1),
  key: fc.constantFrom('10.0.0.1', '10.0.0.2'),
  what: fc.constantFrom('take', 'take', 'take', 'give back', 'wait', 'set back'),
});

test('SEC-10 SEC-36 REL-10 whatever is taken and given back in two processes, no window holds more than the limit, and nobody is refused below it', {
  timeout: 300_000,
}, async () => {
  const { one, other, set } = await twoProcesses();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
      run += 1;
      const limits = [one, other].map(({ app }) => limitPerAddress(app, `run ${run}`, 3, 60_000));
      const taken = new Map<string, number[]>();
      let at = noon.getTime();
      const [said, right]: [string[], string[]] = [[], []];
      for (const { process, key, what } of acts) {
        // More than a refusal is remembered for.
        at += what === 'wait' ? 25_000 : what === 'set back' ? -3_600_000 : 2_000;
        set(new Date(at));
        const limit = limits[process]!;
        const counted = (taken.get(key) ?? []).filter((time) => time > at - 60_000 && time <= at);
        if (what === 'take') {
          const refused = await limit.take(key);
          said.push(refused === null ? 'taken' : 'refused');
          right.push(counted.length < 3 ? 'taken' : 'refused');
          if (refused === null) counted.push(at);
        } else if (what === 'give back' && counted.length > 0) {
          await limit.giveBack(key);
          counted.pop();
        }
        taken.set(key, counted);
      }
      expect(said).toEqual(right);
    }),
    { numRuns: 25 },
  );
});

test('what two give back at once are two, and what was refused is refused again without a question to the database', async () => {
  onItsOwn();
  const portal = await openPortal();
  portal.app.clock.set(noon);
  const limit = limitPer(portal.app, 'tries', 4, 60_000);
  const take = async () => (await limit.take('a')) === null;
  expect((await Promise.all(Array.from({ length: 6 }, take))).filter(Boolean)).toHaveLength(4);
  await Promise.all([limit.giveBack('a'), limit.giveBack('a')]);
  expect(await portal.rows('select whose from limit_use')).toEqual([{ whose: 'tries: a' }, { whose: 'tries: a' }]);
  expect([await take(), await take(), await take()]).toEqual([true, true, false]);
  await portal.rows('delete from limit_use');
  expect(await take()).toBe(false);
  portal.app.clock.set(later(2));
  expect(await take()).toBe(true);
});
