import type { Ours } from '@portal/contract/endpoint.ts';
import type { submitResponse as submitting } from '@portal/contract/responses/endpoints.ts';
import type { Act } from '#platform/act/act.ts';
import { Failed, fail, failFields } from '#platform/core/fail.ts';
import { lockVisible } from '#rooms/patients/door.ts';
import type { CheckedAnswers } from './check-answers.ts';
import { storeHeld } from './held-changes.ts';
import { type AskedEvent, eventOf } from './queries.ts';
import { storeResponse } from './store-response.ts';

export type Submitted = Ours<typeof submitting.body>;

const notOwn = 'You can submit an assessment only under your own name.';

/** The event of a patient in sight, held with the patient, and named as what it is. */
export async function holdAsked({ tx, viewer }: Act, body: Submitted): Promise<AskedEvent> {
  if (body.careProviderId !== viewer.providerId) throw new Failed('forbidden', { sentence: notOwn });
  if (!(await lockVisible(tx, viewer, body.u_id))) throw fail('not_found');
  const event = await eventOf(tx, viewer, body.u_id, body.survey_event_id);
  if (!event) throw fail('not_found');
  if (event.surveyId !== body.surveyId) throw failFields({ surveyId: 'is not the assessment that was asked for' });
  return event;
}

/** OPC-28. */
export function refuseOtherLength({ numQuestions }: CheckedAnswers, body: Submitted): void {
  if (body.numQuestions !== numQuestions)
    throw failFields({ numQuestions: `must be ${numQuestions}, the number of questions that were shown` });
}

/** ANS-14, REL-02: the answers and what was held in the screen, all of it or nothing. */
export async function submitResponse(act: Act, body: Submitted): Promise<number> {
  await holdAsked(act, body);
  const stored = await storeResponse(act, {
    surveyEventId: body.survey_event_id,
    providerId: act.viewer.providerId,
    answers: body.answers,
    claimedAt: body.time_completed,
  });
  refuseOtherLength(stored, body);
  await storeHeld(act, body.u_id, body);
  return stored.responseId;
}
