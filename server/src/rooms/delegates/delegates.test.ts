import * as api from '@portal/contract/delegates/endpoints.ts';
import { signIn } from '@portal/contract/identity/endpoints.ts';
import { invitePharmacyUser } from '@portal/contract/partners/manage-endpoints.ts';
import { readInvitation, register } from '@portal/contract/providers/invitation-endpoints.ts';
import * as users from '@portal/contract/providers/user-endpoints.ts';
import { beforeEach, expect, test } from 'vitest';
import { holdInvitationsOf } from '#rooms/providers/door.ts';
import { registration } from '#test/invitations.ts';
import { mailsTo } from '#test/mails.ts';
import { type Answer, onItsOwn, openPortal } from '#test/portal.ts';
import { said } from '#test/users.ts';
import { somebodyWaits } from '#test/waits.ts';

beforeEach(onItsOwn);

const ada = { npi: '1234567890', fName: 'Ada', lName: 'Lovelace' };
const grace = { npi: '2234567890', fName: 'Grace', lName: 'Hopper' };
const email = 'dele@clinic.example';
const wordsOf = (answers: readonly unknown[]) => answers.map((answer) => said(answer as Answer<never>));

async function open() {
  const portal = await openPortal();
  const companyId = await portal.aCompany(['MD_Direct_Invite']);
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  const own = { cpId: admin.providerId, companyId };
  const invite = (more: object = {}) =>
    admin.call(api.inviteDelegate, { body: { email, NPIs: [ada], ...own, ...more } });
  const listed = async () =>
    (await admin.call(api.listPhysicians, { query: { company_id: companyId } })).reply.physicians;
  const info = async (delegateId: number) =>
    (await admin.call(api.readNpis, { query: { delegateId, company_id: companyId } })).reply.physicianInfo;
  /** The code of the newest mail. */
  const codeOf = async (to = email) =>
    /register\?id=([\w-]{43})/.exec((await mailsTo(portal, to))[0]?.text ?? '')?.[1] ?? '';
  const end = (cp_id: number, removal_type: 'deactivate' | 'remove', reason?: string, by = admin) =>
    by.call(users.removeUser, { query: { cp_id, removal_type, reason } });
  const allow = (cp_id: number, by = admin) => by.call(users.reactivateUser, { body: { cp_id } });
  /** Invites somebody who registers; gives their number in user management. */
  const anActive = async () => {
    await invite();
    await portal.call(register, { body: registration(await codeOf(), { email }) });
    return (await listed())[0]?.userCpId ?? 0;
  };
  const actions = async () =>
    (await portal.rows<{ action: string }>('select action from audit_entry order by seq')).map(({ action }) => action);
  return { portal, companyId, admin, own, invite, listed, info, codeOf, end, allow, anActive, actions };
}

test('PHY-05 PHY-06 PHY-16 ROL-02 APP-16 APP-17 APP-18 OPS-21 OPS-46 who is invited is listed as pending, with the NPIs they act for', async () => {
  const { invite, listed, info, admin, actions } = await open();
  const invited = await invite({ email: ' Dele@Clinic.example ', NPIs: [ada, grace] });
  expect(invited.body).toEqual({ message: 'Link Sent', delegateId: expect.any(Number) as number });
  const { delegateId } = invited.reply;
  expect(await listed()).toEqual([
    {
      personId: null,
      delegateId,
      userCpId: expect.any(Number) as number,
      type: 'physician',
      status: 0,
      statusDescription: 'Pending',
      email,
      fName: null,
      lName: null,
      phone: null,
      npi: '1234567890,2234567890',
      cpId: admin.providerId,
    },
  ]);
  expect(await info(delegateId)).toEqual({
    personId: null,
    delegateId,
    directNPIs: [
      { ...ada, version: 1 },
      { ...grace, version: 1 },
    ],
    physicianInvitedNPIs: [],
  });
  expect(await actions()).toEqual(['invitation.sent', 'delegate.invited']);
});

test('PHY-06 OPS-47 ROL-03 SIG-15 a delegate is active once they have registered and deactivated once their access is revoked, and never has a session here', async () => {
  const { portal, invite, listed, codeOf, end, allow, info, actions } = await open();
  await invite();
  const { password } = registration('');
  const signedIn = async () => (await portal.call(signIn, { body: { email, password } })).code;
  expect(await signedIn()).toBe('BAD_CREDENTIALS');
  const code = await codeOf();
  expect((await portal.call(readInvitation, { query: { id: code } })).status).toBe(200);
  const [pending] = await listed();
  expect(pending?.status).toBe(0);
  expect((await portal.call(register, { body: registration(code, { email }) })).status).toBe(200);
  const [active] = await listed();
  expect(active).toMatchObject({
    status: 1,
    statusDescription: 'Active',
    fName: 'Grace',
    lName: 'Hopper',
    phone: '+16175550123',
  });
  expect(active?.personId).toEqual(expect.any(Number));
  expect(await signedIn()).toBe('FORBIDDEN_TYPE');
  expect(await portal.rows('select 1 from session where provider_id = $1', [active?.personId])).toEqual([]);
  // One number from the invitation on (P11-17).
  expect([active?.personId, active?.userCpId]).toEqual([pending?.userCpId, pending?.userCpId]);
  const cpId = active?.userCpId ?? 0;
  const before = await info(active?.delegateId ?? 0);
  expect((await end(cpId, 'deactivate', 'Left the clinic')).body).toEqual({ message: 'Access revoked.' });
  expect((await listed())[0]).toMatchObject({ status: 2, statusDescription: 'Deactivated' });
  expect(await portal.rows(`select reason from audit_entry where action = 'provider.deactivated'`)).toEqual([
    { reason: 'Left the clinic' },
  ]);
  expect((await allow(cpId)).body).toEqual({ message: 'Access allowed.' });
  expect((await listed())[0]).toMatchObject({ status: 1, npi: '1234567890' });
  expect(await info(active?.delegateId ?? 0)).toEqual(before);
  expect((await actions()).slice(-2)).toEqual(['provider.deactivated', 'provider.reactivated']);
});

test('OPS-47 P11-09 SEC-16 the invitation of a pending delegate is withdrawn: its link is worth nothing, they are listed no more, and the e-mail is free for whatever comes next, which ends their NPIs with an entry of each', async () => {
  const { portal, own, admin, invite, listed, info, codeOf, end, actions } = await open();
  const { delegateId } = (await invite({ NPIs: [ada, grace] })).reply;
  const first = (await listed())[0]?.userCpId ?? 0;
  expect(wordsOf([await end(first, 'deactivate')])).toEqual([[409, 'provider.wrong_state']]);
  const code = await codeOf();
  expect((await end(first, 'remove', 'Wrong address')).body).toEqual({ message: 'User removed.' });
  expect((await actions()).at(-1)).toBe('invitation.cancelled');
  expect((await portal.call(readInvitation, { query: { id: code } })).status).toBe(404);
  expect(await listed()).toEqual([]);
  const of = { ...own, delegateId };
  expect(
    wordsOf([
      await end(first, 'remove'),
      await admin.call(api.readNpis, { query: { delegateId, company_id: own.companyId } }),
      await admin.call(api.addNpi, { body: { ...grace, npi: '1999999999', ...of } }),
      await admin.call(api.reinviteDelegate, { body: { email, companyId: own.companyId } }),
    ]),
  ).toEqual(Array.from({ length: 4 }, () => [404, 'not_found']));

  const answers = await Promise.all([invite({ NPIs: [grace] }), invite({ NPIs: [grace] })]);
  expect(answers.map(({ code: refused }) => refused ?? 'sent').sort()).toEqual(['delegate.listed', 'sent']);
  const [again] = await listed();
  expect(again).toMatchObject({ delegateId, status: 0, npi: grace.npi });
  // Whoever comes by it is somebody else (P11-17).
  expect(again?.userCpId).toBeGreaterThan(first);
  expect((await info(delegateId)).directNPIs).toEqual([{ ...grace, version: 1 }]);
  const ended = ({ npi, fName, lName }: typeof ada) => ({
    action: 'delegate.npi_removed',
    changes: [
      { field: 'npi', old: npi },
      { field: 'first_name', old: fName },
      { field: 'last_name', old: lName },
    ],
  });
  const trail = await portal.rows<{ action: string }>(
    `select action, changes from audit_entry where record_kind = 'delegate' and record_id = $1 order by seq`,
    [delegateId],
  );
  expect(trail.slice(1, -1)).toEqual([ended(ada), ended(grace)]);
  expect([trail[0]?.action, trail.at(-1)?.action]).toEqual(['delegate.invited', 'delegate.invited']);
  expect((await portal.call(register, { body: registration(await codeOf(), { email }) })).status).toBe(200);
  expect((await listed())[0]).toMatchObject({ status: 1, personId: again?.userCpId });
});

test('OPS-47 P11-17 a deactivated delegate is removed with their account, and the next who is invited by the e-mail is another one', async () => {
  const { portal, anActive, invite, listed, end } = await open();
  const first = await anActive();
  expect(wordsOf([await end(first, 'remove')])).toEqual([[409, 'provider.wrong_state']]);
  await end(first, 'deactivate');
  expect((await invite()).code).toBe('delegate.listed');
  expect((await end(first, 'remove')).body).toEqual({ message: 'User removed.' });
  expect(await listed()).toEqual([]);
  expect(await portal.rows('select 1 from identity_account where email = $1', [email])).toEqual([]);
  expect((await invite({ NPIs: [grace] })).status).toBe(200);
  const [next] = await listed();
  expect(next).toMatchObject({ status: 0, personId: null, npi: grace.npi });
  expect(next?.userCpId).toBeGreaterThan(first);
});

test('SEC-13 SEC-23 OPS-47 access of a delegate is ended and allowed by who sees the whole company, and nothing else of a user is theirs', async () => {
  const { portal, companyId, admin, anActive, listed, end, allow } = await open();
  const cpId = await anActive();
  const site = await portal.aSite(companyId, await portal.aTrial(companyId));
  const ofSite = await portal.signedIn(
    await portal.aPerson('Site User', { company_id: companyId, admin_rights: true }, [site]),
  );
  const theirs = await portal.aCompany(['MD_Direct_Invite']);
  const stranger = await portal.signedIn(await portal.aPerson('Admin', { company_id: theirs }));
  for (const by of [ofSite, stranger])
    expect(wordsOf([await end(cpId, 'deactivate', undefined, by), await allow(cpId, by)])).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ]);
  expect((await listed())[0]?.status).toBe(1);
  const { careProviders } = (await admin.call(users.listUsers, { query: { companyId, status: 'all' } })).reply;
  expect(careProviders.map(({ cpID }) => cpID)).not.toContain(cpId);
  expect((await admin.call(users.readUser, { query: { cp_id: cpId } })).reply.person).toMatchObject({
    type: 'physician',
    status: 'Has site access',
    mayManage: true,
  });
  const groupsToAdd = [{ gId: site, public: 0 }];
  expect(
    wordsOf([
      await admin.call(users.addGroupsOfUser, { body: { cp_id: cpId, companyId, groupsToAdd } }),
      await admin.call(users.changeUser, {
        body: { cpId, companyId, careProviderData: [{ Name: 'adminRights', Value: '1' }] },
      }),
      await admin.call(users.reinviteUser, { body: { cp_id: cpId, company_id: companyId } }),
    ]),
  ).toEqual(Array.from({ length: 3 }, () => [400, 'invalid']));
  expect((await portal.rows('select admin_rights from provider where provider_id = $1', [cpId]))[0]).toEqual({
    admin_rights: false,
  });
});

test('OPS-47 REL-08 of an invitation that is withdrawn and sent again at once none is left open', async () => {
  const { portal, companyId, admin, invite, listed, codeOf, end } = await open();
  await invite();
  const [delegate] = await listed();
  const [withdrawn, again] = await Promise.all([
    end(delegate?.userCpId ?? 0, 'remove'),
    admin.call(api.reinviteDelegate, { body: { email, companyId } }),
  ]);
  expect(withdrawn.status).toBe(200);
  expect([200, 404]).toContain(again.status);
  expect(await listed()).toEqual([]);
  expect((await portal.call(readInvitation, { query: { id: await codeOf() } })).status).toBe(404);
});

test('PHY-09 PHY-10 PHY-11 PHY-12 CON-06 an invite with a bad e-mail or bad NPIs is refused in so many words, and nothing is sent', async () => {
  const { portal, invite } = await open();
  const format = 'NPI must start with 1 or 2 and be 10 digits long';
  const tries: [object, Record<string, string>][] = [
    [{ email: 'dele' }, { email: 'Invalid email format' }],
    [{ email: '' }, { email: 'Invalid email format' }],
    [{ email: undefined }, { email: 'Invalid email format' }],
    [{ NPIs: [] }, { NPIs: 'At least one NPI is required.' }],
    ...['0123456789', '312345678', '3123456789', '123456789', '12345678901', '12345x7890'].map(
      (npi): [object, Record<string, string>] => [{ NPIs: [{ ...ada, npi }] }, { 'NPIs.0.npi': format }],
    ),
    [{ NPIs: [{ ...ada, npi: ' ' }] }, { 'NPIs.0.npi': 'is required' }],
    [{ NPIs: [{ ...ada, fName: '' }] }, { 'NPIs.0.fName': 'is required' }],
    [{ NPIs: [{ npi: ada.npi, fName: 'Ada' }] }, { 'NPIs.0.lName': 'is required' }],
    [{ NPIs: [ada, { ...grace, npi: ada.npi }] }, { 'NPIs.1.npi': 'NPI is already in the table' }],
  ];
  for (const [wrong, fields] of tries) {
    const answer = await invite(wrong);
    expect([wrong, answer.status, answer.fields]).toEqual([wrong, 400, fields]);
  }
  expect(await portal.rows('select 1 from message')).toEqual([]);
  expect(await portal.rows('select 1 from delegate')).toEqual([]);
  expect((await invite()).status).toBe(200);
});

test('OPS-47 P11-17 an e-mail that is listed already, in whatever case, and one that somebody has is not invited', async () => {
  const { portal, companyId, invite, listed } = await open();
  await invite();
  const again = await invite({ email: 'DELE@clinic.example' });
  expect([again.status, again.code, again.message]).toEqual([
    400,
    'delegate.listed',
    'This email has already been invited.',
  ]);
  await portal.aPerson('Nurse', { company_id: companyId, email: 'nurse@clinic.example' });
  expect((await invite({ email: 'nurse@clinic.example' })).code).toBe('provider.email_taken');
  expect(await listed()).toHaveLength(1);
  expect(await mailsTo(portal, email)).toHaveLength(1);
});

test('REL-08 of twenty invites of one e-mail at once one counts', async () => {
  const { portal, invite, listed } = await open();
  const answers = await Promise.all(Array.from({ length: 20 }, () => invite()));
  expect(answers.map(({ code }) => code ?? 'sent').sort()).toEqual([
    ...Array.from({ length: 19 }, () => 'delegate.listed'),
    'sent',
  ]);
  expect(await listed()).toHaveLength(1);
  expect(await mailsTo(portal, email)).toHaveLength(1);
});

test('PHY-17 APP-22 OPS-47 P11-20 a pending delegate is invited again and the earlier link is worth nothing; an active or deactivated one is refused', async () => {
  const { portal, companyId, admin, invite, listed, codeOf, end, actions } = await open();
  await invite();
  const first = await codeOf();
  const again = () => admin.call(api.reinviteDelegate, { body: { email: 'Dele@clinic.example', companyId } });
  expect((await again()).body).toEqual({ message: 'Link Sent' });
  const second = await codeOf();
  const opens = async (id: string) => (await portal.call(readInvitation, { query: { id } })).status;
  expect([await opens(first), await opens(second)]).toEqual([404, 200]);
  expect(await actions()).toEqual([
    'invitation.sent',
    'delegate.invited',
    'invitation.cancelled',
    'invitation.sent',
    'delegate.invited_again',
  ]);
  await portal.call(register, { body: registration(second, { email }) });
  const [registered] = await listed();
  expect(registered?.status).toBe(1);
  for (const isActive of [true, false]) {
    if (!isActive) await end(registered?.userCpId ?? 0, 'deactivate');
    const refused = await again();
    expect([refused.status, refused.code, refused.message]).toEqual([
      409,
      'delegate.not_pending',
      'Only a pending delegate can be invited again.',
    ]);
  }
  expect(await mailsTo(portal, email)).toHaveLength(2);
  const nobody = await admin.call(api.reinviteDelegate, { body: { email: 'nobody@clinic.example', companyId } });
  expect(nobody.status).toBe(404);
});

test('APP-19 APP-20 APP-21 PHY-13 OPS-46 NPIs of a delegate are added, renamed and removed, each with its audit entry', async () => {
  const { portal, own, admin, invite, info, listed, actions } = await open();
  const { delegateId } = (await invite()).reply;
  const of = { ...own, delegateId, email };
  expect((await admin.call(api.addNpi, { body: { ...grace, ...of } })).body).toEqual({
    message: 'NPI successfully added.',
  });
  const renamed = await admin.call(api.changeNpi, { body: { ...grace, lName: 'Murray', ...of, version: 1 } });
  expect(renamed.body).toEqual({ message: 'NPI successfully updated.', version: 2 });
  expect((await info(delegateId)).directNPIs).toEqual([
    { ...ada, version: 1 },
    { ...grace, lName: 'Murray', version: 2 },
  ]);
  // REL-07
  const stale = await admin.call(api.changeNpi, { body: { ...grace, ...of, version: 1 } });
  expect([stale.status, stale.code]).toEqual([409, 'stale']);
  expect(stale.body).toMatchObject({ detail: { current: { npi: grace.npi, version: 2 } } });
  // An NPI that is not there is not found: none is changed into another.
  const other = await admin.call(api.changeNpi, { body: { ...grace, npi: '1999999999', ...of } });
  expect(other.status).toBe(404);
  expect((await admin.call(api.removeNpi, { query: { ...ada, ...of } })).body).toEqual({
    message: 'NPI successfully removed.',
  });
  expect((await admin.call(api.removeNpi, { query: { ...ada, ...of } })).status).toBe(404);
  expect((await listed())[0]?.npi).toBe('2234567890');
  // Removed is hidden, and the same NPI can be given again.
  expect((await admin.call(api.addNpi, { body: { ...ada, ...of } })).status).toBe(200);
  expect(await portal.rows('select 1 from delegate_npi')).toHaveLength(3);
  expect((await actions()).slice(2)).toEqual([
    'delegate.npi_added',
    'delegate.npi_changed',
    'delegate.npi_removed',
    'delegate.npi_added',
  ]);
});

test('PHY-09 REL-08 a delegate keeps one NPI, whoever gave it: the last one is not removed, also not by two who remove the last two at once', async () => {
  const { portal, companyId, own, admin, invite, info, listed } = await open();
  const { delegateId } = (await invite({ NPIs: [ada, grace] })).reply;
  const remove = ({ npi }: { npi: string }) => admin.call(api.removeNpi, { query: { npi, ...own, delegateId } });
  const answers = await Promise.all([remove(ada), remove(grace)]);
  expect(answers.map(({ code }) => code ?? 'removed').sort()).toEqual(['delegate_npi.last', 'removed']);
  const [left] = (await info(delegateId)).directNPIs;
  const refused = await remove(left as typeof ada);
  expect([refused.status, refused.code, refused.message]).toEqual([
    400,
    'delegate_npi.last',
    'A delegate acts for at least one physician. Please add another NPI before you remove this one.',
  ]);
  expect((await listed())[0]?.npi).toBe(left?.npi);
  await portal.rows(
    `insert into delegate_npi (company_id, delegate_id, npi, first_name, last_name, given_by)
     values ($1, $2, '1888888888', 'Rosalind', 'Franklin', 'physician')`,
    [companyId, delegateId],
  );
  expect((await remove(left as typeof ada)).status).toBe(200);
});

test('SEC-16 an e-mail with an open invitation to be a delegate is not invited as somebody else, and the other way round', async () => {
  const { portal, admin, own, invite, codeOf } = await open();
  await invite();
  await portal.rows(`insert into company_module (company_id, name) values ($1, 'TrialCard')`, [own.companyId]);
  const ppId = await portal.aPartner(own.companyId, 'pharmacy');
  const toPharmacy = (to: string) =>
    admin.call(invitePharmacyUser, {
      body: {
        ppId,
        companyId: own.companyId,
        email: to,
        providerType: 'Pharmacy User',
        adminRights: 0,
        defaultListing: 0,
      },
    });
  const refused = await toPharmacy(email);
  expect([refused.status, refused.code, refused.message]).toEqual([
    400,
    'invitation.another_open',
    'This email has an open invitation as physician. It can be invited again once that invitation has expired or an administrator has withdrawn it.',
  ]);
  expect((await portal.call(readInvitation, { query: { id: await codeOf() } })).status).toBe(200);
  expect((await toPharmacy('pia@clinic.example')).status).toBe(200);
  expect((await invite({ email: 'pia@clinic.example' })).message).toMatch(/open invitation as Pharmacy User\./);
  expect(await portal.rows('select email from delegate')).toEqual([{ email }]);
});

test('PHY-10 PHY-11 PHY-12 ERR-11 an entry without a name, with a bad NPI or with one that is there is refused', async () => {
  const { own, admin, invite, info } = await open();
  const { delegateId } = (await invite()).reply;
  const add = (more: object) => admin.call(api.addNpi, { body: { ...grace, ...own, delegateId, ...more } });
  for (const field of ['npi', 'fName', 'lName'])
    expect((await add({ [field]: '' })).fields).toEqual({ [field]: 'is required' });
  expect((await add({ npi: '3234567890' })).fields).toEqual({
    npi: 'NPI must start with 1 or 2 and be 10 digits long',
  });
  const taken = await add({ npi: ada.npi });
  expect([taken.status, taken.code, taken.message]).toEqual([400, 'delegate_npi.taken', 'NPI is already in the table']);
  expect((await add({ email: 'somebody@else.example' })).fields).toEqual({
    email: 'is not the email of this delegate',
  });
  expect((await info(delegateId)).directNPIs).toHaveLength(1);
});

test('REL-08 of twenty who add one NPI at once one does it', async () => {
  const { own, admin, invite, info } = await open();
  const { delegateId } = (await invite()).reply;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => admin.call(api.addNpi, { body: { ...grace, ...own, delegateId } })),
  );
  expect(answers.map(({ message }) => message ?? 'added').sort()).toEqual([
    ...Array.from({ length: 19 }, () => 'NPI is already in the table'),
    'added',
  ]);
  expect((await info(delegateId)).directNPIs).toHaveLength(2);
});

test('PHY-14 what a physician has assigned is shown apart, and cannot be changed, removed or added once more here', async () => {
  const { portal, companyId, own, admin, invite, info } = await open();
  const { delegateId } = (await invite()).reply;
  await portal.rows(
    `insert into delegate_npi (company_id, delegate_id, npi, first_name, last_name, given_by)
     values ($1, $2, '2234567890', 'Grace', 'Hopper', 'physician')`,
    [companyId, delegateId],
  );
  const before = await info(delegateId);
  expect(before.directNPIs.map(({ npi }) => npi)).toEqual([ada.npi]);
  expect(before.physicianInvitedNPIs).toEqual([{ ...grace, version: 1 }]);
  const of = { ...own, delegateId };
  const answers = [
    await admin.call(api.changeNpi, { body: { ...grace, fName: 'X', ...of } }),
    await admin.call(api.removeNpi, { query: { npi: grace.npi, ...of } }),
    await admin.call(api.addNpi, { body: { ...grace, ...of } }),
  ];
  expect(answers.map(({ status, code }) => [status, code])).toEqual([
    [400, 'delegate_npi.read_only'],
    [400, 'delegate_npi.read_only'],
    [400, 'delegate_npi.taken'],
  ]);
  expect(await info(delegateId)).toEqual(before);
});

test('PHY-07 P11-20 the access of a pending and of an active delegate is edited, that of a deactivated one is not', async () => {
  const { own, admin, anActive, listed, info, end } = await open();
  const cpId = await anActive();
  const delegateId = (await listed())[0]?.delegateId ?? 0;
  const of = { ...own, delegateId };
  expect((await admin.call(api.addNpi, { body: { ...grace, ...of } })).status).toBe(200);
  await end(cpId, 'deactivate');
  const answers = [
    await admin.call(api.addNpi, { body: { ...grace, npi: '1999999999', ...of } }),
    await admin.call(api.changeNpi, { body: { ...grace, fName: 'X', ...of } }),
    await admin.call(api.removeNpi, { query: { npi: grace.npi, ...of } }),
  ];
  expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [409, 'delegate.deactivated']));
  expect((await info(delegateId)).directNPIs.map(({ fName }) => fName)).toEqual(['Ada', 'Grace']);
});

test('SEC-22 SEC-24 ROL-08 another company, another person, a person without rights or module learn nothing and change nothing', async () => {
  const { portal, companyId, admin, own, invite, listed } = await open();
  const { delegateId } = (await invite()).reply;
  const theirs = await portal.aCompany(['MD_Direct_Invite']);
  const stranger = await portal.signedIn(await portal.aPerson('Admin', { company_id: theirs }));
  const foreign = { cpId: stranger.providerId, companyId: theirs };
  const answers = [
    await stranger.call(api.listPhysicians, { query: { company_id: companyId } }),
    await stranger.call(api.readNpis, { query: { delegateId, company_id: companyId } }),
    await stranger.call(api.readNpis, { query: { delegateId, company_id: theirs } }),
    await stranger.call(api.addNpi, { body: { ...grace, delegateId, ...foreign } }),
    await stranger.call(api.addNpi, { body: { ...grace, delegateId, ...own } }),
    await stranger.call(api.changeNpi, { body: { ...ada, delegateId, ...foreign } }),
    await stranger.call(api.removeNpi, { query: { npi: ada.npi, delegateId, ...foreign } }),
    await stranger.call(api.reinviteDelegate, { body: { email, companyId: theirs } }),
    await admin.call(api.addNpi, { body: { ...grace, delegateId, ...own, cpId: stranger.providerId } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 404, 404, 403, 404, 404, 404, 403]);
  expect((await stranger.call(api.listPhysicians, { query: { company_id: theirs } })).body).toEqual({
    physicians: [],
  });
  const plain = await portal.aCompany(['TrialCard']);
  const people = [
    [companyId, 'Other', {}],
    [companyId, 'Sponsor', { admin_rights: true }],
    [companyId, 'Pharmacy User', { admin_rights: true }],
    [plain, 'Admin', {}],
  ] as const;
  for (const [company, type, fields] of people) {
    const caller = await portal.signedIn(await portal.aPerson(type, { company_id: company, ...fields }));
    const asked = await caller.call(api.listPhysicians, { query: { company_id: company } });
    const sent = await caller.call(api.inviteDelegate, {
      body: { email: 'x@clinic.example', NPIs: [ada], cpId: caller.providerId, companyId: company },
    });
    expect([type, asked.status, sent.status]).toEqual([type, 403, 403]);
  }
  expect(await listed()).toHaveLength(1);
});

test('PHY-17 REL-08 of several invitations again at once each comes about, and the last link alone opens', async () => {
  const { portal, companyId, admin, invite, listed, codeOf } = await open();
  await invite();
  const first = await codeOf();
  const again = () => admin.call(api.reinviteDelegate, { body: { email, companyId } });
  const answers = await Promise.all([again(), again(), again(), again()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await listed()).toMatchObject([{ status: 0 }]);
  const opens = async (id: string) => (await portal.call(readInvitation, { query: { id } })).status;
  expect([await opens(first), await opens(await codeOf())]).toEqual([404, 200]);
});

/** What waits for a name in this order, once nobody holds the invitations of the e-mail any more. */
async function inTurn<One, Other>(
  { portal, companyId }: Awaited<ReturnType<typeof open>>,
  first: () => Promise<One>,
  second: () => Promise<Other>,
) {
  const { answers } = await portal.app.database.asSystem(async (tx) => {
    await holdInvitationsOf(tx, companyId, email);
    const one = first();
    await somebodyWaits(portal);
    const other = second();
    await somebodyWaits(portal, 2);
    return { answers: Promise.all([one, other]) };
  });
  return answers;
}

test('PHY-17 REL-08 who is invited again among the delegates while somebody tries it in the list of people is, and that one is told where to do it', async () => {
  const s = await open();
  await s.invite();
  const [delegate] = await s.listed();
  const answers = await inTurn(
    s,
    () => s.admin.call(users.reinviteUser, { body: { cp_id: delegate?.userCpId, company_id: s.companyId } }),
    () => s.admin.call(api.reinviteDelegate, { body: { email, companyId: s.companyId } }),
  );
  expect(answers.map(({ status }) => status)).toEqual([400, 200]);
  expect(answers[0].fields).toEqual({
    cp_id: 'A physician delegate is invited again in Physician User Management.',
  });
});

test('OPS-47 REL-08 a delegate who was withdrawn is invited anew while somebody invites them again, who is told that there is no delegate', async () => {
  const s = await open();
  await s.invite();
  const [delegate] = await s.listed();
  expect((await s.end(delegate?.userCpId ?? 0, 'remove')).status).toBe(200);
  const answers = await inTurn(
    s,
    () => s.admin.call(api.reinviteDelegate, { body: { email, companyId: s.companyId } }),
    () => s.invite(),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 200]);
});

test('OPS-47 who registers while they are being invited again is active in the end, or has the newer link', async () => {
  const { portal, companyId, admin, invite, listed, codeOf } = await open();
  await invite();
  const code = await codeOf();
  const [registered, again] = await Promise.all([
    portal.call(register, { body: registration(code, { email }) }),
    admin.call(api.reinviteDelegate, { body: { email, companyId } }),
  ]);
  const [delegate] = await listed();
  const opens = (await portal.call(readInvitation, { query: { id: await codeOf() } })).status;
  expect([
    [200, 409, 1, 404],
    [200, 400, 1, 404],
    [404, 200, 0, 200],
  ]).toContainEqual([registered.status, again.status, delegate?.status, opens]);
});
