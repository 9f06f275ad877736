import { readCard } from '@portal/contract/cards/endpoints.ts';
import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/documents/endpoints.ts';
import { listParticipants, setParticipantStatus } from '@portal/contract/participants/endpoints.ts';
import { listToSign } from '@portal/contract/signing/endpoints.ts';
import { listTrainingForms } from '@portal/contract/signing/training-endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import Documents from '#pages/Documents.tsx';
import { aListedDocument } from '#test/documents.ts';
import { aParticipant, aSite, aTrial } from '#test/participants.ts';
import { renderPage, type Reply } from '#test/portal.tsx';

const form = aListedDocument({
  docId: 61,
  friendlyName: 'Order form 98',
  category: null,
  srId: 98,
  srStatus: 'processing',
  isSignRequest: true,
  isCompletelySigned: true,
  signerNum: 1,
  g_id: 2,
  participants: [{ participantId: aParticipant().participantId, subjectNumber: aParticipant().subjectNumber }],
});
const open = (group: number, viewer: object, more: Reply[] = [], trial = aTrial()) =>
  renderPage(<Documents />, {
    viewer,
    route: `/document?group=${group}`,
    replies: [
      [listTrials, { groups: [trial, aSite()] }],
      [api.listGroupDocuments, { documents: [] }],
      [listToSign, { documents: [form] }],
      [listTrainingForms, { acknowledgementTemplates: [] }],
      [listParticipants, { participants: [aParticipant()] }],
      [readCard, { status: 404, body: { code: 'not_found', message: 'none' } }],
      ...more,
    ],
  });
const choose = async (user: ReturnType<typeof open>['user'], item: string) => {
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

test('DOC-15 the page opens the card template of the chosen trial', async () => {
  const { user } = open(1, { type: 'Admin', adminRights: true });
  await choose(user, 'Card template');
  expect(await screen.findByRole('dialog', { name: 'Card Template Information' })).toBeDefined();
});

test('DOC-15 CST-04 of a trial that has no card the page offers no card template', async () => {
  open(1, { type: 'Admin', adminRights: true }, [], aTrial({ hasCard: false }));
  await screen.findByRole('region', { name: 'Acknowledgment Forms' });
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
});

test('DOC-15 the page opens the form in which a participant of the chosen site is added', async () => {
  const { user } = open(2, {});
  await choose(user, 'Add participant');
  expect(await screen.findByRole('dialog', { name: 'Add Participant' })).toBeDefined();
});

const pickOfForm = async (user: ReturnType<typeof open>['user'], item: string) => {
  const section = within(await screen.findByRole('region', { name: 'Order Form - Completed' }));
  await user.click(await section.findByRole('button', { name: 'Actions for Order form 98' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

test.each([
  ['Add Participant', choose, 'Add participant'],
  ['Edit Participant', pickOfForm, 'Edit participant'],
] as const)(
  'REL-17 DOC-15 "%s" over the documents stays with what was typed when its site is taken away, and says so',
  async (title, pick, item) => {
    const { user, answer, queryClient } = open(2, {});
    await pick(user, item);
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    const name = () => dialog.getByRole<HTMLInputElement>('textbox', { name: 'First Name' });
    await dialog.findByRole('textbox', { name: 'First Name' });
    await user.clear(name());
    await user.type(name(), 'Bea');
    answer(listTrials, { groups: [] });
    await queryClient.invalidateQueries({ queryKey: [listTrials.path] });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'More', hidden: true })).toBeNull());
    expect(await dialog.findByText('Boston General is not among your trial sites any more.')).toBeDefined();
    expect(name().value).toBe('Bea');
  },
);

test('REL-17 DOC-15 the card template over the documents stays with what was typed when the trial has no card any more', async () => {
  const { user, answer, queryClient } = open(1, { type: 'Admin', adminRights: true }, [
    [readCard, { trialCard: null }],
  ]);
  await choose(user, 'Card template');
  const dialog = within(await screen.findByRole('dialog', { name: 'Card Template Information' }));
  await user.clear(await dialog.findByRole('textbox', { name: 'RxGRP' }));
  await user.type(dialog.getByRole('textbox', { name: 'RxGRP' }), 'GRP7');
  answer(listTrials, { groups: [aTrial({ hasCard: false }), aSite()] });
  await queryClient.invalidateQueries({ queryKey: [listTrials.path] });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'More', hidden: true })).toBeNull());
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'RxGRP' }).value).toBe('GRP7');
});

test('REL-07 DOC-15 whoever deactivates from an order form whom somebody else has changed meanwhile sees who that is now, and can then do it', async () => {
  const stale = { status: 409, body: { code: 'stale', message: 'Somebody else has changed this meanwhile.' } };
  const page = open(2, {}, [
    [listParticipants, { participants: [aParticipant({ version: 1 })] }],
    [setParticipantStatus, stale],
  ]);
  await pickOfForm(page.user, 'Participant status');
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Participant' }));
  page.answer(listParticipants, { participants: [aParticipant({ fname: 'Anna', version: 2 })] });
  await page.user.click(dialog.getByRole('button', { name: 'Deactivate' }));
  expect(await dialog.findByText(/^Anna Archer/)).toBeDefined();
  await page.user.click(dialog.getByRole('button', { name: 'Deactivate' }));
  await waitFor(() => expect(page.callsOf(setParticipantStatus)).toHaveLength(2));
  expect(page.callsOf(setParticipantStatus).map(({ body }) => body.version)).toEqual([1, 2]);
});

test('REL-07 DOC-15 whoever deactivates from an order form whom somebody else has moved meanwhile is told that they are not there', async () => {
  const gone = { status: 404, body: { code: 'not_found', message: 'Unable to change participant' } };
  const page = open(2, {}, [[setParticipantStatus, gone]]);
  await pickOfForm(page.user, 'Participant status');
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Participant' }));
  page.answer(listParticipants, { participants: [] });
  await page.user.click(dialog.getByRole('button', { name: 'Deactivate' }));
  expect(await screen.findByText('This participant was not found.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Deactivate' })).toBeNull();
});

test('DOC-15 from an order form whom it is for is edited, or deactivated', async () => {
  const { user } = open(2, {});
  await pickOfForm(user, 'Edit participant');
  const edit = await screen.findByRole('dialog', { name: 'Edit Participant' });
  expect(await within(edit).findByDisplayValue(aParticipant().subjectNumber)).toBeDefined();
  await user.keyboard('{Escape}');
  await pickOfForm(user, 'Participant status');
  expect(await screen.findByRole('dialog', { name: 'Deactivate Participant' })).toBeDefined();
});

test('DOC-15 who is gone, or cannot be read, is told of', async () => {
  const page = open(2, {}, [[listParticipants, { participants: [] }]]);
  await pickOfForm(page.user, 'Edit participant');
  expect(await screen.findByText('This participant was not found.')).toBeDefined();
});

test('DOC-15 PAR-04 who is deactivated is not edited from an order form, and the dialog says so', async () => {
  const page = open(2, {}, [[listParticipants, { participants: [aParticipant({ isActive: false })] }]]);
  await pickOfForm(page.user, 'Edit participant');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Participant' }));
  expect(await dialog.findByText('A deactivated participant cannot be edited.')).toBeDefined();
  expect(dialog.queryByRole('textbox')).toBeNull();
});
