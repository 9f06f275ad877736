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
