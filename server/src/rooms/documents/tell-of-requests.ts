import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { itselfAndCorrected } from './sight.ts';

/** Tells both sides of a request that one of its documents, or what corrects it, has come or gone (SDC-06, P11-08). */
export async function tellOfRequests({ tx, announce }: Act<Actor>, documentId: number): Promise<void> {
  const { rows } = await sql<{ id: number; careGroupId: number; partnerId: number }>`
    select request.request_id as id, request.site_id as "careGroupId", request.partner_id as "partnerId"
    from document cross join lateral (${itselfAndCorrected}) as own
      join shipment_document held on held.document_id = own.document_id join shipment_request request using (request_id)
    where document.document_id = ${documentId} order by 1`.execute(tx);
  await announce(...rows.map((row) => ({ type: 'shipment.changed' as const, ...row })));
}
