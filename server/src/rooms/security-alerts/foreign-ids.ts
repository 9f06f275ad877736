/** Whether a call named a record of another company. An unknown number is nobody's, and no sign of anything. */
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';

/** The tables of records with their keys, and how calls name their numbers. */
const records: readonly { table: string; key: string; names: readonly string[] }[] = [
  {
    table: 'care_group',
    key: 'care_group_id',
    names: ['gId', 'g_id', 'gIds', 'siteId', 'site_id', 'trialId', 'trial_id', 'careGroupId'],
  },
  {
    table: 'provider',
    key: 'provider_id',
    names: ['cpId', 'cp_id', 'prescriberId', 'providerId', 'provider_id', 'person'],
  },
  { table: 'partner', key: 'partner_id', names: ['ppId', 'wpId', 'pharmacyId', 'partnerId', 'partner_id'] },
  { table: 'participant', key: 'participant_id', names: ['participantId', 'participant_id'] },
  { table: 'shipment_request', key: 'request_id', names: ['srId', 'srIds', 'reorderSrId'] },
  { table: 'document', key: 'document_id', names: ['docId', 'documentId', 'termDocId'] },
  { table: 'product', key: 'product_id', names: ['productId', 'product_id', 'oldProductId', 'newProductId'] },
  { table: 'medication_list', key: 'medication_list_id', names: ['medListId'] },
  { table: 'sponsor', key: 'sponsor_id', names: ['sponsorId', 'sponsor_id'] },
  { table: 'company_brand', key: 'brand_id', names: ['brandId', 'brand_id'] },
  { table: 'mfa_recovery', key: 'recovery_id', names: ['recoveryId'] },
  { table: 'company', key: 'company_id', names: ['company_id', 'companyId'] },
];
const tableOf = new Map(records.flatMap(({ table, names }) => names.map((name) => [name, table] as const)));
/** More than any honest call names. */
const most = 1_000;

/** Numbers of records, by their table. */
export type Named = ReadonlyMap<string, ReadonlySet<number>>;

/** Every number of a record in what was sent, however deep it lies; a list goes by its own name. */
export function namedIn(asked: readonly unknown[]): Named {
  const named = new Map<string, Set<number>>();
  let left = most;
  const gather = (value: unknown, name: string, depth: number): void => {
    if (depth > 6 || left <= 0) return;
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) gather(inner, Array.isArray(value) ? name : key, depth + 1);
      return;
    }
    const table = tableOf.get(name);
    const id = typeof value === 'number' || typeof value === 'string' ? idOf(value) : null;
    if (table === undefined || id === null) return;
    left -= 1;
    named.set(table, (named.get(table) ?? new Set()).add(id));
  };
  for (const part of asked) gather(part, '', 0);
  return named;
}

function idOf(value: number | string): number | null {
  if (typeof value === 'string' && !/^[1-9]\d{0,8}$/.test(value)) return null;
  const id = Number(value);
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null;
}

/** Whether one of them is another company's. */
export async function isForeign(tx: Tx, { companyId }: { companyId: number }, named: Named): Promise<boolean> {
  const looks = records
    .filter(({ table }) => named.has(table))
    .map(
      ({ table, key }) => sql<boolean>`exists (select from ${sql.table(table)}
        where ${sql.ref(key)} = any(${[...(named.get(table) ?? [])]}::int[]) and company_id <> ${companyId})`,
    );
  if (looks.length === 0) return false;
  const { rows } = await sql<{ found: boolean }>`select ${sql.join(looks, sql` or `)} as found`.execute(tx);
  return rows[0]?.found ?? false;
}
