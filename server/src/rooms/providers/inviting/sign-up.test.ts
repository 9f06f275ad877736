import type { UserType } from '@portal/contract/access.ts';
import { me, signIn } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { hosted } from '#test/identity-worlds.ts';
import { anInviter, register, registration, sendInvitation } from '#test/invitations.ts';

/** A company whose administrator invites people of this type, and what goes with it. */
async function openCompany() {
  const world = await hosted();
  const { portal } = world;
  const companyId = await portal.aCompany();
  const inviter = await anInviter(portal, companyId);
  const belongings: Partial<Record<UserType, object>> = {
    Sponsor: { sponsorId: await portal.aSponsor(companyId) },
    'Pharmacy User': { partnerId: await portal.aPartner(companyId, 'pharmacy') },
    'Wholesaler User': { partnerId: await portal.aPartner(companyId, 'wholesaler') },
    Admin: { adminRights: true },
  };
  let n = 0;
  const invited = async (type: UserType) => {
    const email = `guest${(n += 1)}@clinic.example`;
    return { email, ...(await sendInvitation(portal, inviter, { email, type, ...belongings[type] })) };
  };
  return { ...world, companyId, invited };
}

test.each(['Admin', 'Sponsor', 'Site User', 'Pharmacy User', 'Wholesaler User', 'Other', 'Nurse'] as const)(
  'REG-28 REG-29 PRM-16 IDP-07 whoever registers as %s signs up with these attributes, and as a care provider for the identity provider',
  async (type) => {
    const { portal, pool, invited } = await openCompany();
    const { email, code } = await invited(type);
    expect((await register(portal, registration(code, { email }))).status).toBe(200);
    expect(pool.userOf(email).attributes).toEqual({
      email,
      email_verified: 'true',
      phone_number: '+16175550123',
      given_name: 'Grace',
      family_name: 'Hopper',
      'custom:role': 'care_provider',
    });
    expect(await portal.rows('select type from provider where email = $1', [email])).toEqual([{ type }]);
  },
);

test('OPN-02 PRM-16 a role that somebody writes into the sign-up or into the user pool gives no rights', async () => {
  const { portal, pool, invited } = await openCompany();
  const { email, code } = await invited('Site User');
  for (const field of ['custom:role', 'role', 'type', 'adminRights', 'cpId', 'companyId']) {
    const answer = await register(portal, registration(code, { email, [field]: 'Admin' }));
    expect([answer.status, answer.fields]).toEqual([400, { [field]: 'is not a field of this call' }]);
  }
  const body = registration(code, { email });
  expect((await register(portal, body)).status).toBe(200);
  Object.assign(pool.userOf(email).attributes, { 'custom:role': 'Admin', 'custom:adminRights': '1' });
  const { reply } = await portal.call(signIn, { body: { email, password: body.password } });
  if (reply.next !== 'session') throw new Error(reply.next);
  const own = await portal.call(me, { headers: { authorization: `Bearer ${reply.accessToken}` } });
  expect(own.body).toMatchObject({ type: 'Site User', adminRights: 0 });
});

test('REG-28 the identity account is made after our own record, and none where that is refused', async () => {
  const { portal, pool, invited } = await openCompany();
  const taken = await invited('Site User');
  const { email, code } = await invited('Site User');
  // Somebody else has come to be registered under the e-mail meanwhile.
  await portal.aPerson('Nurse', { company_id: await portal.aCompany(), email: taken.email });
  const refused = [
    await register(portal, registration('x'.repeat(43), { email })),
    await register(portal, registration(code, { email: 'somebody@else.example' })),
    await register(portal, registration(code, { email, firstName: '' })),
    await register(portal, registration(code, { email, phone: '+1 nonsense' })),
    await register(portal, registration(code, { email, password: 'short' })),
    await register(portal, registration(taken.code, { email: taken.email })),
  ];
  expect(refused.map(({ status, code: why }) => [status, why])).toEqual([
    [404, 'not_found'],
    [400, 'invitation.not_this_email'],
    [400, 'invalid'],
    [400, 'invalid'],
    [400, 'PASSWORD_POLICY'],
    [400, 'USER_EXISTS'],
  ]);
  expect(pool.users).toEqual([]);
  expect(pool.calls).not.toContain('AdminCreateUser');
  // Our record is written, and not yet to be seen, while the pool makes its account.
  let ours: unknown;
  pool.afterNext('AdminCreateUser', async () => {
    ours = (await portal.rows('select 1 from provider where email = $1', [email])).length;
  });
  expect((await register(portal, registration(code, { email }))).status).toBe(200);
  expect([ours, pool.users.length]).toEqual([0, 1]);
});
