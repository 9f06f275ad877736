import { fail } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import { lastReport } from './queries.ts';

/** What changed is told since a day that is neither in the future nor before that of the group's last report that was not rejected (URP-04). */
export async function refuseOtherDays(
  tx: Tx,
  { careGroupId, changesSince, today }: { careGroupId: number; changesSince: string; today: string },
): Promise<void> {
  const last = await lastReport(tx, careGroupId);
  if (last && changesSince < last.changesSince) throw fail('user_report.too_early');
  if (changesSince > today) throw fail('user_report.in_future');
}
