/** Reading the log of security events (SEC-39). */
import * as api from '@portal/contract/audit/security-endpoints.ts';
import { countedEntries, exportedAtOnce } from '@portal/contract/audit/rules.ts';
import type { Call, House } from '#platform/http/calls.ts';
import type { Tx } from '#platform/database/db.ts';
import * as queries from './security-queries.ts';

type Saw = Call<typeof api.readSecurityEvents>['logRead'];

export function securityRoutes({ route }: Pick<House, 'route'>): void {
  route(api.readSecurityEvents, async ({ viewer, query, tx, logRead }) => {
    const { page = 1, pageSize = 25, ...filter } = query;
    const [{ rows }, { rows: counts }] = await Promise.all([
      queries.page(viewer, filter, { page, size: pageSize }).execute(tx),
      queries.counted(viewer, filter).execute(tx),
    ]);
    const n = counts[0]?.n ?? 0;
    const entries = await withPeople(tx, rows, logRead);
    return { entries, total: Math.min(n, countedEntries), more: n > countedEntries };
  });

  route(api.exportSecurityEvents, async ({ viewer, query, tx, logRead }) => {
    const { before, ...filter } = query;
    const at = { before: placeOf(before), size: exportedAtOnce };
    const { rows } = await queries.portion(viewer, filter, at).execute(tx);
    const last = rows.length === exportedAtOnce ? rows.at(-1) : undefined;
    const next = last ? `${last.at.getTime()}.${last.number}` : null;
    return { entries: await withPeople(tx, rows, logRead), next };
  });
}

/** A time that no calendar has lies before all that is on record. */
function placeOf(before: string | undefined): queries.Place | null {
  if (before === undefined) return null;
  const [at = 0, number = 0] = before.split('.').map(Number);
  return { at: new Date(Math.min(at, Date.UTC(9999, 0))), number };
}

async function withPeople(tx: Tx, rows: readonly queries.SecurityRow[], logRead: Saw): Promise<api.SecurityEntry[]> {
  const ids = [...new Set(rows.flatMap(({ cpId }) => (cpId === null ? [] : [cpId])))];
  const people = ids.length === 0 ? [] : await queries.namesOf(tx, ids).execute();
  logRead('provider', ids);
  const names = new Map(people.map(({ cpId, firstName, lastName }) => [cpId, `${firstName} ${lastName}`.trim()]));
  return rows.map((row) => ({
    ...row,
    person: row.cpId === null ? null : (names.get(row.cpId) ?? null),
    isSystem: row.cpId === null && row.address === 'local',
  }));
}
