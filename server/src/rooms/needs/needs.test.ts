/** "Needs you": each number is that of the rows that its list shows, once narrowed as the link narrows it. */
import { countWaiting } from '@portal/contract/conversations/waiting-endpoints.ts';
import { inviteDelegate } from '@portal/contract/delegates/endpoints.ts';
import {
  completeFollowUp,
  listFollowUps,
  moveFollowUp,
  scheduleFollowUp,
} from '@portal/contract/follow-ups/endpoints.ts';
import { listLots } from '@portal/contract/lots/endpoints.ts';
import { listNeeds } from '@portal/contract/needs/endpoints.ts';
import { listLateShipments } from '@portal/contract/needs/late-endpoints.ts';
import { invitePharmacyUser, listPendingInvitations } from '@portal/contract/partners/manage-endpoints.ts';
import { listMissingPrices, setPharmacyPrice } from '@portal/contract/pricing/endpoints.ts';
import { listUnsupplied } from '@portal/contract/pricing/set-up-endpoints.ts';
import { closeFlaggedAnswer, listFlaggedAnswers } from '@portal/contract/responses/flag-endpoints.ts';
import { listToSign } from '@portal/contract/signing/endpoints.ts';
import * as shipments from '@portal/contract/shipments/endpoints.ts';
import { canMove, daysLate, daysLateOf, sections, sideOf } from '@portal/contract/shipments/rules.ts';
import { expect, test } from 'vitest';
import { addDays } from '#platform/core/clock.ts';
import { asMember, letIn, openTalking } from '#test/conversations.ts';
import { openOrderForms } from '#test/order-forms.ts';
import type { Caller } from '#test/portal.ts';
import { openPortal } from '#test/portal.ts';
import { anAskingClinic, ways } from '#test/responses.ts';
import { openSchedules } from '#test/schedules.ts';
import { openShipments, type Shipments } from '#test/shipments.ts';

const needsOf = async (who: Caller, today: string) =>
  (await who.call(listNeeds, { query: { today } })).reply.needs.map(({ kind, gId, count }) => [kind, gId, count]);

/** Requests of the site in every status, each to the site and to a participant, needed yesterday, today and tomorrow. */
async function aBusySite() {
  const s = await openShipments();
  await s.aRequest();
  await s.aRequest({ products: [s.line(s.pen)] });
  await s.rows(
    `insert into shipment_request (company_id, trial_id, site_id, partner_id, shipment_type, status, to_participant, address_id, requester_id,
       required_on, status_changed_on, shipped_on, reminder_on, submission, created_at)
     select company_id, trial_id, site_id, partner_id, shipment_type, s.status, p.to_participant, address_id, requester_id,
       required_on + d.days, status_changed_on, required_on, required_on + d.days, gen_random_uuid(), created_at
     from shipment_request, unnest($1::text[]) s (status), (values (true), (false)) p (to_participant), generate_series(-1, 1) d (days)
     where company_id = $2`,
    [Object.values(sections).flat(), s.companyId],
  );
  // Of each status one request has a comment of the site, one that the site has not read and the pharmacy has, and one that both have.
  await s.rows(
    `insert into shipment_comment (company_id, request_id, author_id, text, created_at)
     select company_id, request_id, case request_id % 3 when 0 then $1::int else $2::int end, 'Hello', created_at from shipment_request
     where company_id = $3`,
    [s.siteUser, s.pharmacist, s.companyId],
  );
  await s.rows(
    `insert into shipment_comment_read (comment_id, provider_id, company_id, read_at)
     select comment_id, $1, company_id, created_at from shipment_comment where request_id % 3 = 2 and company_id = $2`,
    [s.siteUser, s.companyId],
  );
  return s;
}

const siteList = async (s: Shipments, who: Caller, gId = s.siteId) =>
  (await who.call(shipments.listForSite, { query: { gId } })).reply.requests;

test('a site is told of the shipments it confirms, of orders that are due and of unread comments, as many as its lists have', async () => {
  const s = await aBusySite();
  const { siteUser, siteUserElsewhere, nurse } = s.people;
  for (const today of [s.today, addDays(s.today, 1)]) {
    for (const who of [siteUser, nurse]) {
      const rows = await siteList(s, who);
      const { orderReminders } = (await who.call(shipments.listReminders, { query: { gId: s.siteId } })).reply;
      const unread = rows.filter((row) => row.readCommentCount < row.totalCommentCount);
      // A note on a delivery that was damaged is among them.
      expect(unread.map(({ status }) => status)).toContain('damaged');
      expect(await needsOf(who, today)).toEqual([
        ['confirm', s.siteId, rows.filter((row) => canMove(row, 'received', 'site')).length],
        ['order', s.siteId, orderReminders.filter((one) => daysLate(one.nextOrderDate, today) !== null).length],
        ['comments', s.siteId, unread.length],
      ]);
    }
  }
  // Six shipped to the site, of two partners; the others went to participants.
  expect((await needsOf(siteUser, s.today))[0]).toEqual(['confirm', s.siteId, 6]);
  expect(await needsOf(siteUserElsewhere, s.today)).toEqual([]);
  const { needs } = (await siteUser.call(listNeeds, { query: { today: s.today } })).reply;
  expect(needs[0]).toMatchObject({
    siteName: expect.stringMatching(/^Site /),
    trialName: expect.stringMatching(/^Trial /),
  });
});

test('a partner is told what to process, to ship and to confirm, and what is due today or late, as many as its list has', async () => {
  const s = await aBusySite();
  const { pharmacist, wholesaler, pharmacistElsewhere, wholesalerElsewhere, pharmacistAbroad } = s.people;
  const lists = [
    [pharmacist, await pharmacist.call(shipments.listForPharmacy, { query: { ppId: s.pharmacyId } })],
    [wholesaler, await wholesaler.call(shipments.listForWholesaler, { query: { wpId: s.wholesalerId } })],
  ] as const;
  for (const [who, { reply }] of lists) {
    const rows = reply.requests as Pick<shipments.ShipmentSummary, 'status' | 'toParticipant' | 'dateRequired'>[];
    const some = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length;
    const numbers = [
      ['process', null, some(({ status }) => status === 'preprocessing')],
      ['ship', null, some(({ status }) => status === 'processing')],
      ['due', null, some((row) => daysLateOf(row, s.today) === 0 && row.status !== 'shipped')],
      ['late', null, some((row) => (daysLateOf(row, s.today) ?? 0) > 0)],
      ['deliver', null, some((row) => canMove(row, 'received', sideOf({ type: 'Pharmacy User' })))],
    ];
    const said = reply.requests as Pick<
      shipments.ShipmentSummary,
      'status' | 'totalCommentCount' | 'readCommentCount'
    >[];
    const withUnread = said.filter((row) => row.readCommentCount < row.totalCommentCount);
    const unread = withUnread.length;
    expect(withUnread.map(({ status }) => status)).toContain('damaged');
    expect(await needsOf(who, s.today)).toEqual([['comments', null, unread], ...numbers]);
    expect(numbers.map(([, , count]) => count)).toEqual([7, 6, 5, 6, 3]);
    // Of the late ones those on their way to a site are in no other number.
    const { needs } = (await who.call(listNeeds, { query: { today: s.today } })).reply;
    const late = rows.filter((row) => (daysLateOf(row, s.today) ?? 0) > 0);
    const elsewhere = late.filter((row) => row.status === 'shipped' && !row.toParticipant).length;
    expect(elsewhere).toBeGreaterThan(0);
    expect(needs.filter(({ apart }) => apart !== 0).map(({ kind, apart }) => [kind, apart])).toEqual([
      ['late', elsewhere],
    ]);
  }
  for (const who of [pharmacistElsewhere, wholesalerElsewhere, pharmacistAbroad])
    expect(await needsOf(who, s.today)).toEqual([]);
});

test('who signs is told of the documents whose turn is theirs, as many as their list has to sign', async () => {
  const s = await openOrderForms();
  const { siteUser, pharmacist } = s.people;
  const ask = (number: string) => s.asked({ participants: [s.subject(number)] });
  const [one, two, gone] = [await ask('100-001'), await ask('100-002'), await ask('100-003')];
  const toSign = async (who: Caller) => {
    const { documents } = (await who.call(listToSign, { query: { cp_id: who.providerId } })).reply;
    const count = documents.filter(({ isCurrentSigner }) => isCurrentSigner).length;
    const told = (await needsOf(who, s.today)).filter(([kind]) => kind === 'sign');
    expect(told).toEqual(count === 0 ? [] : [['sign', null, count]]);
    return count;
  };
  expect([await toSign(siteUser), await toSign(s.prescriber)]).toEqual([3, 0]);
  await s.rows(
    `update signer set signed_at = now() where signer_num = 1 and signing_request_id in
       (select signing_request_id from signing_request where document_id = any($1))`,
    [[one, two].map(({ orderForms }) => orderForms[0]!.docId)],
  );
  expect([await toSign(siteUser), await toSign(s.prescriber)]).toEqual([1, 2]);
  // What is not listed to sign any more is not counted (OPS-50).
  await s.put(two.srId, { status: 'damaged' });
  await siteUser.call(shipments.moveBySite, { body: { srId: gone.srId, gId: s.siteId, status: 'cancelled' } });
  expect([await toSign(siteUser), await toSign(s.prescriber)]).toEqual([0, 1]);
  expect((await needsOf(pharmacist, s.today)).filter(([kind]) => kind === 'sign')).toEqual([]);
  // Without trials there is no page of documents that it could lead to.
  await s.rows(`delete from company_module where company_id = $1 and name = 'TrialCard'`, [s.companyId]);
  await s.rows(
    `insert into company_module (company_id, name) select $1, unnest('{ClinicalManagement,Messaging}'::text[])
     on conflict do nothing`,
    [s.companyId],
  );
  const clinician = await s.signedIn(s.prescriber.providerId);
  expect((await clinician.call(listToSign, { query: { cp_id: clinician.providerId } })).reply.documents).toHaveLength(
    1,
  );
  expect(await needsOf(clinician, s.today)).toEqual([]);
});

test('a sponsor is told of late shipments site by site, and reads those of a site or of a trial, without a participant', async () => {
  const s = await aBusySite();
  const { sponsor, siteUser } = s.people;
  const late = (await siteList(s, siteUser)).filter((row) => (daysLateOf(row, s.today) ?? 0) > 0);
  expect(await needsOf(sponsor, s.today)).toEqual([['late', s.siteId, late.length]]);
  const read = async (g_id: number) =>
    (await sponsor.call(listLateShipments, { query: { g_id, today: s.today } })).reply.shipments;
  const numbers = (rows: readonly { srId: number }[]) => new Set(rows.map(({ srId }) => srId));
  expect(numbers(await read(s.siteId))).toEqual(numbers(late));
  expect(await read(s.trialId)).toEqual(await read(s.siteId));
  expect(await read(s.otherSiteId)).toEqual([]);
  expect(Object.keys((await read(s.siteId))[0]!).sort()).toEqual([
    'dateRequired',
    'dateShipped',
    'gId',
    'partnerName',
    'shipmentType',
    'siteName',
    'srId',
    'status',
  ]);
  const query = { g_id: s.theirs.siteId, today: s.today };
  expect((await sponsor.call(listLateShipments, { query })).status).toBe(404);
  expect((await siteUser.call(listLateShipments, { query })).status).toBe(403);
});

test('what waits is told of a day no later than tomorrow, where it has begun somewhere already: with a later one every shipment would read as late', async () => {
  const s = await aBusySite();
  for (const who of [s.people.sponsor, s.people.siteUser, s.people.pharmacist]) {
    const asked = async (today: string) => {
      const { status, fields } = await who.call(listNeeds, { query: { today } });
      return [status, fields];
    };
    expect(await asked(addDays(s.today, 1))).toEqual([200, {}]);
    for (const today of [addDays(s.today, 2), '9999-12-31'])
      expect(await asked(today)).toEqual([400, { today: 'must be no later than tomorrow' }]);
  }
  const read = async (today: string) => {
    const query = { g_id: s.trialId, today };
    const { status, fields } = await s.people.sponsor.call(listLateShipments, { query });
    return [status, fields];
  };
  expect(await read(addDays(s.today, 1))).toEqual([200, {}]);
  expect(await read('9999-12-31')).toEqual([400, { today: 'must be no later than tomorrow' }]);
});

test('an administrator is told of sites that get nothing, prices, lots and invitations, as many as the lists have', async () => {
  const s = await openShipments();
  const { admin, adminAbroad, siteUser } = s.people;
  await s.rows(`insert into company_module (company_id, name) values ($1, 'MD_Direct_Invite')`, [s.companyId]);
  const today = s.app.clock.today();
  await s.rows(
    `insert into lot (company_id, product_id, lot_number, number_key, expires_on, created_at)
     select $1, $2, 'L' || days, name_key('L' || days), $3::date + days, now() from unnest(array[-1, 0, 60, 61]) days`,
    [s.companyId, s.tablet, today],
  );
  // What is recalled expires for nobody.
  await s.rows(
    `insert into lot (company_id, product_id, lot_number, number_key, expires_on, recalled_at, created_at)
     values ($1, $2, 'R1', 'r1', $3::date + 30, now(), now())`,
    [s.companyId, s.tablet, today],
  );
  const body = { email: 'newcomer@portal.example', companyId: s.companyId, adminRights: 0, defaultListing: 0 };
  expect(
    (await admin.call(invitePharmacyUser, { body: { ...body, ppId: s.pharmacyId, providerType: 'Pharmacy User' } }))
      .status,
  ).toBe(200);
  const npi = { npi: '1234567890', fName: 'Ada', lName: 'Lovelace' };
  const delegate = { email: 'dele@portal.example', NPIs: [npi], cpId: admin.providerId, companyId: s.companyId };
  expect((await admin.call(inviteDelegate, { body: delegate })).status).toBe(200);

  const numbersOfLists = async (who: Caller) => [
    ['supply', null, (await who.call(listUnsupplied, {})).reply.sites.length],
    ['price', null, (await who.call(listMissingPrices, {})).reply.missing.length],
    ['lot', null, (await who.call(listLots, { query: { expiry: 'soon' } })).reply.lots.length],
    ['invitation', null, (await who.call(listPendingInvitations, {})).reply.invitations.length],
  ];
  const numbers = await numbersOfLists(admin);
  expect(numbers.map(([, , count]) => count)).toEqual([2, 4, 2, 2]);
  expect(await needsOf(admin, today)).toEqual(numbers);
  const price = { drugPrice: '12.50', currency: 'USD', shippingFee: '4', dispenseFee: '0', effectiveDate: today };
  await admin.call(setPharmacyPrice, { body: { ...price, pharmacyId: s.pharmacyId, productId: s.tablet } });
  expect((await needsOf(admin, today)).slice(0, 2)).toEqual([
    ['supply', null, 1],
    ['price', null, 3],
  ]);
  // Of another company nothing, of a site's own person only what is theirs.
  expect((await needsOf(adminAbroad, today)).map(([kind]) => kind)).toEqual(['supply', 'price']);
  expect(await needsOf(siteUser, today)).toEqual([]);
  const ofSite = await s.signedIn(
    await s.aPerson('Site User', { company_id: s.companyId, admin_rights: true }, [s.otherSiteId]),
  );
  expect(await needsOf(ofSite, today)).toEqual([['supply', null, 1]]);
});

test('people of a clinic are told how many of their conversations have unread messages, as many as the list of these has', async () => {
  const s = await openTalking();
  const { nurse, root, other } = s.people;
  const ids: number[] = [];
  for (let n = 0; n < 4; n += 1)
    ids.push((await s.start(nurse, [await s.anActivePatient()], [root.providerId])).reply.convId);
  const [one, two, three, four] = ids as [number, number, number, number];
  const [nurseWrites, rootWrites] = [await asMember(s, nurse), await asMember(s, root)];
  const { msgId } = await nurseWrites.says(one, 'Good morning');
  await nurseWrites.says(one, 'And more');
  await nurseWrites.says(two, 'Good morning');
  await rootWrites.says(three, 'Good morning');
  const answered = await nurseWrites.says(four, 'Good morning');
  await rootWrites.reads(four, [answered.msgId]);
  // By the number and by the list, which agree; the newest first.
  const unreadOf = async (who: Caller) => {
    const listed = (await s.listOf(who, { scope: 'unread' })).map(({ convId }) => convId);
    expect(await needsOf(who, s.app.clock.today())).toEqual(
      listed.length === 0 ? [] : [['conversations', null, listed.length]],
    );
    const { reply } = await who.call(countWaiting, { query: { cp_id: who.providerId } });
    expect(reply.unreadConversations).toBe(listed.length);
    return listed;
  };
  expect(await unreadOf(root)).toEqual([two, one]);
  expect(await unreadOf(nurse)).toEqual([three]);
  // Whoever sees the patient and takes no part has nothing unread.
  expect(await unreadOf(other)).toEqual([]);
  await rootWrites.reads(one, [msgId]);
  expect(await unreadOf(root)).toEqual([two, one]);
  expect((await s.listOf(root, { scope: 'unread' }))[1]?.unreadMsgCount).toBe(1);
  await s.rows(
    'update patient set removed_at = now() where patient_id = (select patient_id from conversation where conversation_id = $1)',
    [two],
  );
  expect(await unreadOf(root)).toEqual([one]);
  expect(await s.listOf(root, { scope: 'unread', search: 'refill' })).toHaveLength(1);
  expect(await s.listOf(root, { scope: 'unread', after: one })).toEqual([]);
});

test('who takes part by emergency access alone is told of unread messages for as long as it lasts', async () => {
  const s = await openTalking();
  const { nurse, other } = s.people;
  await letIn(s, other, s.groups.heart);
  const { convId } = (await s.start(other, [await s.anActivePatient()], [])).reply;
  await s.rows(
    `insert into conversation_member (conversation_id, provider_id, company_id, joined_at) values ($1, $2, $3, now())`,
    [convId, nurse.providerId, s.companyId],
  );
  await (await asMember(s, nurse)).says(convId, 'Good morning');
  expect(await needsOf(other, s.app.clock.today())).toEqual([['conversations', null, 1]]);
  s.app.clock.set(new Date(s.app.clock.now().getTime() + 60 * 60_000));
  const later = await s.signedIn(other.providerId);
  expect(await needsOf(later, s.app.clock.today())).toEqual([]);
  expect(await s.listOf(later, { scope: 'unread' })).toEqual([]);
});

test('a company without conversations is told of none, and one with neither trials, assessments nor conversations may not ask', async () => {
  const s = await openTalking();
  const { nurse, root } = s.people;
  const { convId } = (await s.start(nurse, [await s.anActivePatient()], [root.providerId])).reply;
  await (await asMember(s, nurse)).says(convId, 'Good morning');
  const asked = () => root.call(listNeeds, { query: { today: s.app.clock.today() } });
  expect((await asked()).reply.needs).toHaveLength(1);
  await s.rows(`update company_module set name = 'TrialCard' where company_id = $1 and name = 'Messaging'`, [
    s.companyId,
  ]);
  expect((await asked()).reply.needs.filter(({ kind }) => kind === 'conversations')).toEqual([]);
  await s.rows(`delete from company_module where company_id = $1 and name in ('TrialCard', 'Assessments')`, [
    s.companyId,
  ]);
  expect((await asked()).status).toBe(403);
});

test('SEC-23 people of a clinic are told of assessments with open and with overdue flagged answers of patients in sight, each once', async () => {
  const portal = await openPortal();
  const s = await anAskingClinic(portal);
  const { nurse, root, other } = s.people;
  const today = s.app.clock.today();
  expect(await needsOf(nurse, today)).toEqual([]);
  const submit = async (patientId: number) => s.submits(nurse, patientId, await s.event(patientId), ways.flagged);
  await submit(await s.anActivePatient());
  await s.rows(`update flagged_answer set opened_at = opened_at - interval '49 hours'`);
  await submit(await s.anActivePatient());
  // Three answers of each of two assessments.
  const open = (await nurse.call(listFlaggedAnswers, { query: {} })).reply.flaggedAnswers;
  expect(open).toHaveLength(6);
  for (const who of [nurse, root])
    expect(await needsOf(who, today)).toEqual([
      ['overdue', null, 1],
      ['flags', null, 2],
    ]);
  expect(await needsOf(other, today)).toEqual([]);
  for (const { flaggedAnswerId } of open.filter(({ isOverdue }) => isOverdue))
    await nurse.call(closeFlaggedAnswer, { body: { flaggedAnswerId, note: 'Called her.' } });
  expect(await needsOf(nurse, today)).toEqual([['flags', null, 1]]);
});

test('CLN-16 people of a clinic are told of overdue follow-ups of patients in sight, as many as their list has', async () => {
  const s = await openSchedules();
  const { nurse, root, other } = s.people;
  const [patient, elsewhere] = [await s.anActivePatient(), await s.anActivePatient({}, [s.groups.diabetes])];
  const schedule = async (who: Caller, uId: number, followUpTime: string) => {
    const body = { companyId: s.companyId, cpId: who.providerId, uId, followUpTime, notes: 'Ask about the weight' };
    return (await who.call(scheduleFollowUp, { body })).reply.fId;
  };
  // By the number and by the list, which agree.
  const overdueOf = async (who: Caller) => {
    const { followUp } = (await who.call(listFollowUps, { query: { companyId: s.companyId, state: 'overdue' } })).reply;
    const told = (await needsOf(who, s.app.clock.today())).filter(([kind]) => kind === 'followUps');
    expect(told).toEqual(followUp.length === 0 ? [] : [['followUps', null, followUp.length]]);
    return followUp.length;
  };
  const everybody = async () => [await overdueOf(nurse), await overdueOf(root), await overdueOf(other)];
  const first = await schedule(nurse, patient, '2031-01-10T09:30:00Z');
  const second = await schedule(root, patient, '2031-01-10T10:00:00Z');
  await schedule(other, elsewhere, '2031-01-10T10:00:00Z');
  expect(await everybody()).toEqual([0, 0, 0]);
  s.setClock('2031-01-10T09:45:00Z');
  expect(await everybody()).toEqual([1, 1, 0]);
  s.setClock('2031-01-10T12:00:00Z');
  expect(await everybody()).toEqual([2, 3, 1]);
  await nurse.call(completeFollowUp, { body: { fId: first, outcome: 'She sleeps well.' } });
  await nurse.call(moveFollowUp, { body: { fId: second, followUpTime: '2031-01-11T09:00:00Z' } });
  expect(await everybody()).toEqual([0, 1, 1]);
  await s.rows('update patient set removed_at = now() where patient_id = $1', [elsewhere]);
  expect(await everybody()).toEqual([0, 0, 0]);
  // With no other part of a clinic one has the page of follow-ups, and its number; without the module neither.
  s.setClock('2031-01-12T09:00:00Z');
  await s.rows(`delete from company_module where company_id = $1 and name <> 'FollowUp'`, [s.companyId]);
  expect(await everybody()).toEqual([1, 1, 0]);
  await s.rows(`update company_module set name = 'Assessments' where company_id = $1`, [s.companyId]);
  expect(await needsOf(nurse, s.app.clock.today())).toEqual([]);
});
