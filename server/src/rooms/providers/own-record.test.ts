import { moduleNames } from '@portal/contract/access.ts';
import { companyModules } from '@portal/contract/companies/endpoints.ts';
import { readSite } from '@portal/contract/care-groups/endpoints.ts';
import { addSponsor } from '@portal/contract/care-groups/sponsor-endpoints.ts';
import { me } from '@portal/contract/identity/endpoints.ts';
import * as api from '@portal/contract/providers/endpoints.ts';
import { expect, test } from 'vitest';
import { openPortal } from '#test/portal.ts';

test('OPN-43 the modules of a person are those of their company, in their record, in the session and in the list of the company', async () => {
  const portal = await openPortal();
  for (const modules of [[], ['TrialCard'], ['Messaging', 'Assessments', 'FollowUp'], moduleNames] as const) {
    const companyId = await portal.aCompany(modules);
    const person = await portal.signedIn(await portal.aPerson('Nurse', { company_id: companyId }));
    const lists = async () => [
      (await person.call(companyModules, { query: { company_id: companyId } })).reply.modules,
      (await person.call(api.readProvider, { query: { cp_id: person.providerId } })).reply.provider.modules,
      (await person.call(me)).reply.modules,
    ];
    const [ofCompany = [], ofPerson, ofSession] = await lists();
    expect(ofCompany.map(({ name }) => name).sort()).toEqual([...modules].sort());
    expect([ofPerson, ofSession]).toEqual([ofCompany, ofCompany]);
    // What the company loses, everybody of it loses at once.
    await portal.rows('delete from company_module where company_id = $1', [companyId]);
    expect(await lists()).toEqual([[], [], []]);
  }
});

test('SCN-09 a person without a type behaves as Other, with what Other may and no more', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany(['TrialCard']);
  const typed = await portal.aPerson('Other', { company_id: companyId });
  await portal.rows(
    `insert into provider (company_id, email, first_name, last_name, created_at) values ($1, 'typeless@example.com', 'Ty', 'Less', now())`,
    [companyId],
  );
  const [row] = await portal.rows<{ id: number }>(
    `select provider_id as id from provider where email = 'typeless@example.com'`,
  );
  const [other, typeless] = [await portal.signedIn(typed), await portal.signedIn(row!.id)];
  expect((await typeless.call(api.readProvider, { query: { cp_id: typeless.providerId } })).reply.provider.type).toBe(
    'Other',
  );
  expect((await typeless.call(me)).reply).toMatchObject({ type: 'Other', adminRights: false });
  const siteId = await portal.aSite(companyId, await portal.aTrial(companyId));
  const body = { company_id: companyId, sponsorName: 'Northern Trials' };
  // A site that is not theirs is out of sight; what administrators do is refused.
  for (const person of [other, typeless])
    expect([
      (await person.call(readSite, { query: { g_id: siteId } })).status,
      (await person.call(addSponsor, { body })).status,
    ]).toEqual([404, 403]);
  for (const person of [other, typeless])
    await portal.rows('insert into care_group_member (care_group_id, provider_id, company_id) values ($1, $2, $3)', [
      siteId,
      person.providerId,
      companyId,
    ]);
  for (const person of [other, typeless])
    expect((await person.call(readSite, { query: { g_id: siteId } })).status).toBe(200);
});

test('OPN-46 a notification is switched by a JSON body: an unknown one is 404, anything but 0 and 1 is 400, a query is refused', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const person = await portal.signedIn(await portal.aPerson('Nurse', { company_id: companyId }));
  const [row] = await portal.rows<{ id: number }>(
    `insert into notification_preference (company_id, provider_id, name, description) values ($1, $2, 'Shipments', 'x') returning notification_id as id`,
    [companyId, person.providerId],
  );
  const isOn = async () => (await portal.rows('select enabled from notification_preference'))[0]?.['enabled'];
  const good = { cp_id: person.providerId, notificationId: row?.id, notificationEnabled: 0 };
  const put = async (more: object) => {
    const { status, code, fields } = await person.call(api.setNotification, { body: { ...good, ...more } });
    return { status, code, fields: Object.keys(fields) };
  };
  expect(await put({ notificationId: 999_999 })).toEqual({ status: 404, code: 'not_found', fields: [] });
  for (const notificationEnabled of [2, -1, 0.5, '2', 'on', '', true, null, [], [0], {}, undefined])
    expect([notificationEnabled, await put({ notificationEnabled })]).toEqual([
      notificationEnabled,
      { status: 400, code: 'invalid', fields: ['notificationEnabled'] },
    ]);
  const asQuery = await person.call(api.setNotification, { query: good });
  expect([asQuery.status, asQuery.code]).toEqual([400, 'invalid']);
  expect(await isOn()).toBe(true);
  for (const [sent, stored] of [
    [0, false],
    [1, true],
    ['0', false],
  ] as const) {
    expect((await put({ notificationEnabled: sent })).status).toBe(200);
    expect(await isOn()).toBe(stored);
  }
});
