import { readCard } from '@portal/contract/cards/endpoints.ts';
import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/documents/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { listToSign } from '@portal/contract/signing/endpoints.ts';
import { listTrainingForms } from '@portal/contract/signing/training-endpoints.ts';
import { screen, within } from '@testing-library/react';
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

test('DOC-15 from an order form whom it is for is edited, or deactivated', async () => {
  const { user } = open(2, {});
  const section = within(await screen.findByRole('region', { name: 'Order Form - Completed' }));
  const pick = async (item: string) => {
    await user.click(await section.findByRole('button', { name: 'Actions for Order form 98' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await pick('Edit participant');
  const edit = await screen.findByRole('dialog', { name: 'Edit Participant' });
  expect(await within(edit).findByDisplayValue(aParticipant().subjectNumber)).toBeDefined();
  await user.keyboard('{Escape}');
  await pick('Participant status');
  expect(await screen.findByRole('dialog', { name: 'Deactivate Participant' })).toBeDefined();
});

test('DOC-15 who is gone, or cannot be read, is told of', async () => {
  const page = open(2, {}, [[listParticipants, { participants: [] }]]);
  const section = within(await screen.findByRole('region', { name: 'Order Form - Completed' }));
  await page.user.click(await section.findByRole('button', { name: 'Actions for Order form 98' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Edit participant' }));
  expect(await screen.findByText('This participant was not found.')).toBeDefined();
});

test('DOC-15 PAR-04 who is deactivated is not edited from an order form, and the dialog says so', async () => {
  const page = open(2, {}, [[listParticipants, { participants: [aParticipant({ isActive: false })] }]]);
  const section = within(await screen.findByRole('region', { name: 'Order Form - Completed' }));
  await page.user.click(await section.findByRole('button', { name: 'Actions for Order form 98' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Edit participant' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Participant' }));
  expect(await dialog.findByText('A deactivated participant cannot be edited.')).toBeDefined();
  expect(dialog.queryByRole('textbox')).toBeNull();
});
