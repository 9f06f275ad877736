/** Requests to take a lost factor off (SEC-13): open, then approved or refused by somebody else, or ended by what `RecoveryEnd` names. */
import type { UserType } from '@portal/contract/access.ts';
import type { RecoveryEnd } from '@portal/contract/identity/account-endpoints.ts';
import { sql } from 'kysely';
import type { Act, Moment } from '#platform/act/act.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import type { Actor, Viewer } from '#platform/security/viewer.ts';
import { administratorsOf, type Person, reaches } from '../people.ts';
import type { Entrance } from '../signing-in/entrance.ts';

type Decider = Pick<Viewer, 'companyId' | 'providerId'>;

/** Requests that the viewer may decide about, or might have. */
const requests = (tx: Tx, viewer: Decider) =>
  tx
    .selectFrom('mfa_recovery')
    .innerJoin('provider', 'provider.provider_id', 'mfa_recovery.provider_id')
    .select([
      'recovery_id as recoveryId',
      'provider.provider_id as providerId',
      'provider.first_name as firstName',
      'provider.last_name as lastName',
      'provider.email',
      'provider.type',
      'asked_at as askedAt',
    ])
    .$narrowType<{ type: UserType }>()
    .where('mfa_recovery.company_id', '=', viewer.companyId)
    .where(reaches(viewer.providerId, sql.ref('provider.provider_id')));

/** The open ones with what there is to decide by, the longest waiting first. */
export const openRecoveries = (tx: Tx, viewer: Decider & Pick<Viewer, 'careGroupIds'>) =>
  requests(tx, viewer)
    .where('decided_at', 'is', null)
    .select([
      'mfa_recovery.host',
      'mfa_recovery.address',
      'mfa_recovery.user_agent as userAgent',
      sql<Date | null>`(select last_at from sign_in_day where sign_in_day.provider_id = provider.provider_id
        order by day desc limit 1)`.as('lastSignInAt'),
      sql<string[]>`array(select g.display_name from care_group_member m join care_group g using (care_group_id)
        where m.provider_id = provider.provider_id and g.removed_at is null
          and ${viewer.careGroupIds === null ? sql`true` : sql`m.care_group_id = ${anyOf(viewer.careGroupIds)}`}
        order by g.display_name limit 100)`.as('groups'),
    ])
    .orderBy('recovery_id');

export const countWaitingRecoveries = async (tx: Tx, viewer: Decider): Promise<number> => {
  const waiting = requests(tx, viewer).where('decided_at', 'is', null).clearSelect();
  return (await waiting.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()).count;
};

/** What became of the others, the latest first. */
export const decidedRecoveries = (tx: Tx, viewer: Decider) =>
  requests(tx, viewer)
    .leftJoin('provider as decider', 'decider.provider_id', 'decider_id')
    .where('decided_at', 'is not', null)
    .select([
      sql<Date>`decided_at`.as('decidedAt'),
      'approved',
      'reason',
      'withdrawn_by as withdrawnBy',
      sql<string | null>`btrim(decider.first_name || ' ' || decider.last_name)`.as('decidedBy'),
    ])
    .$narrowType<{ withdrawnBy: RecoveryEnd | null }>()
    .orderBy('decided_at', 'desc')
    .orderBy('recovery_id', 'desc');

/** Opens a request; while there is an open one already, nothing, unless its owner was told otherwise of whether somebody may decide. */
export const openRecovery = (
  { tx, now }: Moment,
  person: Person,
  { host, address, userAgent }: Pick<Entrance, 'host' | 'address' | 'userAgent'>,
  hasDeciders: boolean,
) =>
  tx
    .insertInto('mfa_recovery')
    .values({
      company_id: person.companyId,
      provider_id: person.providerId,
      asked_at: now(),
      host,
      address,
      user_agent: userAgent,
      has_deciders: hasDeciders,
    })
    .onConflict((conflict) =>
      conflict
        .column('provider_id')
        .where('decided_at', 'is', null)
        .doUpdateSet({ has_deciders: hasDeciders })
        .where('mfa_recovery.has_deciders', '<>', hasDeciders),
    )
    // PostgreSQL tells a row that was inserted from one that was changed by this alone.
    .returning(['recovery_id as recoveryId', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirst();

/** Who asked, where the viewer may decide about them. */
export const personWhoAsked = (tx: Tx, viewer: Decider, recoveryId: number) =>
  tx
    .selectFrom('mfa_recovery')
    .innerJoin('provider', 'provider.provider_id', 'mfa_recovery.provider_id')
    .select(['provider.provider_id as providerId', 'email', 'first_name as firstName', 'last_name as lastName'])
    .where('recovery_id', '=', recoveryId)
    .where('mfa_recovery.company_id', '=', viewer.companyId)
    .where(reaches(viewer.providerId, sql.ref('provider.provider_id')))
    .executeTakeFirst();

/** A request that the viewer may decide about, held until the transaction ends. */
export const lockRecovery = (tx: Tx, viewer: Decider, recoveryId: number) =>
  tx
    .selectFrom('mfa_recovery')
    .select(['recovery_id as recoveryId', 'provider_id as providerId', 'decided_at as decidedAt'])
    .where('recovery_id', '=', recoveryId)
    .where('company_id', '=', viewer.companyId)
    .where(reaches(viewer.providerId, sql.ref('provider_id')))
    .forUpdate()
    .executeTakeFirst();

/** Told, like its mails, to those who may decide about the person. */
export async function tellOfRecovery(
  act: Act<Actor>,
  { recoveryId, providerId }: { recoveryId: number; providerId: number },
): Promise<void> {
  await announceRecovery(act, recoveryId, await administratorsOf(act.tx, act.viewer.companyId, providerId));
}

export async function announceRecovery(
  { announce }: Act<Actor>,
  recoveryId: number,
  deciders: readonly { providerId: number }[],
): Promise<void> {
  await announce({ type: 'recovery.changed', id: recoveryId, people: deciders.map((one) => one.providerId) });
}

/**
 * Whoever came in, or took the factor off, needs nobody's approval any more; what an earlier password asked for is not theirs; and whoever
 * lost access can use none.
 * Whether there was an open request.
 */
export async function withdrawRecovery(act: Act<Actor>, providerId: number, by: RecoveryEnd): Promise<boolean> {
  const { tx, now, record } = act;
  const withdrawn = await tx
    .updateTable('mfa_recovery')
    .set({ decided_at: now(), withdrawn_by: by })
    .where('provider_id', '=', providerId)
    .where('decided_at', 'is', null)
    .returning('recovery_id as id')
    .executeTakeFirst();
  if (!withdrawn) return false;
  await record({
    action: 'recovery.withdrawn',
    record: { kind: 'recovery', id: withdrawn.id },
    changes: [
      { field: 'decision', old: 'open', new: 'withdrawn' },
      { field: 'cause', new: by },
    ],
  });
  await tellOfRecovery(act, { recoveryId: withdrawn.id, providerId });
  return true;
}
