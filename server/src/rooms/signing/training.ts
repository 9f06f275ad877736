/** Training forms: a person asks for their own copy, signs it, and has it recorded (AKF, ACK). */
import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import { holdName } from '#platform/database/hold-name.ts';
import { copyDocument } from '#rooms/documents/door.ts';
import { trainingFormsOf } from '#rooms/identity/door.ts';
import { askForSignatures } from './ask-for-signatures.ts';

/**
 * The request for the own signature of a training form: made once, on a copy of the form; asked for again, it is the same (AKF-04).
 * Null where this is no training form that applies to them.
 */
export async function ownTraining(
  act: Act,
  templateId: number,
): Promise<{ srUuid: string; documentId: number } | null> {
  const { tx, viewer } = act;
  // Two windows at once find one copy.
  await holdName(tx, `training of ${viewer.providerId}`);
  const form = (await trainingFormsOf(tx, viewer)).find((one) => one.templateId === templateId);
  if (!form) return null;
  if (form.srUuid !== null && form.documentId !== null) return { srUuid: form.srUuid, documentId: form.documentId };
  const { id: documentId } = await copyDocument(act, { templateId });
  await tx
    .insertInto('training_acknowledgement')
    .values({
      provider_id: viewer.providerId,
      template_id: templateId,
      company_id: viewer.companyId,
      document_id: documentId,
    })
    .onConflict((earlier) => earlier.columns(['provider_id', 'template_id']).doUpdateSet({ document_id: documentId }))
    .execute();
  const name = `${viewer.firstName} ${viewer.lastName}`.trim();
  const { srUuid } = await askForSignatures(act, {
    documentId,
    kind: 'training',
    signers: [{ providerId: viewer.providerId, name, email: viewer.email }],
  });
  return { srUuid, documentId };
}

/** Records that somebody acknowledged a training: by their own signed copy alone. A second time changes nothing. */
export async function acknowledgeTraining({ tx, viewer, now, record }: Act, documentId: number): Promise<void> {
  const own = await tx
    .selectFrom('training_acknowledgement as own')
    .innerJoin('signing_request as request', 'request.document_id', 'own.document_id')
    .innerJoin('document', 'document.document_id', 'own.document_id')
    .where('own.document_id', '=', documentId)
    .where('own.provider_id', '=', viewer.providerId)
    .select(['own.template_id as templateId', 'own.acknowledged_at as acknowledgedAt', 'request.state'])
    .select('document.removed_at as removedAt')
    .forUpdate('own')
    .executeTakeFirst();
  if (!own) throw fail('not_found');
  if (own.acknowledgedAt) return;
  // A copy that was deleted proves nothing to whoever looks for it.
  if (own.removedAt) throw fail('not_found');
  if (own.state !== 'completed') throw fail('training.not_signed');
  await tx
    .updateTable('training_acknowledgement')
    .set({ acknowledged_at: now() })
    .where('document_id', '=', documentId)
    .execute();
  await record({
    action: 'training.acknowledged',
    record: { kind: 'document', id: documentId },
    changes: [{ field: 'templateId', new: own.templateId }],
  });
}
