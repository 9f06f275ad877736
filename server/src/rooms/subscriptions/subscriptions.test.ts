import { sendCard } from '@portal/contract/cards/endpoints.ts';
import { askForPuzzle, chooseEmails } from '@portal/contract/subscriptions/endpoints.ts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, test } from 'vitest';
import { readEnv } from '#src/env.ts';
import { clearAway } from '#platform/jobs/housekeeping.ts';
import { deliverDue, type Letter, type Sender } from '#platform/jobs/deliver-messages.ts';
import { aBrandWithHost } from '#test/brands.ts';
import { aClinic } from '#test/patients.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';

const ada = 'ada@clinic.example';
const guarded = { CAPTCHA: 'altcha' };

/** A participant with this address in a company of its own. */
async function aParticipant(portal: Portal, email = ada) {
  const companyId = await portal.aCompany();
  const trialId = await portal.aTrial(companyId, { has_card: true, outreach_preference: true });
  const siteId = await portal.aSite(companyId, trialId);
  const participantId = await portal.aParticipant(companyId, trialId, siteId, { email });
  return { companyId, trialId, siteId, participantId };
}
const choose = (
  portal: Portal,
  notificationPreference: 0 | 1,
  more: object = {},
  headers: Record<string, string> = {},
) => portal.call(chooseEmails, { body: { email: ada, notificationPreference, ...more }, headers });
const choices = (portal: Portal) =>
  portal.rows<{ email: string; wants_emails: boolean; company_id: number }>(
    'select email, wants_emails, company_id from email_choice order by choice_id',
  );
/** What the browser does with a puzzle. */
async function aToken(portal: Portal): Promise<string> {
  const { challenge } = (await portal.call(askForPuzzle)).reply;
  if (!challenge) throw new Error('there is no puzzle');
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

test('APS-07 NTP-04 NTP-06 NTP-07 without a session an address unsubscribes and resubscribes, however it is written; an unknown one is a 404', async () => {
  const portal = await openPortal();
  await aParticipant(portal);
  const out = await choose(portal, 0, { email: ' ADA@clinic.example ' });
  expect([out.status, out.body]).toEqual([200, { message: 'Successfully unsubscribed from email notifications' }]);
  const back = await choose(portal, 1);
  expect([back.status, back.body]).toEqual([200, { message: 'Successfully subscribed to email notifications' }]);
  const unknown = await choose(portal, 0, { email: 'nobody@clinic.example' });
  expect(unknown.status).toBe(404);
  expect((await choices(portal)).map((one) => [one.email, one.wants_emails])).toEqual([
    [ada, false],
    [ada, true],
  ]);
  for (const [field, value] of [
    ['email', 'abc'],
    ['email', ''],
    ['notificationPreference', 2],
  ] as const) {
    const answer = await choose(portal, 0, { [field]: value });
    expect([field, value, answer.status, Object.keys(answer.fields)]).toEqual([field, value, 400, [field]]);
  }
});

test('PRV-08 the history of an address shows who chose what, when and from which page, in every company that knows it, and cannot be edited', async () => {
  onItsOwn();
  const portal = await openPortal();
  portal.app.clock.set(new Date('2031-03-05T12:00:00Z'));
  const [one, other] = [await aParticipant(portal), await aParticipant(portal)];
  await choose(portal, 0, {}, { host: 'na.trialcard.test' });
  // A second time nothing changes, so there is nothing to keep.
  await choose(portal, 0);
  await choose(portal, 1);
  expect((await choices(portal)).map((choice) => [choice.company_id, choice.wants_emails])).toEqual([
    [one.companyId, false],
    [other.companyId, false],
    [one.companyId, true],
    [other.companyId, true],
  ]);
  const [first] = await portal.rows('select chosen_at, page, host from email_choice order by choice_id');
  expect(first).toEqual({
    chosen_at: expect.any(Date) as Date,
    page: '/notification-preferences',
    host: 'na.trialcard.test',
  });
  const entries = await portal.rows<{ action: string; actor_name: string; host: string; changes: object[] }>(
    'select action, actor_name, host, changes from audit_entry where record_id = $1 order by seq',
    [String(one.participantId)],
  );
  expect(entries.map(({ action, actor_name }) => [action, actor_name])).toEqual([
    ['participant.unsubscribed', 'Visitor'],
    ['participant.resubscribed', 'Visitor'],
  ]);
  expect(entries[0]).toMatchObject({ host: 'na.trialcard.test' });
  expect(entries[0]?.changes).toContainEqual({ field: 'page', new: '/notification-preferences' });
  for (const statement of [
    'update email_choice set wants_emails = true',
    'delete from email_choice',
    'truncate email_choice',
  ])
    await expect(portal.rows(statement)).rejects.toThrow(/can only be added/);
});

test('PRV-08 a card that waits to be sent when its owner unsubscribes is not sent any more; what is no matter of choice still is', async () => {
  const portal = await openPortal();
  const { companyId, siteId, participantId, trialId } = await aParticipant(portal);
  await portal.rows(
    `insert into trial_card (care_group_id, company_id, rx_bin, rx_pcn, rx_grp, cardholder_name_label, cardholder_id_label, participants,
       claim_submissions, pharmacy_instructions, card_introduction, contact_info) values ($1, $2, '', '', '', '', '', '', '', '', '', '')`,
    [trialId, companyId],
  );
  const user = await portal.signedIn(await portal.aPerson('Site User', { company_id: companyId }, [siteId]));
  const send = () =>
    user.call(sendCard, { body: { g_id: siteId, participant_id: participantId, contactType: 'Email' } });
  expect((await send()).status).toBe(200);
  await portal.rows(
    "insert into message (channel, recipient, subject, body, created_at) values ('email', $1, 'Your code', '1', now())",
    [ada],
  );
  await choose(portal, 0);
  const letters: Letter[] = [];
  const sender: Sender = {
    channel: 'email',
    send: async (letter) => void letters.push(letter),
    close: () => {},
  };
  await deliverDue(portal.app, sender);
  expect(letters.map(({ subject }) => subject)).toEqual(['Your code']);
  await choose(portal, 1);
  await deliverDue(portal.app, sender);
  expect(letters).toHaveLength(1);
  // Of one who unsubscribes while the card is being sent, nothing is left waiting.
  for (let n = 0; n < 5; n += 1) {
    await Promise.all([send(), choose(portal, 0)]);
    expect(
      await portal.rows('select 1 from message where topic is not null and sent_at is null and withdrawn_at is null'),
    ).toEqual([]);
    await choose(portal, 1);
  }
});

test('NTP-05 OPS-95 SEC-36 where a puzzle is asked for, nothing is changed or told without its answer, and an answer works once', async () => {
  const portal = await openPortal(guarded);
  await aParticipant(portal);
  const token = await aToken(portal);
  const altered = (
    change: (payload: { challenge: { parameters: object; signature: string }; solution: object }) => void,
  ) => {
    const payload = JSON.parse(Buffer.from(token, 'base64').toString()) as Parameters<typeof change>[0];
    change(payload);
    return Buffer.from(JSON.stringify(payload)).toString('base64');
  };
  const unsolved = Buffer.from(JSON.stringify((await portal.call(askForPuzzle)).body)).toString('base64');
  const bad: Record<string, unknown> = {
    none: undefined,
    null: null,
    empty: '',
    words: 'let me in',
    unsolved,
    'another expiry': altered(({ challenge }) => Object.assign(challenge.parameters, { expiresAt: 9_999_999_999 })),
    'a lower cost': altered(({ challenge }) => Object.assign(challenge.parameters, { cost: 1 })),
    'another key': altered(({ solution }) => Object.assign(solution, { derivedKey: '0'.repeat(64) })),
    'another signature': altered(({ challenge }) => Object.assign(challenge, { signature: '0'.repeat(64) })),
  };
  for (const email of [ada, 'nobody@clinic.example'])
    for (const [what, given] of Object.entries(bad)) {
      const answer = await choose(portal, 0, { email, token: given });
      expect([what, answer.status, answer.code, answer.message]).toEqual([
        what,
        400,
        'captcha.refused',
        'Request timed out.',
      ]);
    }
  expect(await choices(portal)).toEqual([]);
  const answers = await Promise.all([0, 1, 0].map((preference) => choose(portal, preference as 0 | 1, { token })));
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400]);
  expect((await choose(portal, 1, { token })).code).toBe('captcha.refused');
  expect((await choose(portal, 1, { token: await aToken(portal) })).status).toBe(200);
});

test('OPS-95 an answer runs out after five minutes, and is forgotten by housekeeping only after that', async () => {
  const portal = await openPortal(guarded);
  await aParticipant(portal);
  const [late, used] = [await aToken(portal), await aToken(portal)];
  expect((await choose(portal, 0, { token: used })).status).toBe(200);
  const now = portal.app.clock.now().getTime();
  portal.app.clock.set(new Date(now + 5 * 60_000 + 1_000));
  expect((await choose(portal, 1, { token: late })).code).toBe('captcha.refused');
  await clearAway(portal.app);
  expect(await portal.rows('select 1 from spent_puzzle')).toHaveLength(1);
  portal.app.clock.set(new Date(now + 2 * 86_400_000));
  await clearAway(portal.app);
  expect(await portal.rows('select 1 from spent_puzzle')).toEqual([]);
});

test('PRV-07 NTP-05 a puzzle that was taken before the secret changed is answered after it, once, and not without the earlier secret', async () => {
  const before = await openPortal(guarded);
  await aParticipant(before);
  const token = await aToken(before);
  const changed = { ...guarded, PORTAL_SECRET: 'another secret for tests, long enough as well' };
  const forgetful = await openPortal({ ...changed, PORTAL_EARLIER_SECRETS: 'lost' }, { beside: before });
  expect((await choose(forgetful, 0, { token })).code).toBe('captcha.refused');
  const after = await openPortal(
    { ...changed, PORTAL_EARLIER_SECRETS: before.app.env.secret.toString().replaceAll(',', '%2C') },
    { beside: before },
  );
  expect((await choose(after, 0, { token })).status).toBe(200);
  expect((await choose(after, 0, { token })).code).toBe('captcha.refused');
  expect((await choose(before, 0, { token })).code).toBe('captcha.refused');
});

test('NTP-05 OPS-95 SEC-37 production and staging want the puzzle and refuse to start without; test mode and development skip it unless told otherwise', async () => {
  const production = {
    DATABASE_URL: 'postgres://portal@db/portal?sslmode=verify-full',
    TLS_AT_EDGE: 'yes',
    PORTAL_SECRET: 'k3Jq-9fZx_Lw72PdVmTs0Rb8YhCeUgNa',
  };
  for (const PORTAL_MODE of ['production', 'staging']) {
    expect(readEnv({ ...production, PORTAL_MODE }).captcha).toBe('altcha');
    expect(() => readEnv({ ...production, PORTAL_MODE, CAPTCHA: 'off' })).toThrow(
      new RegExp(`^CAPTCHA must be "altcha" in ${PORTAL_MODE}\\.$`),
    );
  }
  for (const PORTAL_MODE of ['test', 'development']) {
    expect(readEnv({ ...production, PORTAL_MODE }).captcha).toBe('off');
    expect(readEnv({ ...production, PORTAL_MODE, CAPTCHA: 'altcha' }).captcha).toBe('altcha');
  }
  const portal = await openPortal();
  expect((await portal.call(askForPuzzle)).body).toEqual({ challenge: null });
});

test('SEC-10 SEC-36 one network address makes so many choices in a quarter of an hour, whatever it is forwarded for', async () => {
  const portal = await openPortal({ OPEN_CALLS_PER_ADDRESS: '3' });
  await aParticipant(portal);
  const statuses = [];
  for (let n = 0; n < 4; n += 1)
    statuses.push((await choose(portal, 0, {}, { 'x-forwarded-for': `10.0.0.${n}` })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const refused = await choose(portal, 1);
  expect([refused.code, Number(refused.headers['retry-after']) > 0]).toEqual(['too_many', true]);
  portal.app.clock.set(new Date(portal.app.clock.now().getTime() + 16 * 60_000));
  expect((await choose(portal, 1)).status).toBe(200);
});

test('PRV-08 APS-07 a patient unsubscribes by the address that mails are sent to, once for each company that has it, and the trail says so', async () => {
  onItsOwn();
  const portal = await openPortal();
  const [here, there] = [await aClinic(portal), await aClinic(portal)];
  const own = await here.anActivePatient({ email: ada });
  await there.anActivePatient({ email: ada });
  const out = await choose(portal, 0, { email: ' ADA@clinic.example ' });
  expect([out.status, out.body]).toEqual([200, { message: 'Successfully unsubscribed from email notifications' }]);
  expect((await choose(portal, 0)).status).toBe(200);
  const kept = await choices(portal);
  expect(kept.map((one) => [one.company_id, one.wants_emails])).toEqual([
    [here.companyId, false],
    [there.companyId, false],
  ]);
  const entries = await portal.rows(
    `select action, record_id from audit_entry where action = 'patient.unsubscribed' and company_id = $1`,
    [here.companyId],
  );
  expect(entries).toEqual([{ action: 'patient.unsubscribed', record_id: String(own) }]);
});

test('SEC-22 PRV-08 a choice that is made on the host of one company tells no other company that knows the address of that host', async () => {
  onItsOwn();
  const portal = await openPortal();
  const [here, there] = [await aClinic(portal), await aParticipant(portal)];
  await here.anActivePatient({ email: ada });
  await aBrandWithHost(portal, { companyId: there.companyId, host: 'there.example' });
  const hosts = async ({ companyId }: { companyId: number }) => {
    const [choice] = await portal.rows<{ host: string }>(
      'select host from email_choice where company_id = $1 order by choice_id desc limit 1',
      [companyId],
    );
    const [entry] = await portal.rows<{ host: string }>(
      `select host from audit_entry where company_id = $1 and action like '%subscribed' order by seq desc limit 1`,
      [companyId],
    );
    return [choice?.host, entry?.host];
  };
  expect((await choose(portal, 0, {}, { host: 'there.example' })).status).toBe(200);
  expect(await hosts(there)).toEqual(['there.example', 'there.example']);
  expect(await hosts(here)).toEqual(['another host of the portal', 'another host of the portal']);
  const told = `select from (select company_id, to_jsonb(e) as row from audit_entry e
    union all select company_id, to_jsonb(c) from email_choice c) as kept where company_id = $1 and row::text like '%there.example%'`;
  expect(await portal.rows(told, [here.companyId])).toEqual([]);
  expect((await choose(portal, 1, {}, { host: 'na.trialcard.test' })).status).toBe(200);
  for (const one of [here, there]) expect(await hosts(one)).toEqual(['na.trialcard.test', 'na.trialcard.test']);
});
