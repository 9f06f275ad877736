/** The numbers of the reporting page, and the rows that each of them counts. */
import * as api from '@portal/contract/reports/reporting-endpoints.ts';
import type { ShipmentStatus } from '@portal/contract/shipments/rules.ts';
import { expect, test } from 'vitest';
import { openPortal } from '#test/portal.ts';

/** A trial at work with two sites, on 5 March 2031. */
async function open() {
  const portal = await openPortal();
  portal.app.clock.set(new Date('2031-03-05T12:00:00Z'));
  const work = await portal.aTrialAtWork();
  const { companyId, trialId, siteId } = work;
  const otherSite = await portal.aSite(companyId, trialId);
  await portal.rows(`insert into company_module (company_id, name) values ($1, 'Reporting')`, [companyId]);
  const aRequest = async (at: string, status: ShipmentStatus, received: string | null = null, site = siteId) => {
    const [row] = await portal.rows<{ id: number }>(
      `insert into shipment_request (company_id, trial_id, site_id, partner_id, shipment_type, status, to_participant, address_id,
         requester_id, required_on, status_changed_on, received_on, submission, created_at)
       values ($1, $2, $3, $4, 'pharmacy', $5, false, (select min(address_id) from address), $6, '2031-03-09', '2031-03-01', $7,
         gen_random_uuid(), $8) returning request_id as id`,
      [companyId, trialId, site, work.pharmacyId, status, work.siteUser, received, at],
    );
    return row?.id as number;
  };
  const aSend = async (at: string, channel: 'email' | 'sms', site = siteId, number = '101-001') => {
    const participant = await portal.aParticipant(companyId, trialId, site, { subject_number: number });
    await portal.rows(
      `insert into card_outreach (company_id, trial_id, participant_id, channel, recipient, sender_id, sent_at)
       values ($1, $2, $3, $4, 'ada@private.example', $5, $6)`,
      [companyId, trialId, participant, channel, work.admin, at],
    );
    return participant;
  };
  const [trialName, siteName] = (
    await portal.rows<{ name: string }>(
      'select display_name as name from care_group where care_group_id = any($1) order by care_group_id',
      [[trialId, siteId]],
    )
  ).map(({ name }) => name);
  const as = (providerId: number) => portal.signedIn(providerId);
  return { portal, ...work, otherSite, aRequest, aSend, as, trialName, siteName };
}

test('OPC-98 SEC-23 shipments are counted by the UTC month of the request and by status, with the days from request to receipt, for twelve months', async () => {
  const s = await open();
  await s.aRequest('2030-03-31T23:59:59Z', 'received', '2030-04-02');
  for (const [at, received] of [
    ['2031-01-31T23:59:59Z', '2031-02-02'],
    ['2031-01-10T08:00:00Z', '2031-01-14'],
    ['2031-01-01T00:00:00Z', '2031-01-11'],
  ] as const)
    await s.aRequest(at, 'received', received);
  await s.aRequest('2031-01-20T08:00:00Z', 'cancelled');
  // Nobody knows when: no number of days.
  await s.aRequest('2031-01-21T08:00:00Z', 'received');
  await s.aRequest('2031-03-01T08:00:00Z', 'processing', null, s.otherSite);
  const months = async (who: number) => (await (await s.as(who)).call(api.countShipments)).reply.months;
  const all = await months(s.admin);
  expect(all.map(({ month }) => month)).toEqual([
    '2030-04',
    '2030-05',
    '2030-06',
    '2030-07',
    '2030-08',
    '2030-09',
    '2030-10',
    '2030-11',
    '2030-12',
    '2031-01',
    '2031-02',
    '2031-03',
  ]);
  const nothing = { byStatus: {}, medianDays: null, ninetiethDays: null };
  expect(all.slice(9)).toEqual([
    { month: '2031-01', byStatus: { received: 4, cancelled: 1 }, medianDays: 4, ninetiethDays: 8.8 },
    { month: '2031-02', ...nothing },
    { month: '2031-03', ...nothing, byStatus: { processing: 1 } },
  ]);
  expect(all.slice(0, 9).map(({ byStatus }) => byStatus)).toEqual(Array.from({ length: 9 }, () => ({})));
  // A site's people, and a partner's, each of their own.
  expect((await months(s.siteUser)).at(-1)?.byStatus).toEqual({});
  expect((await months(s.pharmacist)).at(-1)?.byStatus).toEqual({ processing: 1 });
  expect((await months(s.wholesaler)).map(({ byStatus }) => byStatus)).toEqual(Array.from({ length: 12 }, () => ({})));
});

test('OPC-98 the rows of a number are those that it counts, the latest first, and another month or status has its own', async () => {
  const s = await open();
  const received = await s.aRequest('2031-01-10T08:00:00Z', 'received', '2031-01-14');
  const cancelled = await s.aRequest('2031-01-20T08:00:00Z', 'cancelled');
  await s.aRequest('2031-02-01T00:00:00Z', 'received', '2031-02-03');
  const elsewhere = await s.aRequest('2031-01-21T08:00:00Z', 'shipped', null, s.otherSite);
  const [partner] = await s.portal.rows<{ name: string }>('select name from partner where partner_id = $1', [
    s.pharmacyId,
  ]);
  const [sponsor] = await s.portal.rows<{ name: string }>('select name from sponsor where sponsor_id = $1', [
    s.sponsorId,
  ]);
  expect(sponsor?.name).toEqual(expect.any(String));
  const rows = async (who: number, query: object) =>
    (await (await s.as(who)).call(api.listReportedShipments, { query: { ...query } })).reply.shipments;
  expect(await rows(s.siteUser, { month: '2031-01' })).toEqual([
    expect.objectContaining({
      srId: cancelled,
      // It was never shipped, so it is the one that the trial has.
      sponsor: sponsor?.name,
      status: 'cancelled',
      daysToReceipt: null,
      dateReceived: null,
    }) as object,
    expect.objectContaining({
      srId: received,
      gId: s.siteId,
      trial: s.trialName,
      site: s.siteName,
      partner: partner?.name,
      status: 'received',
      dateRequested: '2031-01-10',
      dateRequired: '2031-03-09',
      dateShipped: null,
      dateReceived: '2031-01-14',
      daysToReceipt: 4,
    }) as object,
  ]);
  expect((await rows(s.siteUser, { month: '2031-01', status: 'received' })).map(({ srId }) => srId)).toEqual([
    received,
  ]);
  expect((await rows(s.admin, { month: '2031-01' })).map(({ srId }) => srId)).toEqual([elsewhere, cancelled, received]);
  const admin = await s.as(s.admin);
  for (const query of [{}, { month: '2031-13' }, { month: '2031-1' }, { month: '2031-01', status: 'sent' }]) {
    const refused = await admin.call(api.listReportedShipments, { query });
    expect([query, refused.status, refused.code]).toEqual([query, 400, 'invalid']);
  }
  // The last month that there can be has an end, too.
  expect(await rows(s.admin, { month: '9999-12' })).toEqual([]);
});

test('OPC-98 SEC-23 PRV-01 mails and texts to participants are counted by month and channel of those in sight; the rows name numbers alone, and who was read about is on record', async () => {
  const s = await open();
  const ada = await s.aSend('2031-03-01T08:00:00Z', 'email');
  const ben = await s.aSend('2031-03-02T08:00:00Z', 'sms', s.siteId, '101-002');
  await s.aSend('2031-03-03T08:00:00Z', 'sms', s.otherSite, '202-001');
  await s.aSend('2030-03-31T08:00:00Z', 'sms', s.siteId, '101-003');
  const counted = async (who: number) => (await (await s.as(who)).call(api.countOutreach)).reply.months;
  expect((await counted(s.admin)).at(-1)).toEqual({ month: '2031-03', email: 1, sms: 2 });
  expect((await counted(s.siteUser)).at(-1)).toEqual({ month: '2031-03', email: 1, sms: 1 });
  expect((await counted(s.siteUser)).slice(0, -1).every(({ email, sms }) => email + sms === 0)).toBe(true);
  const site = await s.as(s.siteUser);
  const rows = (await site.call(api.listReportedOutreach, { query: { month: '2031-03' } })).body;
  const [sender] = await s.portal.rows<{ name: string }>(
    `select first_name || ' ' || last_name as name from provider where provider_id = $1`,
    [s.admin],
  );
  const place = { trialName: s.trialName, siteName: s.siteName, gId: s.siteId, sentBy: sender?.name };
  expect(rows).toEqual({
    outreach: [
      {
        outreachId: expect.any(Number) as number,
        sentAt: '2031-03-02T08:00:00.000Z',
        channel: 'sms',
        subjectNumber: '101-002',
        ...place,
      },
      {
        outreachId: expect.any(Number) as number,
        sentAt: '2031-03-01T08:00:00.000Z',
        channel: 'email',
        subjectNumber: '101-001',
        ...place,
      },
    ],
  });
  const texts = await site.call(api.listReportedOutreach, { query: { month: '2031-03', channel: 'sms' } });
  expect(texts.reply.outreach.map(({ subjectNumber }) => subjectNumber)).toEqual(['101-002']);
  await s.portal.app.accessLog.flush();
  const read = await s.portal.rows<{ record_ids: number[] }>(
    `select record_ids from access_entry where call = 'GET /reports/outreach/rows' order by entry_id limit 1`,
  );
  expect(read.map(({ record_ids }) => new Set(record_ids))).toEqual([new Set([ada, ben])]);
});

test('OPC-98 access reviews name each site in sight with the day of its last report that people were asked to sign and did not reject, those that wait longest first', async () => {
  const s = await open();
  const report = async (
    siteId: number,
    at: string,
    state: 'open' | 'completed' | 'rejected' | null,
    isRemoved = false,
  ) =>
    s.portal.rows(
      `with file as (insert into stored_file (company_id, key, sha256, bytes, type, created_at)
         values ($1, gen_random_uuid()::text, repeat('0', 64), 1, 'application/pdf', $3) returning file_id),
       paper as (insert into document (company_id, file_id, filename, friendly_name, uploader_id, uploaded_at, care_group_id, removed_at)
         select $1, file_id, 'a.pdf', 'Report', $4, $3, $2, case when $6 then $3::timestamptz end from file returning document_id),
       request as (insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at)
         select $1, document_id, 'report', gen_random_uuid(), $5, $3 from paper where $5::text is not null)
       insert into user_report (document_id, company_id, care_group_id, changes_since, created_at)
       select document_id, $1, $2, '2030-01-01', $3 from paper`,
      [s.companyId, siteId, at, s.admin, state, isRemoved],
    );
  // Made later, of a document that was saved earlier.
  await report(s.siteId, '2031-02-03T23:00:00Z', 'open');
  await report(s.siteId, '2031-01-01T23:00:00Z', 'completed');
  await report(s.siteId, '2031-03-01T08:00:00Z', 'rejected');
  await report(s.siteId, '2031-03-02T08:00:00Z', 'completed', true);
  // Saved, and nobody was ever asked to sign it.
  await report(s.siteId, '2031-03-03T08:00:00Z', null);
  const third = await s.portal.aSite(s.companyId, s.trialId);
  await report(third, '2030-12-05T08:00:00Z', 'completed');
  const asked = async (who: number) => (await (await s.as(who)).call(api.listAccessReviews)).reply;
  const facts = ({ sites }: Awaited<ReturnType<typeof asked>>) =>
    sites.map(({ gId, lastReportOn, daysSince }) => [gId, lastReportOn, daysSince]);
  expect(facts(await asked(s.admin))).toEqual([
    [s.otherSite, null, null],
    [third, '2030-12-05', 90],
    [s.siteId, '2031-02-03', 30],
  ]);
  const ofSite = await s.portal.aPerson('Site User', { company_id: s.companyId, admin_rights: true }, [s.siteId]);
  expect(facts(await asked(ofSite))).toEqual([[s.siteId, '2031-02-03', 30]]);
  // Only what the caller may decide about waits for them.
  await s.portal.rows(
    'insert into mfa_recovery (company_id, provider_id, asked_at) values ($1, $2, now()), ($1, $3, now())',
    [s.companyId, s.siteUser, s.pharmacist],
  );
  expect([(await asked(s.admin)).recoveriesWaiting, (await asked(ofSite)).recoveriesWaiting]).toEqual([2, 1]);
});

test('RPG-01 ROL-29 SEC-23 the report is for companies with its module and with trials; a sponsor and partners are refused what is not theirs, a stranger sees nothing', async () => {
  const s = await open();
  await s.aRequest('2031-03-01T08:00:00Z', 'processing');
  await s.aSend('2031-03-01T08:00:00Z', 'email');
  const statuses = async (who: number) => {
    const caller = await s.as(who);
    const query = { month: '2031-03' };
    const answers = [
      caller.call(api.countShipments),
      caller.call(api.listReportedShipments, { query }),
      caller.call(api.countOutreach),
      caller.call(api.listReportedOutreach, { query }),
      caller.call(api.listAccessReviews),
    ];
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  expect(await statuses(s.admin)).toEqual([200, 200, 200, 200, 200]);
  expect(await statuses(s.siteUser)).toEqual([200, 200, 200, 200, 403]);
  expect(await statuses(s.pharmacist)).toEqual([200, 200, 403, 403, 403]);
  expect(await statuses(s.sponsor)).toEqual([403, 403, 403, 403, 403]);
  const theirs = await s.portal.aTrialAtWork();
  expect(await statuses(theirs.admin)).toEqual([403, 403, 403, 403, 403]);
  await s.portal.rows(`insert into company_module (company_id, name) values ($1, 'Reporting')`, [theirs.companyId]);
  const stranger = await s.as(theirs.admin);
  const query = { month: '2031-03' };
  expect((await stranger.call(api.listReportedShipments, { query })).reply.shipments).toEqual([]);
  expect((await stranger.call(api.listReportedOutreach, { query })).reply.outreach).toEqual([]);
  expect((await stranger.call(api.countOutreach)).reply.months.at(-1)).toMatchObject({ email: 0, sms: 0 });
  const nobody = await s.portal.call(api.countShipments);
  expect(nobody.status).toBe(401);
});
