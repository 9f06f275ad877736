/** An account that is taken away, with either identity provider (SEC-17). */
import { signIn } from '@portal/contract/identity/endpoints.ts';
import { removeUser } from '@portal/contract/providers/user-endpoints.ts';
import { describe, expect, test } from 'vitest';
import { aPersonOf, hosted, worlds } from '#test/identity-worlds.ts';
import { anInviter, register, registration, sendInvitation } from '#test/invitations.ts';
import { goodPassword } from '#test/people.ts';

describe.each(worlds)('with the %s identity provider', (_name, open) => {
  test('P11-17 SEC-17 a removed person cannot sign in, and their e-mail is registered by another invitation with another password', async () => {
    const world = await open();
    const { portal } = world;
    const { companyId, providerId, email } = await aPersonOf(world, 'Site User');
    const enters = async (password: string) => {
      const { status, code } = await portal.call(signIn, { body: { email, password } });
      return status === 200 ? 200 : code;
    };
    expect(await enters(goodPassword)).toBe(200);
    const inviter = await anInviter(portal, companyId);
    const admin = await portal.signedIn(inviter.providerId);
    const end = (removal_type: string) => admin.call(removeUser, { query: { cp_id: providerId, removal_type } });
    expect((await end('deactivate')).status).toBe(200);
    expect(await enters(goodPassword)).toBe('FORBIDDEN_TYPE');
    expect((await end('remove')).status).toBe(200);
    expect(await enters(goodPassword)).toBe('BAD_CREDENTIALS');

    const { code, personId } = await sendInvitation(portal, inviter, { email });
    expect(personId).toBeGreaterThan(providerId);
    expect((await register(portal, registration(code, { email }))).status).toBe(200);
    expect([await enters(goodPassword), await enters('Battery-Staple-7')]).toEqual(['BAD_CREDENTIALS', 200]);
    expect(
      await portal.rows(
        'select provider_id, is_active, removed_at is null as present from provider where email = $1 order by 1',
        [email],
      ),
    ).toEqual([
      { provider_id: providerId, is_active: false, present: false },
      { provider_id: personId, is_active: true, present: true },
    ]);
  });
});

test('SEC-17 REL-12 while the pool is away nobody is removed, and afterwards they are, also where the pool knows them no more', async () => {
  const world = await hosted();
  const { portal, pool } = world;
  const people = [await aPersonOf(world, 'Site User'), await aPersonOf(world, 'Site User')];
  for (const { companyId, providerId, email } of people) {
    const admin = await portal.signedIn((await anInviter(portal, companyId)).providerId);
    const end = (removal_type: string) => admin.call(removeUser, { query: { cp_id: providerId, removal_type } });
    await end('deactivate');
    pool.mood = 'gone';
    expect((await end('remove')).status).toBe(503);
    expect(
      await portal.rows('select 1 from provider where provider_id = $1 and removed_at is null', [providerId]),
    ).toHaveLength(1);
    pool.mood = 'well';
    if (email === people[0]?.email)
      pool.users.splice(
        pool.users.findIndex((user) => user.email === email),
        1,
      );
    expect((await end('remove')).status).toBe(200);
    expect(pool.users.some((user) => user.email === email)).toBe(false);
  }
});
