import { removeCareGroup } from '@portal/contract/care-groups/change-endpoints.ts';
import * as api from '@portal/contract/documents/endpoints.ts';
import { expect, test } from 'vitest';
import { letIn } from '#test/conversations.ts';
import { type Documents, openDocuments } from '#test/documents.ts';
import { aPaper } from '#test/forms.ts';
import type { Caller } from '#test/portal.ts';

const refused = [
  403,
  'You see this document only through emergency access, so you can neither keep it nor give it to others.',
];
const said = async (answer: Promise<{ status: number; message: string | undefined }>) => {
  const { status, message } = await answer;
  return status === 200 ? [200] : [status, message];
};
const ends = (s: Documents) => s.rows('update emergency_access set ended_at = now()');
const detach = (docId: number, g_id: number, by: Caller) => by.call(api.detachFromGroup, { query: { docId, g_id } });

test('PRV-11 SEC-23 a document that somebody sees by emergency access alone they add to no group of their own, alone or among others, and to others of the emergency as anybody there', async () => {
  const s = await openDocuments();
  const { ofBoston } = s.people;
  const docId = await s.attached(s.lyon);
  await letIn(s, ofBoston, s.lyon);
  await letIn(s, ofBoston, s.otherTrial);
  const links = () => s.rows('select document_id, care_group_id from document_link order by 1, 2');
  const before = await links();
  for (const g_id of [s.boston, [s.otherTrial, s.boston]])
    expect(await said(s.attach(docId, g_id, {}, ofBoston))).toEqual(refused);
  expect(await links()).toEqual(before);
  expect(await said(s.attach(docId, s.otherTrial, {}, ofBoston))).toEqual([200]);
  // What they see for good, too, is theirs to add as ever.
  const own = await s.attached(s.boston);
  expect(await said(s.attach(own, s.lyon, {}, ofBoston))).toEqual([200]);
  await ends(s);
  expect([await s.opens(docId, ofBoston), await s.opens(own, ofBoston)]).toEqual([404, 200]);
});

test('PRV-11 who is let in above their own group gives nothing from there to the groups below', async () => {
  const s = await openDocuments();
  const { ofWard } = s.people;
  const docId = await s.attached(await s.aGroup('Other ward', s.clinic));
  await letIn(s, ofWard, s.clinic);
  expect(await said(s.attach(docId, s.clinic, { cascade: 1 }, ofWard))).toEqual(refused);
  expect(await said(s.attach(docId, s.clinic, {}, ofWard))).toEqual([200]);
  await ends(s);
  expect(await s.opens(docId, ofWard)).toBe(404);
});

test('PRV-11 what somebody signs, and sees among the documents of a group by emergency access alone, they add to no group of their own', async () => {
  const s = await openDocuments();
  const { ofBoston } = s.people;
  const docId = await s.attached(s.lyon);
  await s.asked(docId, [[ofBoston.providerId, null]]);
  await letIn(s, ofBoston, s.lyon);
  expect(await said(s.attach(docId, s.boston, {}, ofBoston))).toEqual(refused);
  expect(await s.namesIn(s.boston)).toEqual([]);
});

test('PRV-11 what somebody uploaded themselves in an emergency stays theirs to add to their own groups, until others have filled it in', async () => {
  const s = await openDocuments();
  const { ofBoston } = s.people;
  await letIn(s, ofBoston, s.lyon);
  const [own, filled] = [await s.saved('Note', {}, ofBoston), await s.saved('Form', {}, ofBoston)];
  for (const docId of [own, filled]) expect(await said(s.attach(docId, s.lyon, {}, ofBoston))).toEqual([200]);
  await s.rows('update document set revision = 2 where document_id = $1', [filled]);
  expect(await said(s.attach(own, s.boston, {}, ofBoston))).toEqual([200]);
  expect(await said(s.attach(filled, s.boston, {}, ofBoston))).toEqual(refused);
  // Out of its last group it would be theirs again.
  expect(await said(detach(filled, s.lyon, ofBoston))).toEqual(refused);
  await ends(s);
  expect([await s.opens(own, ofBoston), await s.opens(filled, ofBoston)]).toEqual([200, 404]);
});

test('PRV-11 a document that somebody sees by emergency access alone they make neither a training form nor an order form, of which they could sign a copy', async () => {
  const s = await openDocuments();
  const { ofBoston } = s.people;
  const data = await aPaper(1);
  const docId = await s.saved('Consent', { data });
  expect((await s.attach(docId, s.lyon)).status).toBe(200);
  await letIn(s, ofBoston, s.trial);
  const forms = [{ isTrainingDoc: 1, userType: 'Site User' }, { isOrderForm: 1 }];
  for (const over of forms) expect(await said(s.attach(docId, s.trial, over, ofBoston))).toEqual(refused);
  expect([await s.namesIn(s.trial), await s.formOf(s.trial)]).toEqual([[], null]);
  for (const over of forms)
    expect(await said(s.attach(await s.saved('Own', { data }, ofBoston), s.trial, over, ofBoston))).toEqual([200]);
});

test('PRV-11 who sees what hangs on nothing takes no document that they see by emergency access alone out of its last group, also by another order form', async () => {
  const s = await openDocuments();
  const { ofClinic } = s.people;
  const docId = await s.attached(s.boston);
  const form = await s.attached(s.trial, 'Order form', { isOrderForm: 1 });
  await letIn(s, ofClinic, s.trial);
  expect(await said(detach(docId, s.boston, ofClinic))).toEqual(refused);
  const next = await s.saved('Next', {}, ofClinic);
  expect(await said(s.attach(next, s.trial, { isOrderForm: 1, replaces: form }, ofClinic))).toEqual(refused);
  expect([await s.namesIn(s.boston), await s.formOf(s.trial)]).toEqual([['Protocol'], form]);
  await s.attach(docId, s.lyon);
  expect(await said(detach(docId, s.boston, ofClinic))).toEqual([200]);
  await ends(s);
  for (const one of [docId, form]) expect(await s.opens(one, ofClinic)).toBe(404);
});

test('PRV-11 who sees what hangs on nothing removes no group by emergency access with a document in it that is in no other', async () => {
  const s = await openDocuments();
  const { ofClinic } = s.people;
  const docId = await s.attached(s.boston);
  await letIn(s, ofClinic, s.boston);
  const remove = () => said(ofClinic.call(removeCareGroup, { query: { g_id: s.boston } }));
  expect(await remove()).toEqual([
    403,
    'You see a document in this care group only through emergency access, so you can neither keep it nor give it to others.',
  ]);
  expect(await s.namesIn(s.boston)).toEqual(['Protocol']);
  await s.attach(docId, s.lyon);
  expect(await remove()).toEqual([200]);
});
