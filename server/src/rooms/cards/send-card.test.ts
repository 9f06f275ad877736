import * as api from '@portal/contract/cards/endpoints.ts';
import { changeParticipant, setParticipantStatus } from '@portal/contract/participants/endpoints.ts';
import { countCardsSent, participantReport } from '@portal/contract/reports/endpoints.ts';
import { countOutreach, listReportedOutreach } from '@portal/contract/reports/reporting-endpoints.ts';
import { chooseEmails } from '@portal/contract/subscriptions/endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deliverDue } from '#platform/jobs/deliver-messages.ts';
import { aBrandWithHost, aBrandWithoutHost } from '#test/brands.ts';
import { deliver, isRefusedFor } from '#test/deliveries.ts';
import { givenParticipant } from '#test/house.ts';
import { aPng, goodImages } from '#test/image-corpus.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { textOf } from '#test/read-pdf.ts';
import { inPlaceOfAct } from '#test/unrecorded-changes.ts';

const card = {
  rx_bin: '610020',
  rx_pcn: 'PCN1',
  rx_grp: 'GRP1',
  cardholder_name_label: 'Cardholder Name:',
  cardholder_id_label: 'Cardholder ID:',
  participants: 'Take Aurelix every day.',
  claim_submissions: 'Claims',
  pharmacy_instructions: 'Instructions',
  card_introduction: 'Of the Aurelia Migraine Study.',
  contact_info: 'Help desk: +1 617 555 0100',
};

/** A site whose trial has a card and sends it, and one of its participants. */
async function atWork(portal: Portal, { trial = {}, participant = {} } = {}) {
  const companyId = await portal.aCompany();
  const trialId = await portal.aTrial(companyId, { has_card: true, outreach_preference: true, ...trial });
  const siteId = await portal.aSite(companyId, trialId);
  await portal.app.database.asSystem((tx) => {
    inPlaceOfAct(tx);
    return tx
      .insertInto('trial_card')
      .values({ ...card, care_group_id: trialId, company_id: companyId })
      .execute();
  });
  const participantId = await portal.aParticipant(companyId, trialId, siteId, {
    last_name: 'Łukasz',
    subject_number: '717-919',
    email: 'ada@clinic.example',
    phone: '+16175550123',
    ...participant,
  });
  const user = await portal.signedIn(await portal.aPerson('Site User', { company_id: companyId }, [siteId]));
  const query = { g_id: siteId, participant_id: participantId };
  return {
    companyId,
    trialId,
    siteId,
    participantId,
    user,
    query,
    send: (contactType: string, headers: Record<string, string> = {}) =>
      user.call(api.sendCard, { body: { ...query, contactType }, headers }),
    sent: () => portal.rows('select channel, recipient, sender_id, trial_id, participant_id from card_outreach'),
  };
}
const messages = (portal: Portal) =>
  portal.rows<{ channel: string; recipient: string; subject: string; body: string; html: string | null }>(
    'select channel, recipient, subject, body, html from message order by message_id',
  );

test('PCO-03 PCO-04 PCO-08 APS-05 ERR-17 a card goes out by e-mail and by text, and it is kept who sent it to whom, when and how', async () => {
  const portal = await openPortal();
  portal.app.clock.set(new Date('2031-03-05T12:00:00Z'));
  const house = await atWork(portal);
  for (const contactType of ['Email', 'Text']) {
    const answer = await house.send(contactType);
    expect([answer.status, answer.message, answer.body]).toEqual([
      200,
      undefined,
      { message: 'Card sent successfully!', outreachId: expect.any(Number) as number },
    ]);
  }
  const of = { trial_id: house.trialId, participant_id: house.participantId, sender_id: house.user.providerId };
  expect(await house.sent()).toEqual([
    { ...of, channel: 'email', recipient: 'ada@clinic.example' },
    { ...of, channel: 'sms', recipient: '+16175550123' },
  ]);
  const [mail, text] = await messages(portal);
  expect([mail?.channel, mail?.recipient, text?.channel, text?.recipient]).toEqual([
    'email',
    'ada@clinic.example',
    'sms',
    '+16175550123',
  ]);
  const times = await portal.rows<{ at: Date }>('select sent_at as at from card_outreach');
  expect(new Set(times.map(({ at }) => at.toISOString().slice(0, 16)))).toEqual(new Set(['2031-03-05T12:00']));
  const audit = await portal.rows("select actor_id, record_id from audit_entry where action = 'card.sent'");
  expect(audit).toEqual(Array(2).fill({ actor_id: house.user.providerId, record_id: String(house.participantId) }));
});

test('the card of a trial that is not configured yet is refused in words, and of a trial without cards like an unknown one', async () => {
  onItsOwn();
  const portal = await openPortal();
  const house = await atWork(portal);
  const { user, query } = house;
  const answers = async () => [
    await user.call(api.readParticipantCard, { query }),
    await user.call(api.printCard, { query }),
    await house.send('Email'),
  ];
  await portal.rows('delete from trial_card where care_group_id = $1', [house.trialId]);
  for (const { status, code, message } of await answers())
    expect([status, code, message]).toEqual([
      404,
      'card.not_configured',
      'The card of this trial is not configured yet.',
    ]);
  await portal.rows('update care_group set has_card = false where care_group_id = $1', [house.trialId]);
  for (const { status, code } of await answers()) expect([status, code]).toEqual([404, 'not_found']);
  expect(await house.sent()).toEqual([]);
});

test('PRV-01 that a card is not configured yet is no refusal on record, and asking for one of a trial without cards is', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { user, query, trialId } = await atWork(portal);
  const refusals = async () => {
    const { status } = await user.call(api.readParticipantCard, { query });
    await portal.app.accessLog.flush();
    const entries = await portal.rows(`select call from access_entry where outcome = 'refused'`);
    return [status, entries.length];
  };
  await portal.rows('delete from trial_card where care_group_id = $1', [trialId]);
  expect(await refusals()).toEqual([404, 0]);
  await portal.rows('update care_group set has_card = false where care_group_id = $1', [trialId]);
  expect(await refusals()).toEqual([404, 1]);
});

test('PRV-12 SEC-28 the messages hold the numbers of the card and whom to ask in the brand’s name, and neither trial nor medicine nor subject number', async () => {
  onItsOwn();
  const portal = await openPortal();
  const house = await atWork(portal, { participant: { first_name: '<b>Ada</b>' } });
  for (const contactType of ['Email', 'Text']) await house.send(contactType);
  const sent = await messages(portal);
  const [{ ctrx } = { ctrx: '' }] = await portal.rows<{ ctrx: string }>('select ctrx_id as ctrx from participant');
  for (const { body } of sent) for (const part of ['610020', 'PCN1', 'GRP1', ctrx]) expect(body).toContain(part);
  expect(sent[0]?.body).toContain('/notification-preferences?email=ada%40clinic.example');
  expect(sent[0]?.html).toContain('&lt;b&gt;Ada&lt;/b&gt; Łukasz');
  expect(sent[0]?.html).not.toMatch(/<b>|<img|<script/);
  for (const { subject, body, html } of sent)
    expect(`${subject}${body}${html ?? ''}`).not.toMatch(/Migraine|Aurelix|717-919|Trial \d|Claims|Instructions/);
});

test('SEC-18 SEC-22 a card goes out in the brand of the participant’s site, else of the trial, else of the company, on whichever host its sender works', async () => {
  onItsOwn();
  const portal = await openPortal();
  const house = await atWork(portal);
  const { companyId, siteId, trialId, participantId } = house;
  const names = ['installation', 'stranger', 'company', 'trial', 'site'].map((name) => `${name}.example`);
  const inBrands = async () => {
    await portal.rows('delete from message');
    for (const host of ['localhost', ...names.slice(1)]) {
      const sender = await portal.signedIn(house.user.providerId, host);
      for (const contactType of ['Email', 'Text']) {
        const body = { g_id: siteId, participant_id: participantId, contactType };
        expect((await sender.call(api.sendCard, { body, headers: { host } })).status).toBe(200);
      }
    }
    const said = (await messages(portal)).map(({ body, html }) => `${body}${html ?? ''}`);
    expect(said).toHaveLength(10);
    return ['Trellis', ...names.slice(1)].filter((name) => said.some((one) => one.includes(name)));
  };
  await aBrandWithHost(portal, { companyId: await portal.aCompany(), host: 'stranger.example' });
  expect(await inBrands()).toEqual(['Trellis']);
  await aBrandWithHost(portal, { companyId, careGroupId: await portal.aTrial(companyId), host: 'elsewhere.example' });
  await aBrandWithHost(portal, { companyId, host: 'company.example' });
  expect(await inBrands()).toEqual(['company.example']);
  await aBrandWithHost(portal, { companyId, careGroupId: trialId, host: 'trial.example' });
  expect(await inBrands()).toEqual(['trial.example']);
  await aBrandWithHost(portal, { companyId, careGroupId: siteId, host: 'site.example' });
  expect(await inBrands()).toEqual(['site.example']);
  const [own] = await aBrandWithoutHost(portal, companyId, 'hostless');
  await portal.rows('update care_group set brand_id = $2 where care_group_id = $1', [siteId, own?.id]);
  expect(await inBrands()).toEqual(['trial.example']);
});

test.each([
  ['the trial does not reach out', { trial: { outreach_preference: false } }, ['Email', 'Text'], 'card.outreach_off'],
  ['there is no e-mail', { participant: { email: null } }, ['Email'], 'card.no_address'],
  ['there is no phone', { participant: { phone: null } }, ['Text'], 'card.no_address'],
] as const)(
  'PCO-05 PCO-06 PCO-09 ERR-17 %s: the card is not sent, and the sentence of the screen says so',
  async (_what, given, ways, code) => {
    onItsOwn();
    const says = 'Unable to send trial card. Please try again later or use the print option.';
    const portal = await openPortal();
    const house = await atWork(portal, given);
    for (const way of ways) {
      const answer = await house.send(way);
      expect([answer.status, answer.code, answer.message]).toEqual([400, code, says]);
    }
    expect([await house.sent(), await messages(portal)]).toEqual([[], []]);
    const other = ['Email', 'Text'].filter((way) => !(ways as readonly string[]).includes(way));
    for (const way of other) expect((await house.send(way)).status).toBe(200);
  },
);

test.each<{ variables: Record<string, string>; ways: ('Email' | 'Text')[] }>([
  { variables: {}, ways: [] },
  { variables: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@clinic.example' }, ways: ['Email'] },
  { variables: { SMS_URL: 'http://127.0.0.1:9/send', SMS_TOKEN: 'token' }, ways: ['Text'] },
])(
  'PCO-09 PCO-10 outside of development and tests a card is sent by those ways alone for which there is a service, and with the card comes which these are: $ways',
  async ({ variables, ways }) => {
    onItsOwn();
    const portal = await openPortal({ PORTAL_MODE: 'staging', ...variables });
    const house = await atWork(portal);
    expect((await house.user.call(api.readParticipantCard, { query: house.query })).reply.ways).toEqual(ways);
    const answers = [];
    for (const way of ['Email', 'Text'] as const) {
      const { status, code } = await house.send(way);
      answers.push({ way, status, code });
    }
    expect(answers).toEqual(
      (['Email', 'Text'] as const).map((way) =>
        ways.includes(way) ? { way, status: 200, code: undefined } : { way, status: 400, code: 'card.no_service' },
      ),
    );
    expect([(await house.sent()).length, (await messages(portal)).length]).toEqual([ways.length, ways.length]);
  },
);

test('PCO-01 PCO-05 PRV-08 whoever has unsubscribed gets no card by e-mail until they resubscribe, and the card says so; texts still go', async () => {
  const portal = await openPortal();
  const house = await atWork(portal);
  const choose = (notificationPreference: number) =>
    portal.call(chooseEmails, { body: { email: 'ada@clinic.example', notificationPreference } });
  const read = async () => (await house.user.call(api.readParticipantCard, { query: house.query })).reply;
  expect(await read()).toMatchObject({ outreachPreference: true, emailUnsubscribed: false });
  await choose(0);
  expect((await read()).emailUnsubscribed).toBe(true);
  expect((await house.send('Email')).code).toBe('card.unsubscribed');
  expect((await house.send('Text')).status).toBe(200);
  await choose(1);
  expect((await read()).emailUnsubscribed).toBe(false);
  expect((await house.send('Email')).status).toBe(200);
});

test('PAR-06 SEC-22 SEC-23 SEC-24 a card is neither read, printed nor sent where it is out of sight, or its participant is not active', async () => {
  onItsOwn();
  const portal = await openPortal();
  const house = await atWork(portal);
  const abroad = await atWork(portal);
  const sister = await portal.aSite(house.companyId, house.trialId);
  const other = await portal.signedIn(await portal.aPerson('Site User', { company_id: house.companyId }, [sister]));
  const sponsor = await portal.signedIn(await portal.aPerson('Sponsor', { company_id: house.companyId }));
  const allOf = async (caller: typeof other, query: object) =>
    [
      await caller.call(api.readParticipantCard, { query: { ...query } }),
      await caller.call(api.printCard, { query: { ...query } }),
      await caller.call(api.sendCard, { body: { ...query, contactType: 'Email' } }),
    ].map(({ status }) => status);
  expect(await allOf(abroad.user, house.query)).toEqual([404, 404, 404]);
  expect(await allOf(other, house.query)).toEqual([404, 404, 404]);
  expect(await allOf(house.user, { ...house.query, g_id: sister })).toEqual([404, 404, 404]);
  expect(await allOf(sponsor, house.query)).toEqual([403, 403, 403]);
  await portal.rows('update participant set is_active = false where participant_id = $1', [house.participantId]);
  expect(await allOf(house.user, house.query)).toEqual([409, 409, 409]);
  expect(await house.sent()).toEqual([]);
});

test('PCO-10 each card that is sent counts for the month on the trial dashboard, and one that is refused does not', async () => {
  const portal = await openPortal();
  const house = await atWork(portal);
  const total = async () =>
    (await house.user.call(countCardsSent, { query: { g_id: house.trialId } })).reply.outreachCount.totalSent;
  expect(await total()).toBe(0);
  await house.send('Email');
  await house.send('Text');
  expect(await total()).toBe(2);
  await portal.rows('update participant set email = null');
  expect((await house.send('Email')).status).toBe(400);
  expect(await total()).toBe(2);
});

test('REL-06 a repeated submit sends one card', async () => {
  onItsOwn();
  const portal = await openPortal();
  const house = await atWork(portal);
  const key = { 'idempotency-key': 'a-key-of-the-browser' };
  const [first, second] = [await house.send('Email', key), await house.send('Email', key)];
  expect(second.body).toEqual(first.body);
  expect(await messages(portal)).toHaveLength(1);
});

test('SEC-36 one person sends 60 cards in a quarter of an hour and no more, and is told when to go on', async () => {
  onItsOwn();
  const portal = await openPortal();
  const house = await atWork(portal);
  for (let n = 0; n < 60; n += 1) expect((await house.send('Text')).status).toBe(200);
  const refused = await house.send('Text');
  expect([refused.status, refused.code]).toEqual([429, 'too_many']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await house.sent()).toHaveLength(60);
});

test('SEC-36 from one address a few cards are sent, by whoever it is, and from another one they still are; a quarter of an hour later it goes on', async () => {
  onItsOwn();
  const portal = await openPortal({ OPEN_CALLS_PER_ADDRESS: '3', TRUSTED_PROXIES: '127.0.0.1' });
  const house = await atWork(portal);
  const colleague = await portal.aPerson('Site User', { company_id: house.companyId }, [house.siteId]);
  const from = { here: { 'x-forwarded-for': '10.0.0.1' }, elsewhere: { 'x-forwarded-for': '10.0.0.2' } };
  const sendAs = async (providerId: number, headers: Record<string, string>) =>
    (await portal.signedIn(providerId)).call(api.sendCard, { body: { ...house.query, contactType: 'Text' }, headers });
  for (const one of [house.user.providerId, colleague, colleague])
    expect((await sendAs(one, from.here)).status).toBe(200);
  const refused = await house.send('Text', from.here);
  expect([refused.status, refused.code, Number(refused.headers['retry-after']) > 890]).toEqual([429, 'too_many', true]);
  expect((await sendAs(colleague, from.elsewhere)).status).toBe(200);
  expect(await house.sent()).toHaveLength(4);
  portal.app.clock.set(new Date(portal.app.clock.now().getTime() + 16 * 60_000));
  expect((await sendAs(colleague, from.here)).status).toBe(200);
});

test('PCO-02 PCO-07 a card is printed as a PDF of one page with its names as they are written, also where the trial sends none', async () => {
  const portal = await openPortal();
  const house = await atWork(portal, { trial: { outreach_preference: false } });
  await portal.rows('update trial_card set main_logo = $1', [aPng(8, 8).toString('base64')]);
  const answer = await house.user.call(api.printCard, { query: house.query });
  expect([answer.status, answer.reply.contentType]).toEqual([200, 'application/pdf']);
  expect(answer.reply.filename).toMatch(/^card-CTRX\d+\.pdf$/);
  const shown = await textOf(Buffer.from(answer.reply.data, 'base64'));
  expect(shown.pages).toBe(1);
  for (const part of [
    '610020',
    'PCN1',
    'GRP1',
    'Ada Łukasz',
    'CTRX',
    'Help desk: +1 617 555 0100',
    'Aurelia Migraine Study',
  ])
    expect(shown.text).toContain(part);
  expect(shown.pictures).toBe(1);
});

test('PCO-07 SEC-28 nothing of a card with long texts, markup and a WebP logo is lost on paper', async () => {
  const portal = await openPortal();
  const house = await atWork(portal, { participant: { first_name: '<script>x()</script>', last_name: 'Ångström' } });
  const long = Array.from({ length: 150 }, (_, n) => `word${n}`).join(' ');
  const label = 'A label that is as long as one may be:::';
  await portal.rows(
    `update trial_card set participants = $1, claim_submissions = $1, pharmacy_instructions = $1, card_introduction = $1,
       contact_info = $2, cardholder_name_label = $3, main_logo = $4, optional_logo = $5`,
    [
      long,
      `${'x'.repeat(300)}\n\n<b>Help</b>`,
      label,
      ((await goodImages())['a WebP'] as Buffer).toString('base64'),
      ((await goodImages())['a JPEG'] as Buffer).toString('base64'),
    ],
  );
  const answer = await house.user.call(api.printCard, { query: house.query });
  const shown = await textOf(Buffer.from(answer.reply.data, 'base64'));
  const words = shown.text.replace(/\s+/g, '');
  expect(words.split(long.replaceAll(' ', ''))).toHaveLength(5);
  for (const part of [
    'x'.repeat(300),
    '<b>Help</b>',
    'A label that is as long as one',
    'may be:::',
    '<script>x()</script> Ångström',
  ])
    expect(words).toContain(part.replaceAll(' ', ''));
  expect([shown.pages, shown.pictures]).toEqual([2, 2]);
});

test('PCO-07 REL-05 a card with the largest logos is printed without keeping others waiting, each logo as large and where it would be from fewer pixels', async () => {
  const portal = await openPortal();
  const house = await atWork(portal);
  const shownWith = async (main: Buffer, optional: Buffer) => {
    await portal.rows('update trial_card set main_logo = $1, optional_logo = $2', [
      main.toString('base64'),
      optional.toString('base64'),
    ]);
    const began = process.threadCpuUsage();
    const answer = await house.user.call(api.printCard, { query: house.query });
    const { user, system } = process.threadCpuUsage(began);
    expect(answer.status).toBe(200);
    return { cpuMs: (user + system) / 1_000, ...(await textOf(Buffer.from(answer.reply.data, 'base64'))) };
  };
  const [few, many] = [
    await shownWith(aPng(300, 100), aPng(100, 100)),
    await shownWith(aPng(3_000, 1_000), aPng(2_000, 2_000)),
  ];
  expect(few.places).toEqual([
    [72, 722, 144, 48],
    [475, 722, 48, 48],
  ]);
  expect(many.places).toEqual(few.places);
  expect(many.cpuMs).toBeLessThan(300);
});

test('PCO-03 APS-06 with a card comes when it was sent the last time by each way, and where to', async () => {
  const portal = await openPortal();
  portal.app.clock.set(new Date('2031-03-05T12:00:00Z'));
  const house = await atWork(portal);
  const last = async () => {
    const { lastEmail, lastText } = (await house.user.call(api.readParticipantCard, { query: house.query })).reply;
    return [lastEmail && { ...lastEmail, sentAt: lastEmail.sentAt.toISOString().slice(0, 16) }, lastText];
  };
  expect(await last()).toEqual([null, null]);
  await house.send('Email');
  portal.app.clock.set(new Date('2031-03-05T12:05:00Z'));
  await portal.rows(`update participant set email = 'other@clinic.example' where participant_id = $1`, [
    house.participantId,
  ]);
  await house.send('Email');
  await portal.aParticipant(house.companyId, house.trialId, house.siteId);
  expect(await last()).toEqual([
    { recipient: 'other@clinic.example', sentAt: '2031-03-05T12:05', isUndelivered: false },
    null,
  ]);
});

test('with a card comes that it does not arrive once its message has been refused for an hour, also after it was sent again, until one goes out', async () => {
  onItsOwn();
  const portal = await openPortal();
  const house = await atWork(portal);
  const told = async () => {
    const { lastEmail, lastText } = (await house.user.call(api.readParticipantCard, { query: house.query })).reply;
    return [lastEmail?.isUndelivered, lastText?.isUndelivered];
  };
  await house.send('Email');
  await house.send('Text');
  await isRefusedFor(portal, 'ada@clinic.example', 59);
  expect(await told()).toEqual([false, false]);
  await isRefusedFor(portal, 'ada@clinic.example', 61);
  expect(await told()).toEqual([true, false]);
  // Nobody is told of a card of another company, whatever they ask.
  const [sent] = await portal.rows<{ id: number }>(
    `select outreach_id as id from card_outreach where channel = 'email'`,
  );
  const ask = (companyId: number) =>
    portal.app.database.inCompany(companyId, (tx) =>
      sql`select card_does_not_arrive(${sent!.id}, ${portal.app.clock.now()}) as told`.execute(tx),
    );
  expect((await ask(house.companyId)).rows).toEqual([{ told: true }]);
  expect((await ask(await portal.aCompany())).rows).toEqual([{ told: false }]);
  expect((await house.send('Email')).status).toBe(200);
  await isRefusedFor(portal, '+16175550123', 61);
  expect(await told()).toEqual([true, true]);
  await deliver(portal);
  expect(await told()).toEqual([false, false]);
  // To another address nothing was refused.
  await house.send('Email');
  await isRefusedFor(portal, 'ada@clinic.example', 61);
  await portal.rows(`update participant set email = 'right@clinic.example' where participant_id = $1`, [
    house.participantId,
  ]);
  await house.send('Email');
  expect(await told()).toEqual([false, false]);
});

/** What every place tells of the cards that were sent: the card itself, the trial dashboard, the participant report and the reporting page. */
async function tellingOfCards(portal: Portal) {
  portal.app.clock.set(new Date('2031-03-05T12:00:00Z'));
  const house = await atWork(portal);
  await portal.rows(`insert into company_module (company_id, name) values ($1, 'Reporting')`, [house.companyId]);
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: house.companyId }));
  const told = async () => {
    const { lastEmail, lastText } = (await house.user.call(api.readParticipantCard, { query: house.query })).reply;
    const { outreachCount } = (await admin.call(countCardsSent, { query: { g_id: house.trialId } })).reply;
    const [row] = (await admin.call(participantReport, { query: { g_id: house.trialId } })).reply.participantReport;
    const { email, sms } = (await admin.call(countOutreach)).reply.months.at(-1)!;
    const { outreach } = (await admin.call(listReportedOutreach, { query: { month: '2031-03' } })).reply;
    return {
      last: [lastEmail?.recipient, lastText?.recipient],
      dashboard: outreachCount.totalSent,
      report: [row?.cardsSent, row?.lastCardSent !== null],
      reporting: [email, sms],
      listed: outreach.map(({ channel }) => channel).toSorted(),
    };
  };
  const change = async (more: { email?: string; phone?: string }) => {
    const contact = { email: 'ada@clinic.example', phone: '+16175550123', preferred_contact: 1, ...more };
    const { participantId: participant_id, siteId, user } = house;
    const body = { ...givenParticipant(siteId, { subject_number: '717-919', ...contact }), participant_id };
    expect((await user.call(changeParticipant, { body: { ...body, addressChanged: 0 } })).status).toBe(200);
  };
  return { ...house, told, change };
}
const nothingTold = { last: [undefined, undefined], dashboard: 0, report: [0, false], reporting: [0, 0], listed: [] };

test('PCO-03 PCO-10 APS-06 DSH-06 a card that is taken back before it goes out was not sent: neither shown as the last one nor counted, and its line says since when', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { told, change, send, user, participantId } = await tellingOfCards(portal);
  const isActive = (active: 0 | 1) =>
    user.call(setParticipantStatus, { body: { participant_id: participantId, isActive: active } });
  await send('Email');
  await send('Text');
  await change({ email: 'augusta@clinic.example' });
  const textAlone = {
    last: [undefined, '+16175550123'],
    dashboard: 1,
    report: [1, true],
    reporting: [0, 1],
    listed: ['sms'],
  };
  expect(await told()).toEqual(textAlone);
  await isActive(0);
  await isActive(1);
  expect(await told()).toEqual(nothingTold);
  await change({});
  await send('Email');
  await portal.call(chooseEmails, { body: { email: 'ada@clinic.example', notificationPreference: 0 } });
  expect(await told()).toEqual(nothingTold);
  expect(await deliver(portal)).toEqual([]);
  const lines = await portal.rows<{ at: Date }>('select withdrawn_at as at from card_outreach');
  expect(lines.map(({ at }) => at.toISOString().slice(0, 16))).toEqual(Array(3).fill('2031-03-05T12:00'));
});

test('PCO-03 PCO-10 DSH-06 a card stays sent that went out before it could be taken back, or was being handed over at that moment', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { told, change, send } = await tellingOfCards(portal);
  await send('Text');
  await deliver(portal);
  await send('Email');
  await deliverDue(portal.app, {
    channel: 'email',
    send: () => change({ email: 'augusta@clinic.example', phone: '+16175550124' }),
    close: () => {},
  });
  expect(await told()).toEqual({
    last: ['ada@clinic.example', '+16175550123'],
    dashboard: 2,
    report: [2, true],
    reporting: [1, 1],
    listed: ['email', 'sms'],
  });
});
