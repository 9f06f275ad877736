/** From rows to the wire, as far as a query does not select under the wire's names already. */
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import type { Product } from '@portal/contract/products/endpoints.ts';
import type { ShipmentDocument } from '@portal/contract/shipments/document-endpoints.ts';
import type { OrderLine, ShipmentRequest, ShipmentSummary, SiteRequest } from '@portal/contract/shipments/endpoints.ts';
import type { ShipmentStatus } from '@portal/contract/shipments/rules.ts';
import type { CommentRow } from './comments/comments.ts';
import type { DocumentRow } from './papers/documents.ts';
import { presentAsked } from '#rooms/participants/door.ts';
import type { RequestRow, SummaryRow } from './queries.ts';
import type { listStandIns } from './packing/stand-ins.ts';
import { addressNowOf, isAddressOutdated } from './address-on-record.ts';

type Named = NonNullable<SummaryRow['participants']>[number];
export const subjectsOf = (named: readonly Named[] | undefined) =>
  (named ?? []).map(({ isInactive, nameNow, ...asked }) => ({
    ...presentAsked(asked),
    ...(nameNow !== null && { nameNow }),
    ...(isInactive && { isInactive: true as const }),
  }));

/** A row of the lists. For a wholesaler the query brought no participants, and the reply has no place for them. */
export const summaryOf = (row: SummaryRow): ShipmentSummary => ({ ...row, participants: subjectsOf(row.participants) });

const lineOf = (line: RequestRow['lines'][number], type: PartnerKind): OrderLine => ({
  ...line,
  isPharmacyProduct: type === 'pharmacy',
  isWholesalerProduct: type === 'wholesaler',
});

/** SHP-16 to SHP-18: one request whole. */
export function requestOf(row: RequestRow): ShipmentRequest {
  const { lines, history, partnerAddress, partnerPhone, partnerEmail, ...rest } = row;
  const { isAddressOnRecord: _, siteAddressNow: __, homeNow: ___, otherSiteId: ____, ...asSelected } = rest;
  const isPharmacy = row.shipmentType === 'pharmacy';
  const pharmacy = <T>(value: T) => (isPharmacy ? value : null);
  const wholesaler = <T>(value: T) => (isPharmacy ? null : value);
  return {
    ...asSelected,
    participants: subjectsOf(row.participants),
    isAddressOutdated: isAddressOutdated(row),
    packages: row.packages.map((box) => ({
      ...box,
      items: box.items.map((item) => ({
        ...item,
        recalledAt: item.recalledAt === null ? null : new Date(item.recalledAt),
      })),
    })),
    products: lines.map((line) => lineOf(line, row.shipmentType)),
    pharmacyName: pharmacy(row.partnerName),
    wholesalerName: wholesaler(row.partnerName),
    ppAddress: pharmacy(partnerAddress),
    wpAddress: wholesaler(partnerAddress),
    ppPhone: pharmacy(partnerPhone),
    ppEmail: pharmacy(partnerEmail),
    wpPhone: wholesaler(partnerPhone),
    wpEmail: wholesaler(partnerEmail),
    history: history.map((step) => ({
      status: step.status as ShipmentStatus,
      date: step.date,
      at: new Date(step.at),
      by: `${step.first_name} ${step.last_name}`.trim(),
    })),
  };
}

/** The same for a site, which knows where its participants live, and not where those of another site do (SEC-23). */
export function siteRequestOf(row: RequestRow): SiteRequest {
  const isAtAnotherSite = row.toParticipant && row.otherSiteId !== null && isAddressOutdated(row);
  return {
    ...requestOf(row),
    isAddressOnRecord: row.isAddressOnRecord,
    addressNow: isAtAnotherSite ? null : (addressNowOf(row) ?? null),
    ...(isAtAnotherSite && { isAtAnotherSite }),
  };
}

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
  takesName: true,
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
  isCorrected: row.is_corrected,
  mayDelete: row.may_delete,
  ...((row.signing === 'open' || row.signing === 'completed') && { signing: row.signing }),
});
