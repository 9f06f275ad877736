import type { ListedDocument } from '@portal/contract/documents/endpoints.ts';
import { pdfType } from '@portal/contract/documents/rules.ts';
import {
  pendingReport,
  rejectedWithoutReason,
  type ReportStatus,
  reportStatuses,
} from '@portal/contract/signing/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { presentAsked } from '#rooms/participants/door.ts';
import type { ListedRow, SignatureRow } from './queries.ts';

/** Where a document hangs, where it hangs somewhere. */
interface Place {
  careGroupId?: number;
  isOrderForm?: boolean;
  userTypes?: readonly string[] | null;
  mayDelete?: boolean | undefined;
}

/** A document in a list, as the wire speaks of it to this reader (DOC-16). */
export function presentListed(row: ListedRow & Place, { providerId }: { providerId: number }): ListedDocument {
  // What was withdrawn is nobody's to sign any more.
  const signs = row.ownUuid !== null && row.state !== 'withdrawn';
  const reportStatus = row.reportId === null ? null : statusOf(row.state);
  return {
    id: row.documentId,
    docId: row.documentId,
    uuid: signs ? row.requestUuid : null,
    signerUuid: signs ? row.ownUuid : null,
    friendlyName: row.friendlyName,
    data: null,
    contentType: pdfType,
    filename: row.filename,
    isTemplate: row.isTemplate,
    uploaderOwned: row.uploaderOwned,
    company_id: row.companyId,
    brand_ID: null,
    isSignRequest: row.state !== null,
    isCurrentSigner: row.state === 'open' && row.nextId === providerId && !row.waitsInVain,
    isRejected: row.state === 'rejected',
    isCompletelySigned: row.state === 'completed',
    signerNum: signs ? row.ownNumber : null,
    orderFormTemplate: row.isOrderForm ?? false,
    userManagementReport: row.reportId === null ? null : (reportStatus ?? pendingReport),
    isUserManagementReport: row.reportId !== null,
    reportStatus,
    srStatus: row.shipmentStatus,
    srId: row.shipmentId,
    userTypes: row.userTypes?.join(',') ?? null,
    category: row.category,
    timeUploaded: row.uploadedAt,
    isCorrected: row.isCorrected,
    waitsFor: row.state === 'open' ? row.nextName : null,
    waitsInVain: row.waitsInVain,
    signers: row.signers.map(({ name }) => name),
    participants: row.participants.map(presentAsked),
    rejection: rejectionOf(row),
    g_id: row.careGroupId ?? row.reportGroupId ?? row.siteId,
    version: row.version,
    mayDelete: row.mayDelete,
  };
}

/** Who rejects is whoever's turn it is, so the first who has not signed (UMR-07). */
function rejectionOf({ state, nextName, endedAt, endReason }: ListedRow): ListedDocument['rejection'] {
  if (state !== 'rejected' || nextName === null || endedAt === null) return null;
  return { by: nextName, at: endedAt, reason: endReason === rejectedWithoutReason ? null : endReason };
}

/** Puts on record of whom a list of documents speaks (PRV-01); most documents are about nobody, which is nothing to be there. */
export function logParticipants(logRead: Act['logRead'], rows: readonly Pick<ListedRow, 'participants'>[]): void {
  const ids = rows.flatMap(({ participants }) => participants.flatMap(({ participantId }) => participantId ?? []));
  if (ids.length > 0) logRead('participant', [...new Set(ids)]);
}

/** PDO-06. */
export const presentSignature = ({
  fieldName,
  hash,
  reason,
  date,
  firstName,
  lastName,
  email,
  cpId,
}: SignatureRow) => ({
  fieldName,
  hash,
  reason,
  date,
  name: `${firstName} ${lastName}`.trim(),
  email,
  cpId,
});

/** UMR-02: the last signature accepts a report; until then it is not decided. */
function statusOf(state: ListedRow['state']): ReportStatus | null {
  const [accepted, rejected] = reportStatuses;
  return state === 'completed' ? accepted : state === 'rejected' ? rejected : null;
}
