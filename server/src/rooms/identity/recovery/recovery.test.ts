import {
  changePassword,
  decideRecovery,
  forgotPassword,
  listDecidedRecoveries,
  listRecoveries,
  removeFactor,
  resetPassword,
} from '@portal/contract/identity/account-endpoints.ts';
import {
  askForRecovery,
  confirmCode,
  enterByRecoveryCode,
  me,
  signIn,
  startMfaSetup,
} from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { momentOf } from '#platform/act/act.ts';
import { withdrawMailsToAdministrators } from '#rooms/identity/door.ts';
import { aPersonWithApp, aPersonWithPhone, challengeFor, nextCode, type WithApp } from '#test/factors.ts';
import { mailsTo } from '#test/mails.ts';
import { aPersonWithAccount, aSignedInPerson, goodPassword, signInAs } from '#test/people.ts';
import type { Caller } from '#test/portal.ts';
import { onItsOwn, openPortal, type Portal } from '#test/portal.ts';
import { inPlaceOfAct } from '#test/unrecorded-changes.ts';
import { somebodyWaits } from '#test/waits.ts';

const subject = 'MFA recovery was requested';
const better = 'Battery-Staple-7';
const codeFor = async (portal: Portal, email: string) =>
  /^\d{6}$/m.exec((await mailsTo(portal, email))[0]?.text ?? '')?.[0] ?? 'no code';
const ask = async (portal: Portal, email: string) =>
  portal.call(askForRecovery, { body: { challenge: await challengeFor(portal, email) } });
const open = async (administrator: Pick<Caller, 'call'>) => (await administrator.call(listRecoveries)).reply.recoveries;
const decide = (
  administrator: Pick<Caller, 'call'>,
  recoveryId: number | undefined,
  approved: 0 | 1,
  reason = 'Called back.',
) => administrator.call(decideRecovery, { body: { recoveryId, approved, reason } });
/** What ended the requests that nobody decided. */
const endings = async (administrator: Pick<Caller, 'call'>) =>
  (await administrator.call(listDecidedRecoveries)).reply.recoveries.map(({ withdrawnBy }) => withdrawnBy);
const subjects = async (portal: Portal, email: string) => (await mailsTo(portal, email)).map((mail) => mail.subject);

/** Someone of a company who lost their app and asked, and an administrator of it who is signed in. */
async function someoneWhoAsked(portal: Portal) {
  const person = await aPersonWithApp(portal);
  const administrator = await aSignedInPerson(portal, 'Admin', { companyId: person.companyId });
  expect((await ask(portal, person.email)).status).toBe(200);
  const [request] = await open(administrator);
  return { person, administrator, recoveryId: request?.recoveryId };
}
const factorOf = async (portal: Portal, { email }: { email: string }) =>
  (await portal.call(signIn, { body: { email, password: goodPassword } })).reply.next;

test('SEC-13 P11-16 a request is listed to the company’s administrators, who are told by mail once; the owner is warned', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const administrator = await aSignedInPerson(portal, 'Admin', { companyId: person.companyId });
  const gone = await aPersonWithAccount(portal, 'Admin', { companyId: person.companyId });
  await portal.rows('update provider set is_active = false where provider_id = $1', [gone.providerId]);
  const colleague = await aPersonWithAccount(portal, 'Site User', { companyId: person.companyId });
  const foreign = await aSignedInPerson(portal, 'Admin');
  expect(await open(administrator)).toEqual([]);

  const answers = await Promise.all(Array.from({ length: 3 }, () => ask(portal, person.email)));
  answers.push(await ask(portal, person.email));
  for (const { status, body } of answers)
    expect([status, body]).toEqual([200, { message: 'The administrators of your company have been asked.' }]);
  const [row] = await portal.rows<{ first_name: string; last_name: string }>(
    'select first_name, last_name from provider where provider_id = $1',
    [person.providerId],
  );
  expect(await open(administrator)).toEqual([
    {
      recoveryId: expect.any(Number) as number,
      cpId: person.providerId,
      fName: row?.first_name,
      lName: row?.last_name,
      email: person.email,
      type: 'Site User',
      askedAt: expect.any(Date) as Date,
      isOwn: false,
      host: 'localhost',
      address: '127.0.0.1',
      device: 'Unknown device',
      lastSignInAt: expect.any(Date) as Date,
      sessions: 1,
      groups: [],
    },
  ]);
  const mails = (await mailsTo(portal, administrator.email)).filter((mail) => mail.subject === subject);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(`${row?.first_name} ${row?.last_name} (${person.email})`);
  expect((await subjects(portal, person.email)).filter((one) => one === subject)).toHaveLength(1);
  for (const { email } of [gone, colleague, foreign]) expect(await subjects(portal, email)).not.toContain(subject);
  expect(await open(foreign)).toEqual([]);
  expect(
    await portal.rows(`select actor_id, record_kind, changes from audit_entry where action = 'recovery.asked'`),
  ).toEqual([
    {
      actor_id: person.providerId,
      record_kind: 'recovery',
      changes: [
        { field: 'provider', new: person.providerId },
        { field: 'decision', new: 'open' },
      ],
    },
  ]);
});

test('SEC-13 where nobody else may decide, the mail to whoever asks names whom to contact, and the answer is the same', async () => {
  const portal = await openPortal();
  const alone = await aPersonWithApp(portal, 'Admin');
  const { status, body } = await ask(portal, alone.email);
  expect([status, body]).toEqual([200, { message: 'The administrators of your company have been asked.' }]);
  const toldTo = async ({ email }: { email: string }) =>
    (await mailsTo(portal, email)).find((mail) => mail.subject === subject)?.text;
  expect(await toldTo(alone)).toContain(
    'No other administrator of your company can decide about this. To have MFA removed, please contact Trellis at help@trellis.example or +1 617 555 0100.',
  );
  const { person } = await someoneWhoAsked(portal);
  expect(await toldTo(person)).toContain('An administrator of your company decides.');
  expect(await toldTo(person)).not.toContain('No other administrator');
});

test('SEC-13 who asks again after the last one to decide has gone is told once whom to contact; after somebody has come, both are told once', async () => {
  const portal = await openPortal();
  const { person, administrator } = await someoneWhoAsked(portal);
  const [byOthers, byNobody] = ['An administrator of your company decides.', 'No other administrator of your company'];
  const told = async () => {
    const texts = (await mailsTo(portal, person.email)).filter((mail) => mail.subject === subject);
    return [byOthers, byNobody].map((sentence) => texts.filter(({ text }) => text.includes(sentence)).length);
  };
  const asked = async () => (await subjects(portal, administrator.email)).filter((one) => one === subject).length;
  const decides = (isActive: boolean) =>
    portal.rows('update provider set is_active = $1 where provider_id = $2', [isActive, administrator.providerId]);
  const again = async () => {
    for (let times = 0; times < 3; times++) expect((await ask(portal, person.email)).status).toBe(200);
  };
  await again();
  expect([await told(), await asked()]).toEqual([[1, 0], 1]);
  await decides(false);
  await again();
  expect([await told(), await asked()]).toEqual([[1, 1], 1]);
  await decides(true);
  await again();
  expect([await told(), await asked()]).toEqual([[2, 1], 2]);
  // It is one request.
  expect(
    await portal.rows(`select from audit_entry where action = 'recovery.asked' and actor_id = $1`, [person.providerId]),
  ).toHaveLength(1);
});

test('SEC-13 REL-08 who asks while the last one to decide stops deciding is told whom to contact', async () => {
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const { companyId } = person;
  const administrator = await aSignedInPerson(portal, 'Admin', { companyId });
  const { begun } = await portal.app.database.asSystem(async (tx) => {
    inPlaceOfAct(tx);
    await tx
      .updateTable('provider')
      .set({ is_active: false })
      .where('provider_id', '=', administrator.providerId)
      .execute();
    await withdrawMailsToAdministrators(momentOf(tx, portal.app.clock), { companyId, emails: [administrator.email] });
    const asking = ask(portal, person.email);
    await somebodyWaits(portal);
    return { begun: asking };
  });
  expect((await begun).status).toBe(200);
  const [mail] = (await mailsTo(portal, person.email)).filter((one) => one.subject === subject);
  expect(mail?.text).toContain('No other administrator of your company can decide about this.');
  expect(await subjects(portal, administrator.email)).not.toContain(subject);
});

test('SEC-13 SEC-05 SEC-08 an approved request takes the factor off, ends all sessions and half-way sign-ins, and forces a set-up whatever the type', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const half = await challengeFor(portal, person.email);
  const administrator = await aSignedInPerson(portal, 'Admin', { companyId: person.companyId });
  await ask(portal, person.email);
  const ended: number[] = [];
  portal.app.sessionEnds.listen((sessionId) => ended.push(sessionId));
  const recoveryId = (await open(administrator))[0]?.recoveryId;
  const by = { actor_id: administrator.providerId, reason: 'Called back,\nknew the site number: Łódź.' };
  const answer = await decide(administrator, recoveryId, 1, by.reason);
  expect(answer.status, answer.message).toBe(200);
  expect(ended).toHaveLength(1);
  expect((await person.call(me)).status).toBe(401);
  expect((await portal.call(confirmCode, { body: { challenge: half, code: nextCode(portal, person) } })).code).toBe(
    'CHALLENGE_EXPIRED',
  );
  expect(await portal.rows('select 1 from recovery_code where used_at is null and email = $1', [person.email])).toEqual(
    [],
  );
  expect(await subjects(portal, person.email)).toContain('MFA was removed from your account');
  expect(
    await portal.rows(
      `select action, actor_id, record_kind, record_id, changes, reason from audit_entry where action in ('recovery.approved', 'account.mfa_removed') order by seq`,
    ),
  ).toEqual([
    {
      action: 'recovery.approved',
      record_kind: 'recovery',
      record_id: String(recoveryId),
      changes: [{ field: 'decision', old: 'open', new: 'approved' }],
      ...by,
    },
    {
      action: 'account.mfa_removed',
      record_kind: 'account',
      record_id: String(person.providerId),
      changes: [{ field: 'mfa', old: 'totp', new: 'none' }],
      ...by,
    },
  ]);
  expect(await open(administrator)).toEqual([]);

  // A Site User may do without a factor, but not this one now.
  expect(await factorOf(portal, person)).toBe('mfa-setup');
  const again = await signInAs(portal, person);
  expect(again.secret).not.toBe(person.secret);
  expect((await again.call(me)).reply).toMatchObject({ cpId: person.providerId, mfa: 'totp' });
  expect(
    (await portal.rows<{ must: boolean }>('select must_set_up_factor as must from provider')).map(({ must }) => must),
  ).not.toContain(true);
});

test('SEC-13 a refused request leaves the factor and the sessions; its owner is told and may ask again', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { person, administrator, recoveryId } = await someoneWhoAsked(portal);
  expect((await decide(administrator, recoveryId, 0, 'Nobody answered.')).status).toBe(200);
  expect((await person.call(me)).reply.mfa).toBe('totp');
  expect(await factorOf(portal, person)).toBe('code');
  expect(await subjects(portal, person.email)).toContain('MFA stays on your account');
  expect(
    await portal.rows(`select actor_id, changes, reason from audit_entry where action = 'recovery.refused'`),
  ).toEqual([
    {
      actor_id: administrator.providerId,
      changes: [{ field: 'decision', old: 'open', new: 'refused' }],
      reason: 'Nobody answered.',
    },
  ]);
  expect(await open(administrator)).toEqual([]);
  await ask(portal, person.email);
  expect((await open(administrator)).map((one) => one.recoveryId)).not.toEqual([recoveryId]);
  expect((await subjects(portal, administrator.email)).filter((one) => one === subject)).toHaveLength(2);
});

test('SEC-13 P11-20 nobody decides about their own factor, nobody twice, and nobody without a reason', async () => {
  const portal = await openPortal();
  const administrator = (await aSignedInPerson(portal, 'Admin')) as WithApp;
  const other = await aSignedInPerson(portal, 'Admin', { companyId: administrator.companyId });
  await ask(portal, administrator.email);
  const [own] = await open(administrator);
  expect([own?.isOwn, (await open(other))[0]?.isOwn]).toEqual([true, false]);
  // Whoever asks is no administrator who is to decide.
  expect(await subjects(portal, other.email)).toContain(subject);
  for (const approved of [0, 1] as const)
    expect(await decide(administrator, own?.recoveryId, approved)).toMatchObject({ status: 403, code: 'recovery.own' });
  for (const body of [
    { recoveryId: own?.recoveryId, approved: 1 },
    { recoveryId: own?.recoveryId, approved: 1, reason: ' \n ' },
    { recoveryId: own?.recoveryId, approved: 1, reason: 'x'.repeat(501) },
  ])
    expect(Object.keys((await other.call(decideRecovery, { body })).fields)).toEqual(['reason']);
  expect(await factorOf(portal, administrator)).toBe('code');
  expect((await decide(other, own?.recoveryId, 0)).status).toBe(200);
  for (const approved of [0, 1] as const)
    expect(await decide(other, own?.recoveryId, approved)).toMatchObject({ status: 409, code: 'recovery.decided' });
  expect(await factorOf(portal, administrator)).toBe('code');
  // The database says so too.
  await expect(portal.rows('update mfa_recovery set decider_id = provider_id')).rejects.toMatchObject({
    code: '23514',
  });
});

test('SEC-22 SEC-24 PRV-01 another company’s administrator and one without rights neither see nor decide a request', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { person, recoveryId } = await someoneWhoAsked(portal);
  const foreign = await aSignedInPerson(portal, 'Admin');
  const colleague = await aSignedInPerson(portal, 'Site User', { companyId: person.companyId });
  const plainAdmin = await aSignedInPerson(portal, 'Admin', { companyId: person.companyId });
  await portal.rows('update provider set admin_rights = false where provider_id = $1', [plainAdmin.providerId]);
  expect(await open(foreign)).toEqual([]);
  const unknown = await decide(foreign, 999_999, 1);
  const theirs = await decide(foreign, recoveryId, 1);
  expect([theirs.status, theirs.body]).toEqual([unknown.status, unknown.body]);
  expect(theirs).toMatchObject({ status: 404, code: 'not_found' });
  for (const one of [colleague, plainAdmin]) {
    expect((await one.call(listRecoveries)).status).toBe(403);
    expect((await decide(one, recoveryId, 1)).status).toBe(403);
  }
  expect(await portal.rows('select decided_at from mfa_recovery')).toEqual([{ decided_at: null }]);
  expect(await factorOf(portal, person)).toBe('code');
  await portal.app.accessLog.flush();
  expect(
    await portal.rows(`select provider_id, call from access_entry where outcome = 'refused' order by entry_id`),
  ).toEqual([
    ...Array(2).fill({ provider_id: foreign.providerId, call: 'POST /auth/recoveries/decision' }),
    ...[colleague, plainAdmin].flatMap(({ providerId }) => [
      { provider_id: providerId, call: 'GET /auth/recoveries' },
      { provider_id: providerId, call: 'POST /auth/recoveries/decision' },
    ]),
  ]);
});

test('SEC-13 P11-20 of several who decide at once one does, whichever way', async () => {
  const portal = await openPortal();
  for (const ways of [
    [1, 1, 1, 1],
    [0, 0, 0, 0],
    [0, 1, 0, 1],
  ] as const) {
    const { person, administrator, recoveryId } = await someoneWhoAsked(portal);
    const other = await aSignedInPerson(portal, 'Admin', { companyId: person.companyId });
    const answers = await Promise.all(
      ways.map((approved, n) => decide(n % 2 ? other : administrator, recoveryId, approved)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'recovery.decided')).toHaveLength(3);
    const [decided] = await portal.rows<{ approved: boolean }>(
      'select approved from mfa_recovery where recovery_id = $1',
      [recoveryId],
    );
    expect(await factorOf(portal, person)).toBe(decided?.approved ? 'mfa-setup' : 'code');
    expect(
      await portal.rows(`select 1 from audit_entry where record_kind = 'recovery' and record_id = $1`, [
        String(recoveryId),
      ]),
    ).toHaveLength(2);
  }
});

test('SEC-13 SEC-07 asking wants the challenge of a code step and tells nothing else', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const challenge = await challengeFor(portal, person.email);
  const elsewhere = await portal.call(askForRecovery, { body: { challenge }, headers: { host: 'eu.trialcard.test' } });
  expect(elsewhere.code).toBe('CHALLENGE_EXPIRED');
  const toBeSetUp = await aPersonWithAccount(portal, 'Admin');
  for (const one of ['x'.repeat(43), await challengeFor(portal, toBeSetUp.email)])
    expect((await portal.call(askForRecovery, { body: { challenge: one } })).code).toBe('CHALLENGE_EXPIRED');
  expect((await portal.call(confirmCode, { body: { challenge, code: nextCode(portal, person) } })).status).toBe(200);
  expect((await portal.call(askForRecovery, { body: { challenge } })).code).toBe('CHALLENGE_EXPIRED');
  expect(await portal.rows('select 1 from mfa_recovery')).toEqual([]);

  // Who may not come in at all is answered as everybody.
  await portal.rows('update provider set is_active = false where provider_id = $1', [person.providerId]);
  const answer = await ask(portal, person.email);
  expect([answer.status, answer.body]).toEqual([
    200,
    { message: 'The administrators of your company have been asked.' },
  ]);
  expect(await portal.rows('select 1 from mfa_recovery')).toEqual([]);
});

test('SEC-13 whoever comes in by the code after all, or by a recovery code, needs nobody’s approval any more', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { person, administrator, recoveryId } = await someoneWhoAsked(portal);
  const first = await challengeFor(portal, person.email);
  expect((await portal.call(confirmCode, { body: { challenge: first, code: nextCode(portal, person) } })).status).toBe(
    200,
  );
  expect(await open(administrator)).toEqual([]);
  expect((await decide(administrator, recoveryId, 1)).code).toBe('recovery.decided');
  expect(await factorOf(portal, person)).toBe('code');
  await ask(portal, person.email);
  expect(await open(administrator)).toHaveLength(1);
  const second = await challengeFor(portal, person.email);
  const body = { challenge: second, recoveryCode: person.recoveryCodes[0] };
  expect((await portal.call(enterByRecoveryCode, { body })).status).toBe(200);
  expect(await open(administrator)).toEqual([]);
  expect(await portal.rows(`select 1 from audit_entry where action = 'recovery.withdrawn'`)).toHaveLength(2);
});

/** The owner's ways to another password. */
const renewals = {
  change: async (portal: Portal, { providerId }: WithApp) => {
    const owner = await portal.signedIn(providerId);
    return owner.call(changePassword, { body: { password: goodPassword, newPassword: better } });
  },
  reset: async (portal: Portal, { email }: WithApp) => {
    await portal.call(forgotPassword, { body: { email } });
    return portal.call(resetPassword, { body: { email, code: await codeFor(portal, email), password: better } });
  },
};

test.each(Object.entries(renewals))(
  'SEC-13 SEC-05 what was asked for with the old password is withdrawn by a %s of the password, whose mail says so',
  async (_, renew) => {
    const portal = await openPortal();
    const { person, administrator, recoveryId } = await someoneWhoAsked(portal);
    const other = await aPersonWithApp(portal, 'Site User', { companyId: person.companyId });
    for (const one of [person, other]) expect((await renew(portal, one)).status).toBe(200);
    expect(await open(administrator)).toEqual([]);
    expect(await endings(administrator)).toEqual(['password']);
    expect(
      await portal.rows(`select changes from audit_entry where action = 'recovery.withdrawn' and record_id = $1`, [
        String(recoveryId),
      ]),
    ).toEqual([
      {
        changes: [
          { field: 'decision', old: 'open', new: 'withdrawn' },
          { field: 'cause', new: 'password' },
        ],
      },
    ]);
    // Only who had asked for something is told that it has ended.
    const told = async ({ email }: WithApp) =>
      (await mailsTo(portal, email)).find((mail) => mail.subject === 'Your password was changed')?.text;
    const ended = 'Your request to remove MFA has ended. If you still need it, ask again at sign-in.';
    expect(await told(person)).toContain(ended);
    expect(await told(other)).toContain('The password of your account was changed');
    expect(await told(other)).not.toContain('Your request');
    expect((await decide(administrator, recoveryId, 1)).code).toBe('recovery.decided');
    expect((await portal.call(signIn, { body: { email: person.email, password: better } })).reply.next).toBe('code');
  },
);

test('SEC-13 who takes the factor off where they are still signed in needs nobody’s approval any more', async () => {
  const portal = await openPortal();
  const { person, administrator } = await someoneWhoAsked(portal);
  const body = { password: goodPassword, code: nextCode(portal, person) };
  expect((await person.call(removeFactor, { body })).status).toBe(200);
  expect([await open(administrator), await endings(administrator)]).toEqual([[], ['factor']]);
});

test('SEC-13 a lost phone is recovered from in the same way', async () => {
  const portal = await openPortal();
  const person = await aPersonWithPhone(portal);
  const administrator = await aSignedInPerson(portal, 'Admin', { companyId: person.companyId });
  await ask(portal, person.email);
  expect((await decide(administrator, (await open(administrator))[0]?.recoveryId, 1)).status).toBe(200);
  const challenge = await challengeFor(portal, person.email);
  expect((await portal.call(startMfaSetup, { body: { challenge } })).status).toBe(200);
});

test('P11-12 a decision whose audit entry cannot be written does not happen', async () => {
  const portal = await openPortal();
  const { person, administrator, recoveryId } = await someoneWhoAsked(portal);
  await portal.rows('alter table audit_entry rename to elsewhere');
  expect((await decide(administrator, recoveryId, 1)).status).toBe(500);
  await portal.rows('alter table elsewhere rename to audit_entry');
  expect(await factorOf(portal, person)).toBe('code');
  expect(await open(administrator)).toHaveLength(1);
});
