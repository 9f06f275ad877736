import { setClock } from '@portal/contract/dev/endpoints.ts';
import { changePharmacy } from '@portal/contract/partners/manage-endpoints.ts';
import { listNotifications, setNotification } from '@portal/contract/providers/endpoints.ts';
import { removeUser } from '@portal/contract/providers/user-endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { openApp } from '#src/app.ts';
import { makeLog } from '#platform/core/log.ts';
import { aMailServer } from '#test/mail-server.ts';
import { mailsTo } from '#test/mails.ts';
import { type Caller, onItsOwn } from '#test/portal.ts';
import { openShipments } from '#test/shipments.ts';
import { anAddress } from '#test/things.ts';
import { somebodyWaits } from '#test/waits.ts';
import { forward } from '#test/factors.ts';
import { tellOfStepsDue } from './tell-of-steps.ts';

const minute = 60_000;

/** People of a trial with their switches on, and what reaches them. */
async function aWorld(variables: Record<string, string> = {}) {
  const s = await openShipments(variables);
  const switchOf = (caller: Caller, name = 'Shipment updates', enabled = true) =>
    s.rows<{ id: number }>(
      `insert into notification_preference (company_id, provider_id, name, description, enabled) values ($1, $2, $3, '', $4) returning notification_id as id`,
      [caller.companyId, caller.providerId, name, enabled],
    );
  const { people } = s;
  for (const caller of Object.values(people)) await switchOf(caller);
  const told = async (caller: Caller) => {
    const [row] = await s.rows<{ email: string }>('select email from provider where provider_id = $1', [
      caller.providerId,
    ]);
    return mailsTo(s, row?.email ?? '');
  };
  const after = async (ms: number) => {
    forward(s, ms);
    return tellOfStepsDue(s.app);
  };
  const process = (srId: number) =>
    people.pharmacist.call(api.moveByPharmacy, { body: { srId, status: 'processing' } });
  return { s, people, told, after, process };
}
const requestsIn = (text: string) =>
  [...text.matchAll(/^Request (\d+): (.+)$/gm)].map(([, id, what = '']) => [
    Number(id),
    what.replaceAll(/ \(\d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC\)/g, ''),
  ]);

test('ACC-02 a new request is told to the people of its partner and its site by one mail that leads to it, to nobody else and not to who made it', async () => {
  const { s, people, told, after } = await aWorld();
  const srId = await s.aRequest();
  expect(await after(4 * minute)).toBeGreaterThan(0);
  expect(await s.rows('select 1 from message')).toEqual([]);
  expect(await after(minute)).toBeNull();
  for (const reader of [people.pharmacist, people.nurse, people.other, people.admin]) {
    const [mail, ...more] = await told(reader);
    expect(more).toEqual([]);
    expect([mail?.subject, requestsIn(mail?.text ?? '')]).toEqual(['Shipment updates', [[srId, 'new request']]]);
  }
  const [toPartner] = await told(people.pharmacist);
  expect(toPartner?.text).toContain(`/shipment-request?request=${srId}\n`);
  const [toSite] = await told(people.nurse);
  expect(toSite?.text).toContain(`/shipment-request?site=${s.siteId}&request=${srId}\n`);
  const { siteUser, wholesaler, sponsor, siteUserElsewhere, pharmacistElsewhere, adminAbroad, pharmacistAbroad } =
    people;
  for (const nobody of [
    siteUser,
    wholesaler,
    sponsor,
    siteUserElsewhere,
    pharmacistElsewhere,
    adminAbroad,
    pharmacistAbroad,
  ])
    expect(await told(nobody)).toEqual([]);
});

test('ACC-02 steps within five minutes are one mail, whatever their number, and the next step is another mail', async () => {
  const { s, people, told, after, process } = await aWorld();
  const [one, two] = [await s.aRequest(), await s.aRequest()];
  await after(2 * minute);
  expect((await process(one)).status).toBe(200);
  expect((await people.pharmacist.call(api.pharmacyComments.add, { body: { srId: one, text: 'Soon' } })).status).toBe(
    200,
  );
  expect(
    (await people.siteUser.call(api.moveBySite, { body: { srId: two, gId: s.siteId, status: 'cancelled' } })).status,
  ).toBe(200);
  await after(3 * minute);
  expect((await told(people.nurse)).map(({ text }) => requestsIn(text))).toEqual([
    [
      [one, 'new request, processing, new comment'],
      [two, 'new request, cancelled'],
    ],
  ]);
  expect((await told(people.pharmacist)).map(({ text }) => requestsIn(text))).toEqual([
    [
      [one, 'new request'],
      [two, 'new request, cancelled'],
    ],
  ]);
  // The requester's five minutes began with the first step that was not their own.
  expect(await told(people.siteUser)).toEqual([]);
  await after(2 * minute);
  expect((await told(people.siteUser)).map(({ text }) => requestsIn(text))).toEqual([
    [[one, 'processing, new comment']],
  ]);
  expect((await people.siteUser.call(api.siteComments.add, { body: { srId: one, text: 'Thank you' } })).status).toBe(
    200,
  );
  await after(5 * minute);
  expect((await told(people.nurse)).map(({ text }) => requestsIn(text))[0]).toEqual([[one, 'new comment']]);
  expect(await told(people.nurse)).toHaveLength(2);
});

test('ACC-02 a mail that is read or sent late says of each step when it was taken, and of what was done more than once the last time', async () => {
  onItsOwn();
  const { s, people, told, after, process } = await aWorld();
  const srId = await s.aRequest();
  const comments = (text: string) => people.pharmacist.call(api.pharmacyComments.add, { body: { srId, text } });
  for (const { status } of [await comments('Soon'), await process(srId), await comments('Now')])
    expect(status).toBe(200);
  await s.rows(`update event set created_at = '2021-03-07T23:58:20Z'::timestamptz + interval '1 minute' * before.steps
    from (select event_id, row_number() over (order by event_id) - 1 as steps from event where awaits_mail) before
    where before.event_id = event.event_id`);
  // Nobody was at work since.
  await after(0);
  const [mail] = await told(people.nurse);
  expect(/^Request .*$/m.exec(mail?.text ?? '')?.[0]).toBe(
    `Request ${srId}: new request (2021-03-07 23:58 UTC), processing (2021-03-08 00:00 UTC), new comment (2021-03-08 00:01 UTC)`,
  );
});

test('ACC-05 PRV-08 who has switched the mails off, was deactivated or has left the site is told nothing, also of what waits already', async () => {
  const { s, people, told, after } = await aWorld();
  await s.aRequest();
  await after(minute);
  const list = await people.nurse.call(listNotifications, { query: { cp_id: people.nurse.providerId } });
  const [choice] = list.reply.notificationPreferences;
  const body = { cp_id: people.nurse.providerId, notificationId: choice?.notifId, notificationEnabled: 0 };
  expect((await people.nurse.call(setNotification, { body })).status).toBe(200);
  await s.rows('delete from care_group_member where provider_id = $1', [people.other.providerId]);
  await s.rows('update provider set is_active = false where provider_id = $1', [people.pharmacist.providerId]);
  await after(5 * minute);
  expect(await told(people.admin)).toHaveLength(1);
  for (const nobody of [people.nurse, people.other, people.pharmacist]) expect(await told(nobody)).toEqual([]);
  // A mail that waits for its mail server is taken back, and one about something else is not.
  const [row] = await s.rows<{ email: string; id: number }>(
    `select email, notification_id as id from provider join notification_preference using (provider_id) where provider_id = $1`,
    [people.admin.providerId],
  );
  await s.rows(
    `insert into message (channel, recipient, subject, body, created_at, topic) values ('email', $1, 'Another', '', now(), 'account security'), ('email', $1, 'Needed', '', now(), null)`,
    [row?.email],
  );
  const off = { cp_id: people.admin.providerId, notificationId: row?.id, notificationEnabled: 0 };
  expect((await people.admin.call(setNotification, { body: off })).status).toBe(200);
  expect(
    await s.rows(`select subject from message where recipient = $1 and withdrawn_at is not null`, [row?.email]),
  ).toEqual([{ subject: 'Shipment updates' }]);
});

test('ACC-04 a company without the trial module, and a person who handles no requests, see no switch of shipment mails', async () => {
  const { s, people } = await aWorld();
  const seen = async (caller: Caller) =>
    (await caller.call(listNotifications, { query: { cp_id: caller.providerId } })).reply?.notificationPreferences.map(
      ({ notifName }) => notifName,
    ) ?? [];
  for (const caller of [people.admin, people.siteUser, people.pharmacist, people.wholesaler])
    expect(await seen(caller)).toEqual(['Shipment updates']);
  expect(await seen(people.sponsor)).toEqual([]);
  await s.rows(`delete from company_module where company_id = $1 and name = 'TrialCard'`, [s.companyId]);
  for (const caller of [people.admin, people.siteUser]) expect(await seen(caller)).toEqual([]);
});

test('OPC-92 a partner is told by mail of the requests it handles when it is to be, and only then', async () => {
  const { s, people, after, process } = await aWorld();
  await s.rows(`update partner set email = 'desk' || partner_id || '@partner.example', send_email = partner_id = $1`, [
    s.pharmacyId,
  ]);
  const srId = await s.aRequest();
  expect((await process(srId)).status).toBe(200);
  await s.aRequest({ products: [s.line(s.pen)] });
  await after(5 * minute);
  const [mail, ...more] = await mailsTo(s, `desk${s.pharmacyId}@partner.example`);
  expect(more).toEqual([]);
  expect(requestsIn(mail?.text ?? '')).toEqual([[srId, 'new request, processing']]);
  expect(
    await s.rows(`select 1 from message where recipient like 'desk%' and recipient <> $1`, [
      `desk${s.pharmacyId}@partner.example`,
    ]),
  ).toEqual([]);
  expect((await people.siteUser.call(api.siteComments.add, { body: { srId, text: 'Please hurry' } })).status).toBe(200);
  await after(minute);
  await s.rows('update partner set send_email = false');
  await after(5 * minute);
  expect(await mailsTo(s, `desk${s.pharmacyId}@partner.example`)).toHaveLength(1);
});

test('OPC-92 SEC-22 of partners with one address each has its own waiting mails: one that changes its address has them sent there, one that wants none has them taken back, and the others keep theirs', async () => {
  const { s, people, after } = await aWorld();
  const { companyId, pharmacyId, otherPharmacyId, theirs } = s;
  const chain = 'chain@rx.example';
  await s.rows(`update partner set email = $1, send_email = true where partner_id = any($2)`, [
    chain,
    [pharmacyId, otherPharmacyId, theirs.pharmacyId],
  ]);
  const orders = async (by: Caller, gId: number, product: number, subject: string) => {
    const answer = await by.call(api.createRequest, {
      body: s.order({ gId, products: [s.line(product)], participants: [s.subject(subject)] }),
    });
    expect([answer.status, answer.message]).toEqual([200, undefined]);
    return answer.reply.srIds[0];
  };
  const ours = await orders(people.siteUser, s.siteId, s.tablet, '901-001');
  const branch = await orders(people.siteUserElsewhere, s.otherSiteId, s.tablet, '901-002');
  const abroad = await orders(people.siteUserAbroad, theirs.siteId, theirs.tablet, '901-003');
  await after(5 * minute);
  const waiting = async (to: string) => {
    const rows = await s.rows<{ body: string }>(
      'select body from message where recipient = $1 and sent_at is null and withdrawn_at is null',
      [to],
    );
    return new Set(rows.map(({ body }) => requestsIn(body)[0]?.[0]));
  };
  expect(await waiting(chain)).toEqual(new Set([ours, branch, abroad]));

  const admin = await s.signedIn(people.admin.providerId);
  const changes = async (ppId: number, email: string, sendEmail: 0 | 1) =>
    (
      await admin.call(changePharmacy, {
        body: {
          ppId,
          pharmacyName: 'Chain',
          phoneNumber: '+16175550123',
          address: anAddress,
          companyId,
          email,
          sendEmail,
        },
      })
    ).status;
  expect(await changes(pharmacyId, 'desk@rx.example', 1)).toBe(200);
  expect([await waiting(chain), await waiting('desk@rx.example')]).toEqual([
    new Set([branch, abroad]),
    new Set([ours]),
  ]);
  expect(await changes(otherPharmacyId, chain, 0)).toBe(200);
  expect(await waiting(chain)).toEqual(new Set([abroad]));
  // Nothing that was taken back comes again by a later change.
  expect(await changes(otherPharmacyId, 'desk@rx.example', 1)).toBe(200);
  expect(await waiting('desk@rx.example')).toEqual(new Set([ours]));
});

test('REL-14 of four processes at once, of which one dies in the middle, each reader gets one mail; after a day nobody is flooded', async () => {
  onItsOwn();
  const { s, people, told } = await aWorld();
  const requests: number[] = [];
  for (let n = 0; n < 12; n += 1) requests.push(await s.aRequest());
  await s.rows(`update event set created_at = created_at - interval '2 hours' * (13 - event_id)`);
  // It has taken the steps and planned their mails, and dies before its commit.
  const dying = s.app.database.asSystem(async (tx) => {
    await tx.updateTable('event').set({ awaits_mail: false }).where('awaits_mail', '=', true).execute();
    throw new Error('killed');
  });
  await expect(dying).rejects.toThrow('killed');
  const works = Array.from({ length: 4 }, () => tellOfStepsDue(s.app));
  await Promise.all(works);
  for (const reader of [people.pharmacist, people.nurse, people.other, people.admin]) {
    const mails = await told(reader);
    expect(mails.map(({ text }) => requestsIn(text).map(([id]) => id))).toEqual([requests]);
  }
  expect(await s.rows('select 1 from event where awaits_mail')).toEqual([]);
});

test('REL-14 ACC-02 the mail reaches a mail server by itself within seconds of its time, once, although two portals share the work', async () => {
  const server = await aMailServer();
  const { s, people } = await aWorld({ SMTP_URL: `smtp://127.0.0.1:${server.port}` });
  const second = await openApp(s.app.env, s.connection, { log: makeLog('silent'), clock: s.app.clock });
  try {
    await Promise.all([s.app.jobs.start(), second.jobs.start()]);
    const srId = await s.aRequest();
    const now = new Date(s.app.clock.now().getTime() + 5 * minute);
    expect((await s.call(setClock, { body: { now: now.toISOString() } })).status).toBe(200);
    const readers = [people.pharmacist, people.nurse, people.other, people.admin];
    await vi.waitFor(() => expect(server.arrived).toHaveLength(readers.length), { timeout: 10_000 });
    await vi.waitFor(
      async () => expect(await s.rows('select 1 from message where sent_at is null')).toEqual([]),
      5_000,
    );
    expect(new Set(server.arrived.flatMap(({ to }) => to)).size).toBe(readers.length);
    for (const { text } of server.arrived) expect(text).toContain(`Request ${srId}: new request`);
  } finally {
    await second.close();
  }
});

test('ACC-02 the mail speaks in the name of the portal that its reader uses', async () => {
  const { s, people, told, after } = await aWorld();
  await s.signedIn(people.nurse.providerId, 'na.trialcard.test');
  await s.aRequest();
  await after(5 * minute);
  expect((await told(people.nurse))[0]?.text).toMatch(/TrialCard North America\n[^\n]+$/);
  expect((await told(people.pharmacist))[0]?.text).toMatch(/Trellis\n[^\n]+$/);
});

test('CAG-12 REL-08 a mail about shipments that is being written while its reader is revoked is not sent', async () => {
  onItsOwn();
  const s = await openShipments();
  const { admin, nurse } = s.people;
  await s.rows(
    `insert into notification_preference (company_id, provider_id, name, description, enabled) values ($1, $2, 'Shipment updates', '', true)`,
    [s.companyId, nurse.providerId],
  );
  await s.rows('update partner set send_email = false');
  await s.aRequest();
  await tellOfStepsDue(s.app);
  forward(s, 5 * minute);
  const { begun } = await s.app.database.asSystem(async (tx) => {
    // The mail is in the outbox, and its writer waits here.
    await sql`lock table shipment_mail in share mode`.execute(tx);
    const writing = tellOfStepsDue(s.app);
    await somebodyWaits(s);
    const body = { cp_id: nurse.providerId, removal_type: 'deactivate' as const };
    const revoking = admin.call(removeUser, { query: body });
    await Promise.race([revoking, somebodyWaits(s, 2)]);
    return { begun: Promise.all([revoking, writing]) };
  });
  const [revoked] = await begun;
  expect(revoked.status).toBe(200);
  expect(await s.rows('select subject, sent_at, withdrawn_at from message')).toEqual([
    { subject: 'Shipment updates', sent_at: null, withdrawn_at: expect.any(Date) },
  ]);
});
