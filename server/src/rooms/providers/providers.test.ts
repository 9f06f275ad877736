import * as api from '@portal/contract/providers/endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '#platform/database/db.ts';
import { keptTerms } from '#test/brands.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';

async function someone(portal: Portal, companyId?: number) {
  const company = companyId ?? (await portal.aCompany());
  const person = await portal.signedIn(await portal.aPerson('Site User', { company_id: company }));
  return person;
}
const aPreference = async (
  portal: Portal,
  owner: { companyId: number; providerId: number },
  { enabled = true, name = 'Shipments' } = {},
) => {
  const [row] = await portal.rows<{ id: number }>(
    `insert into notification_preference (company_id, provider_id, name, description, enabled) values ($1, $2, $4, 'When a shipment moves on', $3) returning notification_id as id`,
    [owner.companyId, owner.providerId, enabled, name],
  );
  return row!.id;
};
const enabledOf = async (portal: Portal, id: number) =>
  (await portal.rows('select enabled from notification_preference where notification_id = $1', [id]))[0]?.['enabled'];

test('API-33 ACC-01 SEC-23 a person reads their own record, with partner and rights, and nobody else’s', async () => {
  const portal = await openPortal();
  const there = await portal.aTrialAtWork();
  const pharmacist = await portal.signedIn(there.pharmacist);
  expect((await pharmacist.call(api.readProvider, { query: { cp_id: there.pharmacist } })).body).toEqual({
    provider: {
      cpId: there.pharmacist,
      companyId: there.companyId,
      fName: expect.any(String),
      lName: expect.any(String),
      type: 'Pharmacy User',
      phone: null,
      email: expect.stringContaining('@'),
      adminRights: 0,
      modules: [{ modId: expect.any(Number), name: 'TrialCard', description: expect.any(String), basicAuthAllowed: 0 }],
      ppId: there.pharmacyId,
      wpId: null,
      trainingDocId: null,
      preferredContact: 0,
      dateLanguage: null,
      version: 1,
    },
  });
  const wholesaler = await portal.signedIn(there.wholesaler);
  const aDocument = () => keptTerms(portal, there.companyId, there.admin);
  const [template, copy] = [await aDocument(), await aDocument()];
  await portal.rows(
    `insert into training_acknowledgement (provider_id, template_id, company_id, document_id, acknowledged_at) values ($1, $2, $3, $4, now())`,
    [there.wholesaler, template, there.companyId, copy],
  );
  const { provider } = (await wholesaler.call(api.readProvider, { query: { cp_id: there.wholesaler } })).reply;
  expect(provider).toMatchObject({
    type: 'Wholesaler User',
    ppId: null,
    wpId: there.wholesalerId,
    trainingDocId: copy,
  });
  for (const other of [there.admin, 999_999])
    expect((await pharmacist.call(api.readProvider, { query: { cp_id: other } })).status).toBe(403);
});

test('API-36 APA-05 NSW-01 ACC-02 ACC-03 ACC-04 DAT-15 preferences are listed with 1 and 0; without any the answer is 404', async () => {
  const portal = await openPortal();
  const person = await someone(portal);
  const none = await person.call(api.listNotifications, { query: { cp_id: person.providerId } });
  expect(none).toMatchObject({ status: 404, code: 'notification.none', message: 'No notifications to manage' });
  const [on, off] = [
    await aPreference(portal, person),
    await aPreference(portal, person, { enabled: false, name: 'Cards' }),
  ];
  await aPreference(portal, await someone(portal, person.companyId));
  const rest = { notifDescription: 'When a shipment moves on' };
  expect((await person.call(api.listNotifications, { query: { cp_id: person.providerId } })).body).toEqual({
    notificationPreferences: [
      { notifId: on, notifName: 'Shipments', ...rest, notifEnabled: 1 },
      { notifId: off, notifName: 'Cards', ...rest, notifEnabled: 0 },
    ],
  });
});

test('API-37 APA-06 NSW-02 ACC-05 PRV-08 P11-09 a switch is stored and recorded once; switching to what it is changes nothing', async () => {
  const portal = await openPortal();
  const person = await someone(portal);
  const notificationId = await aPreference(portal, person);
  const put = (notificationEnabled: unknown) =>
    person.call(api.setNotification, { body: { cp_id: person.providerId, notificationId, notificationEnabled } });
  expect((await put(0)).status).toBe(200);
  expect((await put(0)).status).toBe(200);
  expect(await enabledOf(portal, notificationId)).toBe(false);
  expect(await portal.rows('select actor_id, action, record_id, changes from audit_entry')).toEqual([
    {
      actor_id: person.providerId,
      action: 'notification.switched',
      record_id: String(notificationId),
      changes: [
        { field: 'enabled', old: true, new: false },
        { field: 'page', new: '/account' },
      ],
    },
  ]);
  for (const value of [2, 'on', true, null]) expect((await put(value)).fields).toHaveProperty('notificationEnabled');
  expect(await enabledOf(portal, notificationId)).toBe(false);
});

test('PRV-08 P11-11 the history of a choice shows who made it, when, on which host and page, each change in order, and nobody can edit it', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const host = 'eu.trialcard.test';
  const person = await portal.signedIn(await portal.aPerson('Site User', { company_id: companyId }), host);
  const notificationId = await aPreference(portal, person);
  const times: Date[] = [];
  for (const notificationEnabled of [0, 1, 0]) {
    times.push(portal.app.clock.now());
    portal.app.clock.set(new Date(portal.app.clock.now().getTime() + 60_000));
    const body = { cp_id: person.providerId, notificationId, notificationEnabled };
    expect((await person.call(api.setNotification, { body })).status).toBe(200);
  }
  const history = () =>
    portal.rows<{ at: Date }>(
      `select actor_id, actor_type, host, at, changes->0->'old' as old, changes->0->'new' as new, changes->1->>'new' as page
       from audit_entry
       where record_kind = 'notification_preference' and record_id = $1 order by seq`,
      [String(notificationId)],
    );
  const by = { actor_id: person.providerId, actor_type: 'Site User', host, page: '/account' };
  const before = await history();
  expect(before).toMatchObject([
    { ...by, old: true, new: false },
    { ...by, old: false, new: true },
    { ...by, old: true, new: false },
  ]);
  for (const [n, { at }] of before.entries()) {
    const after = at.getTime() - (times[n]?.getTime() ?? 0) - 60_000;
    expect(after).toBeGreaterThanOrEqual(0);
    expect(after).toBeLessThan(60_000);
  }
  const { database } = portal.app;
  for (const statement of [`update audit_entry set changes = '[]'`, 'delete from audit_entry'])
    for (const work of [database.asSystem, <T>(run: (tx: Tx) => Promise<T>) => database.inCompany(companyId, run)])
      await expect(work((tx) => sql.raw(statement).execute(tx))).rejects.toThrow(/permission denied/);
  expect(await history()).toEqual(before);
});

test('API-37 SEC-22 SEC-23 a colleague and a stranger find no such notification, and nobody acts as somebody else', async () => {
  onItsOwn();
  const portal = await openPortal();
  const owner = await someone(portal);
  const notificationId = await aPreference(portal, owner);
  for (const other of [await someone(portal, owner.companyId), await someone(portal)]) {
    const body = { cp_id: other.providerId, notificationId, notificationEnabled: 0 };
    const answer = await other.call(api.setNotification, { body });
    const unknown = await other.call(api.setNotification, { body: { ...body, notificationId: 999_999 } });
    expect([answer.status, answer.body]).toEqual([404, unknown.body]);
    expect((await other.call(api.setNotification, { body: { ...body, cp_id: owner.providerId } })).status).toBe(403);
    expect((await other.call(api.listNotifications, { query: { cp_id: owner.providerId } })).status).toBe(403);
    expect((await other.call(api.trainingAcknowledgement, { query: { cp_id: owner.providerId } })).status).toBe(403);
  }
  expect(
    (
      await portal.call(api.setNotification, {
        body: { cp_id: owner.providerId, notificationId, notificationEnabled: 0 },
      })
    ).status,
  ).toBe(401);
  expect(await enabledOf(portal, notificationId)).toBe(true);
  expect(await portal.rows('select 1 from audit_entry')).toEqual([]);
});

test('API-37 two switches at once end in one of the two, recorded in the order in which they happened', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await someone(portal);
  const notificationId = await aPreference(portal, person);
  await Promise.all(
    [0, 1, 0, 1, 0, 1].map((notificationEnabled) =>
      person.call(api.setNotification, { body: { cp_id: person.providerId, notificationId, notificationEnabled } }),
    ),
  );
  const entries = await portal.rows<{ changes: { old: boolean; new: boolean }[] }>(
    'select changes from audit_entry order by seq',
  );
  const states = [true, ...entries.map((entry) => entry.changes[0]!.new)];
  entries.forEach((entry, n) => expect(entry.changes[0]!.old).toBe(states[n]));
  expect(await enabledOf(portal, notificationId)).toBe(states.at(-1));
});

test('API-28 DAT-04 OPN-61 SIG-13 no training applies yet, and only a company with TrialCard is told so', async () => {
  const portal = await openPortal();
  const person = await someone(portal);
  expect((await person.call(api.trainingAcknowledgement, { query: { cp_id: person.providerId } })).body).toEqual({
    acknowledgementForm: {
      trainingComplete: null,
      trainingDocId: null,
      templateId: null,
      srUuid: null,
      document_ID: null,
    },
  });
  const elsewhere = await someone(portal, await portal.aCompany(['Assessments']));
  expect((await elsewhere.call(api.trainingAcknowledgement, { query: { cp_id: elsewhere.providerId } })).status).toBe(
    403,
  );
});
