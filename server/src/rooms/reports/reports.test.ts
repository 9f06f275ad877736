import * as participants from '@portal/contract/participants/endpoints.ts';
import * as api from '@portal/contract/reports/endpoints.ts';
import { invoiceForSite } from '@portal/contract/shipments/invoice-endpoints.ts';
import { expect, test } from 'vitest';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';

type Work = Awaited<ReturnType<Portal['aTrialAtWork']>>;

/** The trial's and the site's names on the screens. */
const namesOf = (portal: Portal, { trialId, siteId }: Work) =>
  portal
    .rows<{ display_name: string }>(
      'select display_name from care_group where care_group_id = any($1) order by kind desc',
      [[trialId, siteId]],
    )
    .then((rows) => rows.map((row) => row.display_name) as [string, string]);

test('API-21 TRP-08 DAT-12 OPN-60 the training report is a bare list of the active users of the trial and its sites, a row for each group', async () => {
  const portal = await openPortal();
  const work = await portal.aTrialAtWork();
  const { companyId, trialId, siteId } = work;
  await portal.rows('delete from care_group_member');
  const second = await portal.aSite(companyId, trialId, { display_name: 'Zurich' });
  const person = (first_name: string, last_name: string, groups: number[], more = {}) =>
    portal.aPerson('Site User', { company_id: companyId, first_name, last_name, ...more }, groups);
  await person('Grace', 'Hopper', [siteId, second], { email: 'grace@clinic.example' });
  await person('Ada', 'Lovelace', [trialId], { email: 'ada@clinic.example', type: 'Nurse' });
  await person('Left', 'Long-Ago', [siteId], { is_active: false });
  await person('Of', 'Elsewhere', [await portal.aSite(companyId, await portal.aTrial(companyId))]);
  const [trial, site] = await namesOf(portal, work);
  const row = (email: string, name: string, trialOrSiteName: string, userType: string) => ({
    email,
    name,
    trialOrSiteName,
    userType,
    trainingComplete: 0,
    timeCompleted: null,
  });
  const grace = (group: string) => row('grace@clinic.example', 'Grace Hopper', group, 'Site User');
  for (const who of [work.admin, work.sponsor]) {
    const caller = await portal.signedIn(who);
    const whole = await caller.call(api.trainingReport, { query: { g_id: trialId } });
    expect([whole.status, whole.body]).toEqual([
      200,
      [row('ada@clinic.example', 'Ada Lovelace', trial, 'Nurse'), grace(site), grace('Zurich')],
    ]);
    const part = await caller.call(api.trainingReport, { query: { g_id: second } });
    expect(part.body).toEqual([grace('Zurich')]);
  }
  const admin = await portal.signedIn(work.admin);
  const empty = await admin.call(api.trainingReport, { query: { g_id: await portal.aTrial(companyId) } });
  expect([empty.status, empty.body]).toEqual([200, []]);
});

/** An invitation as it stands in the database. */
async function anInvitation(portal: Portal, companyId: number, groups: number[], fields: Record<string, unknown>) {
  const row = {
    company_id: companyId,
    code_hash: Buffer.from(`${Math.random()}`),
    brand_key: 'default',
    type: 'Site User',
    created_at: '2031-02-01T09:30:00Z',
    expires_at: '2031-03-03T09:30:00Z',
    ...fields,
  };
  const columns = Object.keys(row);
  const places = columns.map((_, i) => `$${i + 1}`).join(', ');
  const [added] = await portal.rows<{ id: number }>(
    `insert into invitation (${columns.join(', ')}) values (${places}) returning invitation_id as id`,
    Object.values(row),
  );
  for (const group of groups)
    await portal.rows('insert into invitation_care_group values ($1, $2, $3)', [added?.id, group, companyId]);
}

test('API-22 TRP-11 DAT-12 the invite status report has the latest invitation of each e-mail to the trial and to each site, and what has become of it', async () => {
  onItsOwn();
  const portal = await openPortal();
  portal.app.clock.set(new Date('2031-03-05T12:00:00Z'));
  const work = await portal.aTrialAtWork();
  const { companyId, trialId, siteId } = work;
  const second = await portal.aSite(companyId, trialId, { display_name: 'Zurich' });
  const grace = await portal.aPerson('Site User', {
    company_id: companyId,
    first_name: 'Grace',
    last_name: 'Hopper',
    email: 'grace@clinic.example',
  });
  const invited = (groups: number[], fields: Record<string, unknown>) =>
    anInvitation(portal, companyId, groups, fields);
  const accepted = { used_at: '2031-02-02T10:00:00Z', provider_id: grace };
  await invited([siteId, second], { email: 'grace@clinic.example', ...accepted });
  await invited([siteId], { email: 'late@clinic.example' });
  await invited([siteId], { email: 'new@clinic.example', cancelled_at: '2031-03-04T00:00:00Z' });
  const again = { created_at: '2031-03-04T00:00:00Z', expires_at: '2031-04-04T00:00:00Z' };
  await invited([siteId], { email: 'new@clinic.example', ...again });
  await invited([trialId], { email: 'over@clinic.example', ...again, cancelled_at: '2031-03-04T01:00:00Z' });
  const otherTrial = await portal.aTrial(companyId);
  await invited([otherTrial], { email: 'other@clinic.example', ...again });
  const [trial, site] = await namesOf(portal, work);
  const row = (siteName: string, siteUser: string, email: string, status: string, more = {}) => ({
    trialName: trial,
    siteName,
    siteUser,
    email,
    status,
    inviteSent: '2031-02-01T09:30:00.000Z',
    timeAccepted: null,
    ...more,
  });
  const sentAgain = { inviteSent: '2031-03-04T00:00:00.000Z' };
  const timeAccepted = { timeAccepted: '2031-02-02T10:00:00.000Z' };
  for (const who of [work.admin, work.sponsor]) {
    const caller = await portal.signedIn(who);
    const whole = await caller.call(api.inviteStatusReport, { query: { g_id: trialId } });
    expect(whole.body).toEqual({
      inviteStatusReport: [
        row('', '', 'over@clinic.example', 'Cancelled', sentAgain),
        row(site, 'Grace Hopper', 'grace@clinic.example', 'Accepted', timeAccepted),
        row(site, '', 'late@clinic.example', 'Expired'),
        row(site, '', 'new@clinic.example', 'Pending', sentAgain),
        row('Zurich', 'Grace Hopper', 'grace@clinic.example', 'Accepted', timeAccepted),
      ],
    });
  }
  const admin = await portal.signedIn(work.admin);
  const none = await admin.call(api.inviteStatusReport, { query: { g_id: await portal.aTrial(companyId) } });
  expect([none.status, none.body]).toEqual([200, { inviteStatusReport: [] }]);
});

test('SEC-23 a trial that has another sponsor by now tells neither the new one nor an administrator of the former one’s people, in whatever groups they are', async () => {
  const portal = await openPortal();
  const { companyId, sponsorId, trialId, siteId, admin } = await portal.aTrialAtWork();
  const [former, present] = ['former@sponsor.example', 'present@sponsor.example'];
  const invite = async (sponsor: number, email: string, used: Record<string, unknown>) =>
    anInvitation(portal, companyId, [trialId, siteId], { email, type: 'Sponsor', sponsor_id: sponsor, ...used });
  const aSponsorsPerson = async (sponsor: number, email: string) => {
    const fields = { company_id: companyId, sponsor_id: sponsor, email };
    const provider_id = await portal.aPerson('Sponsor', fields, [trialId, siteId]);
    await invite(sponsor, email, { provider_id, used_at: '2031-02-02T10:00:00Z' });
    return provider_id;
  };
  await aSponsorsPerson(sponsorId, former);
  await invite(sponsorId, `late-${former}`, {});
  const newSponsor = await portal.aSponsor(companyId);
  await portal.rows('update care_group set sponsor_id = $2 where care_group_id = $1', [trialId, newSponsor]);
  const ofPresent = await aSponsorsPerson(newSponsor, present);
  await portal.aPerson('Site User', { company_id: companyId, email: 'nora@clinic.example' }, [siteId]);
  for (const who of [ofPresent, admin]) {
    const caller = await portal.signedIn(who);
    const training = await caller.call(api.trainingReport, { query: { g_id: trialId } });
    // Sponsors belong to no group of a trial.
    const emails = training.reply.map(({ email }) => email);
    expect(emails).toContain('nora@clinic.example');
    for (const one of [former, present]) expect(emails).not.toContain(one);
    const invited = await caller.call(api.inviteStatusReport, { query: { g_id: trialId } });
    expect(invited.reply.inviteStatusReport.map(({ email }) => email)).toEqual([present, present]);
  }
});

test('API-21 TRP-08 a partner’s people are in no group of a trial either', async () => {
  const portal = await openPortal();
  const { companyId, trialId, siteId, pharmacyId, admin } = await portal.aTrialAtWork();
  const fields = { company_id: companyId, partner_id: pharmacyId, email: 'pat@pharmacy.example' };
  await portal.aPerson('Pharmacy User', fields, [siteId]);
  const caller = await portal.signedIn(admin);
  const { reply } = await caller.call(api.trainingReport, { query: { g_id: trialId } });
  expect(reply.length).toBeGreaterThan(0);
  expect(reply.map(({ email }) => email)).not.toContain('pat@pharmacy.example');
});

test('API-23 TRP-12 PRV-04 the participant report names participants by their numbers alone, with the cards they were sent; 404 when there are none', async () => {
  const portal = await openPortal();
  const work = await portal.aTrialAtWork();
  const { companyId, trialId, siteId, admin } = work;
  await portal.aCard(companyId, trialId);
  const [ada, ben] = [
    await portal.aParticipant(companyId, trialId, siteId, {
      subject_number: '101-002',
      created_at: '2031-01-02T03:04:05Z',
      email: 'ada@private.example',
    }),
    await portal.aParticipant(companyId, trialId, siteId, {
      subject_number: '101-001',
      created_at: '2031-02-03T04:05:06Z',
      is_active: false,
    }),
  ];
  for (const at of ['2031-02-01T08:00:00Z', '2031-03-01T08:00:00Z'])
    await portal.rows(
      `insert into card_outreach (company_id, trial_id, participant_id, channel, recipient, sender_id, sent_at)
       values ($1, $2, $3, 'email', 'ada@private.example', $4, $5)`,
      [companyId, trialId, ada, admin, at],
    );
  const ids = await portal.rows<{ ctrx_id: string }>('select ctrx_id from participant order by subject_number');
  const [trial, site] = await namesOf(portal, work);
  const caller = await portal.signedIn(admin);
  const report = await caller.call(api.participantReport, { query: { g_id: trialId } });
  expect(report.body).toEqual({
    participantReport: [
      {
        trialName: trial,
        siteName: site,
        subjectNumber: '101-001',
        ctrxId: ids[0]?.ctrx_id,
        status: 'Deactivated',
        enrolled: '2031-02-03T04:05:06.000Z',
        cardsSent: 0,
        lastCardSent: null,
      },
      {
        trialName: trial,
        siteName: site,
        subjectNumber: '101-002',
        ctrxId: ids[1]?.ctrx_id,
        status: 'Active',
        enrolled: '2031-01-02T03:04:05.000Z',
        cardsSent: 2,
        lastCardSent: '2031-03-01T08:00:00.000Z',
      },
    ],
  });
  // PRV-01: exactly these two were read.
  await portal.app.accessLog.flush();
  const read = await portal.rows<{ record_ids: number[] }>(
    `select record_ids from access_entry where outcome = 'read' and record_kind = 'participant'`,
  );
  expect(read.map(({ record_ids }) => record_ids.toSorted((a, b) => a - b))).toEqual([[ada, ben]]);
  const empty = await portal.aTrial(companyId);
  await portal.aCard(companyId, empty);
  const none = await caller.call(api.participantReport, { query: { g_id: empty } });
  expect([none.status, none.code, none.message]).toEqual([404, 'report.none', 'No report found.']);
  // An honest question about an empty trial is no try at what belongs to others.
  await portal.app.accessLog.flush();
  expect(await portal.rows(`select from access_entry where outcome = 'refused'`)).toEqual([]);
});

test('API-17 API-23 DSH-04 PRV-03 a participant who was removed is no deactivated one: not counted as such, and "Removed" in the report, by the numbers alone', async () => {
  const portal = await openPortal();
  const { companyId, trialId, siteId, admin } = await portal.aTrialAtWork();
  await portal.aCard(companyId, trialId);
  const ids = await Promise.all(
    ['101-001', '101-002', '101-003'].map((subject_number) =>
      portal.aParticipant(companyId, trialId, siteId, { subject_number }),
    ),
  );
  const caller = await portal.signedIn(admin);
  for (const participant_id of ids.slice(1))
    await caller.call(participants.setParticipantStatus, { body: { participant_id, isActive: 0 } });
  const told = async () => [
    (await caller.call(api.countParticipants, { query: { g_id: trialId } })).body,
    Object.values((await caller.call(api.countEnrollments, { query: { g_id: siteId } })).reply.enrollments),
    (await caller.call(api.participantReport, { query: { g_id: siteId } })).reply.participantReport.map(
      ({ subjectNumber, status }) => `${subjectNumber} ${status}`,
    ),
  ];
  expect(await told()).toEqual([
    { activeParticipants: 1, deactivatedParticipants: 2 },
    [{ numEnrollments: 3 }],
    ['101-001 Active', '101-002 Deactivated', '101-003 Deactivated'],
  ]);
  const removed = await caller.call(participants.removeParticipant, { query: { participant_id: ids[2] } });
  expect(removed.status).toBe(200);
  expect(await told()).toEqual([
    { activeParticipants: 1, deactivatedParticipants: 1 },
    [{ numEnrollments: 3 }],
    ['101-001 Active', '101-002 Deactivated', '101-003 Removed'],
  ]);
});

test('PRM-12 PRM-13 TRP-06 the reports are refused to everybody else, the one of participants to a sponsor too', async () => {
  const portal = await openPortal();
  const work = await portal.aTrialAtWork();
  const query = { g_id: work.trialId };
  await portal.aParticipant(work.companyId, work.trialId, work.siteId);
  await portal.aCard(work.companyId, work.trialId);
  const statuses = async (providerId: number) => {
    const caller = await portal.signedIn(providerId);
    const answers = [api.trainingReport, api.inviteStatusReport, api.participantReport].map((report) =>
      caller.call(report, { query }),
    );
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  const nurse = await portal.aPerson('Nurse', { company_id: work.companyId, admin_rights: true }, [work.siteId]);
  expect(await statuses(work.admin)).toEqual([200, 200, 200]);
  expect(await statuses(work.sponsor)).toEqual([200, 200, 403]);
  for (const who of [work.siteUser, nurse, work.pharmacist, work.wholesaler])
    expect(await statuses(who)).toEqual([403, 403, 403]);
  // Neither do a sponsor's own groups open the list of participants.
  const sponsor = await portal.signedIn(work.sponsor);
  const list = await sponsor.call(participants.listParticipants, { query: { g_id: work.siteId } });
  expect(list.status).toBe(403);
  // Of another sponsor's trial it hears nothing.
  const other = await portal.aTrial(work.companyId);
  const hidden = await sponsor.call(api.trainingReport, { query: { g_id: other } });
  expect([hidden.status, hidden.code]).toEqual([404, 'not_found']);
});

const [ok, no] = [200, 'forbidden'] as const;

test.each<[kind: 'trial' | 'site', settings: Record<string, boolean>, answers: (number | string)[]]>([
  ['trial', {}, [ok, ok, ok, ok]],
  ['trial', { is_configured: false }, [no, no, no, no]],
  ['trial', { has_shipping: false }, [ok, ok, no, ok]],
  ['trial', { has_card: false }, [ok, ok, ok, no]],
  ['trial', { noCard: true }, [ok, ok, ok, no]],
  ['site', {}, [ok, no, ok, ok]],
  ['site', { is_configured: false }, [no, no, no, no]],
  ['site', { has_shipping: false }, [ok, no, no, ok]],
  ['site', { has_card: false }, [ok, no, ok, no]],
])(
  'SEC-24 OPN-75 TRP-01 TRP-04 TRP-05 TRP-06 PRM-12 PRM-13 the server too gives the reports of a %s with %j to an administrator and a sponsor as they are offered: %j',
  async (kind, { noCard, ...settings }, answers) => {
    const portal = await openPortal();
    const { companyId, trialId, siteId, ...people } = await portal.aTrialAtWork();
    await portal.aParticipant(companyId, trialId, siteId);
    await portal.aCard(companyId, trialId);
    if (noCard) await portal.rows('delete from trial_card');
    for (const [column, value] of Object.entries(settings))
      await portal.rows(`update care_group set ${column} = $2 where care_group_id = $1`, [trialId, value]);
    const gId = kind === 'trial' ? trialId : siteId;
    const asked = async (providerId: number) => {
      const caller = await portal.signedIn(providerId);
      const [query, period] = [{ g_id: gId }, { start_date: '2031-01-01', end_date: '2031-12-31' }];
      const given = [
        await caller.call(api.trainingReport, { query }),
        await caller.call(api.inviteStatusReport, { query }),
        await caller.call(invoiceForSite, { query: { gId, ...period } }),
        await caller.call(api.participantReport, { query }),
      ];
      return given.map(({ status, code }) => (status === 403 ? code : status));
    };
    expect(await asked(people.admin)).toEqual(answers);
    expect(await asked(people.sponsor)).toEqual([...answers.slice(0, 3), no]);
    // To them no report is offered; the invoice of their own groups is theirs all the same.
    expect(await asked(people.siteUser)).toEqual([no, no, ok, no]);
  },
);
