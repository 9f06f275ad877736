import type { Ours } from '@portal/contract/endpoint.ts';
import type { reviewResponse as reviewing } from '@portal/contract/responses/endpoints.ts';
import type { Act } from '#platform/act/act.ts';
import { changesBetween } from '#platform/audit/record.ts';
import { fail, failStale } from '#platform/core/fail.ts';
import { checkAnswers, flaggedIn } from './check-answers.ts';
import { storeHeld } from './held-changes.ts';
import { type KeptAnswer, lockResponse, responseTo } from './queries.ts';
import { settleFlags } from './settle-flags.ts';
import { holdAsked, refuseOtherLength } from './submit-response.ts';
import { tellOfResponse } from './tell.ts';

/** P11-15: the action, where nobody gave a reason of their own. */
const named = 'Finish Review';

/** ANS-14, OPC-31: finishes the review, also with other answers; what was there before stays in the trail (P11-11). Gives the new version. */
export async function reviewResponse(act: Act, body: Ours<typeof reviewing.body>): Promise<number> {
  const { tx, viewer, now, record, logRead } = act;
  const event = await holdAsked(act, body);
  const before = await lockResponse(tx, body.u_id, body.survey_event_id);
  if (!before || (body.responseId ?? before.response_id) !== before.response_id) throw fail('not_found');
  if (body.version !== undefined && body.version !== before.version) {
    logRead('patient', [body.u_id]);
    throw failStale((await responseTo(tx, viewer, body.u_id, body.survey_event_id)) ?? {});
  }
  const checked = checkAnswers(event.questions, body.answers);
  refuseOtherLength(checked, body);
  const at = now();
  const version = before.version + 1;
  const after = {
    reviewer_id: viewer.providerId,
    reviewed_at: at,
    flagged: checked.flagged,
    answers: checked.answers,
    medications: checked.medications,
  };
  await tx
    .updateTable('survey_response')
    .set({
      ...after,
      answers: JSON.stringify(after.answers),
      medications: JSON.stringify(after.medications),
      version,
    })
    .where('response_id', '=', before.response_id)
    .execute();
  const changed = changedAnswers(before.answers, checked.answers);
  const isChanged = changed.old.length > 0 || changed.new.length > 0;
  await record({
    action: 'response.reviewed',
    record: { kind: 'survey_response', id: before.response_id },
    changes: [
      ...changesBetween(
        { reviewer_id: before.reviewer_id, reviewed_at: before.reviewed_at, flagged: before.flagged },
        { reviewer_id: after.reviewer_id, reviewed_at: after.reviewed_at, flagged: after.flagged },
      ),
      ...(isChanged ? [{ field: 'answers', ...changed }] : []),
    ],
    reason: isChanged ? body.reason?.trim() || named : body.reason || null,
  });
  await settleFlags(
    act,
    { responseId: before.response_id, patientId: body.u_id },
    { flagged: flaggedIn(checked), answeredAnew: answeredAnew(before.answers, checked.answers), at },
  );
  await storeHeld(act, body.u_id, body);
  await tellOfResponse(act, before.response_id, body.u_id);
  return version;
}

/** Of each question that is answered or noted otherwise than before, what was there and what is. */
function changedAnswers(before: readonly KeptAnswer[], after: readonly KeptAnswer[]) {
  const said = ({ answer, note }: KeptAnswer) => JSON.stringify([answer, note]);
  const missingIn = (others: readonly KeptAnswer[]) => {
    const known = new Map(others.map((one) => [one.questionNum, said(one)]));
    return (one: KeptAnswer) => known.get(one.questionNum) !== said(one);
  };
  return { old: before.filter(missingIn(after)), new: after.filter(missingIn(before)) };
}

/** The questions that have another answer than before. */
function answeredAnew(before: readonly KeptAnswer[], after: readonly KeptAnswer[]): ReadonlySet<number> {
  const known = new Map(before.map(({ questionNum, answer }) => [questionNum, answer]));
  return new Set(
    after.filter(({ questionNum, answer }) => known.get(questionNum) !== answer).map(({ questionNum }) => questionNum),
  );
}
