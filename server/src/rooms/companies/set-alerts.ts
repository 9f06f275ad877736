import type { UserType } from '@portal/contract/access.ts';
import type { GivenAlert } from '@portal/contract/companies/brand-rules.ts';
import type { Act } from '#platform/act/act.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import { type Change, changesBetween } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { alertsOf } from './brand-queries.ts';

/** Makes the alerts of a brand, which the caller holds, exactly these: one that is left out has ended. Tells what changed. */
export async function setAlerts(
  { tx, viewer, now }: Act<Actor>,
  brandId: number,
  given: readonly GivenAlert[],
): Promise<Change[]> {
  const before = await alertsOf(tx, viewer, brandId);
  const named = given.flatMap(({ alertId }) => alertId ?? []);
  if (new Set(named).size < named.length) throw failFields({ alerts: 'names an alert twice' });
  if (named.some((id) => !before.some((alert) => alert.alert_id === id))) throw fail('not_found');

  for (const { alertId, message, severity, types = [], from = null, until = null } of given) {
    const fields = { message, severity, types: [...new Set<UserType>(types)], from_day: from, until_day: until };
    const old = before.find((alert) => alert.alert_id === alertId);
    if (!old) {
      await tx
        .insertInto('brand_alert')
        .values({ ...fields, company_id: viewer.companyId, brand_id: brandId, created_at: now() })
        .execute();
    } else if (changesBetween(old, fields).length > 0) {
      await tx.updateTable('brand_alert').set(fields).where('alert_id', '=', old.alert_id).execute();
    }
  }
  for (const { alert_id } of before) {
    if (named.includes(alert_id)) continue;
    await tx.updateTable('brand_alert').set({ ended_at: now() }).where('alert_id', '=', alert_id).execute();
  }
  return changesBetween({ alerts: before }, { alerts: await alertsOf(tx, viewer, brandId) });
}
