import * as api from '@portal/contract/reports/clinic-endpoints.ts';
import { monthsOfQuarter, monthsUntil, quartersUntil } from '@portal/contract/reports/reporting-rules.ts';
import type { Room } from '#platform/http/calls.ts';
import * as queries from './clinic-queries.ts';

/** What was counted, with the months or quarters in which there was nothing. */
const inEach = <Counted, Shown>(
  all: readonly string[],
  counted: ReadonlyMap<string, Counted>,
  show: (name: string, found: Counted | undefined) => Shown,
): Shown[] => all.map((name) => show(name, counted.get(name)));

export const clinicReportingRoutes: Room = ({ route, clock }) => {
  route(api.countAssessments, async ({ viewer, tx }) => {
    const quarters = quartersUntil(clock.today());
    const [first, last] = [quarters[0] as string, quarters.at(-1) as string];
    const period = { first: monthsOfQuarter(first).first, last: monthsOfQuarter(last).last };
    const rows = await queries.assessmentsByQuarter(tx, viewer, period, clock.now()).execute();
    const nothing = { open: 0, overdue: 0, answered: 0, ended: 0, flagged: 0 };
    const counted = new Map(rows.map((row) => [row.quarter, row]));
    return { quarters: inEach(quarters, counted, (quarter, found) => ({ ...nothing, ...found, quarter })) };
  });

  route(api.listReportedAssessments, async ({ viewer, query, tx, list, logRead }) => {
    const { quarter, state, flagged } = query;
    const rows = await list(
      queries.assessmentRows(tx, viewer, monthsOfQuarter(quarter), { of: state, flagged: flagged ?? false }),
    );
    logRead('patient', [...new Set(rows.map(({ u_id }) => u_id))]);
    return { assessments: rows };
  });

  route(api.countPatientOutreach, async ({ viewer, tx }) => {
    const months = monthsUntil(clock.today());
    const period = { first: months[0] as string, last: months.at(-1) as string };
    const rows = await queries.patientOutreachByMonth(tx, viewer, period).execute();
    const counted = new Map(rows.map((row) => [row.month, row]));
    return { months: inEach(months, counted, (month, found) => found ?? { month, email: 0, sms: 0 }) };
  });

  route(api.listReportedPatientOutreach, async ({ viewer, query, tx, list, logRead }) => {
    const rows = await list(queries.patientOutreachRows(tx, viewer, query.month, query.channel));
    logRead('patient', [...new Set(rows.map(({ u_id }) => u_id))]);
    return {
      outreach: rows.map(({ reminderId, method, ...row }) => ({
        ...row,
        key: `${reminderId} ${method}`,
        channel: queries.channelOf(method),
      })),
    };
  });
};
