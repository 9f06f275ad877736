import type { Act } from '#platform/act/act.ts';
import { changesBetween } from '#platform/audit/record.ts';
import type { KeptAnswer } from './queries.ts';
import { openFlags } from './store-response.ts';

const answerChanged = 'The answer was changed.';

/**
 * Answers were changed: what is flagged anew is opened, also where an earlier answer to the question had been closed, and what is
 * flagged no more is closed by whoever changed it. One that is open and stays flagged is another version, so that nobody closes it with
 * what they did about the earlier answer (REL-07). A note beside an answer leaves its flag as it is.
 */
export async function settleFlags(
  { tx, viewer, record }: Act,
  { responseId, patientId }: { responseId: number; patientId: number },
  { flagged, answeredAnew, at }: { flagged: readonly KeptAnswer[]; answeredAnew: ReadonlySet<number>; at: Date },
): Promise<void> {
  const kept = await tx
    .selectFrom('flagged_answer')
    .selectAll()
    .where('response_id', '=', responseId)
    .orderBy('question_num')
    .forUpdate()
    .execute();
  const known = new Set(kept.map(({ question_num: number }) => number));
  const first = flagged.filter(({ questionNum }) => !known.has(questionNum));
  await openFlags(tx, { companyId: viewer.companyId, patientId, responseId, flagged: first }, at);
  for (const flag of kept) {
    const given = flagged.find(({ questionNum }) => questionNum === flag.question_num);
    const isFlagged = given !== undefined;
    const reopens = isFlagged && flag.closed_at !== null && answeredAnew.has(flag.question_num);
    const closes = !isFlagged && flag.closed_at === null;
    const isAnother = isFlagged && flag.closed_at === null && answeredAnew.has(flag.question_num);
    if (!reopens && !closes && !isAnother) continue;
    const version = flag.version + 1;
    // One that is closed goes on speaking of what was flagged.
    const answer = given?.answer ?? flag.answer;
    const none = {
      answer,
      closer_id: null,
      closed_at: null,
      note: null,
      taker_id: null,
      taken_at: null,
      opened_at: at,
    };
    const closed = { closer_id: viewer.providerId, closed_at: at, note: answerChanged };
    const fields = closes ? closed : reopens ? none : { answer };
    await tx
      .updateTable('flagged_answer')
      .set({ ...fields, version })
      .where('flagged_answer_id', '=', flag.flagged_answer_id)
      .execute();
    await record({
      action: closes ? 'flag.closed' : reopens ? 'flag.reopened' : 'flag.answered_anew',
      record: { kind: 'flagged_answer', id: flag.flagged_answer_id },
      changes: changesBetween(flag, fields),
      reason: answerChanged,
    });
  }
}
