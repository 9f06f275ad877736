/** What is answered so far: each person's own and the patient's, one for an event, until it is submitted or the event is over. */
import type { Ours } from '@portal/contract/endpoint.ts';
import type { keepDraft as keeping } from '@portal/contract/responses/endpoints.ts';
import { fail } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';

/** Of a provider, or of the patient by the patient's own page. */
interface Whose {
  surveyEventId: number;
  providerId: number | null;
}
export type Draft = Ours<typeof keeping.body>['draft'];

const ofOne = (tx: Tx, { surveyEventId, providerId }: Whose) =>
  tx
    .selectFrom('survey_draft')
    .where('survey_event_id', '=', surveyEventId)
    .where('provider_id', 'is not distinct from', providerId);

export const draftOf = async (tx: Tx, whose: Whose) => {
  const row = await ofOne(tx, whose).select(['content', 'saved_at as savedAt']).executeTakeFirst();
  return row && { draft: row.content as unknown as Draft, savedAt: row.savedAt };
};

/** The last write wins. What is submitted meanwhile leaves none behind: the event is held against that. */
export async function keepDraft(tx: Tx, whose: Whose, content: Partial<Draft>, at: Date): Promise<void> {
  const event = await tx
    .selectFrom('survey_event')
    .select(['company_id as companyId', 'answered_at as answeredAt', 'ended_at as endedAt'])
    .where('survey_event_id', '=', whose.surveyEventId)
    .forShare()
    .executeTakeFirst();
  if (!event) throw fail('not_found');
  if (event.answeredAt !== null) throw fail('response.exists');
  if (event.endedAt !== null) throw fail('response.event_over');
  const kept = { content: JSON.stringify(content), saved_at: at };
  await tx
    .insertInto('survey_draft')
    .values({
      company_id: event.companyId,
      survey_event_id: whose.surveyEventId,
      provider_id: whose.providerId,
      ...kept,
    })
    .onConflict((conflict) => conflict.constraint('survey_draft_one').doUpdateSet(kept))
    .execute();
}

export const dropDraft = (tx: Tx, { surveyEventId, providerId }: Whose) =>
  tx
    .deleteFrom('survey_draft')
    .where('survey_event_id', '=', surveyEventId)
    .where('provider_id', 'is not distinct from', providerId)
    .execute();
