/** Of which type somebody is: what is stored, and nothing that a client says. */
import { listBrandAlerts } from '@portal/contract/companies/brand-endpoints.ts';
import { me, signIn } from '@portal/contract/identity/endpoints.ts';
import { readProvider } from '@portal/contract/providers/endpoints.ts';
import { expect, test } from 'vitest';
import { everyType, refused } from './access-table-types.ts';
import { openTwoCompanies } from './access-table-world.ts';
import { aPersonWithAccount, aSignedInPerson, goodPassword } from './people.ts';
import { openPortal } from './portal.ts';

test.each(everyType)(
  'PRM-01 SCP-05 SCP-06 SEC-06 a person who is stored as %s signs in, and is that in the session and in their record until the record says another type',
  async (type) => {
    const portal = await openPortal();
    const person = await aSignedInPerson(portal, type);
    const own = { query: { cp_id: person.providerId } };
    const typesTold = async () => [
      ((await person.call(me)).body as { type: string }).type,
      ((await person.call(readProvider, own)).body as { provider: { type: string } }).provider.type,
    ];
    expect(await typesTold()).toEqual([type, type]);

    const other = type === 'Admin' ? 'Sponsor' : 'Admin';
    const claims = { type: other, adminRights: 1, 'custom:role': other };
    for (const [field, value] of Object.entries(claims)) {
      const again = { body: { email: person.email, password: goodPassword, [field]: value } };
      expect((await portal.call(signIn, again)).fields).toEqual({ [field]: 'is not a field of this call' });
      expect((await person.call(me, { query: { [field]: value } })).fields).toEqual({
        [field]: 'is not a field of this call',
      });
      const headers = { [`x-${field.replace(':', '-')}`]: String(value) };
      expect((await person.call(me, { headers })).body).toMatchObject({ type });
    }
    await portal.rows('update provider set type = $2 where provider_id = $1', [person.providerId, other]);
    expect(await typesTold()).toEqual([other, other]);
  },
);

test.each(refused)(
  'PRM-05 SEC-06 SEC-08 a person who is stored as %s does not come in, and who becomes one with a session open is out with the next call',
  async (type) => {
    const portal = await openPortal();
    const { email } = await aPersonWithAccount(portal, type);
    const { status, code, message } = await portal.call(signIn, { body: { email, password: goodPassword } });
    expect([status, code, message]).toEqual([403, 'FORBIDDEN_TYPE', 'Access forbidden.']);
    const person = await aSignedInPerson(portal, 'Admin');
    await portal.rows('update provider set type = $2 where provider_id = $1', [person.providerId, type]);
    expect((await person.call(me)).status).toBe(401);
    expect((await person.call(readProvider, { query: { cp_id: person.providerId } })).status).toBe(401);
    await portal.rows(`update provider set type = 'Admin' where provider_id = $1`, [person.providerId]);
    expect((await person.call(me)).status).toBe(200);
  },
);

test('SCP-05 SCP-06 the types are spelled exactly so, the two that do not come in too, and in no other way', async () => {
  const { ours } = await openTwoCompanies();
  const { admin } = ours.people as Required<typeof ours.people>;
  const { company, brand } = ours.thingsOf('admin');
  const asked = (type: string) =>
    admin.call(listBrandAlerts, { query: { company_id: company, brand_id: brand, type } });
  const spelled =
    'Admin, Sponsor, Site User, Pharmacy User, Wholesaler User, System, physician, Other, Pharmacist, Technician, Doctor, Nurse';
  expect(new Set([...everyType, ...refused])).toEqual(new Set(spelled.split(', ')));
  for (const type of spelled.split(', ')) expect([type, (await asked(type)).status]).toEqual([type, 200]);
  for (const type of ['admin', 'Physician', 'system', 'siteuser', 'Pharmacy Partner', 'NURSE', 'care_provider', '']) {
    const { status, fields } = await asked(type);
    expect([type, status, Object.keys(fields)]).toEqual([type, 400, ['type']]);
  }
});

test('PRM-02 OPN-88 SCP-05 a person who is stored as SiteUser is a Site User with the same rights, and the alerts for SiteUser are those for Site User', async () => {
  const { ours, portal } = await openTwoCompanies();
  const person = await aSignedInPerson(portal, 'Admin');
  const typeOf = async () => ((await person.call(me)).body as { type: string }).type;
  for (const type of ['Site User', 'SiteUser']) {
    await portal.rows(`update provider set type = 'Admin' where provider_id = $1`, [person.providerId]);
    expect(await typeOf()).toBe('Admin');
    await portal.rows('update provider set type = $2 where provider_id = $1', [person.providerId, type]);
    expect([type, await typeOf()]).toEqual([type, 'Site User']);
  }
  const { admin } = ours.people as Required<typeof ours.people>;
  const { company, brand } = ours.thingsOf('admin');
  const alerts = (type: string) =>
    admin.call(listBrandAlerts, { query: { company_id: company, brand_id: brand, type } });
  expect((await alerts('SiteUser')).body).toEqual((await alerts('Site User')).body);
});
