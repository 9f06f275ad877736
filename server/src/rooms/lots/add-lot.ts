import { onRecordText } from '@portal/contract/lots/rules.ts';
import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import { fail, Failed } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { Sight } from '#rooms/care-groups/door.ts';
import { lockProduct, trialIdOf } from '#rooms/products/door.ts';
import { lotOnRecord } from './queries.ts';
import { tellOfLot } from './tell.ts';

interface NewLot {
  productId: number;
  lotNumber: string;
  expiresOn: string;
}

/**
 * Puts a lot on record that nobody has packed yet, such as one that is to be recalled while it lies on a shelf. Of two people who record it
 * at once one makes it: the insert of the other waits for that, and is refused as of one that was on record before.
 */
export async function addLot(act: Act<Actor & Sight>, { productId, lotNumber, expiresOn }: NewLot): Promise<number> {
  const { tx, viewer, now, record } = act;
  const trialId = await trialIdOf(tx, productId);
  const product = trialId && (await lockProduct(tx, viewer, trialId, productId, 'change'));
  if (!product) throw fail('not_found');
  const fields = { product_id: productId, lot_number: lotNumber, expires_on: expiresOn };
  const added = await tx
    .insertInto('lot')
    .values({
      ...fields,
      company_id: viewer.companyId,
      number_key: sql<string>`name_key(${lotNumber}::text)`,
      created_at: now(),
    })
    .onConflict((conflict) => conflict.columns(['product_id', 'number_key']).doNothing())
    .returning('lot_id as lotId')
    .executeTakeFirst();
  if (!added) {
    const known = await lotOnRecord(tx, productId, lotNumber);
    const sentence = onRecordText({ lotNumber: known?.lotNumber ?? lotNumber, drugName: product.drug_name });
    throw new Failed('lot.on_record', { fields: { lotNumber: sentence }, sentence });
  }
  const { lotId } = added;
  await record({ action: 'lot.added', record: { kind: 'lot', id: lotId }, changes: created(fields) });
  await tellOfLot(act, { lotId, productId });
  return lotId;
}
