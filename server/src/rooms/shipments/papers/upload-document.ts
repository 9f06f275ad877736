import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import { created } from '#platform/audit/record.ts';
import { keepDocument, type Pdf } from '#rooms/documents/door.ts';
import { findVisible, type Person } from '../queries.ts';

export interface Upload {
  requestId: number;
  category: number;
  filename: string;
  friendlyName: string;
  pdf: Pdf;
}

/** Adds a document to a request. Both sides of it see it (SDC-01, SDC-06). */
export async function uploadDocument(
  act: Act<Person>,
  { requestId, category, ...given }: Upload,
): Promise<{ id: number }> {
  const { tx, viewer, record, announce } = act;
  const request = await findVisible(tx, viewer, requestId);
  if (!request) throw fail('not_found');
  const { site_id: careGroupId, partner_id: partnerId } = request;
  const { id } = await keepDocument(act, { ...given, careGroupId, partnerId });
  await tx
    .insertInto('shipment_document')
    .values({ document_id: id, company_id: viewer.companyId, request_id: requestId, category })
    .execute();
  await record({
    action: 'shipment.document_uploaded',
    record: { kind: 'shipment_request', id: requestId },
    changes: created({ documentId: id, category }),
  });
  await announce({ type: 'shipment.changed', id: requestId, careGroupId, partnerId });
  return { id };
}
