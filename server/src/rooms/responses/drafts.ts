/** What is answered so far: each person's own and the patient's, one for an event, until it is submitted or the event is over. */
import type { Ours } from '@portal/contract/endpoint.ts';
import { type keepDraft as keeping, keptDraft, type readDraft } from '@portal/contract/responses/endpoints.ts';
import { sql } from 'kysely';
import type { Moment } from '#platform/act/act.ts';
import { fail, failStale } from '#platform/core/fail.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { holdAnywhereOpenEvents } from './respond-queries.ts';

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

/** What cannot be read, as it was kept by another release, is told of as that: it must not keep anybody out of the assessment. */
export const draftOf = async (tx: Tx, whose: Whose): Promise<Ours<typeof readDraft.reply> | undefined> => {
  const row = await ofOne(tx, whose).select(['content', 'saved_at as savedAt']).executeTakeFirst();
  if (!row) return undefined;
  const { savedAt } = row;
  const { success, data: draft } = keptDraft.safeParse(row.content);
  return success ? { draft, savedAt } : { draft: null, savedAt, unreadable: true };
};

const changedElsewhere =
  'These answers were changed in another window or on another device in the meantime. Please look at them again.';
/** REL-07: with what stands now, which the caller has read by that. */
export const staleDraft = async (tx: Tx, whose: Whose) => failStale((await draftOf(tx, whose)) ?? {}, changedElsewhere);

/**
 * Keeps what goes on from the draft that stands, and gives when it was kept; a newer one, from another window or device, is refused
 * with `stale`. What stands already, since the answer to its save was lost, is kept. The event is held, so that of two at once the
 * second sees the first, and what is submitted meanwhile leaves none behind.
 */
export async function keepDraft(
  tx: Tx,
  whose: Whose,
  { content, goesOnFrom, at }: { content: Partial<Draft>; goesOnFrom: Date | null; at: Date },
): Promise<Date | 'stale'> {
  const event = await tx
    .selectFrom('survey_event')
    .select(['company_id as companyId', 'answered_at as answeredAt', 'ended_at as endedAt'])
    .where('survey_event_id', '=', whose.surveyEventId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!event) throw fail('not_found');
  if (event.answeredAt !== null) throw fail('response.exists');
  if (event.endedAt !== null) throw fail('response.event_over');
  const text = JSON.stringify(content);
  const standing = await ofOne(tx, whose)
    .select(['saved_at as savedAt', sql<boolean>`content = ${text}::jsonb`.as('isSame')])
    .executeTakeFirst();
  if (standing?.isSame) return standing.savedAt;
  if (standing && standing.savedAt.getTime() !== goesOnFrom?.getTime()) return 'stale';
  // Two drafts are never of one time, which tells them apart.
  const savedAt = new Date(Math.max(at.getTime(), (standing?.savedAt.getTime() ?? 0) + 1));
  const kept = { content: text, saved_at: savedAt };
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
  return savedAt;
}

/** Removes the draft that was kept then; another one stays, and is refused with `stale`. */
export async function dropDraft(tx: Tx, whose: Whose, savedAt: Date): Promise<'stale' | null> {
  await tx
    .deleteFrom('survey_draft')
    .where('survey_event_id', '=', whose.surveyEventId)
    .where('provider_id', 'is not distinct from', whose.providerId)
    .where('saved_at', '=', savedAt)
    .execute();
  return (await draftOf(tx, whose)) ? 'stale' : null;
}

/** Removes what the patient has begun, of all that is open; the drafts of providers stay. */
export async function dropOwnDrafts({ tx }: Pick<Moment, 'tx'>, patientId: number): Promise<void> {
  // Before the drafts, as whoever ends an event holds them.
  const events = await holdAnywhereOpenEvents(tx, patientId);
  await tx
    .deleteFrom('survey_draft')
    .where('survey_event_id', '=', anyOf(events))
    .where('provider_id', 'is', null)
    .execute();
}
