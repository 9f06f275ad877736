/** From rows to the wire. */
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import type { Product } from '@portal/contract/products/endpoints.ts';
import type { ShipmentDocument } from '@portal/contract/shipments/document-endpoints.ts';
import type { OrderLine, ShipmentRequest, ShipmentSummary } from '@portal/contract/shipments/endpoints.ts';
import type { ShipmentStatus } from '@portal/contract/shipments/rules.ts';
import type { CommentRow } from './comments/comments.ts';
import type { DocumentRow } from './papers/documents.ts';
import type { ReminderRow, RequestRow, SummaryRow } from './queries.ts';
import type { listStandIns } from './packing/stand-ins.ts';

const summaryFields = (row: Omit<SummaryRow, 'products' | 'participants' | 'parcels' | 'documents' | 'short'>) => ({
  srId: row.request_id,
  gId: row.site_id,
  status: row.status as ShipmentStatus,
  shipmentType: row.shipment_type as PartnerKind,
  dateRequired: row.required_on,
  nextOrderDate: row.next_order_on,
  dateOfStatusChange: row.status_changed_on,
  dateShipped: row.shipped_on,
  toParticipant: row.to_participant,
  siteName: row.site_name,
  partnerName: row.partner_name,
  protocolNumber: row.protocol_number,
  sponsorName: row.sponsor_name,
  isBatchShipment: row.is_batch,
  hasCard: row.has_card,
  totalCommentCount: row.comments,
  readCommentCount: row.comments_read,
  createdAt: row.created_at,
  version: row.version,
});

/** A row of the lists. For a wholesaler the query brought no participants, and the reply has no place for them. */
export const summaryOf = (row: SummaryRow): ShipmentSummary => ({
  ...summaryFields(row),
  parcels: row.parcels,
  documentCount: row.documents,
  shortCount: row.short,
  products: row.products,
  participants: row.participants ?? [],
});

const lineOf = (line: RequestRow['lines'][number], type: string): OrderLine => ({
  ...line,
  isPharmacyProduct: type === 'pharmacy',
  isWholesalerProduct: type === 'wholesaler',
});

/** SHP-16 to SHP-18: one request whole. */
export function requestOf(row: RequestRow): ShipmentRequest {
  const isPharmacy = row.shipment_type === 'pharmacy';
  const pharmacy = <T>(value: T) => (isPharmacy ? value : null);
  const wholesaler = <T>(value: T) => (isPharmacy ? null : value);
  return {
    ...summaryFields(row),
    participants: row.participants ?? [],
    products: row.lines.map((line) => lineOf(line, row.shipment_type)),
    packages: row.packages,
    address: row.address,
    pharmacyName: pharmacy(row.partner_name),
    wholesalerName: wholesaler(row.partner_name),
    ppAddress: pharmacy(row.partner_address),
    wpAddress: wholesaler(row.partner_address),
    ppPhone: pharmacy(row.partner_phone),
    ppEmail: pharmacy(row.partner_email),
    wpPhone: wholesaler(row.partner_phone),
    wpEmail: wholesaler(row.partner_email),
    requesterFname: row.requester_first_name,
    requesterLname: row.requester_last_name,
    requesterEmail: row.requester_email,
    requesterPhone: row.requester_phone,
    prescriberId: row.prescriber_id,
    orderForms: row.order_forms,
    srIds: row.submitted,
    history: row.history.map((step) => ({
      status: step.status as ShipmentStatus,
      date: step.date,
      at: new Date(step.at),
      by: `${step.first_name} ${step.last_name}`.trim(),
    })),
  };
}

/** REM-01. */
export const reminderOf = (row: ReminderRow) => ({
  srId: row.request_id,
  gId: row.site_id,
  nextOrderDate: row.reminder_on,
  status: row.status as ShipmentStatus,
  siteName: row.site_name,
  shipmentType: row.shipment_type as PartnerKind,
  toParticipant: row.to_participant,
  isBatchShipment: row.is_batch,
  participants: row.participants,
  products: row.products,
});

/** The participants with a record that some rows tell of, for the access log (PRV-01). */
export const participantIdsOf = (
  rows: readonly { participants?: readonly { participantId: number | null }[] }[],
): number[] => [
  ...new Set(rows.flatMap((row) => (row.participants ?? []).flatMap(({ participantId }) => participantId ?? []))),
];

/** CMT-02. What a person wrote counts as read by them (OPS-90). */
export const commentOf = (row: CommentRow, person: { providerId: number }) => ({
  commentId: row.comment_id,
  fname: row.first_name,
  lname: row.last_name,
  type: row.type,
  message: row.text,
  created: row.created_at,
  isRead: row.read_at !== null || row.author_id === person.providerId,
  isMine: row.author_id === person.providerId,
});

/** SHC-13. */
export const productOf = ({
  trialId,
  ...row
}: Awaited<ReturnType<ReturnType<typeof listStandIns>['execute']>>[number]): Product => ({
  ...row,
  g_id: trialId,
  otherUnit: row.isQuantityUnitOther ? row.quantityUnit : null,
});

export const documentOf = (row: DocumentRow): ShipmentDocument => ({
  docId: row.document_id,
  srId: row.request_id,
  category: row.category,
  friendlyName: row.friendly_name,
  filename: row.filename,
  contentType: row.content_type,
  uploadedBy: `${row.first_name} ${row.last_name}`,
  uploadedAt: row.uploaded_at,
});
