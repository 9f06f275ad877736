import * as api from '@portal/contract/clinic/endpoints.ts';
import { isPlaceholder } from '@portal/contract/patients/rules.ts';
import { fail } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import { refuseOtherCompany } from '#platform/security/viewer.ts';
import { groupsAreInSight } from '#rooms/schedules/door.ts';
import * as queries from './queries.ts';

const { monthFrom } = queries;

export const clinic: Room = ({ route }) => {
  route(api.listInterventions, async ({ viewer, query, tx, logRead, list }) => {
    const careGroupIds = [query.g_id].flat();
    if (!(await groupsAreInSight(tx, viewer, careGroupIds))) throw fail('not_found');
    const rows = await list(queries.interventions(tx, viewer, careGroupIds));
    logRead(
      'patient',
      rows.map(({ patientId }) => patientId),
    );
    return {
      interventions: rows.map((row) => ({
        fName: row.firstName,
        lName: row.lastName,
        phone: row.phone ?? '',
        email: isPlaceholder(row.email) ? '' : row.email,
        uId: row.patientId,
        sId: row.surveyIds,
        surveyEventId: row.surveyEventIds,
        surveyName: row.surveyNames,
        started: row.started,
        due: row.due,
        flagged: row.flagged,
        dob: row.bornOn,
      })),
    };
  });

  route(api.countFlagged, async ({ act, viewer, query, tx }) => {
    refuseOtherCompany(viewer, query.company_id);
    const [last, begun, next] = [-1, 0, 1].map((months) => monthFrom(act.now(), months)) as [Date, Date, Date];
    return {
      numFlagged: await queries.flaggedIn(tx, begun, next),
      prevMonthFlagged: await queries.flaggedIn(tx, last, begun),
    };
  });
  route(api.countActivePatients, async ({ act, viewer, query, tx }) => {
    refuseOtherCompany(viewer, query.company_id);
    const { now, before } = await queries.activePatients(tx, monthFrom(act.now(), 0));
    return { numPatients: now, prevMonthPatients: before };
  });
  route(api.countAssessments, async ({ act, viewer, query, tx }) => {
    refuseOtherCompany(viewer, query.company_id);
    const { completed, open } = await queries.assessmentsIn(tx, monthFrom(act.now(), 0), monthFrom(act.now(), 1));
    return { programsCompleted: completed, totalPrograms: completed + open };
  });
  route(api.countFollowUps, async ({ act, viewer, query, tx }) => {
    refuseOtherCompany(viewer, query.company_id);
    return { numFollowUps: await queries.followUpsFrom(tx, act.now()) };
  });
};
