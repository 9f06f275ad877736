import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { readParticipantCard } from '@portal/contract/cards/endpoints.ts';
import * as api from '@portal/contract/participants/endpoints.ts';
import { createRequest } from '@portal/contract/shipments/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { forgetSession } from '#api/session.ts';
import { forgetAll } from '#kit/remember.ts';
import Participants from '#pages/Participants.tsx';
import { aParticipant, aSite, aTrial, lyon, participants } from '#test/participants.ts';
import { aReply, openPortal, renderPage, type Reply, sessionReplies } from '#test/portal.tsx';
import { siteReplies } from '#test/shipments.ts';

const form = (docId: number) => ({ docId, uuid: `form-${docId}`, signerUuid: `signer-${docId}` });
const groups = [aTrial(), aSite(), lyon];
const open = (
  list: api.Participant[] = [aParticipant()],
  more: { groups?: typeof groups; replies?: Reply[]; route?: string; viewer?: object } = {},
) =>
  renderPage(<Participants />, {
    viewer: more.viewer,
    route: more.route ?? '/participants?site=2',
    replies: [
      [listTrials, { groups: more.groups ?? groups }],
      [api.listParticipants, { participants: list }],
      ...(more.replies ?? []),
    ],
  });
const picker = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Trial site' });
const shownSite = async () => (await picker()).selectedOptions[0]?.textContent;
const actionsOf = async (user: ReturnType<typeof open>['user'], subject: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${subject}` }));
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
};
const act = async (user: ReturnType<typeof open>['user'], subject: string, label: string) => {
  await actionsOf(user, subject);
  await user.click(screen.getByRole('menuitem', { name: label }));
};

describe('the site', () => {
  test('PAR-01 PAR-02 OPS-27 only trial sites are offered, of those the server calls fully configured', async () => {
    const { callsOf } = open();
    await screen.findByText('101-001');
    const offered = within(await picker()).getAllByRole('option');
    expect(offered.map((option) => option.textContent)).toEqual(['Boston General', 'Lyon Clinic']);
    expect(callsOf(listTrials)[0]?.query).toEqual({ status: 'fully_configured' });
  });

  test('PAR-01 CGP-20 two sites of one name are told apart by their trials', async () => {
    const other = aTrial({ gId: 21, displayName: 'Bexley Asthma Study' });
    open([], { groups: [...groups, other, aSite({ gId: 22, parentId: 21 })], route: '/participants' });
    await screen.findByRole('option', { name: 'Lyon Clinic' });
    const offered = within(await picker()).getAllByRole('option');
    expect(offered.map((option) => option.textContent)).toEqual([
      'Choose trial site',
      'Boston General (Aurelia Migraine Study)',
      'Boston General (Bexley Asthma Study)',
      'Lyon Clinic',
    ]);
  });

  test('PAR-01 the picked site is read, stands in the address bar, and is still picked on coming back', async () => {
    const first = open([aParticipant()], { route: '/participants' });
    expect(await screen.findByText('Choose a trial site to see its participants.')).toBeDefined();
    expect(await shownSite()).toBe('Choose trial site');
    await first.user.selectOptions(await picker(), 'Lyon Clinic');
    expect(await screen.findByText('101-001')).toBeDefined();
    expect(first.callsOf(api.listParticipants).map((call) => call.query)).toEqual([{ g_id: 3 }]);
    await waitFor(() => expect(first.router.state.location.search).toEqual({ site: 3 }));
    first.unmount();
    const again = open([aParticipant()], { route: '/participants' });
    await screen.findByText('101-001');
    expect(again.callsOf(api.listParticipants)[0]?.query).toEqual({ g_id: 3 });
    again.unmount();
    forgetAll();
  });

  test('PAR-01 a person with one site has it chosen', async () => {
    const { callsOf } = open([aParticipant()], { groups: [aTrial(), lyon], route: '/participants' });
    await screen.findByText('101-001');
    expect(await shownSite()).toBe('Lyon Clinic');
    expect(callsOf(api.listParticipants)[0]?.query).toEqual({ g_id: 3 });
  });
});

describe('the list', () => {
  test('PAR-01 PAR-03 CON-01 CON-02 OPS-23 ten rows of all are shown, and no paging is asked of the server', async () => {
    const { user, callsOf } = open(participants(12));
    await screen.findByText('101-001');
    expect(screen.getAllByRole('row')).toHaveLength(11);
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(screen.getAllByRole('row')).toHaveLength(3);
    expect(callsOf(api.listParticipants)).toHaveLength(1);
    expect(callsOf(api.listParticipants)[0]?.query).toEqual({ g_id: 2 });
  });

  test.each([['pat12'], ['PAT12 ARCH'], ['101-012'], ['pat12@EXAMPLE.com']])(
    'PAR-01 OPS-23 searching for %s finds one',
    async (wanted) => {
      const { user } = open(participants(12));
      await screen.findByText('101-001');
      await user.type(screen.getByRole('searchbox', { name: 'Search' }), wanted);
      expect(screen.getAllByRole('row')).toHaveLength(2);
      expect(screen.getByText('101-012')).toBeDefined();
    },
  );

  test('a search that finds nothing says so, which is not the same as an empty list', async () => {
    const { user } = open();
    await screen.findByText('101-001');
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'zz');
    expect(screen.getByText('No participant matches “zz”.')).toBeDefined();
    expect(screen.queryByText('No Participant Data Available')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getByText('101-001')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }));
  });

  test('participants are narrowed by their status, with how many there are of each; the status stands in the address', async () => {
    const left = aParticipant({ participantId: 12, subjectNumber: '101-002', fname: 'Zoë', isActive: false });
    const { user, router, unmount } = open([aParticipant(), left]);
    await user.click(await screen.findByRole('button', { name: 'Deactivated 1' }));
    expect(screen.queryByText('101-001')).toBeNull();
    expect(screen.getByText('101-002')).toBeDefined();
    expect(screen.getByText('1 of 2 participants match')).toBeDefined();
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'archer zoe');
    await waitFor(() => expect(router.state.location.searchStr).toBe('?site=2&status=deactivated'));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'x');
    expect(screen.getByText('No participant matches “archer zoex” and “Deactivated”.')).toBeDefined();
    unmount();
    forgetAll();
    open([aParticipant(), left], { route: '/participants?site=2&status=active' });
    expect(await screen.findByRole('button', { name: 'Active 1', pressed: true })).toBeDefined();
    expect(screen.queryByText('101-002')).toBeNull();
  });

  test('PAR-20 CON-16 OPS-97 dates of birth are shown as DD/MM/YYYY', async () => {
    open();
    expect(await screen.findByText('05/03/1980')).toBeDefined();
  });

  test('PAR-26 ERR-20 a site without participants says so', async () => {
    open([]);
    expect(await screen.findByText('No Participant Data Available')).toBeDefined();
  });

  test('PAR-25 ERR-30 a failed load is an empty list and no alert', async () => {
    open([], { replies: [[api.listParticipants, { status: 500, body: { code: 'unexpected', message: 'broken' } }]] });
    expect(await screen.findByText('No Participant Data Available')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText('broken')).toBeNull();
  });

  test('a change by somebody else shows without a reload', async () => {
    const { live, answer } = open();
    await screen.findByText('101-001');
    answer(api.listParticipants, { participants: [aParticipant({ fname: 'Anna' })] });
    await live.tell({ type: 'participant.changed', id: 11, careGroupId: 2 });
    expect(await screen.findByText('Archer, Anna')).toBeDefined();
  });

  test('SHP-14 a site that is renamed by somebody else has its new name without a reload', async () => {
    const { live, answer } = open();
    await screen.findByText('101-001');
    answer(listTrials, { groups: [aTrial(), aSite({ displayName: 'Boston North' })] });
    await live.tell({ type: 'care_group.changed', id: 2, careGroupId: 2 });
    expect(await screen.findByDisplayValue(/Boston North/)).toBeDefined();
  });
});

test('PAR-01 the search and the page are as they were left on coming back', async () => {
  const first = open(participants(25));
  await screen.findByText('101-001');
  await first.user.type(screen.getByRole('searchbox', { name: 'Search' }), 'example');
  await first.user.click(screen.getByRole('button', { name: 'Page 2' }));
  await screen.findByText('101-011');
  first.unmount();
  open(participants(25));
  await screen.findByText('101-011');
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('example');
});

test('PAR-01 search and page are forgotten with the session', async () => {
  const replies: Reply[] = [
    ...sessionReplies(),
    [listTrials, { groups }],
    [api.listParticipants, { participants: participants(25) }],
  ];
  const first = openPortal('/participants?site=2', replies);
  await screen.findByText('101-001');
  await first.user.type(screen.getByRole('searchbox', { name: 'Search' }), 'example');
  await first.user.click(screen.getByRole('button', { name: 'Page 2' }));
  await screen.findByText('101-011');
  await first.user.click(screen.getByRole('button', { name: 'Sign Out' }));
  await first.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign Out' }));
  await screen.findByLabelText('Password');
  first.unmount();
  forgetSession();
  openPortal('/participants?site=2', replies);
  await screen.findByText('101-001');
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('');
});

test('PAR-03 names are shown as they are sorted', async () => {
  const { user } = open([
    aParticipant({ participantId: 1, subjectNumber: '1', fname: 'Ann', lname: 'Young' }),
    aParticipant({ participantId: 2, subjectNumber: '2', fname: 'Zoe', lname: 'Bell' }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Name' }));
  const names = screen.getAllByRole('button', { name: /^(?:Young|Bell)/ });
  expect(names.map((name) => name.textContent)).toEqual(['Bell, Zoe', 'Young, Ann']);
});

const card = {
  rxBin: '61011',
  rxPcn: 'PCNXX',
  rxGrp: 'GRPXX',
  cardholderNameLabel: 'Cardholder Name:',
  cardholderIdLabel: 'Cardholder ID:',
  cardholderId: 'CTRX-000011',
  participants: 'Show this card.',
  claimSubmissions: 'Submit claims.',
  pharmacyInstructions: 'Scan it.',
  cardIntroduction: 'Welcome.',
  contactInfo: 'Help desk',
  mainLogo: 'aGk=',
  optionalLogo: null,
  outreachPreference: true,
  emailUnsubscribed: false,
  lastEmail: null,
  lastText: null,
};

describe('the actions of a row', () => {
  test('PAR-04 PAR-05 PAR-06 PAR-07 PAR-08 an active participant of a trial with card and shipping has all of them', async () => {
    const { user } = open();
    expect(await actionsOf(user, '101-001')).toEqual([
      'Edit',
      'Info',
      'View card',
      'Add shipment request',
      'Deactivate',
    ]);
  });

  test('PAR-04 PAR-06 PAR-07 PAR-08 a deactivated one can be looked at and taken back', async () => {
    const { user } = open([aParticipant({ isActive: false })]);
    expect(await actionsOf(user, '101-001')).toEqual(['Info', 'Reactivate']);
  });

  test('PAR-06 without a card of the trial there is none to view', async () => {
    const { user } = open([aParticipant({ cardTemplateInfo: { hasCard: false, cardConfigured: 'not configured' } })]);
    expect(await actionsOf(user, '101-001')).toEqual(['Edit', 'Info', 'Add shipment request', 'Deactivate']);
  });

  test('PAR-07 a trial that does not ship has no shipment request to add', async () => {
    const { user } = open([aParticipant()], { groups: [aTrial({ hasShippingRequest: false }), aSite()] });
    expect(await actionsOf(user, '101-001')).toEqual(['Edit', 'Info', 'View card', 'Deactivate']);
  });

  test('PAR-04 DOC-15 the dialogs in which one is added and edited open from the page', async () => {
    const { user } = open([aParticipant()]);
    await act(user, '101-001', 'Edit');
    expect(await screen.findByRole('dialog', { name: 'Edit Participant' })).toBeDefined();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Add Participant' }));
    expect(await screen.findByRole('dialog', { name: 'Add Participant' })).toBeDefined();
  });

  test('PAR-08 PAR-09 DOC-15 a participant is deactivated in a dialog that says so', async () => {
    const { user, callsOf, answer } = open([aParticipant()], {
      replies: [[api.setParticipantStatus, { message: 'ok' }]],
    });
    await act(user, '101-001', 'Deactivate');
    const dialog = await screen.findByRole('dialog', { name: 'Deactivate Participant' });
    expect(within(dialog).getByText('Shipment requests that are under way are not cancelled by this.')).toBeDefined();
    answer(api.listParticipants, { participants: [aParticipant({ isActive: false })] });
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('Participant 101-001 was deactivated.')).toBeDefined();
    expect(await screen.findByText('Deactivated')).toBeDefined();
    expect(callsOf(api.setParticipantStatus)[0]?.body).toEqual({ participant_id: 11, isActive: false, version: 4 });
  });

  test('PAR-09 REL-07 after a change by somebody else, which is said, the next press deactivates', async () => {
    const message = 'Someone else has changed this in the meantime. Please look at it again.';
    const { user, callsOf, answer } = open([aParticipant()], {
      replies: [[api.setParticipantStatus, { status: 409, body: { code: 'stale', message } }]],
    });
    await act(user, '101-001', 'Deactivate');
    const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Participant' }));
    answer(api.listParticipants, { participants: [aParticipant({ fname: 'Anne', version: 5 })] });
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    expect(await dialog.findByText(/^Anne Archer \(101-001\)/)).toBeDefined();
    answer(api.setParticipantStatus, { message: 'ok' });
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('Participant 101-001 was deactivated.')).toBeDefined();
    expect(callsOf(api.setParticipantStatus).map(({ body }) => body)).toEqual([
      { participant_id: 11, isActive: false, version: 4 },
      { participant_id: 11, isActive: false, version: 5 },
    ]);
  });

  test('PAR-08 PAR-09 and taken back by "Reactivate"', async () => {
    const { user, callsOf } = open([aParticipant({ isActive: false })], {
      replies: [[api.setParticipantStatus, { message: 'ok' }]],
    });
    await act(user, '101-001', 'Reactivate');
    const dialog = await screen.findByRole('dialog', { name: 'Reactivate Participant' });
    await user.click(within(dialog).getByRole('button', { name: 'Reactivate' }));
    await waitFor(() => expect(callsOf(api.setParticipantStatus)[0]?.body).toMatchObject({ isActive: true }));
  });

  test('PRV-03 REL-07 an administrator removes a deactivated one, told what is erased and what is kept; a refusal leaves the reason where it is, and the next press goes on from what a colleague changed', async () => {
    const message = 'Someone else has changed this in the meantime. Please look at it again.';
    const { user, callsOf, answer } = open(
      [aParticipant(), aParticipant({ participantId: 12, subjectNumber: '101-002', isActive: false })],
      {
        viewer: { adminRights: true },
        replies: [[api.removeParticipant, { status: 409, body: { code: 'stale', message } }]],
      },
    );
    expect(await actionsOf(user, '101-001')).not.toContain('Remove');
    await user.keyboard('{Escape}');
    expect(await actionsOf(user, '101-002')).toEqual(['Info', 'Reactivate', 'Remove']);
    await user.click(screen.getByRole('menuitem', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Participant' }));
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Name, date of birth, email, phone and addresses of Ann Archer (101-002) are erased. This cannot be undone.',
      'Shipment requests, their documents and the audit trail stay as records of the trial, under the subject number.',
      'Order forms of cancelled requests that nobody has signed are deleted, and open requests for signatures on documents of this participant alone are withdrawn.',
    ]);
    const reason = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason (optional)' });
    await user.write(reason, 'x'.repeat(501));
    expect(reason.value).toBe('x'.repeat(501));
    dialog.getByText('Too long: it has 501 characters, and 500 at most are kept. Please shorten it by 1.');
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await user.clear(reason);
    await user.write(reason, ' Asked for it ');
    const changed = aParticipant({ participantId: 12, subjectNumber: '101-002', isActive: false, version: 5 });
    answer(api.listParticipants, { participants: [aParticipant(), changed] });
    const before = callsOf(api.listParticipants).length;
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(message);
    await waitFor(() => expect(callsOf(api.listParticipants).length).toBeGreaterThan(before));
    answer(api.removeParticipant, { message: 'Participant removed.' });
    answer(api.listParticipants, { participants: [aParticipant()] });
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Participant 101-002 was removed.')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Actions for 101-002' })).toBeNull());
    expect(callsOf(api.removeParticipant).map(({ query }) => query)).toEqual([
      { participant_id: 12, version: 4, reason: 'Asked for it' },
      { participant_id: 12, version: 5, reason: 'Asked for it' },
    ]);
  });

  test('PRV-03 REL-06 the second press of a double click on "Remove" is not sent', async () => {
    const { user, callsOf } = open([aParticipant({ isActive: false })], {
      viewer: { adminRights: true },
      replies: [[api.removeParticipant, () => new Promise(() => undefined)]],
    });
    await act(user, '101-001', 'Remove');
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Participant' }));
    const button = dialog.getByRole('button', { name: 'Remove' });
    button.click();
    // What a browser does between two presses, before any timer.
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    button.click();
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    await user.click(button);
    expect(callsOf(api.removeParticipant)).toHaveLength(1);
  });

  test('PAR-05 PAR-10 PAR-11 PAR-12 OPS-38 the info shows what is known, with the way the participant prefers to be reached', async () => {
    const { user } = open([
      aParticipant(),
      aParticipant({ participantId: 12, subjectNumber: '101-002', gender: 0, preferred_contact: 1 }),
      aParticipant({ participantId: 13, subjectNumber: '101-003', preferred_contact: 2 }),
    ]);
    await act(user, '101-001', 'Info');
    const first = within(await screen.findByRole('dialog', { name: 'Participant Info' }));
    const factsOf = (dialog: typeof first) =>
      Object.fromEntries(
        dialog.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
      );
    expect(factsOf(first)).toEqual({
      'Subject Number': '101-001',
      'CTRx ID': 'CTRX-000011',
      Name: 'Ann Archer',
      'Date of Birth': '05/03/1980',
      Gender: 'Female',
      Email: 'ann@example.com',
      Phone: '617-555-0123',
      'Preferred Contact': 'Email',
      Address: '1 Beacon St, Boston, Massachusetts 02108, United States',
      Trial: 'Aurelia Migraine Study',
      Status: 'Active',
    });
    await user.click(first.getByRole('button', { name: 'Close' }));
    await act(user, '101-002', 'Info');
    const second = within(await screen.findByRole('dialog', { name: 'Participant Info' }));
    expect(factsOf(second)).toMatchObject({ Gender: 'Male', 'Preferred Contact': 'Phone' });
    await user.click(second.getByRole('button', { name: 'Close' }));
    await act(user, '101-003', 'Info');
    const third = within(await screen.findByRole('dialog', { name: 'Participant Info' }));
    expect(factsOf(third)).toMatchObject({ 'Preferred Contact': 'Phone' });
  });

  test('PAR-06 PCO-01 PCO-02 the card shows the texts of the trial with the name and number of the participant', async () => {
    const { user, callsOf } = open([aParticipant()], { replies: [[readParticipantCard, card]] });
    await act(user, '101-001', 'View card');
    const dialog = within(await screen.findByRole('dialog', { name: 'Participant Card' }));
    for (const text of [
      'Ann Archer',
      'CTRX-000011',
      '61011',
      'PCNXX',
      'GRPXX',
      'Welcome.',
      'Show this card.',
      'Submit claims.',
      'Scan it.',
      'Help desk',
    ]) {
      expect(await dialog.findByText(text)).toBeDefined();
    }
    expect(dialog.getByRole('img').getAttribute('src')).toBe('data:image/png;base64,aGk=');
    expect(callsOf(readParticipantCard)[0]?.query).toEqual({ g_id: 2, participant_id: 11 });
  });

  test('PCO-02 PCO-03 an open card says by now whose it is, where it goes and whether it may, after a change by somebody else', async () => {
    const { user, answer, live } = open([aParticipant()], { replies: [[readParticipantCard, card]] });
    await act(user, '101-001', 'View card');
    const dialog = within(await screen.findByRole('dialog', { name: 'Participant Card' }));
    expect(await dialog.findByText('Email: ann@example.com. Not sent yet.')).toBeDefined();
    answer(api.listParticipants, { participants: [aParticipant({ fname: 'Anna', email: 'anna@example.com' })] });
    answer(readParticipantCard, { ...card, emailUnsubscribed: true });
    await live.tell({ type: 'participant.changed', id: 11, careGroupId: 2 });
    expect(await dialog.findByText('Email: anna@example.com. Not sent yet.')).toBeDefined();
    expect(dialog.getByText('Anna Archer')).toBeDefined();
    expect(await dialog.findByText('This participant has unsubscribed from emails.')).toBeDefined();
  });

  test.each<[string, string, typeof groups]>([
    ['Add Participant', 'another one is left', [aTrial(), lyon]],
    ['Add Participant', 'none is left', []],
    ['Edit Participant', 'another one is left', [aTrial(), lyon]],
    ['Edit Participant', 'none is left', []],
  ])(
    'REL-17 "%s" stays with what was typed when its site is taken away and %s, and says so',
    async (title, _, left) => {
      const { user, answer, queryClient } = open();
      if (title === 'Edit Participant') await act(user, '101-001', 'Edit');
      else await user.click(await screen.findByRole('button', { name: title }));
      const dialog = within(await screen.findByRole('dialog', { name: title }));
      const name = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'First Name' });
      await user.clear(name);
      await user.type(name, 'Bea');
      answer(listTrials, { groups: left });
      await queryClient.invalidateQueries({ queryKey: [listTrials.path] });
      expect(await dialog.findByText('Boston General is not among your trial sites any more.')).toBeDefined();
      expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'First Name' }).value).toBe('Bea');
      expect(dialog.getByDisplayValue('Boston General')).toBeDefined();
    },
  );

  test('PAR-06 a trial whose card is gone says so in the dialog', async () => {
    const { user } = open([aParticipant()], {
      replies: [[readParticipantCard, { status: 404, body: { code: 'not_found', message: 'Not found.' } }]],
    });
    await act(user, '101-001', 'View card');
    expect(await screen.findByText('Not found.')).toBeDefined();
  });

  test.each([
    [
      'PAR-07 SHC-22 OPS-69 one request',
      { srIds: [80], orderForms: [] },
      'Shipment Request Created! Go to Shipment Requests tab to view.',
    ],
    [
      'SHC-23 OPS-69 several requests',
      { srIds: [80, 81], orderForms: [] },
      '2 Shipment Request(s) Created! Go to Shipment Requests tab to view. Go to Documents tab to view 0 order forms.',
    ],
    [
      'SHC-23 OPS-69 one request with several order forms',
      { srIds: [80], orderForms: [form(1), form(2)] },
      '1 Shipment Request(s) Created! Go to Shipment Requests tab to view. Go to Documents tab to view 2 order forms.',
    ],
  ])('%s started from a row, and the person is told on this screen', async (_, made, told) => {
    const { user, callsOf } = open([aParticipant()], {
      replies: [...siteReplies, [createRequest, { message: '', ...made }]],
    });
    await act(user, '101-001', 'Add shipment request');
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Shipment Request' }));
    await user.click(await dialog.findByRole('combobox', { name: 'Product' }));
    await user.click(await screen.findByRole('option', { name: 'Aurelix 50 mg, Tablet' }));
    if (!dialog.queryByRole('radio', { name: 'Participant', checked: true })) {
      await user.click(dialog.getByRole('radio', { name: 'Participant' }));
    }
    await user.click(dialog.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText(told)).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(callsOf(createRequest)[0]?.body).toMatchObject({
      gId: 2,
      participants: [{ participantId: 11, subjectNumber: '101-001' }],
    });
  });
});

test('ODF-06 SHC-22 a request from a row with exactly one order form opens that form to be signed', async () => {
  const page = open([aParticipant()], {
    replies: [...siteReplies, [createRequest, { message: '', srIds: [80], orderForms: [form(501)] }]],
  });
  const { user } = page;
  await act(user, '101-001', 'Add shipment request');
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Shipment Request' }));
  await user.click(await dialog.findByRole('combobox', { name: 'Product' }));
  await user.click(await screen.findByRole('option', { name: 'Aurelix 50 mg, Tablet' }));
  await user.click(dialog.getByRole('radio', { name: 'Participant' }));
  await user.click(dialog.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Shipment Request Created! Go to Shipment Requests tab to view.')).toBeDefined();
  await waitFor(() => expect(page.router.state.location.href).toBe('/document?sign=501'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('PAR-26 a sponsor, who gets no participant data, reads that there is none, and has nothing to add', async () => {
  open([], {
    viewer: { type: 'Sponsor' },
    replies: [[api.listParticipants, { status: 403, body: { code: 'forbidden', message: 'no' } }]],
  });
  expect(await screen.findByText('No Participant Data Available')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add Participant' })).toBeNull();
});

test('OPS-23 of a site with more participants than one list has the others are added by a press, and the search says what it looks at', async () => {
  const portions: Record<string, [participants: api.Participant[], more: Record<string, string>]> = {
    first: [[aParticipant()], { 'x-more': '5' }],
    5: [[aParticipant({ participantId: 6, subjectNumber: '101-002' })], {}],
  };
  const { user, answer, callsOf } = open();
  answer(api.listParticipants, ({ query }: { query: { after?: number } }) =>
    aReply(api.listParticipants, ...wired(portions[query.after ?? 'first']!)),
  );
  expect(
    await screen.findByText('Showing 1 participants. There are more. Search covers the loaded rows only.'),
  ).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('101-002')).toBeDefined();
  expect(screen.getByText('101-001')).toBeDefined();
  expect(await screen.findByText('Showing all 2 participants.')).toBeDefined();
  expect(callsOf(api.listParticipants).map(({ query }) => query)).toEqual([{ g_id: 2 }, { g_id: 2, after: 5 }]);
});
const wired = ([participants, more]: [api.Participant[], Record<string, string>]) => [{ participants }, more] as const;
