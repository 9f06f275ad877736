/** Every call of the table made well: it is answered, and who looked at whom is in the access log. */
import { listSiteUsers, readSite } from '@portal/contract/care-groups/endpoints.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { listSitePharmacies, listSiteWholesalers } from '@portal/contract/partners/endpoints.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { invoiceForSite } from '@portal/contract/shipments/invoice-endpoints.ts';
import { expect, test } from 'vitest';
import { accessTable, asksOf, goodAsksOf, type Line, tabled } from './access-table.ts';
import { entriesOf, peopleIn } from './access-entries.ts';
import { callersOf, named, whoMayCall, withValue } from './access-table-fields.ts';
import { openTwoCompanies, type Role, roles, saysWhoOneIs } from './access-table-world.ts';
import type { Answer, Asking, Caller } from './portal.ts';

/** It ends the session that another call is to end. */
const last = 'POST /auth/sign-out-all';

const secrets = {
  PORTAL_SECRET: 'marked-as-the-secret-of-the-portal-itself',
  SMTP_URL: 'smtp://marked-as-user:marked-as-password-of-mail@127.0.0.1:1',
  SMS_URL: 'https://texts.example',
  SMS_TOKEN: 'marked-as-token-of-texts',
};
/** Each in a form in which it might come out: as it stands, and in base64 from any place in a text. */
const marks = [
  'marked-as',
  ...['', ' ', '  '].map((before) => Buffer.from(`${before}marked-as-`).toString('base64').slice(4, -4)),
];

test('SEC-24 SEC-37 to whom a call is open, a good request to it is answered with 200, and no answer, be it a refusal, holds the secret of the portal, or those of mails and texts', async () => {
  const { portal, ours } = await openTwoCompanies(secrets);
  const tells: string[] = [];
  let looked = 0;
  const look = (call: string, { body, headers }: Pick<Answer<Endpoint>, 'body' | 'headers'>) => {
    const said = JSON.stringify([body, headers]);
    looked += 1;
    if (marks.some((mark) => said.includes(mark))) tells.push(call);
  };
  expect(portal.app.env).toMatchObject({ smtpUrl: secrets.SMTP_URL, sms: { token: secrets.SMS_TOKEN } });
  for (const before of ['of ', 'by', '-'])
    look(before, { body: Buffer.from(before + secrets.SMS_TOKEN).toString('base64'), headers: {} });
  expect(tells.splice(0)).toEqual(['of ', 'by', '-']);
  for (const { call, endpoint, line } of tabled().toSorted(
    (a, b) => Number(a.call === last) - Number(b.call === last),
  )) {
    const [role, { providerId }] = callersOf(line, ours)[0]!;
    for (const asking of goodAsksOf(line, ours.thingsOf(role))) {
      // Some of the calls end sessions.
      const answer = await (await portal.signedIn(providerId)).call(endpoint, asking);
      const expected = line.wants?.[1] ?? 200;
      expect(answer.status, `${call} by ${role}: ${JSON.stringify(answer.body)}`).toBe(expected);
      look(call, answer);
    }
    look(`${call}, refused`, await portal.call(endpoint, { query: { x: 1 } }));
  }
  expect(looked).toBeGreaterThan(500);
  expect(tells).toEqual([]);
});

test('APS-37 OPS-11 the calls that the shipments use without naming their path are all served', async () => {
  const { portal, ours } = await openTwoCompanies();
  const { siteUser, pharmacist, wholesaler } = ours.people as Required<typeof ours.people>;
  const t = ours.thingsOf('siteUser');
  const [ofSite, request, pens] = [
    { query: { g_id: t.site } },
    { query: { srId: t.request } },
    { query: { srId: t.pens } },
  ];

  const requests = await siteUser.call(api.listForSite, { query: { gId: t.site } });
  expect(requests.reply.requests.map(({ srId }) => srId)).toEqual(expect.arrayContaining([t.request, t.pens]));
  const reminders = await siteUser.call(api.listReminders, { query: { gId: t.site } });
  expect(reminders.reply.orderReminders.map(({ srId }) => srId)).toContain(t.request);
  expect((await pharmacist.call(api.readForPharmacy, request)).reply.request.srId).toBe(t.request);
  expect((await wholesaler.call(api.readForWholesaler, pens)).reply.request.srId).toBe(t.pens);

  const ids = (products: readonly { productId: number }[]) => new Set(products.map(({ productId }) => productId));
  const catalogue = (await siteUser.call(listProducts, ofSite)).reply;
  expect(ids(catalogue)).toEqual(new Set([t.tablet, t.sameTablet, t.pen, t.samePen, t.spareProduct]));
  const ofPharmacy = await pharmacist.call(api.productsForPharmacy, request);
  expect(ids(ofPharmacy.reply.products)).toEqual(new Set([t.tablet, t.sameTablet]));
  const ofWholesaler = await wholesaler.call(api.productsForWholesaler, pens);
  expect(ids(ofWholesaler.reply.products)).toEqual(new Set([t.pen, t.samePen]));
  expect((await pharmacist.call(api.trialForPharmacy, request)).reply.request.srId).toBe(t.request);
  expect((await wholesaler.call(api.trialForWholesaler, pens)).reply.request.srId).toBe(t.pens);

  expect((await siteUser.call(readSite, ofSite)).reply.siteInfo?.address).toMatchObject({ city: 'Boston' });
  const prescribers = await siteUser.call(listSiteUsers, { query: { g_id: t.site, prescriber: 'true' } });
  expect(prescribers.reply.users.map(({ cpId }) => cpId)).toEqual([t.prescriber]);
  const pharmacies = await siteUser.call(listSitePharmacies, ofSite);
  expect(pharmacies.reply.pharmacyPartners.map(({ ppId }) => ppId)).toEqual([t.pharmacy]);
  const wholesalers = await siteUser.call(listSiteWholesalers, ofSite);
  expect(wholesalers.reply.wholesalerPartners.map(({ wpId }) => wpId)).toEqual([t.wholesaler]);
  const card = await pharmacist.call(api.cardForPharmacy, request);
  expect(card.reply.trialCard?.cardholderId).toMatch(/\w/);

  const [order] = goodAsksOf(accessTable['POST /care-groups/clinical-trial/shipping-request'] as Line, t);
  const batch = await siteUser.call(api.createRequest, { body: { ...(order?.body as object), isBatchShipment: 1 } });
  for (const srId of batch.reply.srIds) {
    const made = await siteUser.call(api.readForSite, { query: { gId: t.site, srId } });
    expect(made.reply.request.isBatchShipment).toBe(true);
  }
  expect(batch.reply.srIds).toHaveLength(2);

  const [parcel] = goodAsksOf(accessTable['POST /pharmacy-partner/shipping-request/package'] as Line, t);
  expect((await pharmacist.call(api.shipByPharmacy, parcel ?? {})).status).toBe(200);
  portal.app.clock.set(new Date('2031-03-09T12:00:00Z'));
  const later = await portal.signedIn(siteUser.providerId);
  const arrived = { srId: t.toShip, gId: t.site, status: 'received', dateOfStatusChange: '2031-03-07' };
  expect((await later.call(api.moveBySite, { body: arrived })).status).toBe(200);
  const received = await later.call(api.readForSite, { query: { gId: t.site, srId: t.toShip } });
  expect(received.reply.request).toMatchObject({ status: 'received', dateOfStatusChange: '2031-03-07' });
  const period = { start_date: '2031-03-05', end_date: '2031-03-05' };
  const invoice = await later.call(invoiceForSite, { query: { gId: t.site, sId: t.site, ...period } });
  expect(new Set(invoice.reply.invoice.map(({ srId }) => srId))).toEqual(
    new Set([t.delivered, t.arriving, t.onItsWay, t.toShip]),
  );
});

test('PRV-01 whoever reads leaves an entry for exactly the participants and patients of the answer: every reading call, by everybody to whom it is open', {
  timeout: 300_000,
}, async () => {
  const world = await openTwoCompanies();
  const withPeople = { participant: 0, patient: 0 };
  for (const { call, endpoint, line } of tabled()) {
    if (endpoint.method !== 'GET' || line.who === 'anybody') continue;
    for (const [role, caller] of callersOf(line, world.ours)) {
      const things = world.ours.thingsOf(role);
      for (const asking of goodAsksOf(line, things)) {
        const { answer, read, before, refused } = await entriesOf(world, caller, endpoint, asking);
        const isOutOfSight = answer.status !== 200;
        const about = line.about?.(things, roles[role]) ?? [];
        const aboutPatients = line.aboutPatients?.(things, roles[role]) ?? [];
        const shown = isOutOfSight
          ? []
          : [
              ...peopleIn(answer.body),
              ...peopleIn(asking.query),
              ...about.map((id) => `participant:${id}`),
              ...aboutPatients.map((id) => `patient:${id}`),
            ];
        const expected = { read: new Set(shown.filter((one) => !before.has(one))), refused: isOutOfSight ? 1 : 0 };
        expect({ call, role, read, refused }).toEqual({ call, role, ...expected });
        if (shown.some((one) => one.startsWith('participant:'))) withPeople.participant += 1;
        if (shown.some((one) => one.startsWith('patient:'))) withPeople.patient += 1;
      }
    }
  }
  expect(withPeople.participant).toBeGreaterThan(30);
  expect(withPeople.patient).toBeGreaterThan(100);
});

test('PRV-01 a refused try leaves one entry, as refused: of a call that is not theirs, and of a record out of sight', {
  timeout: 300_000,
}, async () => {
  const world = await openTwoCompanies();
  const { ours, unknown } = world;
  const tries: { endpoint: Endpoint; caller: Caller; asking: Asking; expected: number; said: string }[] = [];
  for (const { call, endpoint, line } of tabled()) {
    if (line.who === 'anybody') continue;
    const open = whoMayCall(line, ours);
    for (const [role, caller] of Object.entries(ours.people) as [Role, Caller][])
      if (!open.some(([one]) => one === role))
        tries.push({ endpoint, caller, asking: {}, expected: 403, said: `${call} by ${role}` });
    const [role, caller] = callersOf(line, ours)[0]!;
    for (const { ask, spot, thing } of named(line)) {
      if (line.answers?.[spot.path.join('.')]) continue;
      const asking = withValue(asksOf(line, ours.thingsOf(role))[ask] as Asking, spot, unknown[thing]);
      const expected = saysWhoOneIs(thing) ? 403 : 404;
      tries.push({ endpoint, caller, asking, expected, said: `${call} with another ${thing}` });
    }
  }
  for (const { endpoint, caller, asking, expected, said } of tries) {
    const { answer, entries, refused } = await entriesOf(world, caller, endpoint, asking);
    const { status } = answer;
    expect({ said, status, entries, refused }).toEqual({ said, status: expected, entries: 1, refused: 1 });
  }
  expect(tries.length).toBeGreaterThan(300);
});
