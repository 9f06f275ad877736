/** Over every notice that people may switch off: who is told of it, and what is taken back (ACC-02, ACC-05, PRV-08). */
import { removeCareGroup } from '@portal/contract/care-groups/change-endpoints.ts';
import { signIn } from '@portal/contract/identity/endpoints.ts';
import { listNotifications, setNotification } from '@portal/contract/providers/endpoints.ts';
import { type NoticeKey, notifications } from '@portal/contract/providers/rules.ts';
import { removeGroupsOfUser, removeUser } from '@portal/contract/providers/user-endpoints.ts';
import { beforeEach, expect, test } from 'vitest';
import { momentOf } from '#platform/act/act.ts';
import { withdrawMailsOf } from '#rooms/identity/door.ts';
import { tellOfStepsDue } from '#rooms/shipments/tell-of-steps.ts';
import { giveSwitchesDue } from '#rooms/providers/give-switches.ts';
import { forward } from './factors.ts';
import { aPersonWithAccount, goodPassword } from './people.ts';
import { onItsOwn } from './portal.ts';
import { openShipments } from './shipments.ts';
import { inPlaceOfAct } from './unrecorded-changes.ts';
import { somebodyWaits } from './waits.ts';

beforeEach(onItsOwn);

/** A person of a site whom every notice can concern, with the switches of all, all of them on. */
async function aReader() {
  const s = await openShipments();
  const { companyId } = s;
  const { providerId, email } = await aPersonWithAccount(s, 'Site User', { companyId });
  await s.rows('insert into care_group_member (care_group_id, provider_id, company_id) values ($1, $2, $3)', [
    s.siteId,
    providerId,
    companyId,
  ]);
  const enter = async () => {
    expect((await s.call(signIn, { body: { email, password: goodPassword } })).status).toBe(200);
  };
  await enter();
  await giveSwitchesDue(s.app);
  const steps = async () => {
    expect((await s.aRequest()) > 0).toBe(true);
    forward(s, 5 * 60_000);
    await tellOfStepsDue(s.app);
  };
  /** What each notice is sent for: a browser that is new; a request of the site. */
  const happens = { security: enter, shipments: steps } satisfies Record<NoticeKey, () => Promise<void>>;
  const waiting = async (key: NoticeKey) =>
    (
      await s.rows(
        'select 1 from message where recipient = $1 and topic = $2 and sent_at is null and withdrawn_at is null',
        [email, notifications[key].topic],
      )
    ).length;
  const set = (key: NoticeKey, notificationEnabled: 0 | 1) => async () => {
    const reader = await s.signedIn(providerId);
    const { reply } = await reader.call(listNotifications, { query: { cp_id: providerId } });
    const own = reply.notificationPreferences.find(({ notifName }) => notifName === notifications[key].name);
    const body = { cp_id: providerId, notificationId: own?.notifId, notificationEnabled };
    expect((await reader.call(setNotification, { body })).status).toBe(200);
  };
  return { s, companyId, providerId, email, happens, waiting, set };
}
const keys = Object.keys(notifications) as NoticeKey[];

test.each(keys)(
  'ACC-05 PRV-08 who switches off a notice (%s) is not sent what waits of it, and told no more until it is on again',
  async (key) => {
    const { happens, waiting, set } = await aReader();
    await happens[key]();
    expect(await waiting(key)).toBe(1);
    await set(key, 0)();
    expect(await waiting(key)).toBe(0);
    await happens[key]();
    expect(await waiting(key)).toBe(0);
    await set(key, 1)();
    await happens[key]();
    expect(await waiting(key)).toBe(1);
  },
);

type World = Awaited<ReturnType<typeof aReader>>;
const waysOut: Record<string, (world: World) => Promise<{ status: number }>> = {
  'is revoked': ({ s, providerId }) =>
    s.people.admin.call(removeUser, { query: { cp_id: providerId, removal_type: 'deactivate' } }),
  'is taken out of a group': ({ s, providerId }) =>
    s.people.admin.call(removeGroupsOfUser, { query: { company_id: s.companyId, cp_id: providerId, g_id: s.siteId } }),
  'sees a group no more that is removed': async ({ s, companyId, providerId }) => {
    const empty = await s.aSite(companyId, s.trialId);
    await s.rows('insert into care_group_member (care_group_id, provider_id, company_id) values ($1, $2, $3)', [
      empty,
      providerId,
      companyId,
    ]);
    return s.people.admin.call(removeCareGroup, { query: { g_id: empty } });
  },
};
const losses = keys.flatMap((key) => Object.keys(waysOut).map((way) => [way, key] as const));
test.each(losses)(
  'CAG-12 SEC-23 whoever %s is not sent what waits of a notice (%s), unless it is about their own account',
  async (way, key) => {
    const world = await aReader();
    await world.happens[key]();
    expect(await world.waiting(key)).toBe(1);
    const answer = await waysOut[way]?.(world);
    expect([answer?.status, await world.waiting(key)]).toEqual([200, notifications[key].endsWithAccess ? 0 : 1]);
  },
);

test.each(keys)(
  'PRV-08 who has no switch of a notice (%s), and so could not refuse it, is not told; by and by everybody has one, once, on record, and is',
  async (key) => {
    const { s, companyId, providerId, happens, waiting } = await aReader();
    const { name } = notifications[key];
    await s.rows('delete from notification_preference where provider_id = $1 and name = $2', [providerId, name]);
    await happens[key]();
    expect(await waiting(key)).toBe(0);
    await Promise.all([giveSwitchesDue(s.app), giveSwitchesDue(s.app)]);
    const switches = await s.rows<{ id: number; enabled: boolean }>(
      'select notification_id as id, enabled from notification_preference where provider_id = $1 and name = $2',
      [providerId, name],
    );
    expect(switches).toEqual([{ id: expect.any(Number), enabled: true }]);
    expect(
      await s.rows(
        `select company_id, actor_name, action, changes from audit_entry
       where record_kind = 'notification_preference' and record_id = $1`,
        [String(switches[0]?.id)],
      ),
    ).toEqual([
      {
        company_id: companyId,
        actor_name: 'System',
        action: 'notification.given',
        changes: [
          { field: 'provider_id', new: providerId },
          { field: 'name', new: name },
          { field: 'enabled', new: true },
        ],
      },
    ]);
    await happens[key]();
    expect(await waiting(key)).toBe(1);
  },
);

test('ACC-02 everybody has the switch of each notice once, and who was removed is given none; mails about all sites are off for an Admin', async () => {
  const s = await openShipments();
  const { admin, nurse, sponsor } = s.people;
  await s.rows('update provider set is_active = false, removed_at = now() where provider_id = $1', [
    sponsor.providerId,
  ]);
  await giveSwitchesDue(s.app);
  await giveSwitchesDue(s.app);
  const of = async (providerId: number) =>
    (
      await s.rows<{ name: string; enabled: boolean }>(
        'select name, enabled from notification_preference where provider_id = $1 order by name',
        [providerId],
      )
    ).map(({ name, enabled }) => [name, enabled]);
  const all = (shipments: boolean) => [
    ['Account security', true],
    ['Shipment updates', shipments],
  ];
  expect(await of(nurse.providerId)).toEqual(all(true));
  expect(await of(admin.providerId)).toEqual(all(false));
  expect(await of(sponsor.providerId)).toEqual([]);
  await expect(
    s.rows(
      `insert into notification_preference (company_id, provider_id, name, description)
       select company_id, provider_id, name, description from notification_preference where provider_id = $1`,
      [nurse.providerId],
    ),
  ).rejects.toThrow(/duplicate key/);
});

test('CAG-12 REL-08 a group is removed while one of its members loses access, and neither keeps the other waiting for good', async () => {
  const { s, companyId } = await aReader();
  const group = await s.aSite(companyId, s.trialId);
  const [, last] = [
    await aPersonWithAccount(s, 'Site User', { companyId }),
    await aPersonWithAccount(s, 'Site User', { companyId }),
  ].map(({ providerId }) => providerId) as [number, number];
  await s.rows(
    `insert into care_group_member (care_group_id, provider_id, company_id)
     select $1, provider_id, company_id from provider where company_id = $2 and type = 'Site User'`,
    [group, companyId],
  );
  await giveSwitchesDue(s.app);
  const { removing } = await s.app.database.asSystem(async (tx) => {
    inPlaceOfAct(tx);
    await tx
      .selectFrom('notification_preference')
      .select('notification_id')
      .where('provider_id', '=', last)
      .forUpdate()
      .execute();
    const begun = s.people.admin.call(removeCareGroup, { query: { g_id: group } });
    await somebodyWaits(s);
    await withdrawMailsOf(momentOf(tx, s.app.clock), companyId, [{ providerId: last, email: 'nobody@mail.example' }]);
    return { removing: begun };
  });
  expect((await removing).status).toBe(200);
});
