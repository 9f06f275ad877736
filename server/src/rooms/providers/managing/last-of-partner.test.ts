/** Whoever handles the requests of a partner alone leaves them to nobody. */
import { readUser } from '@portal/contract/providers/user-endpoints.ts';
import { expect, test } from 'vitest';
import { openShipments } from '#test/shipments.ts';

test('the page of the only person of a partner tells how many of its requests wait for it; that of one who has a colleague with access tells of none', async () => {
  const s = await openShipments();
  for (const status of ['preprocessing', 'processing', 'received', 'cancelled']) await s.aRequest({}, { status });
  await s.aRequest({ products: [s.line(s.pen)] }, { status: 'processing' });
  // A delivery to a site is confirmed there, that to a participant by the partner.
  await s.aRequest({}, { status: 'shipped', toParticipant: false });
  await s.aRequest({}, { status: 'shipped', toParticipant: true });
  const leaves = async (cp_id: number) =>
    (await s.people.admin.call(readUser, { query: { cp_id } })).reply.person.requestsLeft;
  expect([await leaves(s.pharmacist), await leaves(s.wholesaler), await leaves(s.siteUser)]).toEqual([3, 1, 0]);
  const another = await s.aPerson('Pharmacy User', { company_id: s.companyId, partner_id: s.pharmacyId });
  expect([await leaves(s.pharmacist), await leaves(another)]).toEqual([0, 0]);
  await s.rows('update provider set is_active = false where provider_id = $1', [another]);
  expect([await leaves(s.pharmacist), await leaves(another)]).toEqual([3, 0]);
});
