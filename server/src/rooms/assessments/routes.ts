import * as api from '@portal/contract/assessments/endpoints.ts';
import { fail } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import { refuseOtherCompany } from '#platform/security/viewer.ts';
import * as queries from './queries.ts';
import { createSurvey, saveSurvey } from './save-survey.ts';

type Row = Awaited<ReturnType<ReturnType<typeof queries.all>['execute']>>[number];
function present(row: Row) {
  const { definition: _, hasGraph, canBeAnswered, ...same } = row;
  return {
    ...same,
    // ASB-03: text on the wire.
    hasQuestionGraph: hasGraph ? ('true' as const) : ('false' as const),
    isUsable: Boolean(canBeAnswered),
  };
}

export const assessments: Room = ({ lies, route }) => {
  lies({ survey: 'company' });
  route(api.readSurveys, async ({ viewer, query, tx, list }) => {
    refuseOtherCompany(viewer, query.companyId);
    if (query.surveyId === undefined) return { surveys: (await list(queries.all(tx))).map(present) };
    const row = await queries.one(tx, query.surveyId).executeTakeFirst();
    if (!row) throw fail('not_found');
    const definitions = await list(queries.definitionsOf(tx, row.surveyId).orderBy('number', 'desc'));
    const shown = await queries.withGraph(tx, row.surveyId, query.definition ?? row.definition);
    if (!shown) throw fail('not_found');
    const detail = {
      ...present(row),
      questionsGraph: shown.graph ? JSON.stringify(shown.graph) : '',
      definition: shown.definition,
      definitions,
    };
    return { surveyDetails: [detail] };
  });

  route(api.createSurvey, async ({ act, viewer, body }) => {
    refuseOtherCompany(viewer, body.companyId);
    const surveyId = await createSurvey(act, { name: body.surveyName, nodes: body.nodes, edges: body.edges });
    return { message: 'Assessment created.', surveyId };
  });

  route(api.saveSurvey, async ({ act, viewer, body }) => {
    const { surveyName: name, nodes, edges, surveyId, companyId, version } = body;
    refuseOtherCompany(viewer, companyId);
    return { message: 'Assessment saved.', ...(await saveSurvey(act, { surveyId, name, nodes, edges, version })) };
  });

  route(api.listSurveysOfProvider, async ({ viewer, query, tx, list }) => {
    if (query.cpId !== viewer.providerId) throw fail('forbidden');
    const rows = await list(queries.all(tx));
    return {
      surveys: rows.map(({ surveyId, surveyName, timeCreated }) => ({
        sId: surveyId,
        surveyId,
        surveyName,
        timeCreated,
      })),
    };
  });
};
