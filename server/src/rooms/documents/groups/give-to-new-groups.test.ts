import { copyCareGroups } from '@portal/contract/care-groups/change-endpoints.ts';
import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/documents/endpoints.ts';
import { expect, test } from 'vitest';
import { add, siteOf, trial } from '#test/care-groups.ts';
import { type Documents, openDocuments } from '#test/documents.ts';

const copy = (s: Documents, gId: number, parentId: number | null, everythingBelow = false) =>
  s.people.admin.call(copyCareGroups, {
    body: { companyId: s.companyId, gId, parentId, copyAllSubgroups: everythingBelow },
  });
const linksOf = (s: Documents, careGroupId: number) =>
  s.rows<{ name: string; cascades: boolean; is_order_form: boolean; user_types: string[] | null }>(
    `select friendly_name as name, cascades, is_order_form, user_types
     from document_link join document using (document_id)
     where document_link.care_group_id = $1 and document_link.removed_at is null order by document_id`,
    [careGroupId],
  );

test('OPS-30 P11-09 a copy has the documents that its source has, as they are attached there, with an entry and an event of each', async () => {
  const s = await openDocuments();
  const protocol = await s.attached(s.boston, 'Protocol');
  await s.attached(s.boston, 'GCP', { isTrainingDoc: 1, userType: 'Site User,Admin' });
  await s.attached(s.boston, 'House rules', { cascade: 1 });
  const gone = await s.attached(s.boston, 'Taken out');
  await s.people.admin.call(api.detachFromGroup, { query: { docId: gone, g_id: s.boston } });
  const deleted = await s.attached(s.boston, 'Deleted');
  await s.people.admin.call(api.deleteDocument, { query: { docId: deleted } });
  const target = await s.aTrial(s.companyId);
  const copied = (await copy(s, s.boston, target)).reply.gId;
  const attached = { cascades: false, is_order_form: false, user_types: null };
  expect(await linksOf(s, copied)).toEqual([
    { ...attached, name: 'Protocol' },
    { ...attached, name: 'GCP', user_types: ['Site User', 'Admin'] },
    { ...attached, name: 'House rules', cascades: true },
  ]);
  expect((await s.trailOf(protocol)).at(-1)).toMatchObject({
    action: 'document.attached',
    changes: [{ field: 'care_groups', new: [copied] }],
  });
  const events = await s.rows<{ id: number }>(
    `select (payload ->> 'id')::int as id from event where type = 'document.changed' and payload ->> 'careGroupId' = $1`,
    [String(copied)],
  );
  expect(events).toHaveLength(3);
});

test('OPS-30 SEC-23 OPN-61 a copy by whoever has only some groups holds site users alone at its training forms', async () => {
  const s = await openDocuments();
  await s.attached(s.boston, 'GCP', { isTrainingDoc: 1, userType: 'Site User,Sponsor,Admin' });
  await s.attached(s.boston, 'For sponsors', { isTrainingDoc: 1, userType: 'Sponsor' });
  const target = await s.aTrial(s.companyId);
  const providerId = await s.aPerson('Site User', { company_id: s.companyId, admin_rights: true }, [s.boston, target]);
  const body = { companyId: s.companyId, gId: s.boston, parentId: target, copyAllSubgroups: false };
  const { gId } = (await (await s.signedIn(providerId)).call(copyCareGroups, { body })).reply;
  expect(await linksOf(s, gId)).toMatchObject([
    { name: 'GCP', user_types: ['Site User'] },
    { name: 'For sponsors', user_types: null },
  ]);
});

test('OPS-30 OPS-05 an order form, a report on people and what cascades to the copy already are not attached to it by the copy', async () => {
  const s = await openDocuments();
  await s.attached(s.trial, 'Order form', { isOrderForm: 1, cascade: 1 });
  await s.attached(s.trial, 'Of this trial', { cascade: 1 });
  const rules = await s.attached(s.boston, 'House rules');
  const report = await s.attached(s.boston, 'Report');
  await s.isReport(report, s.boston);
  expect((await s.attach(rules, s.otherTrial, { cascade: 1 })).status).toBe(200);
  const copied = (await copy(s, s.boston, s.otherTrial)).reply.gId;
  expect(await linksOf(s, copied)).toMatchObject([
    { name: 'Of this trial', cascades: true },
    { name: 'House rules', cascades: true },
  ]);
  const alone = (await copy(s, s.boston, await add(s.people.admin, { ...trial, groupName: 'Alone' }))).reply.gId;
  expect(await linksOf(s, alone)).toMatchObject([{ name: 'Of this trial' }, { name: 'House rules', cascades: false }]);
  const { groups } = (await s.people.admin.call(listTrials, { query: {} })).reply;
  expect(groups.find(({ gId }) => gId === copied)?.orderFormTemplate).toBe(null);
});

test('OPS-30 what is copied with everything below it keeps the documents of each', async () => {
  const s = await openDocuments();
  const { admin } = s.people;
  const bed = await add(admin, { ...siteOf(s.ward, 'Bed'), type: 'careGroup' });
  await s.attached(s.ward, 'Of the ward', { cascade: 1 });
  await s.attached(bed, 'Of the bed');
  const target = await add(admin, { ...trial, type: 'careGroup', groupName: 'Quay' });
  expect((await copy(s, s.clinic, target, true)).status).toBe(200);
  const made = await s.rows<{ id: number }>(
    'select care_group_id as id from care_group where care_group_id > $1 order by 1',
    [target],
  );
  expect(await Promise.all(made.map(({ id }) => s.namesIn(id)))).toEqual([
    ['Of the ward'],
    ['Of the bed', 'Of the ward'],
  ]);
});
