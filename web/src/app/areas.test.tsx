import type { ModuleName, UserType } from '@portal/contract/access.ts';
import { renewSession } from '@portal/contract/identity/endpoints.ts';
import { companyModules } from '@portal/contract/companies/endpoints.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { forgetSession, sessionState } from '#api/session.ts';
import { forgetPortal, noSession, openPortal, sessionReplies } from '#test/portal.tsx';

/** The areas that the portal serves, and how somebody who works there gets to them: entry of the menu, address, title. */
const areas: [string, UserType, ModuleName[], [entry: string, path: string, title: string, ...parts: string[]][]][] = [
  [
    'patient assessment and follow-up',
    'Nurse',
    ['Assessments', 'FollowUp'],
    [
      ['Dashboard', '/dashboard', 'Dashboard'],
      ['Assessments', '/manage-surveys', 'Assessments'],
      ['Follow-Ups', '/follow-ups', 'Follow-Ups'],
      ['Patients', '/patients', 'Patients'],
    ],
  ],
  [
    'trial drug supply, participants and documents',
    'Site User',
    ['TrialCard'],
    [
      ['Participants', '/participants', 'Participants'],
      ['Shipment Request', '/shipment-request', 'Shipment Request'],
      ['Documents', '/document', 'Documents'],
    ],
  ],
  [
    'trial analytics and downloadable reports',
    'Sponsor',
    ['TrialCard'],
    [['Trial Dashboard', '/trial-dashboard', 'Trial Dashboard', 'ACTIVE PARTICIPANTS', 'Downloadable Reports']],
  ],
];

test.each(areas)(
  'SCP-10 %s: a %s with the modules %j gets to each page from the menu',
  async (_area, type, modules, entries) => {
    const portal = openPortal('/account', sessionReplies({ type, modules }));
    await screen.findByRole('heading', { level: 1, name: 'Account' });
    for (const [entry, path, title, ...parts] of entries) {
      const menu = within(screen.getByRole('navigation', { name: 'Main' }));
      await portal.user.click(menu.getByRole('link', { name: entry }));
      await screen.findByRole('heading', { level: 1, name: title });
      expect(portal.path().split('?')[0]).toBe(path);
      for (const part of parts) await screen.findByRole('heading', { level: 2, name: part });
    }
  },
);

test.each([
  ['no list', {}, ['Assessments']],
  ['null', { modules: null }, ['Assessments']],
  ['an empty list', { modules: [] }, []],
] as const)('SCN-10 a company whose modules are answered with %s has %j: %j', async (_what, body, modules) => {
  const reply = () => new Response(JSON.stringify(body), { status: 200 });
  openPortal('/account', [...sessionReplies(), [companyModules, reply]]);
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  expect(sessionState().viewer?.modules).toEqual(modules);
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  const has = modules.length > 0;
  for (const entry of ['Dashboard', 'Assessments'])
    expect([entry, menu.queryByRole('link', { name: entry }) !== null]).toEqual([entry, has]);
});

test('OPN-04 a session that ran out is told of when the page is loaded, and leads to sign-in without a connection alert', async () => {
  const before = openPortal('/account', sessionReplies());
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  before.unmount();
  // The page is loaded anew: what this tab held in memory is gone.
  forgetSession();
  const portal = openPortal('/account', [[renewSession, noSession]]);
  await screen.findByRole('button', { name: 'Sign In' });
  expect((await screen.findByRole('alert')).textContent).toBe('Session expired.');
  expect(portal.path()).toBe('/sign-in?redirect=%2Faccount');
  portal.unmount();
  forgetPortal();
  // Whoever was never signed in here reads nothing of it.
  const never = openPortal('/account', [[renewSession, noSession]]);
  await screen.findByRole('button', { name: 'Sign In' });
  expect([screen.queryByRole('alert'), never.path()]).toEqual([null, '/sign-in?redirect=%2Faccount']);
});
