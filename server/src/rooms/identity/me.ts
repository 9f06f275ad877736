import type { Database, Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';

/** SES-12: how long before the end of an idle session the person is warned. */
export const idleWarningOf = async (tx: Tx, { companyId }: Pick<Viewer, 'companyId'>): Promise<number> =>
  (
    await tx
      .selectFrom('company')
      .select('idle_warning_seconds as seconds')
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow()
  ).seconds;

/** PRV-11: what the person is told of while it stands. The rights of a call name no groups, and only the system reads its rows. */
export const emergencyAccessOf = async (
  { asSystem }: Pick<Database, 'asSystem'>,
  { providerId, inEmergency }: Pick<Viewer, 'providerId' | 'inEmergency'>,
  now: Date,
) =>
  inEmergency
    ? {
        emergencyAccess: await asSystem((tx) =>
          tx
            .selectFrom('emergency_access as given')
            .innerJoin('care_group', 'care_group.care_group_id', 'given.care_group_id')
            .select(['care_group.display_name as group', 'given.ends_at as endsAt', 'given.reason'])
            .where('given.provider_id', '=', providerId)
            .where('given.ended_at', 'is', null)
            .where('given.ends_at', '>', now)
            .orderBy('given.ends_at')
            .orderBy('given.emergency_access_id')
            .execute(),
        ),
      }
    : {};

/** DAT-03: every group of the company for who sees all of them. */
export async function ownGroups(database: Database, viewer: Viewer): Promise<number[]> {
  if (viewer.careGroupIds) return [...viewer.careGroupIds];
  const rows = await database.readInCompany(viewer.companyId, (tx) =>
    tx
      .selectFrom('care_group')
      .select('care_group_id')
      .where('removed_at', 'is', null)
      .orderBy('care_group_id')
      .execute(),
  );
  return rows.map((row) => row.care_group_id);
}
