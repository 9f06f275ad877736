import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { changesBetween, created, type Recorded } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** What the database notes: of a schedule, or of what was asked by it; only what began has nothing from before. */
interface Settled {
  of: 'schedule_item' | 'survey_event';
  id: number;
  old?: Noted;
  new: Noted;
}
/** Instants as the database writes them. */
type Noted = Readonly<Record<string, unknown>> & { starts_at?: string; ended_at: string | null };

/**
 * Puts on record what the database did to schedules, and to what was asked by them, because of what this act has just written: a step
 * of a patient, or what triggers an assessment. All of it goes in one statement, however many patients it is.
 */
export async function recordSettled({ tx, record }: Pick<Act<Actor>, 'tx' | 'record'>): Promise<void> {
  const { rows } = await sql<{ settled: Settled[] | null }>`select take_settled() as settled`.execute(tx);
  await record(...(rows[0]?.settled ?? []).map(entryOf));
}

function entryOf(settled: Settled): Recorded {
  const after = spelled(settled.new);
  return {
    action: actionOf(settled),
    record: { kind: settled.of, id: settled.id },
    changes: settled.old ? changesBetween(spelled(settled.old), after) : created(after),
  };
}

function actionOf(settled: Settled): Recorded['action'] {
  if (settled.of === 'survey_event') return 'assessment.ended';
  if (!settled.old) return 'schedule.begun';
  return settled.new.ended_at === null ? 'schedule.changed' : 'schedule.ended';
}

/** As the trail spells every instant. */
const spelled = ({ starts_at, ended_at, ...noted }: Noted) => ({
  ...noted,
  ...(starts_at === undefined ? {} : { starts_at: new Date(starts_at) }),
  ended_at: ended_at === null ? null : new Date(ended_at),
});
