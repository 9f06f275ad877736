/** The access table: what patients answer, what somebody has to look at, and the patient's own page. */
import { submitResponse } from '@portal/contract/responses/endpoints.ts';
import type { Lines } from './access-table.ts';
import { answersAssessments, ofPatients } from './access-table-types.ts';
import type { Caller, Portal } from './portal.ts';
import { anEvent, aSurvey, bodyOf, ways } from './responses.ts';

/** What these calls name besides: an event that is to be answered, one that is begun, one that was, what was answered to it, and flags of another. */
export const ofResponses = [
  'openEvent',
  'draftEvent',
  'answeredEvent',
  'response',
  'flaggedAnswer',
  'closingFlag',
] as const;

export async function responsesIn(
  portal: Portal,
  by: Caller,
  place: { companyId: number; groupId: number; patientId: number; surveyId: number },
) {
  const [{ id: definitionId } = { id: 0 }] = await portal.rows<{ id: number }>(
    'select survey_definition_id as id from survey_definition where survey_id = $1',
    [place.surveyId],
  );
  const event = () => anEvent(portal, { ...place, definitionId });
  const [openEvent, draftEvent, answeredEvent] = [await event(), await event(), await event()];
  const { patientId, surveyId } = place;
  const answered = async (eventId: number) => {
    const body = bodyOf({ by, patientId, eventId, surveyId, given: ways.flagged });
    return (await by.call(submitResponse, { body })).reply.responseId;
  };
  const response = await answered(answeredEvent);
  // A review of the other one closes its flags.
  const [flags] = await portal.rows<{ flaggedAnswer: number; closingFlag: number }>(
    `select min(flagged_answer_id) as "flaggedAnswer", max(flagged_answer_id) as "closingFlag" from flagged_answer where response_id = $1`,
    [await answered(await event())],
  );
  return { openEvent, draftEvent, answeredEvent, response, ...(flags as NonNullable<typeof flags>) };
}
export const anExportedSurvey = async (portal: Portal, companyId: number): Promise<number> =>
  (await aSurvey(portal, companyId)).surveyId;

const given = {
  time_completed: '2031-03-05T11:00:00Z',
  numQuestions: 1,
  answers: [{ questionNum: 1, answer: 'Good' }],
  flaggedQuestions: [],
  medications: [],
};
const goal = { operation: 'add', goalName: 'Walk', goalDescription: 'Daily', notes: 'Dog' };
const wants = ['a link that can be used', 404] as const;
const answers = given.answers;

export const responseCalls: Lines = {
  'GET /surveys': {
    who: answersAssessments,
    ask: (t) => ({ query: { u_id: t.patient, survey_event_id: t.openEvent } }),
  },
  'GET /survey-responses': {
    who: ofPatients,
    ask: (t) => [{ query: { u_id: t.patient } }, { query: { u_id: t.patient, survey_event_id: t.answeredEvent } }],
  },
  'GET /survey-responses/draft': {
    who: answersAssessments,
    ask: (t) => ({ query: { u_id: t.patient, survey_event_id: t.draftEvent } }),
  },
  'PUT /survey-responses/draft': {
    who: answersAssessments,
    ask: (t) => ({
      body: {
        u_id: t.patient,
        survey_event_id: t.draftEvent,
        draft: { answers, goalChanges: [goal] },
        goesOnFrom: null,
      },
    }),
    takes: ['draft.medicationChanges.*.version', 'draft.allergyChanges.*.version', 'draft.goalChanges.*.version'],
  },
  'DELETE /survey-responses/draft': {
    who: answersAssessments,
    // No draft stands there; one that does is not of this time, and is refused.
    ask: (t) => ({ query: { u_id: t.patient, survey_event_id: t.answeredEvent, savedAt: given.time_completed } }),
  },
  'POST /survey-responses': {
    who: answersAssessments,
    ask: (t) => ({
      body: {
        careProviderId: t.me,
        u_id: t.patient,
        survey_event_id: t.openEvent,
        surveyId: t.exportedSurvey,
        ...given,
        goalChanges: [{ ...goal, medId: t.goalMedication }],
      },
    }),
    // It has to be that of the event.
    answers: { surveyId: 400 },
    takes: ['medicationChanges.*.version', 'allergyChanges.*.version', 'goalChanges.*.version'],
  },
  'PUT /survey-responses': {
    who: answersAssessments,
    ask: (t) => ({
      body: {
        careProviderId: t.me,
        u_id: t.patient,
        survey_event_id: t.answeredEvent,
        surveyId: t.exportedSurvey,
        responseId: t.response,
        ...given,
        goalChanges: [{ ...goal, medId: t.goalMedication }],
      },
    }),
    answers: { surveyId: 400 },
    takes: ['version', 'medicationChanges.*.version', 'allergyChanges.*.version', 'goalChanges.*.version'],
  },
  'GET /survey-responses/trends': { who: ofPatients, ask: (t) => ({ query: { u_id: t.patient } }) },
  'GET /survey-response-exports': {
    who: answersAssessments,
    ask: (t) => ({
      query: { s_id: t.exportedSurvey, g_id: t.site, start_date: '2031-03-01', end_date: '2031-03-31' },
    }),
  },
  'GET /flagged-answers': { who: ofPatients, ask: (t) => ({ query: { g_id: t.site, u_id: t.patient, mine: 1 } }) },
  'PUT /flagged-answers/take': {
    who: ofPatients,
    ask: (t) => ({ body: { flaggedAnswerId: t.flaggedAnswer, take: 1 } }),
    takes: ['version'],
  },
  'PUT /flagged-answers/close': {
    who: ofPatients,
    ask: (t) => ({ body: { flaggedAnswerId: t.closingFlag, note: 'Called her.' } }),
    takes: ['version'],
  },
  'POST /respond/code': { who: 'anybody', takesNoId: true, ask: () => ({ body: { code: 'unknown' } }), wants },
  'POST /respond/open': {
    who: 'anybody',
    takesNoId: true,
    ask: () => ({ body: { code: 'unknown', birthDate: '1950-03-04' } }),
    wants,
  },
  'POST /respond/draft': {
    who: 'anybody',
    takesNoId: true,
    ask: () => ({ body: { code: 'unknown', pass: 'none', answers, goesOnFrom: null } }),
    wants,
  },
  'POST /respond/send': {
    who: 'anybody',
    takesNoId: true,
    ask: () => ({ body: { code: 'unknown', pass: 'none', answers, time_completed: given.time_completed } }),
    wants,
  },
  'POST /respond/texts': {
    who: 'anybody',
    takesNoId: true,
    ask: () => ({ body: { code: 'unknown', pass: 'none', takesTexts: false } }),
    wants,
  },
};
