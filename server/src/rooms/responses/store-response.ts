import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import { fail } from '#platform/core/fail.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { checkAnswers, type CheckedAnswers, flaggedIn, type GivenAnswer } from './check-answers.ts';
import { holdAnywhereEvent, type KeptAnswer } from './queries.ts';
import { tellOfResponse } from './tell.ts';

export interface GivenResponse {
  /** Of a patient in sight of whoever acts. */
  surveyEventId: number;
  /** Who answers on behalf of the patient, and has reviewed it by that (OPC-31); null is the patient. */
  providerId: number | null;
  answers: readonly GivenAnswer[];
  /** What the sender's clock says. */
  claimedAt: Date;
  /** When it was completed, where that is not now. */
  completedAt?: Date | undefined;
}

export interface StoredResponse extends CheckedAnswers {
  responseId: number;
  patientId: number;
  surveyId: number;
}

/** Stores what was answered, once for an event: with the flags that follow from it, and the end of what the event wanted. */
export async function storeResponse(act: Act<Actor>, given: GivenResponse): Promise<StoredResponse> {
  const { tx, now, record } = act;
  // Of many who submit at once each sees what the one before has left.
  const event = await holdAnywhereEvent(tx, given.surveyEventId);
  if (!event) throw fail('not_found');
  if (event.answeredAt !== null) throw fail('response.exists');
  if (event.endedAt !== null) throw fail('response.event_over');
  const checked = checkAnswers(event.questions, given.answers);
  const completedAt = given.completedAt ?? now();
  const { companyId, patientId, surveyId } = event;
  const { response_id: responseId } = await tx
    .insertInto('survey_response')
    .values({
      company_id: companyId,
      survey_event_id: given.surveyEventId,
      patient_id: patientId,
      survey_id: surveyId,
      provider_id: given.providerId,
      reviewer_id: given.providerId,
      reviewed_at: given.providerId === null ? null : completedAt,
      completed_at: completedAt,
      claimed_at: given.claimedAt,
      answers: JSON.stringify(checked.answers),
      flagged: checked.flagged,
      medications: JSON.stringify(checked.medications),
    })
    .returning('response_id')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('survey_event')
    .set({ answered_at: completedAt })
    .where('survey_event_id', '=', given.surveyEventId)
    .execute();
  const flags = { companyId, patientId, responseId, flagged: flaggedIn(checked) };
  await openFlags(tx, flags, completedAt);
  await record({
    action: given.providerId === null ? 'response.sent_by_patient' : 'response.submitted',
    record: { kind: 'survey_response', id: responseId },
    changes: created({
      patient_id: patientId,
      survey_id: surveyId,
      survey_event_id: given.surveyEventId,
      completed_at: completedAt,
      claimed_at: given.claimedAt,
      answers: checked.answers,
      flagged: checked.flagged,
    }),
  });
  await tellOfResponse(act, responseId, patientId);
  return { responseId, patientId, surveyId, ...checked };
}

/** Somebody has to look at these answers. */
export async function openFlags(
  tx: Tx,
  given: { companyId: number; patientId: number; responseId: number; flagged: readonly KeptAnswer[] },
  at: Date,
): Promise<void> {
  if (given.flagged.length === 0) return;
  const rows = given.flagged.map(({ questionNum, question, answer }) => ({
    company_id: given.companyId,
    response_id: given.responseId,
    patient_id: given.patientId,
    question_num: questionNum,
    question,
    answer,
    opened_at: at,
  }));
  await insertRows(tx, 'flagged_answer', rows).execute();
}
