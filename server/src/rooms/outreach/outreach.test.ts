import { outbox } from '@portal/contract/dev/endpoints.ts';
import * as api from '@portal/contract/outreach/endpoints.ts';
import {
  changePatient,
  readPatientUser,
  removeFromGroup,
  setPatientStatus,
} from '@portal/contract/patients/endpoints.ts';
import { reinviteUser, removeUser } from '@portal/contract/providers/user-endpoints.ts';
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import { lookAtCode } from '@portal/contract/responses/respond-endpoints.ts';
import { expect, test } from 'vitest';
import { actOf, momentOf } from '#platform/act/act.ts';
import { deliverDue } from '#platform/jobs/deliver-messages.ts';
import { noteTold } from '#rooms/patient-records/door.ts';
import { portalItself } from '#rooms/schedules/door.ts';
import { operate } from '#src/operator/operate.ts';
import { aBrandWithHost } from '#test/brands.ts';
import { deliver } from '#test/deliveries.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { openSchedules, type Schedules } from '#test/schedules.ts';
import { refuseChanges } from '#test/refuse-changes.ts';
import { inPlaceOfAct } from '#test/unrecorded-changes.ts';
import { somebodyWaits } from '#test/waits.ts';
import { tellPatientsDue } from './tell-patients.ts';

/** A patient whom their clinic asked something this morning, without a word to them. */
async function anAsked(s: Schedules, given: { preferred?: number; email?: string | null; phone?: string | null } = {}) {
  const { preferred = 0, ...contact } = given;
  const survey = await s.aSurvey('Depression follow-up');
  const trigger = await s.asks(s.groups.failure, survey, '1d');
  const patient = await s.anActivePatient(contact);
  await s.rows('update patient set preferred_contact = $2 where patient_id = $1', [patient, preferred]);
  s.forward(1.1);
  await s.makeDue();
  const [event] = await s.events(patient);
  return { patient, event: event?.id as number, trigger };
}
const remind = (s: Schedules, u_id: number, surveyEventId: number, who: 'nurse' | 'other' | 'root' = 'nurse') =>
  s.people[who].call(api.remindPatient, { body: { u_id, outreachType: 'reminder', surveyEventId } });
const history = async (s: Schedules, u_id: number, survey_event_id?: number) =>
  (
    await s.people.nurse.call(api.listOutreach, {
      query: { u_id, ...(survey_event_id === undefined ? {} : { survey_event_id }) },
    })
  ).reply.outreachHistory;
const sent = async (s: Pick<Schedules, 'call'>) => (await s.call(outbox)).reply;

test('ACT-08 ACT-09 ACT-15 ACT-16 CAA-01 CAA-03 OPC-25 OPC-26 a reminder goes out by e-mail and stands in the history of its event and of the last 30 days', async () => {
  const s = await openSchedules();
  const { patient, event } = await anAsked(s, { email: 'ada@mail.example' });
  const now = s.app.clock.now();
  expect((await remind(s, patient, event)).body).toEqual({ message: 'Reminder sent.' });
  const [entry, ...more] = await history(s, patient, event);
  const [nurse] = await s.rows<{ name: string }>(
    `select first_name || ' ' || last_name as name from provider where provider_id = $1`,
    [s.people.nurse.providerId],
  );
  expect(more).toEqual([]);
  expect(entry).toEqual({
    rowNumber: 1,
    reason: 'Assessment reminder',
    timeSent: entry?.timeSent,
    contactMethod: 'Email',
    contactedBy: nurse?.name,
    responded: null,
  });
  expect(Math.abs((entry?.timeSent.getTime() ?? 0) - now.getTime())).toBeLessThan(10_000);
  expect(await history(s, patient)).toEqual([entry]);
  await s.answer(event);
  expect((await history(s, patient))[0]?.responded).toBeInstanceOf(Date);
  const trail = await s.rows(`select actor_id, record_kind from audit_entry where action = 'patient.reminded'`);
  expect(trail).toEqual([{ actor_id: s.people.nurse.providerId, record_kind: 'reminder' }]);
  const line = await s.people.nurse.call(readTimeline, { query: { u_id: patient } });
  expect(line.reply.entries.map(({ kind, what }) => `${kind}: ${what}`)).toEqual(
    expect.arrayContaining(['outreach: Reminded of an assessment by email', 'assessment: Assessment started']),
  );
});

test('BRN-01 OPC-25 a patient hears of an assessment under the brand of the group that asks, else of the company, wherever the clinician works and whoever writes', async () => {
  const s = await openSchedules();
  const { companyId, groups } = s;
  await s.asks(groups.failure, await s.aSurvey(), '1d');
  const patient = await s.anActivePatient({ email: 'ada@mail.example' });
  s.forward(0.01);
  const linkFrom = async (host: string) => {
    s.forward(1);
    await s.makeDue();
    await tellPatientsDue(s.app);
    const [event] = (await s.events(patient)).slice(-1);
    const body = { u_id: patient, outreachType: 'reminder', surveyEventId: event?.id };
    const nurse = await s.signedIn(s.people.nurse.providerId, host);
    expect((await nurse.call(api.remindPatient, { body })).status).toBe(200);
    const links = (await sent(s)).slice(0, 2).map(({ text }) => /https?:\/\/([^/:]+)\S*\/respond/.exec(text)?.[1]);
    return [...new Set(links)];
  };
  const usual = await linkFrom('na.trialcard.test');
  expect(usual).toEqual(['localhost']);
  await aBrandWithHost(s, { companyId, host: 'clinic.example' });
  await aBrandWithHost(s, { companyId: await s.aCompany([]), host: 'stranger.example' });
  await aBrandWithHost(s, { companyId, careGroupId: groups.diabetes, host: 'diabetes.example' });
  expect(await linkFrom('na.trialcard.test')).toEqual(['clinic.example']);
  await aBrandWithHost(s, { companyId, careGroupId: groups.failure, host: 'heart.example' });
  expect(await linkFrom('localhost')).toEqual(['heart.example']);
});

/** The name and the host of the brand in which the portal tells a patient of their assessment. */
async function nameAndHost(s: Schedules) {
  await s.asks(s.groups.failure, await s.aSurvey(), '1d');
  await s.anActivePatient({ email: 'ada@mail.example' });
  s.forward(1.01);
  await s.makeDue();
  await tellPatientsDue(s.app);
  const [mail] = await sent(s);
  return [
    /Trellis|TrialCard Europe|TrialCard North America/.exec(mail?.text ?? '')?.[0],
    /https?:\/\/([^/:]+)\S*\/respond/.exec(mail?.text ?? '')?.[1],
  ];
}

const onPortal = (s: Schedules, ...words: string[]) =>
  operate(words, async () => ({ ...s.app, sendsMail: false, close: async () => {} }));
const inviteAs = async (s: Schedules, email: string, brand: string) => {
  const words = { company: String(s.companyId), 'admin-email': email, 'admin-type': 'Nurse', brand };
  const said = Object.entries(words).flatMap(([word, value]) => [`--${word}`, value]);
  expect((await onPortal(s, 'invite-admin', ...said)).ok).toBe(true);
};
const takeBack = async (s: Schedules, email: string) =>
  expect((await onPortal(s, 'cancel-invitation', '--company', String(s.companyId), '--email', email)).ok).toBe(true);

test('BRN-01 OPC-25 a patient of a company without a host hears under the brand of the installation that the operator last invited its people under, whichever its people invite under', async () => {
  onItsOwn();
  const s = await openSchedules();
  await inviteAs(s, 'first@clinic.example', 'north-america');
  await inviteAs(s, 'second@clinic.example', 'europe');
  await s.rows(
    `insert into invitation (company_id, code_hash, brand_key, type, email, inviter_id, created_at, expires_at)
     values ($1, 'x', 'north-america', 'Nurse', 'third@clinic.example', $2, now(), now())`,
    [s.companyId, s.people.nurse.providerId],
  );
  expect(await nameAndHost(s)).toEqual(['TrialCard Europe', 'eu.trialcard.test']);
});

test('BRN-01 OPC-25 an invitation that the operator has withdrawn decides no more under which brand patients hear, while one that was accepted does', async () => {
  onItsOwn();
  const s = await openSchedules();
  await inviteAs(s, 'first@clinic.example', 'europe');
  await s.rows(`update invitation set used_at = now()`);
  await inviteAs(s, 'mistaken@clinic.example', 'north-america');
  await takeBack(s, 'mistaken@clinic.example');
  expect(await nameAndHost(s)).toEqual(['TrialCard Europe', 'eu.trialcard.test']);
});

/** Of a company under Europe the operator has just invited somebody under North America. */
async function anInvitedAdministrator() {
  const s = await openSchedules();
  await inviteAs(s, 'first@clinic.example', 'europe');
  await inviteAs(s, 'second@clinic.example', 'north-america');
  const [invited] = await s.rows<{ id: number }>(
    `select person_id as id from invitation where email = 'second@clinic.example'`,
  );
  const cp_id = invited?.id as number;
  const admin = await s.signedIn(await s.aPerson('Admin', { company_id: s.companyId, admin_rights: true }));
  return {
    s,
    reinvite: () => admin.call(reinviteUser, { body: { company_id: s.companyId, cp_id } }),
    remove: () => admin.call(removeUser, { query: { cp_id, removal_type: 'remove' } }),
  };
}

test.each(['reinvite', 'remove'] as const)(
  'BRN-01 OPC-25 under which brand patients hear is nothing that a company’s own people change when they %s whom the operator invited',
  async (step) => {
    onItsOwn();
    const { s, [step]: take } = await anInvitedAdministrator();
    expect((await take()).status).toBe(200);
    expect(await nameAndHost(s)).toEqual(['TrialCard North America', 'na.trialcard.test']);
  },
);

test('BRN-01 OPC-25 an invitation of the operator that people of the company sent again decides no more either once the operator withdraws it', async () => {
  onItsOwn();
  const { s, reinvite } = await anInvitedAdministrator();
  expect((await reinvite()).status).toBe(200);
  await takeBack(s, 'second@clinic.example');
  expect(await nameAndHost(s)).toEqual(['TrialCard Europe', 'eu.trialcard.test']);
});

test('BRN-01 BRN-14 SCN-14 a patient of the special company hears under the portal that is its own without configuration, whichever brand the operator invited its people under', async () => {
  onItsOwn();
  const portal = await openPortal();
  for (let n = 1; n <= 7; n += 1) await portal.aCompany([]);
  const s = await openSchedules({}, { beside: portal });
  expect(s.companyId).toBe(8);
  await inviteAs(s, 'first@clinic.example', 'europe');
  expect(await nameAndHost(s)).toEqual(['TrialCard North America', 'na.trialcard.test']);
});

test.each([
  ['https://na.trialcard.test/', ['TrialCard North America', 'na.trialcard.test']],
  ['https://NA.trialcard.test:8443', ['TrialCard North America', 'na.trialcard.test']],
  ['https://portal.example', ['Trellis', 'portal.example']],
])(
  'BRN-01 OPN-31 with DEFAULT_PORTAL_URL %s a patient hears under the brand that its host shows, and the link leads there',
  async (DEFAULT_PORTAL_URL, heard) => {
    expect(await nameAndHost(await openSchedules({ DEFAULT_PORTAL_URL }))).toEqual(heard);
  },
);

test('PRV-05 PRV-12 OPC-25 what a patient is sent holds the brand, a greeting and the link, and neither names nor what is asked', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { patient, event } = await anAsked(s, { preferred: 3, email: 'ada@mail.example', phone: '+16175550188' });
  await remind(s, patient, event);
  const [text, mail] = await sent(s);
  expect([mail?.channel, mail?.to, text?.channel, text?.to]).toEqual([
    'email',
    'ada@mail.example',
    'sms',
    '+16175550188',
  ]);
  for (const message of [text, mail]) {
    expect(message?.text).toContain('Hello');
    expect(message?.text).toMatch(/\/respond\?code=[\w-]{20,}/);
    expect(JSON.stringify(message)).not.toMatch(/Depression|Heart|Ada|Patient0/);
  }
  // The way out of mails comes last, in both forms.
  const [stored] = await s.rows<{ html: string }>(`select html from message where channel = 'email'`);
  for (const form of [mail?.text ?? '', stored?.html ?? '']) {
    expect(form.indexOf('/respond?code=')).toBeGreaterThan(0);
    expect(form.lastIndexOf('/respond?code=')).toBeLessThan(form.indexOf('To stop receiving emails like this one'));
    expect(form).toContain('?email=ada%40mail.example');
  }
  expect(stored?.html).toMatch(/<\/div><\/body><\/html>$/);
  // Of the code itself nothing is kept but in the messages.
  const code = /code=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(text?.text).toContain(code);
  const kept = await s.rows<{ row: string }>('select respond_code::text as row from respond_code');
  expect(kept).toHaveLength(1);
  expect(kept[0]?.row).not.toContain(code);
});

test.each([
  [0, ['Email']],
  [1, ['Text']],
  [3, ['Email', 'Text']],
])('OPC-25 ACT-07 a patient who prefers %s is reached by %j, in one moment', async (preferred, ways) => {
  const s = await openSchedules();
  const { patient, event } = await anAsked(s, { preferred });
  await remind(s, patient, event);
  const entries = await history(s, patient, event);
  expect(entries.map(({ contactMethod }) => contactMethod)).toEqual(ways);
  expect(entries.map(({ rowNumber }) => rowNumber)).toEqual(ways.map((_, at) => at + 1));
  expect(new Set(entries.map(({ timeSent }) => timeSent.getTime())).size).toBe(1);
});

const unsubscribed = 'This patient has unsubscribed from emails, so they are told of nothing by email.';
const noTexts = 'This patient has revoked the consent to texts, so they are told of nothing by text.';
const noAddress = 'This patient has no email address or phone number for their preferred contact method.';
const unsubscribes = (s: Schedules, email: string, companyId = s.companyId) =>
  s.rows(
    `insert into email_choice (company_id, email, wants_emails, chosen_at, page, host, request_id)
     values ($1, $2, false, now(), '', '', '')`,
    [companyId, email],
  );

test('OPC-25 PRV-08 who has no preferred way, no address for it, or wants no e-mails is not written to, and that is said', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { patient, event } = await anAsked(s, { preferred: -1, email: 'ada@mail.example' });
  const refused = async () => {
    const { status, message } = await remind(s, patient, event);
    return [status, message];
  };
  expect(await refused()).toEqual([403, 'Patient has no preferred contact method.']);
  await s.rows('update patient set preferred_contact = 0');
  await unsubscribes(s, 'ada@mail.example');
  expect(await refused()).toEqual([403, unsubscribed]);
  await s.rows(`update patient set email = username, preferred_contact = 0`);
  expect(await refused()).toEqual([403, noAddress]);
  expect(await sent(s)).toEqual([]);
  expect(await history(s, patient)).toEqual([]);
});

/** What a patient said of texts and terms, one after the other (CNS-02). */
const says = async (s: Schedules, patient: number, ...codes: (number | null)[]) => {
  for (const code of codes)
    await s.rows(
      `insert into patient_consent (company_id, patient_id, code, added_at)
       select $1, $2, $3, $4::timestamptz + count(*) * interval '1 second' from patient_consent where patient_id = $2`,
      [s.companyId, patient, code, s.app.clock.now()],
    );
};

test.each([
  { codes: [0], preferred: 1, to: [] },
  { codes: [0], preferred: 3, to: ['Email'] },
  { codes: [0], preferred: 0, to: ['Email'] },
  { codes: [1, 2, 0], preferred: 1, to: [] },
  { codes: [0, 2], preferred: 1, to: [] },
  { codes: [0, 1], preferred: 1, to: ['Text'] },
  { codes: [0, null], preferred: 1, to: ['Text'] },
  { codes: [2], preferred: 1, to: ['Text'] },
  { codes: [], preferred: 3, to: ['Email', 'Text'] },
])(
  'PRV-08 CNS-02 OPC-25 of a patient who prefers $preferred and has said $codes, a reminder and the start of an assessment go by $to',
  async ({ codes, preferred, to }) => {
    onItsOwn();
    const s = await openSchedules();
    const { patient, event } = await anAsked(s, { preferred, email: 'ada@mail.example', phone: '+16175550188' });
    await says(s, patient, ...codes);
    const answer = await remind(s, patient, event);
    expect([answer.status, answer.body]).toMatchObject(
      to.length === 0 ? [403, { message: noTexts }] : [200, { message: 'Reminder sent.' }],
    );
    const ways = async () => (await history(s, patient)).map(({ contactMethod }) => contactMethod);
    expect(await ways()).toEqual(to);
    s.forward(0.92);
    await s.makeDue();
    await tellPatientsDue(s.app);
    expect(await ways()).toEqual([...to, ...to]);
    const channels = to.map((way) => (way === 'Text' ? 'sms' : 'email'));
    const went = (await sent(s)).map(({ channel }) => channel);
    expect(went.toSorted((a, b) => a.localeCompare(b))).toEqual(channels.flatMap((one) => [one, one]));
  },
);

test.each([
  { preferred: 0, said: unsubscribed, refused: ['Email'] },
  { preferred: 1, said: noTexts, refused: ['Text'] },
  { preferred: 3, said: `${unsubscribed} ${noTexts}`, refused: ['Email', 'Text'] },
  { preferred: -1, said: 'Patient has no preferred contact method.', refused: [] },
])(
  'PRV-08 CNS-02 OPC-25 a patient who takes neither emails nor texts and prefers $preferred: what is read of their outreach names $refused, and a reminder is refused with the reason',
  async ({ preferred, said, refused }) => {
    const s = await openSchedules();
    const { patient, event } = await anAsked(s, { preferred, email: 'ada@mail.example', phone: '+16175550188' });
    await unsubscribes(s, 'ada@mail.example');
    await says(s, patient, 0);
    const asked = await remind(s, patient, event);
    expect([asked.status, asked.message]).toEqual([403, said]);
    const query = { u_id: patient };
    expect((await s.people.nurse.call(api.listOutreach, { query })).reply).toMatchObject({ undelivered: [], refused });
  },
);

test('PRV-08 that an address is unsubscribed from the emails of another company is told nobody here, and what a patient takes again is refused no more', async () => {
  const s = await openSchedules();
  const { patient, event } = await anAsked(s, { preferred: 3, email: 'ada@mail.example', phone: '+16175550188' });
  const refused = async () =>
    (await s.people.nurse.call(api.listOutreach, { query: { u_id: patient, survey_event_id: event } })).reply.refused;
  await unsubscribes(s, 'ada@mail.example', await s.aCompany([]));
  expect(await refused()).toEqual([]);
  await says(s, patient, 0);
  expect(await refused()).toEqual(['Text']);
  await says(s, patient, 1);
  expect(await refused()).toEqual([]);
  // They would not be reached there anyway.
  await unsubscribes(s, 'ada@mail.example');
  await s.rows('update patient set preferred_contact = 1 where patient_id = $1', [patient]);
  expect(await refused()).toEqual([]);
});

test('PRV-08 a text that waits when its patient revokes the consent is not sent any more; their mails, texts to others and codes to sign in with are', async () => {
  onItsOwn();
  const s = await openSchedules();
  const phone = '+16175550188';
  const { patient, event } = await anAsked(s, { preferred: 3, email: 'ada@mail.example', phone });
  await remind(s, patient, event);
  const other = await s.anActivePatient({ email: null, phone: '+16175550189' });
  s.forward(1.01);
  await s.makeDue();
  await tellPatientsDue(s.app);
  expect((await history(s, other)).map(({ contactMethod }) => contactMethod)).toEqual(['Text']);
  await s.app.database.asSystem((tx) => momentOf(tx, s.app.clock).sendText({ to: phone, text: 'Your code is 1.' }));
  await says(s, patient, 1, 0);
  const out = (await deliver(s)).map(({ channel, to, text }) => [channel, to, text.includes('Your code')]);
  expect(out).toEqual([
    ['email', 'ada@mail.example', false],
    ['sms', '+16175550189', false],
    ['sms', phone, true],
  ]);
  await says(s, patient, 1);
  expect(await deliver(s)).toEqual([]);
});

/** A colleague corrects what is on record of the patient. */
const correct = async (s: Schedules, patient: number, Name: string, Value: string) => {
  const { username } = (await s.people.root.call(readPatientUser, { query: { u_id: patient } })).reply.user;
  const body = { u_id: patient, username, userAttributes: [{ Name, Value }] };
  expect((await s.people.root.call(changePatient, { body })).status).toBe(200);
};
/** The service of mails takes nothing at this moment. */
const failToDeliver = (s: Schedules) =>
  deliverDue(s.app, {
    channel: 'email',
    send: () => Promise.reject(Object.assign(new Error('away'), { code: 'HTTP 503' })),
    close: () => {},
  });

test.each([
  { what: 'whose messages waited for days', meanwhile: async () => {}, to: 'first@mail.example' },
  {
    what: 'whose address was corrected while they waited',
    meanwhile: (s: Schedules, patient: number) => correct(s, patient, 'email', 'right@mail.example'),
    to: 'right@mail.example',
  },
])(
  'REL-14 a patient $what hears that the assessment of today began, and not of those that should have been answered',
  async ({ meanwhile, to: address }) => {
    onItsOwn();
    const s = await openSchedules();
    await s.asks(s.groups.failure, await s.aSurvey(), '1d');
    const patient = await s.anActivePatient({ email: 'first@mail.example' });
    s.forward(0.01);
    for (const happens of [meanwhile, async () => {}, async () => {}]) {
      s.forward(1);
      await s.makeDue();
      await tellPatientsDue(s.app);
      await failToDeliver(s);
      await happens(s, patient);
    }
    const starts = (await history(s, patient)).filter(({ reason }) => reason === 'Assessment started');
    expect([(await s.events(patient)).length, starts.length]).toEqual([3, 3]);
    s.forward(0.1);
    const went = await deliver(s);
    expect(went.map(({ to }) => to)).toEqual([address]);
    // Its link lasts longer than that message would have waited.
    s.forward(20);
    expect(await looksAt(s, codeIn(went[0]))).toBe(200);
  },
);

test('REL-14 of the reminders of an assessment that waited for days the last one goes out, however long it waited', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { patient, event } = await anAsked(s, { email: 'ada@mail.example' });
  for (let day = 1; day <= 3; day += 1) {
    expect((await remind(s, patient, event)).status).toBe(200);
    await failToDeliver(s);
    s.forward(1);
  }
  s.forward(2);
  const [newest] = await s.rows<{ id: number }>('select max(message_id) as id from message');
  expect((await deliver(s)).map(({ id }) => id)).toEqual([newest?.id]);
  expect(await history(s, patient, event)).toHaveLength(3);
});

test('PRV-03 PRV-08 what waits for an address or number that the patient has left is not sent there any more', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { patient, event } = await anAsked(s, { preferred: 3, email: 'ada@mail.example', phone: '+16175550188' });
  await remind(s, patient, event);
  await correct(s, patient, 'given_name', 'Augusta');
  await correct(s, patient, 'email', 'augusta@mail.example');
  expect((await deliver(s)).map(({ to }) => to)).toEqual(['augusta@mail.example', '+16175550188']);
  s.forward(0.92);
  await s.makeDue();
  await tellPatientsDue(s.app);
  await correct(s, patient, 'phone_number', '+16175550187');
  const out = (await deliver(s)).map(({ to }) => to);
  expect(out).toEqual(['augusta@mail.example', 'augusta@mail.example', '+16175550187', '+16175550187']);
});

/** As in the profile. */
const prefers = async (s: Schedules, u_id: number, preferredContact: 0 | 1 | 3 | -1) => {
  const { username } = (await s.people.nurse.call(readPatientUser, { query: { u_id } })).reply.user;
  return s.people.nurse.call(changePatient, { body: { u_id, username, userAttributes: [], preferredContact } });
};
test('PRV-08 OPC-25 whoever is to be written to by text from now on is sent no mail that still waits, but its assessment by text, and the next reminder; whoever is to be written to by no way is sent nothing', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { patient, event } = await anAsked(s, { email: 'ada@mail.example', phone: '+16175550188' });
  await remind(s, patient, event);
  expect((await prefers(s, patient, 1)).status).toBe(200);
  const [text, ...more] = await deliver(s);
  expect([text?.channel, text?.to, more]).toEqual(['sms', '+16175550188', []]);
  expect(await looksAt(s, codeIn(text))).toBe(200);
  expect(await history(s, patient)).toMatchObject([
    { reason: 'Assessment link sent again', contactMethod: 'Text' },
    { reason: 'Assessment reminder', contactMethod: 'Email' },
  ]);
  s.forward(1);
  expect((await remind(s, patient, event)).status).toBe(200);
  expect((await prefers(s, patient, -1)).status).toBe(200);
  expect(await deliver(s)).toEqual([]);
  s.forward(1);
  const refused = await remind(s, patient, event);
  expect([refused.status, refused.message]).toEqual([403, 'Patient has no preferred contact method.']);
});

test('PRV-08 a mail that waits stays where texts are wanted besides, and one of them alone is taken back where that is wanted no more', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { patient, event } = await anAsked(s, { preferred: 3, email: 'ada@mail.example', phone: '+16175550188' });
  await remind(s, patient, event);
  expect((await prefers(s, patient, 0)).status).toBe(200);
  expect((await deliver(s)).map(({ to }) => to)).toEqual(['ada@mail.example']);
});

test('PRV-08 PRV-05 OPC-25 by a text that went to a wrong number nobody gets in once no way is wanted, nor by a mail in place of both: that comes with another link', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { patient, event } = await anAsked(s, { preferred: 3, email: 'ada@mail.example', phone: '+16175550188' });
  await remind(s, patient, event);
  const text = codeIn((await deliver(s)).find(({ channel }) => channel === 'sms'));
  expect(await looksAt(s, text)).toBe(200);
  expect((await prefers(s, patient, 0)).status).toBe(200);
  const [mail, ...more] = await deliver(s);
  expect([mail?.to, more]).toEqual(['ada@mail.example', []]);
  expect([await looksAt(s, text), await looksAt(s, codeIn(mail))]).toEqual([404, 200]);
  expect((await prefers(s, patient, -1)).status).toBe(200);
  expect(await deliver(s)).toEqual([]);
  expect(await looksAt(s, codeIn(mail))).toBe(404);
});

test('PRV-08 OPC-25 whoever is to be written to by text besides is sent by text what came by mail, whose link goes on', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { patient, event } = await anAsked(s, { email: 'ada@mail.example', phone: '+16175550188' });
  await remind(s, patient, event);
  const [mail] = await deliver(s);
  expect((await prefers(s, patient, 3)).status).toBe(200);
  const [text, ...more] = await deliver(s);
  expect([text?.channel, text?.to, more]).toEqual(['sms', '+16175550188', []]);
  expect([await looksAt(s, codeIn(mail)), await looksAt(s, codeIn(text))]).toEqual([200, 200]);
});

test.each<{ variables: Record<string, string>; preferred?: number; says: string; ways: string[] }>([
  { variables: {}, says: 'This portal sends no messages by the preferred contact method of this patient.', ways: [] },
  {
    variables: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@clinic.example' },
    preferred: 1,
    says: 'This portal sends no messages by the preferred contact method of this patient.',
    ways: [],
  },
  {
    variables: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@clinic.example' },
    preferred: -1,
    says: 'Patient has no preferred contact method.',
    ways: [],
  },
  { variables: { SMS_URL: 'http://127.0.0.1:9/send', SMS_TOKEN: 'token' }, says: 'Reminder sent.', ways: ['Text'] },
  {
    variables: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@clinic.example' },
    says: 'Reminder sent.',
    ways: ['Email'],
  },
])(
  'OPC-25 outside of development and tests a patient is reached by those ways alone for which there is a service, else it is said: with $variables $says ($ways)',
  async ({ variables, preferred = 3, says, ways }) => {
    onItsOwn();
    const s = await openSchedules({ PORTAL_MODE: 'staging', ...variables });
    const { patient, event } = await anAsked(s, { preferred, email: 'ada@mail.example', phone: '+16175550188' });
    expect((await remind(s, patient, event)).body).toMatchObject({ message: says });
    expect((await history(s, patient)).map(({ contactMethod }) => contactMethod)).toEqual(ways);
    expect((await s.rows('select from message where patient_id = $1', [patient])).length).toBe(ways.length);
  },
);

const codeIn = (message: { text: string } | undefined) => /code=([\w-]+)/.exec(message?.text ?? '')?.[1] ?? '';
const looksAt = async (s: Schedules, code: string) => (await s.call(lookAtCode, { body: { code } })).status;

test.each([
  { who: 'a nurse', reason: 'Assessment reminder', isDelivered: false },
  { who: 'a nurse', reason: 'Assessment reminder', isDelivered: true },
  { who: 'the portal', reason: 'Assessment started', isDelivered: false },
])(
  'OPC-20 ACT-08 ACT-10 what $who has sent to an address that is corrected comes to the new one, with a link that opens (delivered: $isDelivered), and the day’s reminder stays what it was',
  async ({ who, reason, isDelivered }) => {
    onItsOwn();
    const s = await openSchedules();
    const { patient, event } = await anAsked(s, { email: 'ada@mail.example' });
    if (who === 'a nurse') await remind(s, patient, event);
    else {
      await s.rows('update survey_event set tells_patient = true');
      await tellPatientsDue(s.app);
    }
    const before = codeIn((await sent(s))[0]);
    expect(await looksAt(s, before)).toBe(200);
    const delivered = isDelivered ? await deliver(s) : [];
    expect(delivered.map(({ to }) => to)).toEqual(isDelivered ? ['ada@mail.example'] : []);
    s.forward(0.01);
    await correct(s, patient, 'email', 'augusta@mail.example');
    const [mail, ...more] = await deliver(s);
    expect([mail?.to, more]).toEqual(['augusta@mail.example', []]);
    expect([await looksAt(s, before), await looksAt(s, codeIn(mail))]).toEqual([404, 200]);
    expect(await history(s, patient)).toMatchObject([
      { rowNumber: 1, reason: 'Assessment link sent again', contactMethod: 'Email', contactedBy: '' },
      { rowNumber: 2, reason, contactMethod: 'Email' },
    ]);
    expect(await history(s, patient, event)).toHaveLength(who === 'the portal' ? 0 : 1);
    expect((await remind(s, patient, event)).status).toBe(who === 'the portal' ? 200 : 403);
    const trail = await s.rows<{ actor: number | null }>(
      `select actor_id as actor from audit_entry where action = 'patient.reminded' and changes @> '[{"new": "again"}]'`,
    );
    expect(trail).toEqual([{ actor: s.people.root.providerId }]);
    const line = await s.people.nurse.call(readTimeline, { query: { u_id: patient } });
    expect(line.reply.entries.map(({ what }) => what)).toContain('Told again of an assessment by email');
  },
);

test('PRV-08 OPC-25 a link that ends with one address is sent anew by every way the patient wants, and what still waits with the dead one is taken back', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { patient, event } = await anAsked(s, { preferred: 3, email: 'ada@mail.example', phone: '+16175550188' });
  await remind(s, patient, event);
  await correct(s, patient, 'phone_number', '+16175550187');
  const out = await deliver(s);
  expect(out.map(({ to }) => to)).toEqual(['ada@mail.example', '+16175550187']);
  for (const message of out) expect(await looksAt(s, codeIn(message))).toBe(200);
});

test.each<[string, (s: Schedules, asked: { patient: number; event: number; trigger: number }) => Promise<unknown>]>([
  ['is answered', (s, { event }) => s.answer(event)],
  ['has ended', (s, { trigger }) => s.asksNoMore(trigger)],
  ['was sent a link more than thirty days ago', async (s) => s.forward(30.1)],
  [
    'is of a company that has no assessments any more',
    (s) => s.rows(`delete from company_module where company_id = $1 and name = 'Assessments'`, [s.companyId]),
  ],
  [
    'is of a patient who has stopped e-mails to the new address',
    (s) =>
      s.rows(
        `insert into email_choice (company_id, email, wants_emails, chosen_at, page, host, request_id)
         values ($1, 'augusta@mail.example', false, now(), '', '', '')`,
        [s.companyId],
      ),
  ],
])('PRV-08 OPC-20 nothing is sent to a corrected address of an assessment that %s', async (_, happens) => {
  onItsOwn();
  const s = await openSchedules();
  const asked = await anAsked(s, { email: 'ada@mail.example' });
  await remind(s, asked.patient, asked.event);
  expect(await deliver(s)).toHaveLength(1);
  await happens(s, asked);
  await correct(s, asked.patient, 'email', 'augusta@mail.example');
  expect(await deliver(s)).toEqual([]);
});

test('SEC-36 an address that is corrected again and again brings the assessment to three others a day, and to the next one a day later', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { patient, event } = await anAsked(s, { email: 'ada@mail.example' });
  await remind(s, patient, event);
  await deliver(s);
  const to: (string | undefined)[] = [];
  for (const name of ['bea', 'cora', 'dora', 'eve']) {
    await correct(s, patient, 'email', `${name}@mail.example`);
    to.push((await deliver(s))[0]?.to);
  }
  expect(to).toEqual(['bea@mail.example', 'cora@mail.example', 'dora@mail.example', undefined]);
  s.forward(1.01);
  await correct(s, patient, 'email', 'fay@mail.example');
  expect((await deliver(s)).map((mail) => mail.to)).toEqual(['fay@mail.example']);
});

test('SEC-36 of many open assessments the six that a patient was told of last are sent to a corrected address', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { patient } = await anAsked(s, { email: 'ada@mail.example' });
  s.forward(7);
  await s.makeDue();
  const events = (await s.events(patient)).map(({ id }) => id as number);
  expect(events).toHaveLength(8);
  for (const event of events) await remind(s, patient, event);
  await deliver(s);
  await correct(s, patient, 'email', 'augusta@mail.example');
  expect((await deliver(s)).map(({ to }) => to)).toEqual(Array.from({ length: 6 }, () => 'augusta@mail.example'));
  const again = await s.rows(`select survey_event_id as id from reminder where kind = 'again' order by 1`);
  expect(again.map(({ id }) => id)).toEqual(events.slice(2));
});

test('SEC-36 of links that ended with an address nobody was kept out by the date of birth: put right, that sends nothing', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { patient } = await anAsked(s, { email: 'ada@mail.example' });
  s.forward(7);
  await s.makeDue();
  for (const { id } of await s.events(patient)) await remind(s, patient, id as number);
  await deliver(s);
  await correct(s, patient, 'email', 'augusta@mail.example');
  expect(await deliver(s)).toHaveLength(6);
  await correct(s, patient, 'birthdate', '1951-03-04');
  expect((await deliver(s)).map(({ to }) => to)).toEqual([]);
});

/** They were told that an assessment began, at addresses of their own. */
const someTold = async (s: Schedules, many: number) => {
  await s.asks(s.groups.failure, await s.aSurvey(), '1d');
  const patients: number[] = [];
  for (let at = 0; at < many; at += 1)
    patients.push(await s.anActivePatient({ email: `p${at}@mail.example`, phone: `+1617555010${at}` }));
  await s.rows('update patient set preferred_contact = 3');
  s.forward(1.01);
  await s.makeDue();
  await tellPatientsDue(s.app);
  await deliver(s);
  return patients;
};

test.each([
  { name: 'email', there: 'victim@mail.example', elsewhere: (at: number) => `q${at}@mail.example` },
  { name: 'phone_number', there: '+16175550177', elsewhere: (at: number) => `+1617555018${at}` },
])(
  'SEC-36 of patients who are brought to one $name one after the other, three a day have their assessment sent there, and a reminder is',
  async ({ name, there, elsewhere }) => {
    onItsOwn();
    const s = await openSchedules();
    const patients = await someTold(s, 5);
    const bring = async (patient: number, at: number) => {
      await correct(s, patient, name, there);
      const came = (await deliver(s)).filter(({ to }) => to === there).length;
      await correct(s, patient, name, elsewhere(at));
      await deliver(s);
      return came;
    };
    const came: number[] = [];
    for (const [at, patient] of patients.slice(0, 4).entries()) came.push(await bring(patient, at));
    expect(came).toEqual([1, 1, 1, 0]);
    const last = patients[4] as number;
    await correct(s, last, name, there);
    await deliver(s);
    const [event] = await s.events(last);
    expect((await remind(s, last, event?.id as number)).status).toBe(200);
    expect((await deliver(s)).map(({ to }) => to)).toContain(there);
    s.forward(1.01);
    await correct(s, last, name, elsewhere(4));
    await deliver(s);
    expect(await bring(last, 5)).toBe(1);
  },
);

test('SEC-36 one person corrects addresses as often as they make a costly call, and more of them have nothing sent anew, until a quarter of an hour later', async () => {
  onItsOwn();
  const s = await openSchedules({ COSTLY_CALLS_PER_PERSON: '2' });
  const to: string[][] = [];
  for (const [at, patient] of (await someTold(s, 4)).entries()) {
    if (at === 3) s.forward(0.011);
    await correct(s, patient, 'email', `q${at}@mail.example`);
    to.push((await deliver(s)).filter(({ channel }) => channel === 'email').map((mail) => mail.to));
  }
  expect(to).toEqual([['q0@mail.example'], ['q1@mail.example'], [], ['q3@mail.example']]);
});

test('REL-08 PRV-08 an address is corrected while an assessment ends whose mail still waits, and both are done', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { patient, event } = await anAsked(s, { email: 'ada@mail.example' });
  await remind(s, patient, event);
  const { corrected } = await s.app.database.inCompany(s.companyId, async (tx) => {
    inPlaceOfAct(tx);
    const ends = tx.updateTable('survey_event').where('survey_event_id', '=', event);
    await ends.set({ told_at: s.app.clock.now() }).execute();
    const begun = correct(s, patient, 'email', 'augusta@mail.example');
    await somebodyWaits(s);
    // Takes back what waits.
    await ends.set({ ended_at: s.app.clock.now() }).execute();
    return { corrected: begun };
  });
  await corrected;
  expect(await deliver(s)).toEqual([]);
  const [row] = await s.rows('select email from patient where patient_id = $1', [patient]);
  expect(row).toEqual({ email: 'augusta@mail.example' });
});

test('PRV-03 nothing that waits for a patient goes out once they are deactivated, nor when they are enabled again', async () => {
  onItsOwn();
  const s = await openSchedules();
  const asked = { preferred: 3, email: 'ada@mail.example', phone: '+16175550188' };
  const { patient, event } = await anAsked(s, asked);
  await remind(s, patient, event);
  const other = await s.anActivePatient({ email: 'eve@mail.example' });
  s.forward(1.01);
  await s.makeDue();
  await tellPatientsDue(s.app);
  expect((await s.deactivate(patient)).status).toBe(200);
  expect((await deliver(s)).map(({ to }) => to)).toEqual(['eve@mail.example']);
  const body = { u_id: patient, new_status: 'pending' };
  expect((await s.people.root.call(setPatientStatus, { body })).status).toBe(200);
  expect([await deliver(s), (await s.events(other)).length]).toEqual([[], 1]);
});

test('PRV-08 REL-08 whoever is revoking their consent to texts while an assessment begins is told of it when it is known what they want', async () => {
  onItsOwn();
  const s = await openSchedules();
  await s.asks(s.groups.failure, await s.aSurvey(), '1d');
  const patient = await s.anActivePatient({ email: null });
  s.forward(1.01);
  await s.makeDue();
  await s.app.database.inCompany(s.companyId, async (tx) => {
    const viewer = { ...portalItself, companyId: s.companyId, careGroupIds: null, seesWholeCompany: true };
    await noteTold(actOf(tx, s.app.clock, viewer), patient, { consents: [{ code: 0, at: s.app.clock.now() }] });
    await tellPatientsDue(s.app);
    expect(await sent(s)).toEqual([]);
  });
  await tellPatientsDue(s.app);
  expect([await sent(s), await history(s, patient)]).toEqual([[], []]);
});

test('ACT-10 ACT-11 CER-03 CCN-04 REL-08 of twenty tries at once one reminder goes out, the others hear why', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { patient, event } = await anAsked(s);
  const answers = await Promise.all(Array.from({ length: 20 }, () => remind(s, patient, event)));
  const refused = answers.filter(({ status }) => status === 403).map(({ message }) => message);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(refused).toEqual(Array.from({ length: 19 }, () => 'Only 1 reminder may be sent per day.'));
  expect(await sent(s)).toHaveLength(1);
});

test('ACT-12 OPC-24 the day is the UTC day, and another event of the same patient is reminded the same day', async () => {
  const s = await openSchedules();
  const { patient, event } = await anAsked(s);
  s.setClock('2031-01-12T23:59:30Z');
  await s.makeDue();
  const second = (await s.events(patient))[1]?.id as number;
  expect((await remind(s, patient, event)).status).toBe(200);
  expect((await remind(s, patient, second)).status).toBe(200);
  expect((await remind(s, patient, event)).status).toBe(403);
  s.setClock('2031-01-13T00:00:01Z');
  expect((await remind(s, patient, event)).status).toBe(200);
});

test('ACT-15 CAA-02 CCN-14 the list covers the last 30 days: an entry of day 29 is in it, one of day 31 is out, and stays listed under its event', async () => {
  const s = await openSchedules();
  const { patient, event } = await anAsked(s);
  await remind(s, patient, event);
  s.forward(29);
  expect(await history(s, patient)).toHaveLength(1);
  s.forward(2);
  expect(await history(s, patient)).toEqual([]);
  expect(await history(s, patient, event)).toHaveLength(1);
});

test('ACT-16 the answer of an assessment that ended without one is awaited no more, and of one that was answered before nothing else is said', async () => {
  const s = await openSchedules();
  const { patient, event, trigger } = await anAsked(s, { email: 'ada@mail.example' });
  await remind(s, patient, event);
  s.forward(1);
  await s.makeDue();
  const second = (await s.events(patient))[1]?.id as number;
  await remind(s, patient, second);
  const read = async () => (await history(s, patient)).map(({ responded, ended }) => [responded, ended]);
  expect(await read()).toEqual([
    [null, undefined],
    [null, undefined],
  ]);
  await s.answer(event);
  await s.asksNoMore(trigger);
  expect(await read()).toEqual([
    [null, true],
    [expect.any(Date), undefined],
  ]);
});

test('ACT-09 an answered event takes no reminder, nor one that is over or is not the patient’s', async () => {
  const s = await openSchedules();
  const { patient, event, trigger } = await anAsked(s);
  const other = await s.anActivePatient();
  expect((await remind(s, other, event)).status).toBe(404);
  s.forward(1);
  await s.makeDue();
  await s.answer(event);
  const answered = await remind(s, patient, event);
  expect([answered.status, answered.message]).toEqual([400, 'This assessment has already been answered.']);
  const open = (await s.events(patient))[1]?.id as number;
  await s.asksNoMore(trigger);
  expect((await remind(s, patient, open)).status).toBe(409);
  const another = await s.people.nurse.call(api.remindPatient, {
    body: { u_id: patient, outreachType: 'greeting', surveyEventId: open },
  });
  expect(another.status).toBe(400);
});

test('CAA-01 SEC-23 whoever does not see the patient learns nothing of their reminders and sends none', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { patient, event } = await anAsked(s);
  const stranger = await s.signedIn(await s.aPerson('Admin', { company_id: await s.aCompany(['Assessments']) }));
  for (const who of [s.people.other, stranger]) {
    expect((await who.call(api.listOutreach, { query: { u_id: patient } })).status).toBe(404);
    expect((await who.call(api.listOutreach, { query: { u_id: patient, survey_event_id: event } })).status).toBe(404);
    const body = { u_id: patient, outreachType: 'reminder', surveyEventId: event };
    expect((await who.call(api.remindPatient, { body })).status).toBe(404);
  }
  const own = await s.anActivePatient({}, [s.groups.diabetes]);
  expect((await remind(s, own, event, 'other')).status).toBe(404);
  expect((await s.people.other.call(api.listOutreach, { query: { u_id: own, survey_event_id: event } })).status).toBe(
    404,
  );
  expect(await sent(s)).toEqual([]);
});

test('OPC-20 CAA-02 the portal says that an assessment began, once, also of two processes at once; that stands among the 30 days alone and leaves the day free for a reminder', async () => {
  onItsOwn();
  const s = await openSchedules();
  await s.asks(s.groups.failure, await s.aSurvey(), '1d');
  const patient = await s.anActivePatient({ email: 'ada@mail.example' });
  s.forward(1.01);
  await s.makeDue();
  const beside = await openPortal({}, { beside: s });
  beside.app.clock.set(s.app.clock.now());
  await Promise.all([s.app, beside.app, s.app].map(tellPatientsDue));
  await tellPatientsDue(beside.app);
  expect((await sent(s)).map(({ to }) => to)).toEqual(['ada@mail.example']);
  const [event] = await s.events(patient);
  expect(await history(s, patient)).toMatchObject([
    { rowNumber: 1, reason: 'Assessment started', contactedBy: '', contactMethod: 'Email' },
  ]);
  expect(await history(s, patient, event?.id)).toEqual([]);
  expect((await remind(s, patient, event?.id as number)).status).toBe(200);
  expect((await history(s, patient)).map(({ reason }) => reason)).toEqual([
    'Assessment reminder',
    'Assessment started',
  ]);
  const trail = await s.rows(`select actor_type from audit_entry where action = 'patient.reminded' order by seq`);
  expect(trail).toEqual([{ actor_type: 'System' }, { actor_type: 'Nurse' }]);
});

test('OPC-20 REL-14 where patients of one company cannot be told that an assessment began, those of another one are, and the others the next time', async () => {
  const [first, second] = [await openSchedules(), await openSchedules()];
  for (const [s, email] of [
    [first, 'first@mail.example'],
    [second, 'second@mail.example'],
  ] as const) {
    await s.asks(s.groups.failure, await s.aSurvey(), '1d');
    await s.anActivePatient({ email });
  }
  first.forward(1.01);
  await first.makeDue();
  const told = async () => (await sent(first)).map(({ to }) => to).filter((to) => /^(first|second)@/.test(to));
  const takeAgain = await refuseChanges(first, 'survey_event', first.companyId);
  await tellPatientsDue(first.app);
  expect(await told()).toEqual(['second@mail.example']);
  await takeAgain();
  await tellPatientsDue(first.app);
  expect(await told()).toEqual(['first@mail.example', 'second@mail.example']);
});

test('SEC-24 patients of a company without the module are not told that an assessment began, also once the company has it again', async () => {
  onItsOwn();
  const s = await openSchedules();
  await s.asks(s.groups.failure, await s.aSurvey(), '1d');
  const patient = await s.anActivePatient({ email: 'ada@mail.example' });
  await s.rows(`delete from company_module where company_id = $1 and name = 'Assessments'`, [s.companyId]);
  s.forward(1.01);
  await s.makeDue();
  await tellPatientsDue(s.app);
  await s.rows(`insert into company_module (company_id, name) values ($1, 'Assessments')`, [s.companyId]);
  await tellPatientsDue(s.app);
  expect([await sent(s), (await s.events(patient)).length]).toEqual([[], 1]);
  s.forward(1);
  await s.makeDue();
  await tellPatientsDue(s.app);
  expect((await sent(s)).map(({ to }) => to)).toEqual(['ada@mail.example']);
});

test.each([
  ['is answered', (s: Schedules, { event }: { event: number }) => s.answer(event)],
  [
    'ends as they leave the group',
    async (s: Schedules, { patient }: { patient: number }) => {
      const query = { u_id: patient, g_id: s.groups.failure };
      expect((await s.people.root.call(removeFromGroup, { query })).status).toBe(200);
    },
  ],
])(
  'REL-12 OPC-20 what waits for a patient does not go out once its assessment %s, and what waits for others does',
  async (_, ends) => {
    onItsOwn();
    const s = await openSchedules();
    const asked = await anAsked(s, { preferred: 3, email: 'ada@mail.example', phone: '+16175550188' });
    await remind(s, asked.patient, asked.event);
    const other = await anAsked(s, { email: 'eve@mail.example' });
    await remind(s, other.patient, other.event);
    await ends(s, asked);
    expect((await deliver(s)).map(({ to }) => to)).toEqual(['eve@mail.example']);
  },
);

test('REL-14 whoever cannot be reached holds up nobody, and what lies a day back is not told any more', async () => {
  onItsOwn();
  const s = await openSchedules();
  await s.asks(s.groups.failure, await s.aSurvey(), '1d');
  const [nobody, ada] = [await s.anActivePatient(), await s.anActivePatient({ email: 'ada@mail.example' })];
  await s.rows('update patient set preferred_contact = -1 where patient_id = $1', [nobody]);
  s.forward(1.01);
  await s.makeDue();
  await tellPatientsDue(s.app);
  expect((await sent(s)).map(({ to }) => to)).toEqual(['ada@mail.example']);
  s.forward(1);
  await s.makeDue();
  // Nobody tells for two days.
  await s.rows(`update schedule_item set ended_at = now()`);
  s.forward(2);
  await tellPatientsDue(s.app);
  expect(await sent(s)).toHaveLength(1);
  const untold = await s.rows('select from survey_event where told_at is null');
  expect([untold.length, (await s.events(nobody)).length, (await s.events(ada)).length]).toEqual([0, 2, 2]);
});

test('PRV-08 ACT-08 what is read of reminders says by which ways nothing has arrived at the patient for an hour', async () => {
  const s = await openSchedules();
  const { patient, event } = await anAsked(s, { preferred: 3, email: 'ada@mail.example', phone: '+16175550188' });
  await remind(s, patient, event);
  const refuse = () => Promise.reject(Object.assign(new Error('no such mailbox'), { code: 'EENVELOPE' }));
  await deliverDue(s.app, { channel: 'email', send: refuse, close: () => {} });
  const undelivered = async () =>
    (await s.people.nurse.call(api.listOutreach, { query: { u_id: patient, survey_event_id: event } })).reply
      .undelivered;
  expect(await undelivered()).toEqual([]);
  s.forward(0.05);
  expect(await undelivered()).toEqual(['Email']);
  // Nobody writes to them there.
  await s.rows('update patient set preferred_contact = 1 where patient_id = $1', [patient]);
  expect(await undelivered()).toEqual([]);
});

test.each([
  ['was answered', (s: Schedules, { event }: { event: number }) => s.answer(event)],
  [
    'is over',
    (s: Schedules, { event }: { event: number }) =>
      s.rows('update survey_event set ended_at = $2 where survey_event_id = $1', [event, s.app.clock.now()]),
  ],
])(
  'PRV-08 ACT-08 that texts do not arrive at a patient is still read once the assessment that they led to %s, and they are not sent any more',
  async (_, ends) => {
    onItsOwn();
    const s = await openSchedules();
    const asked = await anAsked(s, { preferred: 1, phone: '+16175550188' });
    const other = await s.anActivePatient({ phone: '+16175550189' });
    await remind(s, asked.patient, asked.event);
    const refuse = () => Promise.reject(Object.assign(new Error('takes no texts'), { code: 'HTTP 400' }));
    await deliverDue(s.app, { channel: 'sms', send: refuse, close: () => {} });
    s.forward(0.05);
    const undelivered = async () =>
      (await s.people.nurse.call(api.listOutreach, { query: { u_id: asked.patient } })).reply.undelivered;
    expect(await undelivered()).toEqual(['Text']);
    await ends(s, asked);
    expect(await undelivered()).toEqual(['Text']);
    await s.app.database.asSystem((tx) =>
      momentOf(tx, s.app.clock).sendText({ to: '+16175550189', text: 'Hello', patientId: other }),
    );
    expect((await deliver(s)).map(({ to }) => to)).toEqual(['+16175550189']);
    s.forward(1);
    expect([await deliver(s), await undelivered()]).toEqual([[], ['Text']]);
  },
);

test('PRV-08 REL-12 a reminder whose time was up while the mail server and the service of texts were away says nothing of the patient’s address and number', async () => {
  const s = await openSchedules();
  const { patient, event } = await anAsked(s, { preferred: 3, email: 'ada@mail.example', phone: '+16175550188' });
  await remind(s, patient, event);
  const isAway = (code: string) => () => Promise.reject(Object.assign(new Error('away'), { code }));
  await deliverDue(s.app, { channel: 'email', send: isAway('ESOCKET'), close: () => {} });
  await deliverDue(s.app, { channel: 'sms', send: isAway('HTTP 503'), close: () => {} });
  s.forward(60);
  await s.rows(`update message set useless_after = created_at`);
  const asked = { query: { u_id: patient, survey_event_id: event } };
  expect((await s.people.nurse.call(api.listOutreach, asked)).reply.undelivered).toEqual([]);
});
