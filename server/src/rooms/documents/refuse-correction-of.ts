import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import {
  correctedStill,
  correctsOfPatients,
  countsAlready,
  hasEnded,
  holdVisible,
  holdCorrections,
  isAwayFromRequest,
  isCorrectedBesideRecords,
  isCorrectedInGroups,
  isOfOwnPlace,
  isTermsOfBrand,
} from './queries.ts';

/**
 * P11-08: what was signed by all or rejected stays as it is, and a new document corrects it. Anything else is changed, deleted or
 * withdrawn itself. Who only signs a document corrects it as little as they may delete it.
 */
export async function refuseCorrectionOf(
  { tx, viewer }: Pick<Act<Viewer>, 'tx' | 'viewer'>,
  documentId: number,
): Promise<void> {
  const document = await holdVisible(tx, viewer, documentId);
  if (!document || !(await isOfOwnPlace(tx, viewer, documentId))) throw fail('not_found');
  if (!(await hasEnded(tx, documentId))) throw fail('document.not_ended');
}

/**
 * Asked of a document that is held, before it is put somewhere. The terms of a brand are put nowhere: everybody opens them as long as they
 * are nothing else (CAG-32). A correction begins to count there, so what saving it asks is asked again: the sight may have ended since
 * (SEC-06). One of a document of a request goes along with the request, so it stays with those whose request it is; one of a patient's goes
 * into a record and into no group, where not everybody sees the patient. Without groups it is put into a record. The corrected document is
 * not held: whoever forgets a participant or a patient holds it before what corrects it.
 */
export async function refusePlacing(
  { tx, viewer }: Pick<Act<Viewer>, 'tx' | 'viewer'>,
  { document_id: documentId, corrects_id: correctsId }: { document_id: number; corrects_id: number | null },
  careGroupIds: readonly number[] = [],
): Promise<void> {
  if (await isTermsOfBrand(tx, documentId)) throw fail('not_found');
  if (correctsId === null) return;
  const isAway = await isAwayFromRequest(tx, documentId, careGroupIds);
  const isAwayFromRecord = careGroupIds.length > 0 && (await correctsOfPatients(tx, documentId));
  if (!isAway && !isAwayFromRecord && (await countsAlready(tx, documentId))) return;
  const corrected = await correctedStill(tx, documentId);
  if (corrected !== undefined && !(await isOfOwnPlace(tx, viewer, corrected))) throw fail('not_found');
  if (isAway) throw fail('document.corrects_elsewhere');
  if (isAwayFromRecord) throw fail('document.corrects_of_patient');
}

/**
 * Asked of a document that is held, before it is put into the records of patients: what corrects it would be read by the people of a group
 * who need not see these. What was in a group that was removed is read by hardly anybody: it goes into the records first.
 */
export async function refuseCorrectedElsewhere(
  tx: Act['tx'],
  { documentId, patientIds }: { documentId: number; patientIds: readonly number[] },
): Promise<void> {
  await holdCorrections(tx, documentId);
  if (await isCorrectedInGroups(tx, documentId)) throw fail('document.corrected_in_group');
  if (await isCorrectedBesideRecords(tx, documentId, patientIds)) throw fail('document.correction_goes_first');
}
