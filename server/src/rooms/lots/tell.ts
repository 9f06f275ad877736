import { sections } from '@portal/contract/shipments/rules.ts';
import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { anyText } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { peopleOfSites } from '#rooms/care-groups/door.ts';
import { trialIdOf } from '#rooms/products/door.ts';

/**
 * Tells of a lot the people of its trial, those of the sites that it went to, the partners who shipped it, whose packages show its day, and
 * those who may pack its product for a request that is not shipped yet: they are told the day of the lot they name.
 */
export async function tellOfLot(
  act: Pick<Act<Actor>, 'tx' | 'now' | 'announce'>,
  { lotId, productId }: { lotId: number; productId: number },
): Promise<void> {
  const { tx, announce } = act;
  const shipped = sql`from package_item item join shipment_package box using (package_id)
    join shipment_request request using (request_id) where item.lot_id = ${lotId}`;
  const people = await peopleOfSites(act, sql`select request.site_id ${shipped}`);
  const { rows: partners } = await sql<{ partnerId: number }>`
    select request.partner_id as "partnerId" ${shipped}
    union select request.partner_id from product join shipment_request request using (trial_id)
      where product.product_id = ${productId} and request.status = ${anyText(sections.pending)}
        and (case request.shipment_type when 'pharmacy' then product.pharmacy_supplied else product.wholesaler_supplied end
          or exists (select from shipment_line line where line.request_id = request.request_id and line.product_id = product.product_id))
    order by 1`.execute(tx);
  const lot = { type: 'lot.changed', id: lotId } as const;
  await announce(
    { ...lot, careGroupId: (await trialIdOf(tx, productId)) ?? null, people },
    ...partners.map((partner) => ({ ...lot, ...partner })),
  );
}
