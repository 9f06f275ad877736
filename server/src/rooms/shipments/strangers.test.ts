import type { Endpoint } from '@portal/contract/endpoint.ts';
import * as documents from '@portal/contract/shipments/document-endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import * as slips from '@portal/contract/shipments/packing-slip-endpoints.ts';
import { expect, test } from 'vitest';
import { addDays } from '#platform/core/clock.ts';
import { keptFiles } from '#test/house.ts';
import { aPdf } from '#test/pdfs.ts';
import { type Asking } from '#test/portal.ts';
import { openShipments, type Shipments } from '#test/shipments.ts';

type Who = keyof Shipments['people'];

/** Every call that names a request or a site of ours, with a good asking, and who may know of it. */
function calls(
  s: Shipments,
  ids: { tablets: number; pens: number; comments: Record<'tablets' | 'pens', number> },
): { call: Endpoint; asking: (missing?: boolean) => Asking; side: Side }[] {
  const nowhere = 99_999;
  const site = (call: Endpoint, asking: (srId: number, gId: number, commentId: number) => Asking) => ({
    call,
    side: 'site' as const,
    asking: (missing = false) =>
      missing ? asking(nowhere, nowhere, nowhere) : asking(ids.tablets, s.siteId, ids.comments.tablets),
  });
  const partner = (
    side: 'pharmacy' | 'wholesaler',
    call: Endpoint,
    asking: (srId: number, commentId: number) => Asking,
  ) => ({
    call,
    side,
    asking: (missing = false) =>
      missing
        ? asking(nowhere, nowhere)
        : side === 'pharmacy'
          ? asking(ids.tablets, ids.comments.tablets)
          : asking(ids.pens, ids.comments.pens),
  });
  const comments = (group: typeof api.siteComments | typeof api.pharmacyComments | typeof api.wholesalerComments) =>
    [
      [group.list, (srId: number) => ({ query: { srId } })],
      [group.add, (srId: number) => ({ body: { srId, text: 'Hello' } })],
      [group.markRead, (srId: number, commentId: number) => ({ body: { srId, commentIds: [commentId], isRead: 1 } })],
    ] as const;
  const ship = (product: number) => (srId: number) => ({ body: { srId, packages: [s.package_([s.item(product)])] } });
  const bySr = (srId: number) => ({ query: { srId } });
  const data = aPdf().toString('base64');
  const pdf = { category: 0, filename: 'a.pdf', friendlyName: 'a', contentType: 'application/pdf', data };
  const upload = (srId: number) => ({ body: { srId, ...pdf } });
  return [
    site(api.listForSite, (_, gId) => ({ query: { gId } })),
    site(api.readForSite, (srId, gId) => ({ query: { srId, gId } })),
    site(api.readForSite, bySr),
    site(api.createRequest, (_, gId) => ({ body: s.order({ gId, participants: [s.subject('123-456')] }) })),
    site(api.moveBySite, (srId, gId) => ({ body: { srId, gId, status: 'cancelled' } })),
    site(api.listReminders, (_, gId) => ({ query: { gId } })),
    site(api.setReminder, (srId) => ({ body: { srId, nextOrderDate: addDays(s.today, 8) } })),
    site(api.dismissReminder, bySr),
    ...comments(api.siteComments).map(([call, asking]) => site(call, (srId, _, commentId) => asking(srId, commentId))),
    ...comments(api.pharmacyComments).map(([call, asking]) => partner('pharmacy', call, asking)),
    ...comments(api.wholesalerComments).map(([call, asking]) => partner('wholesaler', call, asking)),
    ...([api.readForPharmacy, api.productsForPharmacy, api.trialForPharmacy, api.cardForPharmacy] as Endpoint[]).map(
      (call) => partner('pharmacy', call, bySr),
    ),
    ...([api.readForWholesaler, api.productsForWholesaler, api.trialForWholesaler] as Endpoint[]).map((call) =>
      partner('wholesaler', call, bySr),
    ),
    site(slips.slipForSite, bySr),
    partner('pharmacy', slips.slipForPharmacy, bySr),
    partner('wholesaler', slips.slipForWholesaler, bySr),
    site(documents.siteDocuments.list, bySr),
    site(documents.siteDocuments.upload, upload),
    partner('pharmacy', documents.pharmacyDocuments.list, bySr),
    partner('pharmacy', documents.pharmacyDocuments.upload, upload),
    partner('wholesaler', documents.wholesalerDocuments.list, bySr),
    partner('wholesaler', documents.wholesalerDocuments.upload, upload),
    partner('pharmacy', api.moveByPharmacy, (srId) => ({ body: { srId, status: 'processing' } })),
    partner('wholesaler', api.moveByWholesaler, (srId) => ({ body: { srId, status: 'processing' } })),
    partner('pharmacy', api.shipByPharmacy, ship(s.tablet)),
    partner('wholesaler', api.shipByWholesaler, ship(s.pen)),
  ];
}
type Side = 'site' | 'pharmacy' | 'wholesaler';

/** People of the right kind from elsewhere: for them our records do not exist. */
const strangers: Record<Side, readonly Who[]> = {
  site: ['siteUserElsewhere', 'siteUserAbroad', 'adminAbroad'],
  pharmacy: ['pharmacistElsewhere', 'pharmacistAbroad'],
  wholesaler: ['wholesalerElsewhere', 'wholesalerAbroad'],
};
/** People of the wrong kind: for them the call does not exist. */
const wrongKind: Record<Side, readonly Who[]> = {
  site: ['sponsor', 'pharmacist', 'wholesaler', 'pharmacistAbroad'],
  pharmacy: ['siteUser', 'admin', 'wholesaler', 'sponsor', 'nurse'],
  wholesaler: ['siteUser', 'admin', 'pharmacist', 'sponsor', 'nurse'],
};

test('SEC-22 SEC-23 SEC-24 ROL-24 ROL-31 ROL-32 ROL-39 OPS-15 OPS-66 REM-05 strangers to a request are told nothing and change nothing, by every call of the room', {
  timeout: 300_000,
}, async () => {
  const s = await openShipments();
  const ids = {
    tablets: await s.aRequest(),
    pens: await s.aRequest({ products: [s.line(s.pen)] }),
    comments: { tablets: 0, pens: 0 },
  };
  ids.comments.tablets = (
    await s.people.siteUser.call(api.siteComments.add, { body: { srId: ids.tablets, text: 'Hello' } })
  ).reply.commentId;
  ids.comments.pens = (
    await s.people.siteUser.call(api.siteComments.add, { body: { srId: ids.pens, text: 'Hello' } })
  ).reply.commentId;
  const before = await s.fingerprint();
  for (const { call, asking, side } of calls(s, ids)) {
    const name = `${call.method} ${call.path}`;
    expect([name, (await s.call(call, asking())).status]).toEqual([name, 401]);
    for (const who of wrongKind[side])
      expect([name, who, (await s.people[who].call(call, asking())).status]).toEqual([name, who, 403]);
    for (const who of strangers[side]) {
      const [ours, nowhere] = [await s.people[who].call(call, asking()), await s.people[who].call(call, asking(true))];
      expect([name, who, ours.status, ours.body]).toEqual([name, who, 404, nowhere.body]);
    }
  }
  expect(await s.fingerprint()).toBe(before);
  expect(await keptFiles(s)).toEqual([]);
});

test("SEC-23 a ppId or wpId that is not the caller's own is refused and nothing is disclosed", async () => {
  const s = await openShipments();
  await s.aRequest();
  for (const ppId of [s.otherPharmacyId, s.wholesalerId, s.theirs.pharmacyId, 99_999]) {
    const answer = await s.people.pharmacist.call(api.listForPharmacy, { query: { ppId } });
    expect([answer.status, answer.code]).toEqual([403, 'forbidden']);
  }
  for (const wpId of [s.otherWholesalerId, s.pharmacyId, s.theirs.wholesalerId])
    expect((await s.people.wholesaler.call(api.listForWholesaler, { query: { wpId } })).status).toBe(403);
  const unattached = await s.signedIn(await s.aPerson('Pharmacy User', { company_id: s.companyId }));
  expect((await unattached.call(api.listForPharmacy, { query: { ppId: s.pharmacyId } })).status).toBe(403);
});

test('SEC-23 APS-09 a request is read and moved only under its own site', async () => {
  const s = await openShipments();
  const srId = await s.aRequest();
  const before = await s.fingerprint();
  for (const gId of [s.otherSiteId, s.trialId]) {
    expect((await s.people.admin.call(api.readForSite, { query: { gId, srId } })).status).toBe(404);
    expect((await s.people.admin.call(api.moveBySite, { body: { gId, srId, status: 'cancelled' } })).status).toBe(404);
    expect((await s.people.admin.call(api.listForSite, { query: { gId } })).status).toBe(gId === s.trialId ? 404 : 200);
  }
  expect(await s.fingerprint()).toBe(before);
});

test('ROL-24 a Site User and an Admin ask, order again, read, comment, confirm a delivery and cancel', async () => {
  const s = await openShipments();
  for (const [i, who] of (['siteUser', 'admin', 'other'] as const).entries()) {
    const person = s.people[who];
    const asked = await person.call(api.createRequest, { body: s.order({ participants: [s.subject(`50${i}-000`)] }) });
    const srId = asked.reply.srIds[0]!;
    await s.put(srId, { status: 'shipped' });
    const did = [
      asked,
      await person.call(api.readForSite, { query: { gId: s.siteId, srId } }),
      await person.call(api.siteComments.add, { body: { srId, text: 'Hello' } }),
      await person.call(api.moveBySite, { body: { gId: s.siteId, srId, status: 'received' } }),
      await person.call(api.createRequest, {
        body: s.order({ participants: [s.subject(`50${i}-000`)], reorderSrId: srId }),
      }),
    ];
    expect([who, did.map((answer) => answer.status)]).toEqual([who, [200, 200, 200, 200, 200]]);
  }
});
