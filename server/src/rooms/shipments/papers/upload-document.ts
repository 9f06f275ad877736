import { sideOf } from '@portal/contract/shipments/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import { created } from '#platform/audit/record.ts';
import { keepDocument, type Pdf, withoutFile } from '#rooms/documents/door.ts';
import { findVisible, type Person } from '../queries.ts';

export interface Upload {
  requestId: number;
  category: number;
  filename: string;
  friendlyName: string;
  /** In place of `friendlyName` where that came from the file's name and a wholesaler reads it (PRV-04). */
  neutralName?: string;
  pdf: Pdf;
}

/** Adds a document to a request. Both sides of it see it (SDC-01, SDC-06). */
export async function uploadDocument(
  act: Act<Person>,
  { requestId, category, neutralName, pdf, ...names }: Upload,
): Promise<{ id: number }> {
  const { tx, viewer, record, announce } = act;
  const request = await findVisible(tx, viewer, requestId);
  if (!request) throw fail('not_found');
  const { site_id: careGroupId, partner_id: partnerId } = request;
  const isReadByWholesaler = request.shipment_type === 'wholesaler' && sideOf(viewer) === 'site';
  const kept = isReadByWholesaler ? withoutFile(neutralName ?? names.friendlyName) : names;
  const { id } = await keepDocument(act, { ...kept, pdf, careGroupId, partnerId });
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
