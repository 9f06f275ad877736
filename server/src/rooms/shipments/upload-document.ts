import { announce } from '#platform/events/announce.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import type { Files } from '#platform/files/files.ts';
import { created, record } from '#platform/audit/record.ts';
import { keepDocument, type Pdf } from '#rooms/documents/door.ts';
import { findVisible, type Person } from './queries.ts';

export interface Upload {
  requestId: number;
  category: number;
  filename: string;
  friendlyName: string;
  pdf: Pdf;
}

/** Adds a document to a request. Both sides of it see it (SDC-01, SDC-06). */
export async function uploadDocument(
  tx: Tx,
  clock: Clock,
  files: Pick<Files, 'put'>,
  person: Person,
  { requestId, category, ...given }: Upload,
): Promise<{ id: number }> {
  const request = await findVisible(tx, person, requestId);
  if (!request) throw fail('not_found');
  const { site_id: careGroupId, partner_id: partnerId } = request;
  const { id } = await keepDocument(tx, clock, files, person, { ...given, careGroupId, partnerId });
  await tx
    .insertInto('shipment_document')
    .values({ document_id: id, company_id: person.companyId, request_id: requestId, category })
    .execute();
  await record(tx, clock, person, {
    action: 'shipment.document_uploaded',
    record: { kind: 'shipment_request', id: requestId },
    changes: created({ documentId: id, category }),
  });
  await announce(tx, clock, person.companyId, { type: 'shipment.changed', id: requestId, careGroupId, partnerId });
  return { id };
}
