import { accessReport, readAudit } from '@portal/contract/audit/endpoints.ts';
import * as api from '@portal/contract/providers/user-endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aPerson, button, failure, openUsers, page, pending, press, type Person } from '#test/users.tsx';
import { anAccount, anEntry, auditReply, noon } from '#test/records.ts';
import type { Reply } from '#test/portal.tsx';

const records: Reply[] = [
  auditReply([
    anEntry(9, { cpId: 12 }),
    anEntry(8, { cpId: 12, kind: 'provider.changed', recordKind: 'provider', recordId: '7' }),
  ]),
  [
    accessReport,
    ({ query }: { query: { day: string } }) => ({
      day: query.day,
      accounts: [anAccount(), anAccount({ cpId: 12, fName: 'Nora', adminRights: true })],
    }),
  ],
];
const open = (more: Parameters<typeof aPerson>[0] = {}, route = `${page}?person=12`, replies: Reply[] = []) =>
  openUsers({ route, replies: [[api.readUser, { person: aPerson(more) }], ...records, ...replies] });
const panel = () => screen.findByRole('dialog', { name: 'Nora Quill' });
const facts = () => {
  const terms = [...document.querySelectorAll('dt')].map((term) => term.textContent);
  const values = [...document.querySelectorAll('dd')].map((value) => value.textContent);
  return Object.fromEntries(terms.map((term, at) => [term, values[at]]));
};

test('USR-02 CLN-25 a person’s panel opens from the list, stands in the address, and Back closes it', async () => {
  const { user, router, callsOf } = open({}, `${page}?q=quill`);
  await press(user, 'Nora Quill');
  await panel();
  expect(router.state.location.search).toEqual({ person: 12 });
  expect(callsOf(api.readUser)[0]?.query).toEqual({ cp_id: 12 });
  const local = (at: Date) => {
    const hour = at.getHours() % 12 || 12;
    return `${hour}:${String(at.getMinutes()).padStart(2, '0')} ${at.getHours() < 12 ? 'AM' : 'PM'}`;
  };
  expect(facts()).toMatchObject({
    Email: 'nora@meridian.example',
    Phone: '617-555-0123',
    Role: 'Site User',
    'Admin rights': 'No',
    Prescriber: 'No',
    'Training Completed': 'Yes',
    Added: `3 Jan 26, ${local(new Date('2026-01-03T16:05:00.000Z'))}`,
    'Invited by': 'Ada Admin',
  });
  expect(within(await panel()).getByRole('region', { name: 'Care groups' }).textContent).toContain('Boston General');
  router.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).toEqual({});
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('quill');
});

test('USR-02 an address that names a person shows them after loading the page anew, and closing leads to the list', async () => {
  const { user, router } = open();
  await user.click(within(await panel()).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('USR-04 of whoever has access but did not confirm their address yet the panel says so', async () => {
  open({ isUnconfirmed: true });
  expect(within(await panel()).getByText('Email not confirmed')).toBeDefined();
  expect(within(await panel()).getByText('Has site access')).toBeDefined();
});

const invitee = (invitationState?: Person['invitationState']) =>
  openUsers({
    route: `${page}?person=13`,
    replies: [[api.readUser, { person: { ...aPerson(), ...pending, invitationState } }]],
  });
const inviteesPanel = async () => within(await screen.findByRole('dialog', { name: 'new@meridian.example' }));

test.each([
  ['that still opens', 'open'],
  ['of which a server of the release before says no more', undefined],
] as const)('SEC-16 an invitation %s works until its day, and can be sent again', async (_, state) => {
  invitee(state);
  const shown = await inviteesPanel();
  expect(shown.getByText('Invitation works until')).toBeDefined();
  expect(shown.queryByRole('note')).toBeNull();
  expect(shown.getByRole('button', { name: 'Re-invite' })).toBeDefined();
});

test.each([
  [
    'inviter_gone',
    'Re-invite',
    'The link of this invitation no longer works, because the person who sent it may no longer invite this user. Re-invite to send a new one.',
  ],
  [
    'host_gone',
    'Re-invite',
    'The link of this invitation no longer works, because the address of the portal that it leads to was given up. Re-invite to send a new one.',
  ],
  [
    'groups_gone',
    'Remove',
    'The link of this invitation no longer works, because its care groups were deleted. Remove this user and invite them again.',
  ],
] as const)(
  'SEC-06 SEC-16 of an invitation that is %s the panel says so, and “%s” is the way on',
  async (state, step, words) => {
    const { user } = invitee(state);
    const shown = await inviteesPanel();
    expect(shown.getByRole('note').textContent).toBe(words);
    expect(shown.queryByText('Invitation works until')).toBeNull();
    expect(facts()).toMatchObject({ Email: 'new@meridian.example', Invitation: 'Does not work' });
    await user.click(shown.getByRole('button', { name: step }));
    expect(await screen.findByRole('dialog', { name: `${step} User` })).toBeDefined();
  },
);

test('of an invitation whose mail does not arrive the panel says so, and that its address is to be checked', async () => {
  openUsers({
    route: `${page}?person=13`,
    replies: [[api.readUser, { person: { ...aPerson(), ...pending, isInvitationUndelivered: true } }]],
  });
  const shown = await inviteesPanel();
  expect(shown.getByRole('alert').textContent).toBe('This email does not arrive. Please check the address.');
  expect(shown.getByText('Pending - Invite sent')).toBeDefined();
  expect(shown.getByText('Invitation works until')).toBeDefined();
});

test('SEC-06 SEC-16 of a delegate whose inviter is gone the panel names the screen where they are invited again', async () => {
  openUsers({
    route: `${page}?person=13`,
    replies: [
      [api.readUser, { person: { ...aPerson(), ...pending, type: 'physician', invitationState: 'inviter_gone' } }],
    ],
  });
  const shown = await inviteesPanel();
  expect(shown.getByRole('note').textContent).toBe(
    'The link of this invitation no longer works, because the person who sent it may no longer invite this user. A physician delegate is invited again in Physician User Management.',
  );
  expect(shown.queryByRole('button', { name: 'Re-invite' })).toBeNull();
});

test.each([
  ['app', 'Authenticator app'],
  ['text', 'Codes by text message'],
  ['required', 'Not set up yet: asked for at the next sign-in'],
  ['none', 'None'],
] as const)('SEC-13 the second factor %s is told in words', async (factor, words) => {
  open({ factor });
  expect(within(await screen.findByRole('region', { name: 'Second factor' })).getByText(words)).toBeDefined();
});

test('SEC-05 all sessions of somebody are ended, with a reason', async () => {
  const { user, callsOf } = open();
  const sessions = within(await screen.findByRole('region', { name: 'Open sessions' }));
  expect(sessions.getByText('Chrome on Windows')).toBeDefined();
  expect(sessions.getByText('portal.example · 198.51.100.7')).toBeDefined();
  await user.click(sessions.getByRole('button', { name: 'End all sessions' }));
  const asked = within(await screen.findByRole('dialog', { name: 'End all sessions?' }));
  await user.click(asked.getByRole('button', { name: 'End all sessions' }));
  expect(await asked.findByText('is required')).toBeDefined();
  await user.write(asked.getByRole('textbox', { name: 'Reason' }), 'Computer stolen');
  await user.click(asked.getByRole('button', { name: 'End all sessions' }));
  expect(await screen.findByText('The sessions of Nora Quill have ended.')).toBeDefined();
  expect(callsOf(api.endSessionsOfUser).map(({ sent }) => sent)).toEqual([{ cp_id: 12, reason: 'Computer stolen' }]);
});

test('SEC-05 sessions that cannot be ended say so in the dialog', async () => {
  const { user } = open({}, undefined, [[api.endSessionsOfUser, failure(500, '')]]);
  await press(user, 'End all sessions');
  const asked = within(await screen.findByRole('dialog', { name: 'End all sessions?' }));
  await user.write(asked.getByRole('textbox', { name: 'Reason' }), 'Stolen');
  await user.click(asked.getByRole('button', { name: 'End all sessions' }));
  expect((await screen.findByRole('alert')).textContent).toBe('There was a problem ending the sessions.');
});

test('P11-14 what they did last comes from the audit trail, the newest first, with the way to all of it', async () => {
  const { user, router, callsOf } = open();
  const acts = within(await screen.findByRole('list', { name: 'What Nora Quill did' }));
  expect(acts.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
    'Changed a participant · Participant 101-001 (4)',
    'Changed a person · Person Nora Quill (7)',
  ]);
  expect(callsOf(readAudit)[0]?.query).toEqual({ person: 12, pageSize: 10 });
  await user.click(screen.getByRole('link', { name: 'Whole audit trail of Nora Quill' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/account'));
  expect(router.state.location.search).toEqual({ tab: 'audit-trail', person: 12 });
});

test('P11-16 which access they had on a chosen day stands there', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: noon });
  try {
    const { user, callsOf, answer } = open();
    const access = within(await screen.findByRole('region', { name: 'Access on a day' }));
    const day = await access.findByRole('textbox', { name: 'Day (UTC)' });
    await user.type(day, '30-Apr-2026');
    expect(await access.findByText('Admin rights, Prescriber')).toBeDefined();
    answer(accessReport, { day: '2026-03-31', accounts: [anAccount()] });
    await user.clear(day);
    await user.type(day, '31-Mar-2026');
    expect(await access.findByText('Nora Quill had no access on this day.')).toBeDefined();
    // Who reviews some groups is not told of others' access.
    answer(accessReport, { day: '2026-02-28', accounts: [anAccount()], groups: ['ABC-1'] });
    await user.clear(day);
    await user.type(day, '28-Feb-2026');
    expect(
      await access.findByText(
        'Nora Quill is not in the access report of this day. Only people of ABC-1. People of groups above, Admins, sponsors and partners who see them too are not in it.',
      ),
    ).toBeDefined();
    expect(callsOf(accessReport).map(({ query }) => (query as { day: string }).day)).toEqual([
      '2026-04-30',
      '2026-03-31',
      '2026-02-28',
    ]);
    await user.clear(day);
    await user.type(day, '23-Nov-2026');
    expect(await access.findByText('This day is in the future.')).toBeDefined();
    expect(callsOf(accessReport)).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});

test('P11-16 of a day whose sign-ins are not kept the access of a person says so, and why', async () => {
  const account = anAccount({ cpId: 12, lastSignInAt: null, signInsNotKept: true });
  const { user } = open({}, undefined, [[accessReport, { day: '2016-04-30', accounts: [account] }]]);
  const access = within(await screen.findByRole('region', { name: 'Access on a day' }));
  await user.type(await access.findByRole('textbox', { name: 'Day (UTC)' }), '30-Apr-2016');
  expect(await access.findByText('Not kept')).toBeDefined();
  expect(access.getByText(/^“Not kept” means that the sign-ins of that time were cleared away/)).toBeDefined();
  expect(access.queryByText('Never')).toBeNull();
});

test('P11-16 of a Sponsor, who sees by the sponsor, their access on a day does not say that they had no groups', async () => {
  const account = anAccount({ cpId: 12, type: 'Sponsor', groups: [], sponsor: { spId: 3, name: 'Helix' } });
  const { user } = open({}, undefined, [[accessReport, { day: '2026-04-30', accounts: [account] }]]);
  const access = within(await screen.findByRole('region', { name: 'Access on a day' }));
  await user.type(await access.findByRole('textbox', { name: 'Day (UTC)' }), '30-Apr-2026');
  expect(await access.findByText('Helix')).toBeDefined();
  expect(access.queryByText('Groups')).toBeNull();
});

test('USR-02 SEC-23 somebody who is not there is not found, who is beyond the viewer is told to be; a failure can be tried again', async () => {
  const first = open({}, `${page}?person=77`, [[api.readUser, failure(404, 'No.', 'not_found')]]);
  expect(await screen.findByText('This user was not found.')).toBeDefined();
  first.unmount();
  const beyond = failure(403, 'This person’s rights or care groups reach beyond yours.', 'provider.beyond');
  const second = open({}, undefined, [[api.readUser, beyond]]);
  expect(await screen.findByText('This person’s rights or care groups reach beyond yours.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  second.unmount();
  const { user, answer } = open({}, undefined, [[api.readUser, failure(500, '')]]);
  expect(await screen.findByText('There was a problem opening the person.')).toBeDefined();
  answer(api.readUser, { person: aPerson() });
  await press(user, 'Try again');
  await panel();
});

test('USR-05 an act that is begun in the panel leads back to it', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Actions for Nora Quill' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Revoke Access' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Revoke Access' })).getByRole('button', { name: 'Cancel' }),
  );
  expect(await panel()).toBeDefined();
});

test('OPN-75 who only looks opens nobody', async () => {
  const { callsOf } = openUsers({ route: `${page}?person=12`, viewer: { type: 'Site User', adminRights: false } });
  await screen.findByText('Nora Quill');
  expect(callsOf(api.readUser)).toEqual([]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('P11-16 the reports on users are a press away, and lead back; what was searched for here is not searched for there', async () => {
  const { user, router } = openUsers({ route: `${page}?q=quill`, replies: records });
  await press(user, 'Reports on Users');
  expect(await screen.findByRole('heading', { name: 'Access Report' })).toBeDefined();
  expect(router.state.location.search).toEqual({ tab: 'access' });
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('');
  expect(button('Export CSV')).toBeDefined();
  expect(button('Export PDF')).toBeDefined();
  await user.click(await screen.findByRole('checkbox', { name: 'Only people who have not signed in for 90 days' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'access', absent: true }));
  await user.click(screen.getByRole('link', { name: 'All users' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('quill');
});
