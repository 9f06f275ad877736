/** The link of a reminder: one for each event, which dies with it. */
import type { Moment } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import { anyOf } from '#platform/database/db.ts';
import { withdrawOpening } from '#platform/jobs/outbox.ts';
import { sameOrNewCode } from './link-codes.ts';
import { holdAnywhereOpenEvents } from './respond-queries.ts';

/** What a message with the link of an event opens, by which it is taken back; `forget_what_event_wants` goes by the same. */
export const opensAssessment = (surveyEventId: number): string => `assessment ${surveyEventId}`;

/** The code of an event that is still asked for, and how long it can be used, which begins anew with each message; the same one until then. */
export async function codeForEvent(
  { tx, now }: Pick<Moment, 'tx' | 'now'>,
  surveyEventId: number,
): Promise<{ code: string; until: Date }> {
  const event = await tx
    .selectFrom('survey_event')
    .select(['company_id as companyId', 'answered_at as answeredAt', 'ended_at as endedAt'])
    .where('survey_event_id', '=', surveyEventId)
    // Of two reminders at once the second finds the code of the first.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!event) throw fail('not_found');
  if (event.answeredAt !== null || event.endedAt !== null) throw fail('response.event_over');
  const kept = await tx
    .selectFrom('respond_code')
    .select(['code_hash as hash', 'made_at as madeAt', 'expires_at as expiresAt', 'tries_left as triesLeft'])
    .where('survey_event_id', '=', surveyEventId)
    .executeTakeFirst();
  const { code, made, until } = sameOrNewCode(tx, `${surveyEventId}`, kept, now());
  if (!made) {
    await tx
      .updateTable('respond_code')
      .set({ expires_at: until })
      .where('survey_event_id', '=', surveyEventId)
      .execute();
    return { code, until };
  }
  await tx
    .insertInto('respond_code')
    .values({ survey_event_id: surveyEventId, company_id: event.companyId, ...made })
    .onConflict((conflict) => conflict.column('survey_event_id').doUpdateSet(made))
    .execute();
  return { code, until };
}

/** What was sent to a patient so far leads nowhere any more, and what of it still waits is taken back; the next message has another code. */
export async function endCodesOf({ tx, now }: Pick<Moment, 'tx' | 'now'>, patientId: number): Promise<void> {
  // Before the codes, as whoever ends an event holds them.
  const events = await holdAnywhereOpenEvents(tx, patientId);
  const ended = await tx
    .updateTable('respond_code')
    .set({ tries_left: 0, expires_at: now() })
    .where('survey_event_id', '=', anyOf(events))
    .where('tries_left', '>', 0)
    .returning('survey_event_id as id')
    .execute();
  for (const { id } of ended) await withdrawOpening(tx, now(), opensAssessment(id));
}
