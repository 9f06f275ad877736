import { sendCard as send } from '@portal/contract/cards/endpoints.ts';
import * as participants from '@portal/contract/participants/endpoints.ts';
import * as api from '@portal/contract/reports/endpoints.ts';
import { expect, test } from 'vitest';
import { givenParticipant } from '#test/house.ts';
import { type Caller, openPortal, type Portal } from '#test/portal.ts';

const counts = [api.countParticipants, api.countEnrollments, api.countCardsSent, api.countSites] as const;

/** What the four calls answer somebody about a group. */
async function numbersOf(caller: Caller, g_id: number) {
  const [of, enrollment, cards, sites] = await Promise.all([
    caller.call(api.countParticipants, { query: { g_id } }),
    caller.call(api.countEnrollments, { query: { g_id } }),
    caller.call(api.countCardsSent, { query: { g_id } }),
    caller.call(api.countSites, { query: { g_id } }),
  ]);
  expect([of.status, enrollment.status, cards.status, sites.status]).toEqual([200, 200, 200, 200]);
  return [
    of.reply.activeParticipants,
    of.reply.deactivatedParticipants,
    Object.values(enrollment.reply.enrollments).reduce((sum, { numEnrollments }) => sum + numEnrollments, 0),
    cards.reply.outreachCount.totalSent,
    sites.reply.siteCount.numConfiguredSites,
  ];
}

/** A card that was sent to a participant at that time. */
const sendCard = (portal: Portal, participantId: number, senderId: number, at: string) =>
  portal.rows(
    `insert into card_outreach (company_id, trial_id, participant_id, channel, recipient, sender_id, sent_at)
     select company_id, trial_id, participant_id, 'email', 'ada@clinic.example', $2, $3 from participant where participant_id = $1`,
    [participantId, senderId, at],
  );

test('API-17 API-18 API-20 DAT-08 DAT-09 DAT-11 DSH-07 OPN-49 a trial is counted with its sites: active and deactivated, month by month, configured sites alone', async () => {
  const portal = await openPortal();
  const { companyId, trialId, siteId, admin } = await portal.aTrialAtWork();
  const second = await portal.aSite(companyId, trialId);
  await portal.aSite(companyId, trialId, { is_configured: false });
  await portal.aSite(companyId, trialId, { removed_at: new Date() });
  const at = (created_at: string, more = {}) => ({ created_at, ...more });
  await portal.aParticipant(companyId, trialId, siteId, at('2023-12-31T23:59:59Z'));
  await portal.aParticipant(companyId, trialId, second, at('2024-01-01T00:00:00Z', { is_active: false }));
  await portal.aParticipant(companyId, trialId, second, at('2024-03-31T22:30:00-02:00'));
  await portal.aParticipant(companyId, trialId, siteId, at('2024-04-12T12:00:00Z'));
  // Another trial and another company have their own.
  const otherTrial = await portal.aTrial(companyId);
  await portal.aParticipant(companyId, otherTrial, await portal.aSite(companyId, otherTrial));
  const other = await portal.aTrialAtWork();
  await portal.aParticipant(other.companyId, other.trialId, other.siteId);
  const caller = await portal.signedIn(admin);
  const ask = (g_id: number) => Promise.all(counts.map((call) => caller.call(call, { query: { g_id } })));
  expect((await ask(trialId)).map(({ body }) => body)).toEqual([
    { activeParticipants: 3, deactivatedParticipants: 1 },
    {
      enrollments: {
        '4|2024': { numEnrollments: 2 },
        '1|2024': { numEnrollments: 1 },
        '12|2023': { numEnrollments: 1 },
      },
    },
    { outreachCount: { totalSent: 0 } },
    { siteCount: { numConfiguredSites: 2 } },
  ]);
  // A site alone.
  expect((await ask(second)).map(({ body }) => body)).toEqual([
    { activeParticipants: 1, deactivatedParticipants: 1 },
    { enrollments: { '4|2024': { numEnrollments: 1 }, '1|2024': { numEnrollments: 1 } } },
    { outreachCount: { totalSent: 0 } },
    { siteCount: { numConfiguredSites: 1 } },
  ]);
});

test('API-17 API-18 who is added and deactivated through the calls is counted at once', async () => {
  const portal = await openPortal();
  portal.app.clock.set(new Date('2031-03-05T12:00:00Z'));
  const { trialId, siteId, siteUser, sponsor } = await portal.aTrialAtWork();
  const [site, watching] = [await portal.signedIn(siteUser), await portal.signedIn(sponsor)];
  const before = await numbersOf(watching, trialId);
  const added = await site.call(participants.addParticipant, { body: givenParticipant(siteId) });
  expect(await numbersOf(watching, trialId)).toEqual([1, 0, 1, 0, 1]);
  const { participantId } = added.reply;
  await site.call(participants.setParticipantStatus, { body: { participant_id: participantId, isActive: 0 } });
  expect([before, await numbersOf(watching, trialId)]).toEqual([
    [0, 0, 0, 0, 1],
    [0, 1, 1, 0, 1],
  ]);
  const months = await watching.call(api.countEnrollments, { query: { g_id: trialId } });
  expect(months.body).toEqual({ enrollments: { '3|2031': { numEnrollments: 1 } } });
});

test('API-18 DSH-08 whoever goes to another site was enrolled where they were enrolled, and is counted as a participant where they are', async () => {
  const portal = await openPortal();
  const { companyId, trialId, siteId, siteUser, admin } = await portal.aTrialAtWork();
  const second = await portal.aSite(companyId, trialId);
  const atSecond = await portal.aPerson('Site User', { company_id: companyId }, [second]);
  portal.app.clock.set(new Date('2031-01-15T12:00:00Z'));
  const given = givenParticipant(siteId);
  const added = await (await portal.signedIn(siteUser)).call(participants.addParticipant, { body: given });
  portal.app.clock.set(new Date('2031-03-05T12:00:00Z'));
  const caller = await portal.signedIn(admin);
  const moved = await caller.call(participants.changeParticipant, {
    body: { ...given, participant_id: added.reply.participantId, g_id: second, addressChanged: 0 },
  });
  expect([moved.status, moved.message]).toEqual([200, undefined]);
  const told = async (who: number, g_id: number) => {
    const asking = await portal.signedIn(who);
    const { activeParticipants } = (await asking.call(api.countParticipants, { query: { g_id } })).reply;
    const { enrollments } = (await asking.call(api.countEnrollments, { query: { g_id } })).reply;
    return [activeParticipants, enrollments];
  };
  const inJanuary = { '1|2031': { numEnrollments: 1 } };
  expect(await told(admin, siteId)).toEqual([0, inJanuary]);
  expect(await told(admin, second)).toEqual([1, {}]);
  expect(await told(admin, trialId)).toEqual([1, inJanuary]);
  // Whoever has one of the sites is told of that one, whichever of the two they ask about.
  for (const gId of [siteId, trialId]) expect(await told(siteUser, gId)).toEqual([0, inJanuary]);
  for (const gId of [second, trialId]) expect(await told(atSecond, gId)).toEqual([1, {}]);
  // With the site gone its enrolments are still the trial's, also for whoever has the trial alone.
  await portal.rows('update care_group set removed_at = now() where care_group_id = $1', [siteId]);
  for (const who of [admin, await portal.aPerson('Site User', { company_id: companyId }, [trialId])])
    expect(await told(who, trialId)).toEqual([1, inJanuary]);
});

test('OPN-48 a group without data is answered with zeros and no month', async () => {
  const portal = await openPortal();
  const { companyId, admin } = await portal.aTrialAtWork();
  const empty = await portal.aTrial(companyId, { is_configured: false });
  const caller = await portal.signedIn(admin);
  const answers = await Promise.all(counts.map((call) => caller.call(call, { query: { g_id: empty } })));
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, { activeParticipants: 0, deactivatedParticipants: 0 }],
    [200, { enrollments: {} }],
    [200, { outreachCount: { totalSent: 0 } }],
    [200, { siteCount: { numConfiguredSites: 0 } }],
  ]);
});

test('API-19 DAT-10 OPN-51 the cards sent in the calendar month of today (UTC) are counted, of the trial with its sites', async () => {
  const portal = await openPortal();
  portal.app.clock.set(new Date('2031-03-05T12:00:00Z'));
  const { companyId, trialId, siteId, admin } = await portal.aTrialAtWork();
  const second = await portal.aSite(companyId, trialId);
  const [ada, ben] = [
    await portal.aParticipant(companyId, trialId, siteId),
    await portal.aParticipant(companyId, trialId, second, { is_active: false }),
  ];
  const otherTrial = await portal.aTrial(companyId);
  const stranger = await portal.aParticipant(companyId, otherTrial, await portal.aSite(companyId, otherTrial));
  for (const [participant, at] of [
    [ada, '2031-02-28T23:59:59.999Z'],
    [ada, '2031-03-01T00:00:00Z'],
    [ada, '2031-03-05T11:00:00Z'],
    [ben, '2031-03-31T23:59:59.999Z'],
    [ben, '2031-04-01T00:00:00Z'],
    [stranger, '2031-03-02T00:00:00Z'],
  ] as const)
    await sendCard(portal, participant, admin, at);
  // A session does not last from one month to the next.
  const sent = async (g_id: number) => {
    const caller = await portal.signedIn(admin);
    return (await caller.call(api.countCardsSent, { query: { g_id } })).body;
  };
  expect(await sent(trialId)).toEqual({ outreachCount: { totalSent: 3 } });
  expect([await sent(siteId), await sent(second)]).toEqual([
    { outreachCount: { totalSent: 2 } },
    { outreachCount: { totalSent: 1 } },
  ]);
  portal.app.clock.set(new Date('2031-04-30T23:00:00Z'));
  expect(await sent(trialId)).toEqual({ outreachCount: { totalSent: 1 } });
  portal.app.clock.set(new Date('2031-12-31T23:59:59Z'));
  expect(await sent(trialId)).toEqual({ outreachCount: { totalSent: 0 } });
});

test('PCO-10 a card that is sent counts, one that could not be sent does not', async () => {
  const portal = await openPortal();
  portal.app.clock.set(new Date('2031-03-05T12:00:00Z'));
  const companyId = await portal.aCompany();
  const trialId = await portal.aTrial(companyId, { has_card: true, outreach_preference: true });
  const siteId = await portal.aSite(companyId, trialId);
  await portal.rows(
    `insert into trial_card (care_group_id, company_id, rx_bin, rx_pcn, rx_grp, cardholder_name_label, cardholder_id_label, participants,
       claim_submissions, pharmacy_instructions, card_introduction, contact_info) values ($1, $2, '1', '2', '3', '4', '5', '', '', '', '', '')`,
    [trialId, companyId],
  );
  const participant_id = await portal.aParticipant(companyId, trialId, siteId, { email: 'ada@clinic.example' });
  const site = await portal.signedIn(await portal.aPerson('Site User', { company_id: companyId }, [siteId]));
  const sent = async () => (await site.call(api.countCardsSent, { query: { g_id: trialId } })).reply.outreachCount;
  const by = (contactType: 'Email' | 'Text') =>
    site.call(send, { body: { participant_id, contactType, g_id: siteId } }).then(({ status }) => status);
  expect(await sent()).toEqual({ totalSent: 0 });
  expect(await by('Email')).toBe(200);
  expect(await sent()).toEqual({ totalSent: 1 });
  // Without a number there is nowhere to send a text.
  expect(await by('Text')).toBe(400);
  expect(await sent()).toEqual({ totalSent: 1 });
  expect(await by('Email')).toBe(200);
  expect(await sent()).toEqual({ totalSent: 2 });
});

test('OPN-79 whoever has only some sites gets the numbers of those, also of the trial they belong to; a sponsor those of its trials', async () => {
  const portal = await openPortal();
  portal.app.clock.set(new Date('2031-03-05T12:00:00Z'));
  const { companyId, trialId, siteId, siteUser, sponsor, admin } = await portal.aTrialAtWork();
  const elsewhere = await portal.aSite(companyId, trialId);
  const mine = await portal.aParticipant(companyId, trialId, siteId);
  for (let n = 0; n < 3; n += 1) {
    const theirs = await portal.aParticipant(companyId, trialId, elsewhere);
    await sendCard(portal, theirs, admin, '2031-03-02T00:00:00Z');
  }
  await sendCard(portal, mine, admin, '2031-03-02T00:00:00Z');
  const site = await portal.signedIn(siteUser);
  expect(await numbersOf(site, trialId)).toEqual([1, 0, 1, 1, 1]);
  expect(await numbersOf(site, siteId)).toEqual([1, 0, 1, 1, 1]);
  const paying = await portal.signedIn(sponsor);
  expect(await numbersOf(paying, trialId)).toEqual([4, 0, 4, 4, 2]);
  // What is out of sight is like what is nowhere.
  const otherTrial = await portal.aTrial(companyId);
  const group = await portal.aTrial(companyId, { kind: 'group' });
  for (const [caller, g_id] of [
    [site, elsewhere],
    [site, otherTrial],
    [paying, otherTrial],
    [await portal.signedIn(admin), group],
  ] as const)
    for (const call of counts) {
      const [hidden, nowhere] = [
        await caller.call(call, { query: { g_id } }),
        await caller.call(call, { query: { g_id: 900_000_001 } }),
      ];
      expect([hidden.status, hidden.body]).toEqual([404, nowhere.body]);
    }
});
