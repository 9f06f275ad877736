/** The access table: assessments as they are built, and what care groups ask. */
import { createSurvey } from '@portal/contract/assessments/endpoints.ts';
import { addWorkflowAssessment } from '@portal/contract/workflows/assessment-endpoints.ts';
import type { Lines } from './access-table.ts';
import { answersAssessments, clinicalAdministrators, siteAndTrial } from './access-table-types.ts';
import type { Things } from './access-table-world.ts';
import type { Caller } from './portal.ts';

/** An assessment that no group asks, and one that the site of each trial does. */
export const ofAssessments = ['survey', 'usedSurvey'] as const;

export async function surveysOf(admin: Caller, companyId: number) {
  const made = async (surveyName: string) =>
    (await admin.call(createSurvey, { body: { surveyName, nodes: [node], edges: [], companyId } })).reply.surveyId;
  return { survey: await made('Check-up'), usedSurvey: await made('Sleep') };
}
export const askSurvey = (admin: Caller, companyId: number, gId: number, surveyId: number) =>
  admin.call(addWorkflowAssessment, {
    body: {
      gId,
      companyId,
      surveyActivity: { surveyId, triggerType: 'Time', triggerValue: '3d', triggerDescription: 'Every three days' },
    },
  });

const node = {
  id: 'n1',
  position: { x: 0, y: 0 },
  questionNum: 1,
  questionType: { label: 'Text Input', value: 'TextInput' as const },
  question: 'How are you?',
  additionalInfo: '',
};
const end = { id: 'e1', source: 'n1', target: 'Finished', data: { label: '', flagged: '' } };

/** An assessment belongs to the company: who sees some of its groups reads it. */
const builders = { ...clinicalAdministrators, reach: 'company' } as const;
const step = (t: Things, surveyId: number, triggerValue: string) => ({
  gId: t.site,
  companyId: t.company,
  surveyActivity: { surveyId, triggerType: 'Time', triggerValue, triggerDescription: 'Every now and then' },
});
/** OPS-91: a list of one. */
const listed = ({ surveyActivity, ...rest }: ReturnType<typeof step>) => ({
  ...rest,
  surveyActivity: [surveyActivity],
});

export const assessmentCalls: Lines = {
  'GET /v2/company/surveys': {
    who: clinicalAdministrators,
    ask: (t) => [
      { query: { companyId: t.company } },
      { query: { companyId: t.company, surveyId: t.survey } },
      { query: { companyId: t.company, surveyId: t.survey, definition: 1 } },
    ],
  },
  'POST /v2/company/surveys': {
    who: builders,
    ask: (t) => ({ body: { surveyName: 'Mood', nodes: [node], edges: [end], companyId: t.company } }),
    takes: ['companyId'],
  },
  'PUT /v2/company/surveys': {
    who: builders,
    ask: (t) => ({
      body: { surveyName: 'Check-up', nodes: [node], edges: [end], surveyId: t.survey, companyId: t.company },
    }),
    takes: ['companyId', 'version'],
  },
  'GET /careProvider-surveys': { who: answersAssessments, ask: (t) => ({ query: { cpId: t.me } }) },

  'GET /v2/care-groups/assessments': {
    who: clinicalAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ query: { companyId: t.company, gId: t.site } }),
  },
  'POST /v2/care-groups/assessments': {
    who: clinicalAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ body: step(t, t.survey, '3d') }),
    besides: (t) => [{ body: listed(step(t, t.usedSurvey, '3d')) }],
    takes: ['companyId'],
  },
  'PUT /v2/care-groups/assessments': {
    who: clinicalAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => [{ body: step(t, t.usedSurvey, '2w') }, { body: listed(step(t, t.usedSurvey, '1M')) }],
    takes: ['companyId', 'version'],
  },
  'DELETE /v2/care-groups/assessments': {
    who: clinicalAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ query: { companyId: t.company, gId: t.site, surveyId: t.usedSurvey } }),
  },
};
