/** Requests to take a lost factor off (SEC-13): open, then approved or refused by somebody else, or withdrawn by coming in. */
import { sql } from 'kysely';
import type { Act, Moment } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Actor, Viewer } from '#platform/security/viewer.ts';
import { type Person, reaches } from '../people.ts';

type Decider = Pick<Viewer, 'companyId' | 'providerId'>;

/** The open requests that the viewer may decide about, the longest waiting first. */
export const openRecoveries = (tx: Tx, viewer: Decider) =>
  tx
    .selectFrom('mfa_recovery')
    .innerJoin('provider', 'provider.provider_id', 'mfa_recovery.provider_id')
    .select([
      'recovery_id as recoveryId',
      'provider.provider_id as providerId',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'type',
      'asked_at as askedAt',
    ])
    .where('mfa_recovery.company_id', '=', viewer.companyId)
    .where('decided_at', 'is', null)
    .where(reaches(viewer.providerId, sql.ref('provider.provider_id')))
    .orderBy('recovery_id');

/** Opens a request; null while there is an open one already. */
export const openRecovery = ({ tx, now }: Moment, person: Person) =>
  tx
    .insertInto('mfa_recovery')
    .values({ company_id: person.companyId, provider_id: person.providerId, asked_at: now() })
    .onConflict((conflict) => conflict.column('provider_id').where('decided_at', 'is', null).doNothing())
    .returning('recovery_id as recoveryId')
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

/** Whoever came in, or has another factor now, needs nobody's approval any more; and what an earlier password asked for is not theirs. */
export async function withdrawRecovery({ tx, now, record, announce }: Act<Actor>, providerId: number): Promise<void> {
  const withdrawn = await tx
    .updateTable('mfa_recovery')
    .set({ decided_at: now(), reason: 'withdrawn' })
    .where('provider_id', '=', providerId)
    .where('decided_at', 'is', null)
    .returning('recovery_id as id')
    .executeTakeFirst();
  if (!withdrawn) return;
  await record({
    action: 'recovery.withdrawn',
    record: { kind: 'recovery', id: withdrawn.id },
    changes: [{ field: 'decision', old: 'open', new: 'withdrawn' }],
  });
  await announce({ type: 'recovery.changed', id: withdrawn.id });
}
