import * as api from '@portal/contract/responses/endpoints.ts';
import * as flags from '@portal/contract/responses/flag-endpoints.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { Listing, Room } from '#platform/http/calls.ts';
import { dropsWhatWasBegun, endsLinksOfPatients, ofPatientsInGroups, patientOf } from '#rooms/patients/door.ts';
import { closeFlag, presentFlag, takeFlag } from './change-flag.ts';
import { endCodesOf } from './codes.ts';
import { makeLinks } from './link-codes.ts';
import { draftOf, dropDraft, dropOwnDrafts, keepDraft, staleDraft } from './drafts.ts';
import { exported, flatRows, isGroupInSight, isSurvey } from './export-responses.ts';
import { flagsOf } from './flag-queries.ts';
import { presentQuestions, stateOf } from './present.ts';
import * as queries from './queries.ts';
import { respondRoutes } from './respond-routes.ts';
import { reviewResponse } from './review-response.ts';
import { submitResponse } from './submit-response.ts';
import { answeredBy, trendsOf } from './trends.ts';

type Reading = Pick<Listing, 'act' | 'tx' | 'viewer'>;

/** A patient out of sight is a 404, whatever was asked of them; one in sight has been read (PRV-01). */
async function reads({ act, tx, viewer }: Reading, patientId: number): Promise<void> {
  if (!(await patientOf(tx, viewer, patientId).executeTakeFirst())) throw fail('not_found');
  act.logRead('patient', [patientId]);
}

/** What a patient in sight is or was asked. */
async function readEvent({ act, tx, viewer }: Reading, patientId: number, surveyEventId: number) {
  const event = await queries.eventOf(tx, viewer, patientId, surveyEventId);
  if (!event) throw fail('not_found');
  act.logRead('patient', [patientId]);
  return event;
}

export const responses: Room = (house) => {
  const { database, env, route } = house;
  house.lies({
    flagged_answer: ofPatientsInGroups('flagged_answer'),
    survey_response: ofPatientsInGroups('survey_response', 'response_id'),
  });
  makeLinks(database, env);
  endsLinksOfPatients(house, endCodesOf);
  dropsWhatWasBegun(house, dropOwnDrafts);

  route(api.readSurvey, async (call) => {
    const { tx, viewer, query, isCutOff } = call;
    const event = await readEvent(call, query.u_id, query.survey_event_id);
    const kept = await queries.responseTo(tx, viewer, query.u_id, query.survey_event_id);
    // A definition has no more.
    isCutOff(null);
    return {
      questions: presentQuestions(event.questions, kept?.answers ?? []),
      surveyId: event.surveyId,
      surveyName: event.surveyName,
      surveyTime: event.startedAt,
      due: event.dueAt,
      state: stateOf(event),
    };
  });

  route(api.readResponses, async (call) => {
    const { act, tx, viewer, query, list, isCutOff } = call;
    if (query.survey_event_id === undefined) {
      await reads(call, query.u_id);
      return { responses: await list(queries.responsesOf(tx, viewer, query.u_id)) };
    }
    const one = await queries.responseTo(tx, viewer, query.u_id, query.survey_event_id);
    if (!one) throw fail('not_found');
    act.logRead('patient', [query.u_id]);
    isCutOff(null);
    return { responses: [one] };
  });
  route(api.submitResponse, async ({ act, body }) => ({
    message: 'Successfully submitted.',
    responseId: await submitResponse(act, body),
  }));
  route(api.reviewResponse, async ({ act, body }) => ({
    message: 'Successfully reviewed.',
    version: await reviewResponse(act, body),
  }));

  const own = ({ viewer }: Reading, query: { survey_event_id: number }) => ({
    surveyEventId: query.survey_event_id,
    providerId: viewer.providerId,
  });
  const staleDraftOf = (call: Reading, query: { u_id: number; survey_event_id: number }) => {
    call.act.logRead('patient', [query.u_id]);
    return staleDraft(call.tx, own(call, query));
  };
  route(api.readDraft, async (call) => {
    await readEvent(call, call.query.u_id, call.query.survey_event_id);
    return (await draftOf(call.tx, own(call, call.query))) ?? { draft: null, savedAt: null };
  });
  route(api.keepDraft, async (call) => {
    const { tx, viewer, body, act } = call;
    if (!(await queries.eventOf(tx, viewer, body.u_id, body.survey_event_id))) throw fail('not_found');
    const { draft: content, goesOnFrom } = body;
    const savedAt = await keepDraft(tx, own(call, body), { content, goesOnFrom, at: act.now() });
    if (savedAt === 'stale') throw await staleDraftOf(call, body);
    return { message: 'Saved.', savedAt };
  });
  route(api.dropDraft, async (call) => {
    const { tx, viewer, query } = call;
    if (!(await queries.eventOf(tx, viewer, query.u_id, query.survey_event_id))) throw fail('not_found');
    if ((await dropDraft(tx, own(call, query), query.savedAt)) === 'stale') throw await staleDraftOf(call, query);
    return { message: 'Removed.' };
  });

  route(api.exportResponses, async ({ act, tx, viewer, query, list }) => {
    if (query.end_date < query.start_date) throw failFields({ end_date: 'must not be before start_date' });
    const given = {
      surveyId: query.s_id,
      careGroupId: query.g_id,
      startsOn: query.start_date,
      endsOn: query.end_date,
    };
    if (!(await isSurvey(tx, given.surveyId)) || !(await isGroupInSight(tx, viewer, given.careGroupId)))
      throw fail('not_found');
    const rows = await list(exported(tx, viewer, given));
    act.logRead('patient', [...new Set(rows.map(({ patientId }) => patientId))]);
    return { responses: flatRows(rows) };
  });
  route(api.readTrends, async (call) => {
    await reads(call, call.query.u_id);
    const rows = await call.list(answeredBy(call.tx, call.viewer, call.query.u_id));
    return { trends: await trendsOf(call.tx, rows) };
  });

  route(flags.listFlaggedAnswers, async (call) => {
    const { act, tx, viewer, query, list } = call;
    if (query.g_id !== undefined && !(await isGroupInSight(tx, viewer, query.g_id))) throw fail('not_found');
    if (query.u_id !== undefined) await reads(call, query.u_id);
    const of = { careGroupId: query.g_id, patientId: query.u_id, mine: query.mine };
    const now = act.now();
    const rows = await list(flagsOf(tx, viewer, of, now));
    act.logRead('patient', [...new Set(rows.map(({ uId }) => uId))]);
    return { flaggedAnswers: rows.map((row) => presentFlag(row, now)) };
  });
  route(flags.takeFlaggedAnswer, async ({ act, body }) => ({
    message: body.take ? 'Taken.' : 'Given back.',
    version: await takeFlag(act, body),
  }));
  route(flags.closeFlaggedAnswer, async ({ act, body }) => ({
    message: 'Closed.',
    version: await closeFlag(act, body),
  }));

  respondRoutes(house);
};
