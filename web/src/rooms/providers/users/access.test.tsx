import { listCareGroups, listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/providers/user-endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { aTrial } from '#test/participants.ts';
import { aPerson, aUser, button, choose, failure, gone, groups, openUsers, pending, press } from '#test/users.tsx';

const dialog = () => within(screen.getByRole('dialog'));
const sent = (page: ReturnType<typeof openUsers>, endpoint: Parameters<typeof page.callsOf>[0]) =>
  page.callsOf(endpoint).map((call) => (endpoint.body ? call.sent : (call.query as unknown)));
const alertText = async () => (await screen.findByRole('alert')).textContent;

describe('steps', () => {
  const start = async (name: string, label: string, given: Parameters<typeof openUsers>[0] = {}) => {
    const page = openUsers(given);
    await choose(page.user, name, label);
    await screen.findByRole('dialog');
    return page;
  };

  test('USR-06 USR-27 revoking says what ends now, takes a reason, and is told', async () => {
    const page = await start('Nora Quill', 'Revoke Access');
    expect(await dialog().findByText('1 open session ends at once.')).toBeDefined();
    const lines = dialog()
      .getAllByRole('listitem')
      .map((line) => line.textContent);
    expect(lines).toEqual([
      'Nora Quill can no longer sign in.',
      '1 open session ends at once.',
      '2 documents that wait for this person’s signature stay unsigned.',
      'Their care groups are kept in case access is allowed again.',
    ]);
    await page.user.write(dialog().getByRole('textbox', { name: 'Reason' }), ' Left the site ');
    await page.user.click(dialog().getByRole('button', { name: 'Revoke Access' }));
    expect(await screen.findByText('Access of Nora Quill is revoked.')).toBeDefined();
    expect(sent(page, api.removeUser)).toEqual([{ cp_id: 12, removal_type: 'deactivate', reason: 'Left the site' }]);
    expect(page.callsOf(api.listUsers).length).toBeGreaterThan(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    [1, '1 open invitation that they sent stops working.'],
    [3, '3 open invitations that they sent stop working.'],
  ])('USR-27 SEC-16 revoking says that %i open invitations of theirs stop working', async (openInvitations, words) => {
    await start('Nora Quill', 'Revoke Access', {
      replies: [[api.readUser, { person: aPerson({ openInvitations }) }]],
    });
    expect(await dialog().findByText(words)).toBeDefined();
  });

  test.each([
    [1, 'East', 'East has no other user: 1 request under way waits until it has one.'],
    [2, 'East', 'East has no other user: 2 requests under way wait until it has one.'],
  ])('USR-27 revoking the last user of a partner says that %i requests of it wait', async (left, partner, words) => {
    await start('Nora Quill', 'Revoke Access', {
      replies: [[api.readUser, { person: aPerson({ partner, requestsLeft: left }) }]],
    });
    expect(await dialog().findByText(words)).toBeDefined();
  });

  test('USR-27 of a partner that has other users nothing is said of its requests', async () => {
    await start('Nora Quill', 'Revoke Access', {
      replies: [[api.readUser, { person: aPerson({ partner: 'East', requestsLeft: 0 }) }]],
    });
    expect(await dialog().findByText(/session/)).toBeDefined();
    expect(dialog().queryByText(/under way/)).toBeNull();
  });

  test.each(['Escape', 'Close', 'Cancel'])(
    'USR-27 a reason that was typed is not thrown away by %s without a question',
    async (way) => {
      const page = await start('Nora Quill', 'Revoke Access');
      const revoke = dialog();
      await page.user.write(revoke.getByRole('textbox', { name: 'Reason' }), 'Left the site');
      if (way === 'Escape') await page.user.keyboard('{Escape}');
      else await page.user.click(revoke.getByRole('button', { name: way }));
      const question = within(await screen.findByRole('dialog', { name: 'Discard what you typed?' }));
      await page.user.click(question.getByRole('button', { name: 'Keep editing' }));
      expect(revoke.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }).value).toBe('Left the site');
    },
  );

  test('USR-07 USR-28 allowing access says what comes back', async () => {
    const page = await start('Gil Gone', 'Allow Access');
    expect(dialog().getByText('Gil Gone can sign in again, with the same password and second factor.')).toBeDefined();
    expect(dialog().getByText('They get their earlier care groups back.')).toBeDefined();
    await page.user.click(dialog().getByRole('button', { name: 'Allow Access' }));
    expect(await screen.findByText('Gil Gone has access again.')).toBeDefined();
    expect(sent(page, api.reactivateUser)).toEqual([{ cp_id: 14 }]);
  });

  test('USR-05 USR-27 CLN-19 removing asks with "Remove" and "Close", and Close keeps the person', async () => {
    const page = await start('new@meridian.example', 'Remove');
    expect(dialog().getByText('The invitation of new@meridian.example no longer works.')).toBeDefined();
    expect(dialog().getByText('The email new@meridian.example is free for another invitation.')).toBeDefined();
    const words = dialog()
      .getAllByRole('button')
      .map((one) => one.textContent)
      .filter(Boolean);
    expect(words).toEqual(['Close', 'Remove']);
    await page.user.click(dialog().getByText('Close'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.callsOf(api.removeUser)).toEqual([]);
    await choose(page.user, 'new@meridian.example', 'Remove');
    await screen.findByRole('dialog');
    await page.user.click(dialog().getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('new@meridian.example is removed.')).toBeDefined();
    expect(sent(page, api.removeUser)).toEqual([{ cp_id: 13, removal_type: 'remove' }]);
  });

  test('P11-17 removing somebody who was revoked says that their record stays', async () => {
    await start('Gil Gone', 'Remove');
    expect(dialog().getByText('Gil Gone leaves the list and cannot be given access again.')).toBeDefined();
    expect(dialog().getByText('What they did and signed stays on record.')).toBeDefined();
  });

  test('USR-05 USR-29 CER-55 re-inviting is the next step of an invitation, and says that the old link is void', async () => {
    const page = openUsers();
    await press(page.user, 'Re-invite, new@meridian.example');
    expect(await screen.findByText('The link sent before no longer works.')).toBeDefined();
    await press(page.user, 'Re-invite');
    expect(await screen.findByText('Email re-invite sent successfully.')).toBeDefined();
    expect(sent(page, api.reinviteUser)).toEqual([{ company_id: 1, cp_id: 13 }]);
  });

  test.each([
    ['USR-27 CER-50', 'Nora Quill', 'Revoke Access', api.removeUser, 'There was a problem revoking access.'],
    ['USR-28 CER-51', 'Gil Gone', 'Allow Access', api.reactivateUser, 'There was a problem allowing access.'],
    ['USR-27 CER-52', 'Gil Gone', 'Remove', api.removeUser, 'There was a problem removing user.'],
    ['USR-29 CER-53', 'new@meridian.example', 'Re-invite', api.reinviteUser, 'There was a problem re-inviting user.'],
  ] as const)('%s what fails for %s says so in the dialog, which stays', async (_, name, label, endpoint, sentence) => {
    const page = await start(name, label, { replies: [[endpoint, failure(500, '')]] });
    await page.user.click(dialog().getByRole('button', { name: label }));
    expect(await alertText()).toBe(sentence);
    page.answer(endpoint, { message: 'Done.' });
    await page.user.click(dialog().getByRole('button', { name: label }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('USR-27 SEC-23 a reason of the server stands below the sentence', async () => {
    const reason = 'The company needs at least one active administrator who sees all of it.';
    const page = await start('Ada Admin', 'Revoke Access', {
      replies: [[api.removeUser, failure(409, reason, 'provider.last_administrator')]],
    });
    await page.user.click(dialog().getByRole('button', { name: 'Revoke Access' }));
    expect(await alertText()).toBe(`There was a problem revoking access.${reason}`);
  });
});

describe('rights', () => {
  test('USR-10 USR-26 OPC-90 a Site User becomes a prescriber by the version that was shown', async () => {
    const page = openUsers();
    await choose(page.user, 'Nora Quill', 'Edit Prescriber');
    const toggle = await screen.findByRole('switch', { name: /^Prescriber/ });
    expect(isOff(button('Save'))).toBe(true);
    await page.user.click(toggle);
    await press(page.user, 'Save');
    expect(await screen.findByText('Nora Quill is now a prescriber.')).toBeDefined();
    expect(sent(page, api.changeUser)).toEqual([
      { companyId: 1, cpId: 12, careProviderData: [{ Name: 'prescriber', Value: 1 }], version: 4 },
    ]);
  });

  test('USR-26 CER-54 a failure says so in the dialog', async () => {
    const page = openUsers({ replies: [[api.changeUser, failure(500, '')]] });
    await choose(page.user, 'Nora Quill', 'Edit Prescriber');
    await page.user.click(await screen.findByRole('switch', { name: /^Prescriber/ }));
    await press(page.user, 'Save');
    expect(await alertText()).toBe('There was a problem editing prescriber.');
  });

  test('REL-07 who was changed meanwhile is saved by the version that is told', async () => {
    const stale = {
      status: 409,
      body: { code: 'stale', message: 'Changed meanwhile.', detail: { current: { person: { version: 9 } } } },
    };
    const page = openUsers({ replies: [[api.changeUser, stale]] });
    await choose(page.user, 'Nora Quill', 'Edit Prescriber');
    await page.user.click(await screen.findByRole('switch', { name: /^Prescriber/ }));
    await press(page.user, 'Save');
    expect(await alertText()).toContain('Changed meanwhile.');
    page.answer(api.changeUser, { message: 'Saved.', version: 10 });
    await press(page.user, 'Save');
    await screen.findByText('Nora Quill is now a prescriber.');
    expect(page.callsOf(api.changeUser).map(({ body }) => (body as { version: number }).version)).toEqual([4, 9]);
  });

  test('REL-07 a right that somebody else changes while its dialog is open does not look as if it was changed here', async () => {
    const page = openUsers({
      route: '/settings/user-management?person=12',
      replies: [[api.readUser, { person: aPerson({ prescriber: false }) }]],
    });
    const panel = within(await screen.findByRole('dialog', { name: 'Nora Quill' }));
    await page.user.click(await panel.findByRole('button', { name: 'Actions for Nora Quill' }));
    await page.user.click(await screen.findByRole('menuitem', { name: 'Edit Prescriber' }));
    await screen.findByRole('switch', { name: /^Prescriber/ });
    page.answer(api.readUser, { person: aPerson({ name: 'Nora Berg', prescriber: true, version: 5 }) });
    await page.live.tell({ type: 'provider.changed', id: 12 });
    const edited = within(await screen.findByRole('dialog', { name: 'Edit Prescriber' }));
    await edited.findByText('Nora Berg');
    expect(isOff(button('Save'))).toBe(true);
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('switch')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  });

  test('OPC-90 admin rights are taken from somebody who was given them', async () => {
    const nurse = aUser({ name: 'Ned Nurse', type: 'Nurse', adminRights: true, status: 'Has admin access' });
    const page = openUsers({ users: [nurse] });
    await choose(page.user, 'Ned Nurse', 'Edit Admin Rights');
    await page.user.click(await screen.findByRole('switch', { name: /^Admin rights/ }));
    await press(page.user, 'Save');
    expect(await screen.findByText('Ned Nurse no longer has admin rights.')).toBeDefined();
    expect(sent(page, api.changeUser)).toEqual([
      { companyId: 1, cpId: 12, careProviderData: [{ Name: 'adminRights', Value: 0 }], version: 4 },
    ]);
  });
});

test('SEC-16 taking admin rights from somebody says that their open invitations stop working; giving them, and the right to prescribe, do not', async () => {
  const nurse = aUser({ name: 'Ned Nurse', adminRights: true, prescriber: true, status: 'Has admin access' });
  const words = '2 open invitations that they sent stop working.';
  const page = openUsers({
    users: [nurse],
    replies: [[api.readUser, { person: aPerson({ openInvitations: 2 }) }]],
  });
  await choose(page.user, 'Ned Nurse', 'Edit Admin Rights');
  const right = await screen.findByRole('switch', { name: /^Admin rights/ });
  expect(screen.queryByText(words)).toBeNull();
  await page.user.click(right);
  expect(await screen.findByText(words)).toBeDefined();
  await page.user.click(right);
  expect(screen.queryByText(words)).toBeNull();
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('switch')).toBeNull());
  await choose(page.user, 'Ned Nurse', 'Edit Prescriber');
  await page.user.click(await screen.findByRole('switch', { name: /^Prescriber/ }));
  expect(screen.queryByText(words)).toBeNull();
});

describe('editing access', () => {
  const start = async (given: Parameters<typeof openUsers>[0] = {}, name = 'Nora Quill') => {
    const page = openUsers(given);
    await choose(page.user, name, 'Edit Access');
    await screen.findByRole('dialog', { name: 'Edit Access' });
    return page;
  };
  const box = (name: RegExp) => dialog().findByRole<HTMLInputElement>('checkbox', { name });

  test('USR-23 OPC-90 OPC-86 the difference alone is sent: one group added, another removed', async () => {
    const page = await start();
    expect((await box(/^Boston General/)).checked).toBe(true);
    expect(sent(page, api.listGroupsOfUser)).toEqual([{ company_id: 1, cp_id: 12 }]);
    expect(isOff(button('Save'))).toBe(true);
    await page.user.click(await box(/^Boston General/));
    await page.user.click(await box(/^Lyon Clinic/));
    await press(page.user, 'Save');
    expect(await screen.findByText('Access of Nora Quill is saved.')).toBeDefined();
    expect(sent(page, api.addGroupsOfUser)).toEqual([
      { cp_id: 12, companyId: 1, groupsToAdd: [{ gId: 3, public: 0 }] },
    ]);
    expect(page.callsOf(api.removeGroupsOfUser).map(({ query }) => query as unknown)).toEqual([
      { company_id: 1, cp_id: 12, g_id: [2] },
    ]);
    const order = page.calls.filter(({ method, path }) => path === '/care-provider/care-groups' && method !== 'GET');
    expect(order.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
  });

  test.each([
    ['who sent some', aUser({ adminRights: true }), 2, true],
    ['who sent none', aUser({ adminRights: true }), 0, false],
    ['of whom an older server says nothing', aUser({ adminRights: true }), undefined, false],
    ['who may not invite', aUser(), 2, false],
    ['who is revoked', { ...gone, adminRights: true }, 2, false],
    ['whose groups decide nothing', aUser({ adminRights: true, type: 'Admin' }), 2, false],
  ])(
    'SEC-16 of a person %s it is said, as a group is taken away, whether invitations stop working',
    async (_, user, openInvitations, isSaid) => {
      const words = 'Invitations that they sent into it stop working.';
      const replies = [
        [api.readUser, { person: aPerson({ openInvitations }) }],
        [api.removeGroupsOfUser, failure(503, 'Busy')],
      ];
      const page = await start({ users: [user], replies: replies as never }, user.name);
      await page.user.click(await box(/^Lyon Clinic/));
      expect(screen.queryByText(words)).toBeNull();
      await page.user.click(await box(/^Boston General/));
      await press(page.user, 'Save');
      await screen.findByText(/^There was a problem removing care groups/);
      expect(screen.queryByText(words) !== null).toBe(isSaid);
    },
  );

  test('OPC-86 whether patients see the person is said group by group, a clinic’s people at first in all; a group that they have is not taken from them for it', async () => {
    const nurse = aUser({ name: 'Ned Nurse', type: 'Nurse' });
    const page = await start({ users: [nurse], viewer: { modules: ['ClinicalManagement'] } }, 'Ned Nurse');
    await page.user.click(await box(/^Lyon Clinic/));
    expect((await box(/^Shown to patients of Lyon Clinic/)).checked).toBe(true);
    await page.user.click(await box(/^Shown to patients of Boston General/));
    await press(page.user, 'Save');
    await screen.findByText('Access of Ned Nurse is saved.');
    expect(sent(page, api.addGroupsOfUser)).toEqual([
      { cp_id: 12, companyId: 1, groupsToAdd: [{ gId: 3, public: 1 }] },
    ]);
    expect(sent(page, api.showInGroupsOfUser)).toEqual([
      { cp_id: 12, companyId: 1, groupsToShow: [{ gId: 2, public: 1 }] },
    ]);
    expect(page.callsOf(api.removeGroupsOfUser)).toEqual([]);
  });

  /** Somebody else has changed the access, which is told over the line. */
  const changedMeanwhile = async (
    page: Awaited<ReturnType<typeof start>>,
    gIds: readonly number[],
    isPublic = false,
  ) => {
    const reads = page.callsOf(api.listGroupsOfUser).length;
    page.answer(api.listGroupsOfUser, { providerGroups: gIds.map((gId) => ({ gId, public: isPublic })) });
    await page.live.tell({ type: 'provider.changed', id: 12 });
    await waitFor(() => expect(page.callsOf(api.listGroupsOfUser).length).toBeGreaterThan(reads));
  };
  const both = { replies: [[api.listGroupsOfUser, { providerGroups: [1, 2].map((gId) => ({ gId, public: false })) }]] };
  const sentOf = (page: Awaited<ReturnType<typeof start>>) => [
    sent(page, api.addGroupsOfUser).map((body) => (body as { groupsToAdd: unknown }).groupsToAdd),
    page.callsOf(api.removeGroupsOfUser).map(({ query }) => (query as { g_id: unknown }).g_id),
    sent(page, api.showInGroupsOfUser).map((body) => (body as { groupsToShow: unknown }).groupsToShow),
  ];

  test('OPC-90 REL-07 what somebody else takes away or gives while the dialog is open is told, and not undone by saving', async () => {
    const page = await start(both as never);
    await page.user.click(await box(/^Lyon Clinic/));
    await changedMeanwhile(page, [1, 5]);
    expect(await screen.findByText('Someone else has changed this person’s access in the meantime')).toBeDefined();
    expect(screen.getByText('Boston General was taken away.')).toBeDefined();
    expect(screen.getByText('Oslo Centre was added.')).toBeDefined();
    expect((await box(/^Boston General/)).checked).toBe(false);
    expect((await box(/^Oslo Centre/)).checked).toBe(true);
    expect((await box(/^Lyon Clinic/)).checked).toBe(true);
    await press(page.user, 'Save');
    await screen.findByText('Access of Nora Quill is saved.');
    expect(sentOf(page)).toEqual([[[{ gId: 3, public: 0 }]], [], []]);
  });

  test('OPC-90 REL-07 showing patients somebody in a group that was taken away meanwhile does not give it back; ticking it again does', async () => {
    const page = await start(both as never);
    await page.user.click(await box(/^Shown to patients of Boston General/));
    await changedMeanwhile(page, [1]);
    await screen.findByText('Boston General was taken away.');
    expect(isOff(button('Save'))).toBe(true);
    await page.user.click(await box(/^Boston General/));
    await press(page.user, 'Save');
    await screen.findByText('Access of Nora Quill is saved.');
    expect(sentOf(page)).toEqual([[[{ gId: 2, public: 0 }]], [], []]);
  });

  test('OPC-90 REL-07 who wanted what somebody else has done meanwhile has nothing left to save, and is told nothing', async () => {
    const page = await start(both as never);
    await page.user.click(await box(/^Boston General/));
    await page.user.click(await box(/^Lyon Clinic/));
    expect(isOff(button('Save'))).toBe(false);
    await changedMeanwhile(page, [1, 3]);
    await waitFor(() => expect(isOff(button('Save'))).toBe(true));
    expect(screen.queryByText(/in the meantime/)).toBeNull();
  });

  test('OPC-90 after a save that was only partly done the rest is sent, and what was done is not told as somebody else’s', async () => {
    const page = await start({
      replies: [...both.replies, [api.removeGroupsOfUser, failure(503, 'Busy')]] as never,
    });
    await page.user.click(await box(/^Boston General/));
    await page.user.click(await box(/^Lyon Clinic/));
    page.answer(api.listGroupsOfUser, { providerGroups: [1, 2, 3].map((gId) => ({ gId, public: false })) });
    await press(page.user, 'Save');
    await screen.findByRole('alert');
    expect(screen.queryByText(/in the meantime/)).toBeNull();
    page.answer(api.removeGroupsOfUser, { message: 'Removed.' });
    await press(page.user, 'Save');
    await screen.findByText('Access of Nora Quill is saved.');
    expect(sentOf(page)).toEqual([[[{ gId: 3, public: 0 }]], [[2], [2]], []]);
  });

  test('OPC-90 REL-07 what a save that was only partly done has given, and somebody else has taken away since, is not given back by the rest', async () => {
    const page = await start({
      replies: [...both.replies, [api.removeGroupsOfUser, failure(503, 'Busy')]] as never,
    });
    await page.user.click(await box(/^Boston General/));
    await page.user.click(await box(/^Lyon Clinic/));
    page.answer(api.listGroupsOfUser, { providerGroups: [1, 2, 3, 5].map((gId) => ({ gId, public: false })) });
    await press(page.user, 'Save');
    await screen.findByText('Oslo Centre was added.');
    await changedMeanwhile(page, [1, 2, 5]);
    expect(await screen.findByText('Lyon Clinic was taken away.')).toBeDefined();
    expect((await box(/^Lyon Clinic/)).checked).toBe(false);
    page.answer(api.removeGroupsOfUser, { message: 'Removed.' });
    await press(page.user, 'Save');
    await screen.findByText('Access of Nora Quill is saved.');
    expect(sentOf(page)).toEqual([[[{ gId: 3, public: 0 }]], [[2], [2]], []]);
  });

  test('OPC-90 REL-07 what such a save has taken away, and somebody else has given back since, is not taken away by the rest', async () => {
    const page = await start({
      replies: [...both.replies, [api.showInGroupsOfUser, failure(503, 'Busy')]] as never,
    });
    await page.user.click(await box(/^Boston General/));
    await page.user.click(await box(/^Shown to patients of Aurelia Migraine Study/));
    page.answer(api.listGroupsOfUser, { providerGroups: [1, 5].map((gId) => ({ gId, public: false })) });
    await press(page.user, 'Save');
    await screen.findByText('Oslo Centre was added.');
    await changedMeanwhile(page, [1, 2, 5]);
    expect(await screen.findByText('Boston General was added.')).toBeDefined();
    expect((await box(/^Boston General/)).checked).toBe(true);
    page.answer(api.showInGroupsOfUser, { message: 'Changed.' });
    await press(page.user, 'Save');
    await screen.findByText('Access of Nora Quill is saved.');
    const shown = [{ gId: 1, public: 1 }];
    expect(sentOf(page)).toEqual([[], [[2]], [shown, shown]]);
  });

  test('what a Sponsor and an Admin see hangs on no group, and it is said; a Sponsor is offered nothing of another sponsor', async () => {
    const other = aTrial({ gId: 8, displayName: 'Bexley Study', sponsorId: 2, sponsorName: 'Bexley Pharma' });
    const page = await start({
      users: [aUser({ type: 'Sponsor' })],
      replies: [
        [listTrials, { groups: [...groups.slice(0, 3), other] }],
        [listCareGroups, { groups: [...groups, other] }],
        [api.readUser, { person: aPerson({ type: 'Sponsor', sponsor: 'Aurelia Therapeutics' }) }],
      ],
    });
    expect(
      await screen.findByText(/^A Sponsor sees all trials of Aurelia Therapeutics, whatever is ticked\./),
    ).toBeDefined();
    expect(await box(/^Lyon Clinic/)).toBeDefined();
    expect(dialog().queryByRole('checkbox', { name: /^Bexley Study/ })).toBeNull();
    page.unmount();
    await start({}, 'Ada Admin');
    expect(await screen.findByText('An Admin sees the whole company, whatever is ticked.')).toBeDefined();
  });

  test('OPC-87 groups that are not configured are offered to nobody but Admins; one that somebody has stays to be seen', async () => {
    const page = await start({ replies: [[api.listGroupsOfUser, { providerGroups: [{ gId: 5, public: false }] }]] });
    expect((await box(/^Oslo Centre/)).checked).toBe(true);
    await page.user.click(await box(/^Lyon Clinic/));
    await press(page.user, 'Save');
    await screen.findByText('Access of Nora Quill is saved.');
    page.unmount();
    await start();
    await box(/^Lyon Clinic/);
    expect(dialog().queryByRole('checkbox', { name: /^Oslo Centre/ })).toBeNull();
  });

  test('USR-24 CER-48 who has no group is warned about', async () => {
    await start({ replies: [[api.listGroupsOfUser, failure(404, 'None.', 'not_found')]] });
    expect(
      await screen.findByText('Please add care provider to at least 1 care group. Otherwise provider has no access.'),
    ).toBeDefined();
  });

  test('USR-24 a Sponsor without a group is not said to have no access: the trials are those of the sponsor', async () => {
    await start({
      users: [aUser({ cpID: 12, name: 'Nora Quill', type: 'Sponsor' })],
      replies: [[api.listGroupsOfUser, failure(404, 'None.', 'not_found')]],
    });
    await box(/^Boston General/);
    expect(screen.queryByText(/has no access/)).toBeNull();
  });

  test('USR-24 CER-48 OPC-90 the last group goes only after the warning, with a second press', async () => {
    const page = await start();
    await page.user.click(await box(/^Boston General/));
    expect(
      await screen.findByText('Please add care provider to at least 1 care group. Otherwise provider has no access.'),
    ).toBeDefined();
    await press(page.user, 'Save');
    expect(await screen.findByText('Save again to leave this person without access.')).toBeDefined();
    expect(page.callsOf(api.removeGroupsOfUser)).toEqual([]);
    await press(page.user, 'Save without care groups');
    await screen.findByText('Access of Nora Quill is saved.');
    expect(page.callsOf(api.removeGroupsOfUser)).toHaveLength(1);
  });

  test('USR-25 CER-49 a 500 when groups are added says that they are duplicated, and keeps what was chosen', async () => {
    const page = await start({ replies: [[api.addGroupsOfUser, failure(500, '')]] });
    await page.user.click(await box(/^Lyon Clinic/));
    await press(page.user, 'Save');
    expect(await alertText()).toBe('Care groups are duplicated.');
    expect((await box(/^Lyon Clinic/)).checked).toBe(true);
  });

  test('SEC-23 a refusal says why', async () => {
    const page = await start({
      replies: [[api.removeGroupsOfUser, failure(403, 'This person’s rights or care groups reach beyond yours.')]],
    });
    await page.user.click(await box(/^Boston General/));
    await page.user.click(await box(/^Lyon Clinic/));
    await press(page.user, 'Save');
    expect(await alertText()).toBe(
      'There was a problem removing care groups.This person’s rights or care groups reach beyond yours.',
    );
  });

  test('USR-30 CER-47 groups that cannot be read say so, and can be asked for again', async () => {
    const page = await start({ replies: [[api.listGroupsOfUser, failure(500, 'Out of order')]] });
    expect(await screen.findByText('There was an issue loading care groups.')).toBeDefined();
    page.answer(api.listGroupsOfUser, { providerGroups: [] });
    await press(page.user, 'Try again');
    expect(await box(/^Boston General/)).toBeDefined();
  });

  test('USR-23 more groups than one call takes are sent in portions', async () => {
    const many = Array.from({ length: 150 }, (_, n) => ({
      ...groups[1]!,
      gId: 100 + n,
      parentId: null,
      displayName: `Ward ${n}`,
    }));
    const page = await start({
      users: [aUser({ type: 'Nurse' })],
      viewer: { modules: [] },
      replies: [[listCareGroups, { groups: many }]],
    });
    await page.user.click(await dialog().findByRole('button', { name: 'Select all' }));
    await press(page.user, 'Save');
    await screen.findByText('Access of Nora Quill is saved.');
    const portions = page
      .callsOf(api.addGroupsOfUser)
      .map(({ body }) => (body as { groupsToAdd: unknown[] }).groupsToAdd);
    expect(portions.map((one) => one.length)).toEqual([100, 50]);
  });
});

describe('the panel of a person', () => {
  test('P11-20 what can be done there follows the same rules', async () => {
    const page = openUsers({
      route: '/settings/user-management?person=14',
      replies: [[api.readUser, { person: aPerson({ ...gone, sessions: [] }) }]],
    });
    expect(await screen.findByRole('button', { name: 'Allow Access' })).toBeDefined();
    await page.user.click(button('Allow Access'));
    expect(await screen.findByText('They get their earlier care groups back.')).toBeDefined();
  });

  test('USR-05 that of an invitation has its link and its next step', async () => {
    openUsers({
      route: '/settings/user-management?person=13',
      replies: [[api.readUser, { person: aPerson({ ...pending, sessions: [], factor: 'none' }) }]],
    });
    expect(await screen.findByRole('button', { name: 'Re-invite' })).toBeDefined();
    expect(screen.getByText('Invitation works until')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Open sessions' })).toBeNull();
  });
});
