import { otherExpiryText, recalledText, twoDaysText } from '@portal/contract/lots/rules.ts';
import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { Failed } from '#platform/core/fail.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** A lot as somebody typed it on a package; `field` is the path of the item on the wire. */
export interface TypedLot {
  field: string;
  productId: number;
  lotNumber: string;
  expiresOn: string;
}

/** With the number in the spelling that is on record. */
export interface KnownLot {
  lotId: number;
  lotNumber: string;
}

/**
 * The lots of what is packed, in its order; a number that is new for its product is put on record. Of two people who type
 * it at once one makes it and the other finds it: the insert waits for the other one's end. A known lot has one
 * day, and is not shipped once it is recalled.
 */
export async function knowLots(
  { tx, viewer, now, record }: Act<Actor & { companyId: number }>,
  typed: readonly TypedLot[],
): Promise<KnownLot[]> {
  const given = sql`unnest(${typed.map(({ productId }) => productId)}::int[], ${typed.map(({ lotNumber }) => lotNumber)}::text[],
    ${typed.map(({ expiresOn }) => expiresOn)}::date[]) with ordinality as typed (product_id, lot_number, expires_on, place)`;
  // In one order everywhere, so that two shipments never wait for each other in a circle.
  const { rows: added } = await sql<{ lot_id: number; product_id: number; lot_number: string; expires_on: string }>`
    insert into lot (company_id, product_id, lot_number, number_key, expires_on, created_at)
    select distinct on (product_id, name_key(lot_number)) ${viewer.companyId}::int, product_id, lot_number, name_key(lot_number), expires_on,
      ${now()}::timestamptz
    from ${given}
    order by product_id, name_key(lot_number), place
    on conflict (product_id, number_key) do nothing
    returning lot_id, product_id, lot_number, expires_on`.execute(tx);
  // A correction or a recall of one of them comes before or after this shipment, not in between.
  await sql`
    select 1 from lot
    where (product_id, number_key) in (select product_id, name_key(lot_number) from ${given})
    order by lot_id for share`.execute(tx);
  const { rows: known } = await sql<{
    lotId: number;
    drugName: string;
    lotNumber: string;
    expiresOn: string;
    recalledAt: Date | null;
  }>`
    with asked as materialized (select product_id, name_key(lot_number) as number_key, place from ${given})
    select lot.lot_id as "lotId", product.drug_name as "drugName", lot.lot_number as "lotNumber", lot.expires_on as "expiresOn",
      lot.recalled_at as "recalledAt"
    from asked
      join lot using (product_id, number_key)
      join product on product.product_id = lot.product_id
    order by asked.place`.execute(tx);

  const recalled = known.flatMap(({ recalledAt, ...lot }, i) =>
    recalledAt ? [[`${typed[i]?.field}.lotNumber`, recalledText({ ...lot, recalledAt })] as const] : [],
  );
  const [firstRecalled] = recalled;
  if (firstRecalled)
    throw new Failed('lot.recalled', { fields: Object.fromEntries(recalled), sentence: firstRecalled[1] });
  const others = known.flatMap((lot, i) => {
    const { field, expiresOn } = typed[i] as TypedLot;
    if (lot.expiresOn === expiresOn) return [];
    const isNew = added.some(({ lot_id }) => lot_id === lot.lotId);
    return [[`${field}.expirationDate`, isNew ? twoDaysText(lot) : otherExpiryText(lot)] as const];
  });
  const [first] = others;
  if (first) throw new Failed('lot.other_expiry', { fields: Object.fromEntries(others), sentence: first[1] });
  await record(
    ...added.map(({ lot_id, ...fields }) => ({
      action: 'lot.added' as const,
      record: { kind: 'lot' as const, id: lot_id },
      changes: created(fields),
    })),
  );
  return known;
}
