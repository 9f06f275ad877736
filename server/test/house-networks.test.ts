/** Limits per network address count networks, however their addresses are written (SEC-10, SEC-36). */
import { writeLog } from '@portal/contract/companies/endpoints.ts';
import { forgotPassword } from '@portal/contract/identity/account-endpoints.ts';
import { signIn } from '@portal/contract/identity/endpoints.ts';
import { accessReport } from '@portal/contract/audit/endpoints.ts';
import { readInvitation } from '@portal/contract/providers/invitation-endpoints.ts';
import { askForPuzzle } from '@portal/contract/subscriptions/endpoints.ts';
import { expect, test } from 'vitest';
import { openPortal } from './portal.ts';
import { watchEvents } from './security-events.ts';

const ofOneHousehold = ['2001:db8:1:2::1', '2001:db8:1:2::2', '[2001:db8:1:2:ffff::3]:443'];
const ofOneMachine = ['7.7.7.7', '::ffff:7.7.7.7', '7.7.7.7:1234', '::FFFF:707:707'];

const entry = {
  level: 'info',
  event: 'sign-in',
  timestamp: '2031-03-05T12:00:00Z',
  sourceIdentifier: 'web',
  logStream: 'portal',
};

async function behindProxy() {
  const portal = await openPortal({
    TRUSTED_PROXIES: '127.0.0.1',
    OPEN_CALLS_PER_ADDRESS: '1',
    LOG_ENTRIES_PER_ADDRESS: '1',
    SIGN_IN_FAILURES_PER_ADDRESS: '1',
  });
  portal.app.clock.set(new Date('2031-03-05T12:00:00Z'));
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: await portal.aCompany() }));
  return { portal, admin };
}

test.each([
  ['addresses of one IPv6 network', ofOneHousehold],
  ['one IPv4 address in its many forms', ofOneMachine],
])('SEC-10 SEC-36 %s share every limit of open calls, and another network has its own', async (_, addresses) => {
  const { portal, admin } = await behindProxy();
  const events = watchEvents(portal);
  const calls: Record<string, (headers: Record<string, string>, n: number) => Promise<{ status: number }>> = {
    'sign-in': (headers, n) => portal.call(signIn, { body: { email: `n${n}@x.example`, password: 'wrong' }, headers }),
    'new password': (headers, n) => portal.call(forgotPassword, { body: { email: `n${n}@x.example` }, headers }),
    registration: (headers, n) => portal.call(readInvitation, { query: { id: String(n).repeat(43) }, headers }),
    'e-mail choices': (headers) => portal.call(askForPuzzle, { headers }),
    log: (headers) => portal.call(writeLog, { body: entry, headers }),
  };
  for (const [name, make] of Object.entries(calls)) {
    const isRefused = [];
    for (const [n, address] of [...addresses, '2001:db8:1:3::1'].entries())
      isRefused.push((await make({ 'x-forwarded-for': address }, n)).status === 429);
    expect([name, isRefused]).toEqual([name, [false, ...addresses.slice(1).map(() => true), false]]);
  }
  // Of costly calls of people who are signed in it is ten times as many.
  const statuses = [];
  for (let n = 0; n < 11; n += 1)
    statuses.push(
      (await admin.call(accessReport, { headers: { 'x-forwarded-for': addresses[n % addresses.length] as string } }))
        .status,
    );
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  // What is kept is the address itself.
  const kept = (await events()).filter(({ event }) => event === 'sign_in');
  expect(kept.map(({ address }) => address)).toContain(addresses[0]);
});
