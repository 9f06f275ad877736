/** Whether a call named a record of another company. An unknown number is nobody's, and no sign of anything. */
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { recordFields } from '@portal/contract/record-fields.ts';
import { fold, type RecordKind } from '@portal/contract/room.ts';
import { rooms } from '@portal/contract/rooms.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';

/** Where the records are whose numbers calls name, as their rooms declare them. */
const places = Object.entries<RecordKind>(fold(rooms, 'records')).flatMap(([kind, { key, table = kind }]) =>
  key === undefined ? [] : [{ kind, table, key }],
);
/** Those that calls name by a UUID. */
const byUuid = Object.entries<RecordKind>(fold(rooms, 'records')).flatMap(([kind, { uuid, table = kind }]) =>
  uuid === undefined ? [] : [{ ...uuid, table }],
);
/** More than fit into a call: what comes first in it must not hide what comes last. */
const most = 200_000;

/** Numbers of records, by their kind, and UUIDs, by their field. */
export interface Named {
  numbers: ReadonlyMap<string, ReadonlySet<number>>;
  uuids: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Every number or UUID of a record in what was sent to a call, however deep it lies; a list goes by its own name. What was sent need
 * not fit the call: who may not call is refused before it is decoded.
 */
export function namedIn(endpoint: Endpoint, asked: readonly unknown[]): Named {
  const kindsOf = recordFields(endpoint);
  const [numbers, uuids] = [new Map<string, Set<number>>(), new Map<string, Set<string>>()];
  let left = most;
  const gather = (value: unknown, name: string, depth: number): void => {
    if (depth > 6 || left <= 0) return;
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) gather(inner, Array.isArray(value) ? name : key, depth + 1);
      return;
    }
    if (typeof value === 'string' && isUuid.test(value) && byUuid.some(({ field }) => field === name)) {
      left -= 1;
      uuids.set(name, (uuids.get(name) ?? new Set()).add(value));
    }
    const kinds = kindsOf.get(name);
    const id = typeof value === 'number' || typeof value === 'string' ? idOf(value) : null;
    if (kinds === undefined || id === null) return;
    left -= 1;
    for (const kind of kinds) numbers.set(kind, (numbers.get(kind) ?? new Set()).add(id));
  };
  for (const part of asked) gather(part, '', 0);
  return { numbers, uuids };
}

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function idOf(value: number | string): number | null {
  if (typeof value === 'string' && !/^[1-9]\d{0,8}$/.test(value)) return null;
  const id = Number(value);
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null;
}

/** Whether one of them is another company's. */
export async function isForeign(
  tx: Tx,
  { companyId }: { companyId: number },
  { numbers, uuids }: Named,
): Promise<boolean> {
  const isTheirs = (table: string, column: string, named: RawBuilder<unknown>) =>
    sql<boolean>`exists (select from ${sql.table(table)}
      where ${sql.ref(column)} = any(${named}) and company_id <> ${companyId})`;
  const looks = [
    ...places
      .filter(({ kind }) => numbers.has(kind))
      .map(({ kind, table, key }) => isTheirs(table, key, sql`${[...(numbers.get(kind) ?? [])]}::int[]`)),
    ...byUuid
      .filter(({ field }) => uuids.has(field))
      .map(({ field, table, column }) => isTheirs(table, column, sql`${[...(uuids.get(field) ?? [])]}::uuid[]`)),
  ];
  if (looks.length === 0) return false;
  const { rows } = await sql<{ found: boolean }>`select ${sql.join(looks, sql` or `)} as found`.execute(tx);
  return rows[0]?.found ?? false;
}
