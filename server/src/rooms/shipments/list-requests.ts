import type { Ours } from '@portal/contract/endpoint.ts';
import type { listForSite } from '@portal/contract/shipments/endpoints.ts';
import { activeStatuses, mostActiveRequests, mostRequests } from '@portal/contract/shipments/rules.ts';
import { fail } from '#platform/core/fail.ts';
import type { Call } from '#platform/http/calls.ts';
import { findVisible, newestRequests, requestsBefore, type SummaryRow } from './queries.ts';

type Asked = Pick<Call<typeof listForSite>, 'tx' | 'viewer' | 'list' | 'isCutOff'> & {
  query: Pick<Ours<typeof listForSite.query>, 'after'>;
};

/**
 * The requests of a site or of the person's own partner, newest first. What waits for somebody is never left out for its age:
 * of a long history only ended ones are (OPS-23). A portion after one of them has requests of whatever status, so that none is
 * missed that has ended between two portions.
 */
export async function listRequests(
  { tx, viewer, query, list, isCutOff }: Asked,
  siteId?: number,
): Promise<SummaryRow[]> {
  const { after } = query;
  if (after !== undefined) {
    if (!(await findVisible(tx, viewer, after))) throw fail('not_found');
    return list(requestsBefore(tx, viewer, siteId, after), (last) => last.srId);
  }
  const most = { active: mostActiveRequests, ended: mostRequests };
  const rows = await newestRequests(tx, viewer, siteId, { active: most.active + 1, ended: most.ended + 1 }).execute();
  const taken = { active: 0, ended: 0 };
  let leftFrom: number | null = null;
  const shown = rows.filter((row, i) => {
    const part = (activeStatuses as readonly string[]).includes(row.status) ? 'active' : 'ended';
    taken[part] += 1;
    if (taken[part] <= most[part]) return true;
    // The next ones begin after the row before the first that is left out, whichever part it is of.
    leftFrom ??= rows[i - 1]!.srId;
    return false;
  });
  isCutOff(leftFrom);
  return shown;
}
