import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import {
  holdVisible,
  isOfGroups,
  isOfOwnPlace,
  refuseCorrectedElsewhere,
  refusePlacing,
  withoutLasting,
} from '#rooms/documents/door.ts';
import { lockVisible, tellOfPatient } from '#rooms/patients/door.ts';

export interface NewPatientDocument {
  documentId: number;
  patientIds: readonly number[];
  /** Where the patient signs elsewhere, who has to; else it follows from what people of the portal are asked (OPC-67). */
  waitsFor?: 'patient' | 'nobody' | undefined;
}

/** Adds a document to patients in sight, to all of them or to none. What belongs to a group, a partner, the library or a brand is theirs. */
export async function attachToPatients(
  act: Act,
  { documentId, patientIds, waitsFor }: NewPatientDocument,
): Promise<void> {
  const { tx, viewer, now, record } = act;
  // In one order, and before the document, as whoever removes a patient holds them.
  const named = [...new Set(patientIds)].sort((a, b) => a - b);
  for (const patientId of named) if (!(await lockVisible(tx, viewer, patientId))) throw fail('not_found');
  // Of two who add it at once, to a patient and to a group, the later one finds where it is by then.
  const document = await holdVisible(tx, viewer, documentId, true);
  const isTaken = document && (document.care_group_id ?? document.partner_id ?? document.template_id) !== null;
  if (!document || isTaken || document.is_library || (await isOfGroups(tx, documentId))) throw fail('not_found');
  // Whoever signs it sees it, and that is all.
  if (!(await isOfOwnPlace(tx, viewer, documentId))) throw fail('forbidden');
  await refusePlacing(act, document);
  await refuseCorrectedElsewhere(tx, { documentId, patientIds: named });
  const rows = named.map((patientId) => ({
    document_id: documentId,
    patient_id: patientId,
    company_id: viewer.companyId,
    waits_for: waitsFor ?? null,
    added_at: now(),
  }));
  const added = await withoutLasting(act, [documentId], () =>
    insertRows(tx, 'patient_document', rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning('patient_id')
      .execute(),
  );
  if (added.length < named.length) throw fail('patient.has_document');
  await record(
    ...named.map((patientId) => ({
      action: 'patient.document_added' as const,
      record: { kind: 'patient' as const, id: patientId },
      changes: [{ field: 'document_id', new: documentId }],
    })),
  );
  for (const patientId of named) await tellOfPatient(act, 'patient_record.changed', patientId);
}
