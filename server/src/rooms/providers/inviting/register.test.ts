import { me, signIn } from '@portal/contract/identity/endpoints.ts';
import * as api from '@portal/contract/providers/invitation-endpoints.ts';
import { beforeEach, expect, test } from 'vitest';
import { aBrandWithoutHost } from '#test/brands.ts';
import {
  anInvitation,
  anInviter,
  brandNamed,
  readInvitation,
  register,
  registration,
  sendInvitation,
} from '#test/invitations.ts';
import { aPersonWithAccount, aSignedInPerson } from '#test/people.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';

beforeEach(onItsOwn);

/** Everything that a registration makes. */
const made = (portal: Portal) =>
  portal.rows(`select (select count(*)::int from provider where email = 'ada@clinic.example') as people,
    (select count(*)::int from identity_account where email = 'ada@clinic.example') as accounts,
    (select count(*)::int from terms_acceptance) as terms,
    (select count(*)::int from invitation where used_at is not null) as used`);
const nothing = [{ people: 0, accounts: 0, terms: 0, used: 0 }];
const everything = [{ people: 1, accounts: 1, terms: 1, used: 1 }];

const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).sort((one, other) => one - other);

test('API-35 SCN-04 OPN-26 SEC-16 who was invited registers without a session, is who the invitation says, and signs in', async () => {
  const portal = await openPortal();
  const { companyId, siteId, trialId } = await portal.aTrialAtWork();
  const inviter = await anInviter(portal, companyId);
  const { code } = await sendInvitation(portal, inviter, {
    email: 'Ada@Clinic.example',
    isPrescriber: true,
    careGroupIds: [siteId],
    brand: brandNamed(portal, 'europe'),
  });
  const host = 'eu.trialcard.test';
  const before = portal.app.clock.now();
  const answer = await register(portal, registration(code, { email: ' ADA@clinic.example' }), host);
  expect(answer.status, answer.message).toBe(200);
  expect(await made(portal)).toEqual(everything);
  expect(
    await portal.rows(
      `select company_id, type, admin_rights, is_prescriber, is_active, first_name, last_name, phone, preferred_contact
       from provider where email = 'ada@clinic.example'`,
    ),
  ).toEqual([
    {
      company_id: companyId,
      type: 'Site User',
      admin_rights: false,
      is_prescriber: true,
      is_active: true,
      first_name: 'Grace',
      last_name: 'Hopper',
      phone: '+16175550123',
      preferred_contact: 1,
    },
  ]);
  const { terms } = brandNamed(portal, 'europe');
  expect(await portal.rows('select brand_key, host, terms from terms_acceptance')).toEqual([
    { brand_key: 'europe', host, terms },
  ]);
  const [{ at }] = (await portal.rows('select accepted_at as at from terms_acceptance')) as [{ at: Date }];
  expect(at >= before && at <= portal.app.clock.now()).toBe(true);
  const body = { email: 'ada@clinic.example', password: 'Battery-Staple-7' };
  const signedIn = await portal.call(signIn, { body, headers: { host } });
  const { accessToken } = signedIn.reply as { accessToken: string };
  const own = await portal.call(me, { headers: { host, authorization: `Bearer ${accessToken}` } });
  expect(own.reply).toMatchObject({ companyId, gIds: [siteId], type: 'Site User', adminRights: false });
  expect(own.reply.gIds).not.toContain(trialId);
});

test('P11-16 P11-09 registration is on record: the person with their type and rights, the groups, the account, the invitation', async () => {
  const portal = await openPortal();
  const { companyId, siteId } = await portal.aTrialAtWork();
  const { code, invitationId } = await sendInvitation(portal, await anInviter(portal, companyId), {
    careGroupIds: [siteId],
  });
  await register(portal, registration(code));
  const [person] = await portal.rows<{ id: number }>(
    `select provider_id as id from provider where email = 'ada@clinic.example'`,
  );
  const entries = await portal.rows(
    `select action, actor_name, record_id, company_id from audit_entry where action not in ('invitation.sent') order by seq`,
  );
  const by = { actor_name: 'Grace Hopper', company_id: companyId };
  expect(entries).toEqual([
    { action: 'provider.added', record_id: String(person?.id), ...by },
    { action: 'care_group.member_added', record_id: String(siteId), ...by },
    { action: 'invitation.used', record_id: String(invitationId), ...by },
    { action: 'account.created', record_id: String(person?.id), ...by },
  ]);
});

test('SEC-16 SEC-25 fields that the invitation fixes are refused by name, and nothing is made', async () => {
  const portal = await openPortal();
  const { code } = await anInvitation(portal);
  const added = { type: 'Admin', adminRights: 1, companyId: 1, gIds: [1], prescriber: 1, 'custom:role': 'admin' };
  const answer = await register(portal, registration(code, added));
  expect(answer.status).toBe(400);
  expect(answer.fields).toEqual(
    Object.fromEntries(Object.keys(added).map((key) => [key, 'is not a field of this call'])),
  );
  expect(await made(portal)).toEqual(nothing);
});

test('SEC-16 a role cannot be chosen: whoever registers becomes what the invitation says', async () => {
  const portal = await openPortal();
  const { code } = await anInvitation(portal, { type: 'Nurse' });
  expect((await register(portal, registration(code))).status).toBe(200);
  expect(await portal.rows(`select type from provider where email = 'ada@clinic.example'`)).toEqual([
    { type: 'Nurse' },
  ]);
});

test('SEC-16 OPN-22 OPN-23 a code works once; unknown, cancelled and expired ones are 404 for the registration too', async () => {
  const portal = await openPortal();
  const { code, inviter } = await anInvitation(portal);
  const unknown = await register(portal, registration('x'.repeat(43)));
  expect([unknown.status, unknown.code]).toEqual([404, 'not_found']);
  expect((await register(portal, registration(code))).status).toBe(200);
  const again = await register(portal, registration(code));
  expect([again.status, again.body]).toEqual([404, unknown.body]);
  expect((await readInvitation(portal, code)).status).toBe(404);
  const other = { email: 'bo@clinic.example' };
  const early = await sendInvitation(portal, inviter, other);
  const late = await sendInvitation(portal, inviter, other);
  expect((await register(portal, registration(early.code, other))).body).toEqual(unknown.body);
  portal.app.clock.set(new Date(Date.now() + 15 * 86_400_000));
  expect((await register(portal, registration(late.code, other))).body).toEqual(unknown.body);
  expect(await made(portal)).toEqual(everything);
});

test('SEC-16 SEC-18 on the portal of another brand the invitation does not exist', async () => {
  const portal = await openPortal();
  const { code } = await anInvitation(portal, { brand: brandNamed(portal, 'north-america') });
  for (const host of ['eu.trialcard.test', 'localhost']) {
    expect((await readInvitation(portal, code, host)).status).toBe(404);
    expect((await register(portal, registration(code), host)).status).toBe(404);
  }
  expect(await made(portal)).toEqual(nothing);
  expect((await register(portal, registration(code), 'na.trialcard.test')).status).toBe(200);
});

test('OPN-24 SEC-16 another e-mail than the invited one is refused, whether somebody has it or not', async () => {
  const portal = await openPortal();
  const { code } = await anInvitation(portal);
  const { email: known } = await aPersonWithAccount(portal, 'Nurse');
  const answers = [];
  for (const email of [known, 'nobody@portal.example'])
    answers.push(await register(portal, registration(code, { email })));
  expect(answers[0]).toMatchObject({ status: 400, code: 'invitation.not_this_email' });
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  expect(await made(portal)).toEqual(nothing);
});

test('OPN-24 SCN-03 OPN-94 the server asks what the form asks and names every wrong field', async () => {
  const portal = await openPortal();
  const { code } = await anInvitation(portal);
  const long = (max: number) => `is too long (maximum is ${max} characters)`;
  const tries: [Record<string, unknown>, Record<string, string>][] = [
    [
      { firstName: '', lastName: '  ' },
      { firstName: 'is required', lastName: 'is required' },
    ],
    // Nothing that could be seen in the records.
    [
      { firstName: '\u200b', lastName: '\u2060\u202e' },
      { firstName: 'is required', lastName: 'is required' },
    ],
    [
      { firstName: 'x'.repeat(33), lastName: 'x'.repeat(33) },
      { firstName: long(32), lastName: long(32) },
    ],
    [{ email: `${'a'.repeat(55)}@b.example` }, { email: long(64) }],
    [{ phone: '' }, { phone: 'is required' }],
    [{ phone: '+1'.padEnd(21, '2') }, { phone: long(20) }],
    [{ phone: '+1 123' }, { phone: 'Invalid phone number' }],
    [{ phone: '+999999999' }, { phone: 'Invalid phone number' }],
    [
      { password: 'Abcdefgh12!' },
      { password: 'requirement: at least 12 characters - 1 each of lower case, upper case, number, symbol' },
    ],
    [{ preferredContact: 3 }, { preferredContact: 'must be 0 or 1' }],
    [{ preferredContact: undefined }, { preferredContact: 'must be 0 or 1' }],
    [
      { phone: '+999999999', password: 'Password2026!' },
      { phone: 'Invalid phone number', password: expect.stringMatching(/^This password is too easy/) as string },
    ],
  ];
  for (const [given, fields] of tries) {
    const answer = await register(portal, registration(code, given));
    expect([given, answer.status, answer.fields]).toEqual([given, 400, fields]);
  }
  expect(await made(portal)).toEqual(nothing);
  const longest = { firstName: 'x'.repeat(32), lastName: 'ü'.repeat(32), preferredContact: 0 };
  expect((await register(portal, registration(code, longest))).status).toBe(200);
});

test('SEC-14 OPN-25 a weak password or one with the person’s name or that of a brand of the company is refused by its code; the right one is nowhere to be read', async () => {
  const portal = await openPortal();
  const { companyId, code } = await anInvitation(portal);
  await aBrandWithoutHost(portal, companyId, 'Quillmark Health');
  await aBrandWithoutHost(portal, await portal.aCompany(), 'Battery');
  const brands = ['Trellis-Fjord-26!', 'Quillmark-Fjord-26!'];
  for (const password of ['Password2026!', 'Hopper-Fjord-26!', 'Clinic-Fjord-26!', ...brands]) {
    const refused = await register(portal, registration(code, { password }));
    expect(refused).toMatchObject({ status: 400, code: 'PASSWORD_POLICY' });
    expect(refused.fields).toEqual({ password: refused.message });
  }
  expect((await register(portal, registration(code))).status).toBe(200);
  expect(await tablesThatSay(portal, 'ada@clinic.example')).toEqual(
    expect.arrayContaining(['public.identity_account', 'public.provider', 'public.message', 'public.invitation']),
  );
  expect(await tablesThatSay(portal, 'Battery-Staple')).toEqual([]);
  expect(portal.logged.join('')).not.toMatch(/Battery-Staple|ada@clinic/);
});

/** The tables of the whole database that have a text in a row, as it is or as bytes. */
async function tablesThatSay(portal: Portal, text: string): Promise<string[]> {
  const words = [text, Buffer.from(text).toString('hex')].map((word) => `%${word}%`);
  const tables = await portal.rows<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const said = `select from ${name} as t where t::text ilike any ($1) limit 1`;
    if ((await portal.rows(said, [words])).length > 0) found.push(name);
  }
  return found;
}

test('SER-15 IDP-07 P11-17 an e-mail that got an account in the meantime is refused in the identity provider’s words, and nothing is made', async () => {
  const portal = await openPortal();
  const [here, there] = [await anInvitation(portal), await anInvitation(portal)];
  const answers = await Promise.all([here, there].map(({ code }) => register(portal, registration(code))));
  expect(statuses(answers)).toEqual([200, 400]);
  const refused = answers.find(({ status }) => status === 400);
  expect(refused).toMatchObject({ code: 'USER_EXISTS', message: 'An account with the given email already exists.' });
  expect(await made(portal)).toEqual(everything);
});

test('SER-16 OPN-23 OPN-27 SEC-16 when the account cannot be made the company is named and nothing is left; the same code works later', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany(['TrialCard'], { name: 'Meridian Trials' });
  const { code } = await sendInvitation(portal, await anInviter(portal, companyId));
  await portal.rows('alter table identity_account add constraint broken check (false) not valid');
  const answer = await register(portal, registration(code));
  expect(answer).toMatchObject({
    status: 503,
    code: 'SIGN_UP_FAILED',
    message: 'There was a problem during sign-up. Please contact Meridian Trials',
  });
  expect(portal.logged.join('')).toContain('"event":"sign-up"');
  expect(await made(portal)).toEqual(nothing);
  await portal.rows('alter table identity_account drop constraint broken');
  expect((await register(portal, registration(code))).status).toBe(200);
  expect(await made(portal)).toEqual(everything);
});

test('SEC-16 REL-08 of 20 registrations at once with one code one makes an account, and the others find no invitation', async () => {
  const portal = await openPortal();
  const { code } = await anInvitation(portal);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => register(portal, registration(code, { firstName: `Grace${n}` }))),
  );
  expect(statuses(answers)).toEqual([200, ...Array<number>(19).fill(404)]);
  expect(await made(portal)).toEqual(everything);
});

test('SEC-36 look-ups and registrations from one address are limited', async () => {
  const portal = await openPortal({ OPEN_CALLS_PER_ADDRESS: '3' });
  const { code } = await anInvitation(portal);
  for (let n = 0; n < 3; n += 1) expect((await readInvitation(portal, `guess${n}`)).status).toBe(404);
  const refused = await readInvitation(portal, code);
  expect([refused.status, Number(refused.headers['retry-after']) > 890]).toEqual([429, true]);
  expect((await register(portal, registration(code))).status).toBe(429);
  portal.app.clock.set(new Date(Date.now() + 15 * 60_000 + 1_000));
  expect((await readInvitation(portal, code)).status).toBe(200);
});

test('SEC-16 a session does not stand in for an invitation', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  const headers = { authorization: `Bearer ${person.token}` };
  expect((await portal.call(api.register, { body: registration('no-invitation'), headers })).status).toBe(404);
  expect((await portal.call(api.register, { body: registration(''), headers })).fields).toEqual({
    registrationCode: 'is required',
  });
  expect(await made(portal)).toEqual(nothing);
});
