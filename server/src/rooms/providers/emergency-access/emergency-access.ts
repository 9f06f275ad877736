/**
 * Emergency access (PRV-11): an operator lets an account into a care group and those below it for at most a day. From the first to
 * the last moment whatever the account does is marked, and the administrators of the company are told.
 */
import type { UserType } from '@portal/contract/access.ts';
import { sql } from 'kysely';
import { type Act, actOf } from '#platform/act/act.ts';
import type { Brand } from '#platform/core/brands.ts';
import { fail } from '#platform/core/fail.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import { companyByCompany } from '#platform/jobs/company-by-company.ts';
import { job } from '#platform/jobs/job.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { administratorsToTell, writeTo } from '../../identity/door.ts';
import { byItself } from '../by-itself.ts';
import { emergencyAccessGiven, emergencyAccessGivenAbove, emergencyAccessGivenElsewhere } from './letters.ts';

/** What an operator gives at the most. */
export const mostHours = 24;
const hourMs = 60 * 60_000;
/** Their groups decide what they see; an Admin sees all of the company anyway. */
const whoseGroupsDecide: readonly string[] = [
  'Site User',
  'Pharmacist',
  'Technician',
  'Doctor',
  'Nurse',
  'Other',
] satisfies UserType[];

/** Why it was not given. */
export type NotGiven = 'sees it already' | 'not by groups';

/** Outside of any company: the account says which one it is. Gives until when, how many are told, and how many of them see the group. */
export async function giveEmergencyAccess(
  moment: Act<Actor>,
  given: { email: string; careGroupId: number; hours: number; reason: string; brandIn: (companyId: number) => Brand },
): Promise<{ endsAt: Date; group: string; told: number; seeing: number } | NotGiven> {
  const { tx } = moment;
  const person = await holdAccount(tx, given.email, { isActive: true });
  const brand = given.brandIn(person.companyId);
  if (!whoseGroupsDecide.includes(person.type)) return 'not by groups';
  const group = await groupOf(tx, person.companyId, given.careGroupId);
  const act = actOf(tx, moment, { ...moment.viewer, companyId: person.companyId });
  await endEmergencyAccess(act, { providerId: person.providerId, isOver: true });
  const at = act.now();
  if (await seesGroup(tx, person.providerId, given.careGroupId)) return 'sees it already';
  const endsAt = new Date(at.getTime() + given.hours * hourMs);
  await tx
    .insertInto('emergency_access')
    .values({
      company_id: person.companyId,
      provider_id: person.providerId,
      care_group_id: given.careGroupId,
      reason: given.reason,
      given_at: at,
      ends_at: endsAt,
    })
    .execute();
  await act.record({
    action: 'emergency_access.given',
    record: { kind: 'care_group', id: given.careGroupId },
    changes: [
      { field: 'provider_id', new: person.providerId },
      { field: 'ends_at', new: endsAt },
    ],
    reason: given.reason,
  });
  const administrators = await administratorsToTell(tx, { companyId: person.companyId });
  const { seeing, below } = await standingOf(tx, administrators, given.careGroupId);
  const letter = { person, group: group.name, at, endsAt, reason: given.reason, isSeen: seeing.size > 0 };
  // Who is let in themselves reads the reason on every page meanwhile.
  await writeTo(act, administrators, (to) =>
    (seeing.has(to) || to === person.email
      ? emergencyAccessGiven
      : below.has(to)
        ? emergencyAccessGivenAbove
        : emergencyAccessGivenElsewhere)(brand, to, letter),
  );
  return { endsAt, group: group.name, told: administrators.length, seeing: seeing.size };
}

/** A care group that somebody was let into. */
export interface LentGroup {
  careGroupId: number;
  name: string;
}

/** Ends what somebody has before its time, all or to one group, also where their account is inactive; gives what has ended, and what stands. */
export async function takeEmergencyAccess(
  moment: Act<Actor>,
  { email, careGroupId }: { email: string; careGroupId: number | undefined },
): Promise<{ ended: readonly LentGroup[]; kept: readonly LentGroup[] }> {
  const { tx } = moment;
  const { providerId, companyId } = await holdAccount(tx, email, {});
  const act = actOf(tx, moment, { ...moment.viewer, companyId });
  const lent = await tx
    .selectFrom('emergency_access')
    .innerJoin('care_group', 'care_group.care_group_id', 'emergency_access.care_group_id')
    .select(['care_group.care_group_id as careGroupId', 'care_group.display_name as name', 'ends_at as endsAt'])
    .where('provider_id', '=', providerId)
    .where('ended_at', 'is', null)
    .orderBy('given_at')
    .orderBy('emergency_access_id')
    .execute();
  const ended = new Set(await endEmergencyAccess(act, { providerId, isOver: false, careGroupId }));
  return {
    ended: lent.filter((one) => ended.has(one.careGroupId)),
    kept: lent.filter((one) => !ended.has(one.careGroupId) && one.endsAt > act.now()),
  };
}

/** What is over is seen by nobody any more from that moment on; the job puts its end on record. */
export const endEmergencyAccesses = job({ name: 'end-emergency-access', at: '* * * * *' });

/** On record at the moment that was set. Several processes at once, or one that is killed, record it once. */
export async function endEmergencyAccessesDue(house: Pick<House, 'database' | 'clock' | 'log'>): Promise<null> {
  const { database, clock, log } = house;
  const due = await database.asSystem((tx) =>
    tx
      .selectFrom('emergency_access')
      .select(['company_id as companyId', 'provider_id as providerId'])
      .distinct()
      .where('ended_at', 'is', null)
      .where('ends_at', '<=', clock.now())
      .orderBy('providerId')
      .execute(),
  );
  const ofCompanies = Map.groupBy(due, (one) => one.companyId);
  const by = (companyId: number) => ({ ...byItself, companyId, requestId: endEmergencyAccesses.name });
  await companyByCompany({ log, job: endEmergencyAccesses }, ofCompanies.keys(), (companyId) =>
    database.asSystem(async (tx) => {
      for (const { providerId } of ofCompanies.get(companyId) ?? [])
        await endEmergencyAccess(actOf(tx, clock, by(companyId)), { providerId, isOver: true });
    }),
  );
  return null;
}

/** Of all groups, or of one; gives those whose access has ended by this. */
export async function endEmergencyAccess(
  { tx, now, record }: Act<Actor>,
  { providerId, isOver, careGroupId }: { providerId: number; isOver: boolean; careGroupId?: number | undefined },
): Promise<number[]> {
  const at = now();
  const ended = await tx
    .updateTable('emergency_access')
    .set({ ended_at: sql<Date>`least(ends_at, ${at}::timestamptz)` })
    .where('provider_id', '=', providerId)
    .where('ended_at', 'is', null)
    .$if(isOver, (query) => query.where('ends_at', '<=', at))
    .$if(careGroupId !== undefined, (query) => query.where('care_group_id', '=', careGroupId ?? 0))
    .returning(['care_group_id as careGroupId', 'ended_at as endedAt'])
    .execute();
  await record(
    ...ended.map(({ careGroupId: id, endedAt }) => ({
      action: 'emergency_access.ended' as const,
      record: { kind: 'care_group' as const, id },
      changes: [
        { field: 'provider_id', old: providerId },
        { field: 'ended_at', new: endedAt },
      ],
    })),
  );
  return ended.map((one) => one.careGroupId);
}

async function holdAccount(tx: Tx, email: string, { isActive = false }: { isActive?: boolean }) {
  const person = await tx
    .selectFrom('provider')
    .select([
      'provider_id as providerId',
      'company_id as companyId',
      'email',
      'type',
      sql<string>`btrim(first_name || ' ' || last_name)`.as('name'),
    ])
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .$if(isActive, (query) => query.where('is_active', '=', true))
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!person) throw fail('not_found');
  return person;
}

async function groupOf(tx: Tx, companyId: number, careGroupId: number): Promise<{ name: string }> {
  const group = await tx
    .selectFrom('care_group')
    .select('display_name as name')
    .where('care_group_id', '=', careGroupId)
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!group) throw fail('not_found');
  return group;
}

async function seesGroup(tx: Tx, providerId: number, careGroupId: number): Promise<boolean> {
  const { rows } = await sql<{ sees: boolean }>`
    select lies_in_groups_of(${careGroupId}, ${providerId}) or exists (
      select from emergency_access
      where provider_id = ${providerId} and care_group_id = ${careGroupId} and ended_at is null) as sees`.execute(tx);
  return rows[0]?.sees ?? false;
}

/** The e-mails of those who see the group, as the whole company or by groups of their own, and of those others of whose groups one lies below it. */
async function standingOf(
  tx: Tx,
  people: readonly { providerId: number }[],
  careGroupId: number,
): Promise<{ seeing: ReadonlySet<string>; below: ReadonlySet<string> }> {
  const found = await tx
    .selectFrom('provider')
    .select([
      'email',
      sql<boolean>`exists (select from sees_company s where s.provider_id = provider.provider_id)
        or lies_in_groups_of(${careGroupId}, provider.provider_id)`.as('sees'),
      sql<boolean>`exists (
        with recursive above as (
          select g.care_group_id, g.parent_id from care_group_member own
            join care_group g on g.care_group_id = own.care_group_id and g.removed_at is null
          where own.provider_id = provider.provider_id
          union
          select g.care_group_id, g.parent_id from above
            join care_group g on g.care_group_id = above.parent_id and g.removed_at is null)
        select from above where above.care_group_id = ${careGroupId})`.as('isBelow'),
    ])
    .where('provider_id', '=', anyOf(people.map(({ providerId }) => providerId)))
    .execute();
  const emailsOf = (those: typeof found) => new Set(those.map(({ email }) => email));
  return {
    seeing: emailsOf(found.filter(({ sees }) => sees)),
    below: emailsOf(found.filter(({ sees, isBelow }) => isBelow && !sees)),
  };
}
