import * as api from '@portal/contract/follow-ups/endpoints.ts';
import { followUpTimeProblem } from '@portal/contract/follow-ups/rules.ts';
import { addDays } from '#platform/core/clock.ts';
import { Failed, fail, failFields } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import { refuseOtherCompany } from '#platform/security/viewer.ts';
import { ofPatientsInGroups, patientOf, tellsTimeline } from '#rooms/patients/door.ts';
import { daysOf } from '#rooms/schedules/door.ts';
import { completeFollowUp, moveFollowUp } from './change-follow-up.ts';
import { present } from './present.ts';
import * as queries from './queries.ts';
import { scheduleFollowUp } from './schedule-follow-up.ts';
import { timelineSources } from './timeline.ts';

interface Days {
  date?: string | undefined;
  sDate?: string | undefined;
  eDate?: string | undefined;
}

const startInUtc = (day: string): Date => new Date(`${day}T00:00:00Z`);
/** OPC-40: the days from the first to the last one, both included, in UTC unless they begin elsewhere. */
function spanOf(
  { date, sDate = date, eDate = date }: Days,
  startOf = startInUtc,
): { from: Date | undefined; before: Date | undefined } {
  if (sDate === undefined && eDate === undefined) return { from: undefined, before: undefined };
  if (sDate === undefined) throw failFields({ sDate: 'is required' });
  if (eDate === undefined) throw failFields({ eDate: 'is required' });
  // FUP-07 as the screen says it.
  if (eDate < sDate) throw failFields({ sDate: 'Start date must be before end date.' });
  return { from: startOf(sDate), before: startOf(addDays(eDate, 1)) };
}

export const followUps: Room = (house) => {
  const { route, clock } = house;
  house.lies({ follow_up: ofPatientsInGroups('follow_up') });
  tellsTimeline(house, ...timelineSources);

  route(api.listFollowUps, async ({ viewer, query, tx, logRead, list }) => {
    refuseOtherCompany(viewer, query.companyId);
    const providerIds = query.cpId === undefined ? undefined : [query.cpId].flat();
    const { uId: patientId } = query;
    if (patientId !== undefined && !(await patientOf(tx, viewer, patientId).executeTakeFirst()))
      throw fail('not_found');
    const span = spanOf(query);
    // Where there are too many of days that are over, the latest are those that are shown. West of UTC yesterday ends within the UTC day of
    // now, which alone is today's and goes by what comes first. Days are taken for those of UTC: in the evening west of it, today counts as
    // over, too, and of more than the list holds the latest are shown.
    const { from, before } = span;
    const today = clock.today();
    const areOver = from && before && from < startInUtc(today) && before <= startInUtc(addDays(today, 1));
    const overdueAt = query.state === 'overdue' ? clock.now() : undefined;
    const narrowing = { providerIds, patientId, ...span, overdueAt };
    const found = queries.followUpsOf(tx, viewer, narrowing, clock.now(), areOver ? 'desc' : 'asc');
    const rows = areOver ? (await list(found)).reverse() : await list(found);
    logRead('patient', patientId === undefined ? [...new Set(rows.map((row) => row.patientId))] : [patientId]);
    return { followUp: rows.map(present) };
  });

  route(api.countOtherFollowUps, async ({ viewer, query, tx }) => {
    refuseOtherCompany(viewer, query.companyId);
    const now = clock.now();
    const overdueAt = query.state === 'overdue' ? now : undefined;
    const { startOf } = daysOf(query.zone ?? 'UTC');
    const narrowing = { providerIds: [query.cpId].flat(), patientId: undefined, ...spanOf(query, startOf), overdueAt };
    return queries.countOthers(tx, viewer, narrowing, now);
  });

  route(api.scheduleFollowUp, async ({ act, viewer, body }) => {
    refuseOtherCompany(viewer, body.companyId);
    if (body.cpId !== viewer.providerId)
      throw new Failed('forbidden', { sentence: 'You can schedule a follow-up only under your own name.' });
    const { uId: patientId, cpId: providerId, followUpTime: at, notes } = body;
    // The act itself takes past ones too: the demo has some that are overdue.
    const problem = followUpTimeProblem(at, clock.now());
    if (problem !== null) throw failFields({ followUpTime: problem });
    const fId = await scheduleFollowUp(act, { patientId, providerId, at, notes });
    return { message: 'Successfully scheduled the follow-up!', fId };
  });
  route(api.moveFollowUp, async ({ act, viewer, body }) => {
    if (body.cpId !== undefined && body.cpId !== viewer.providerId)
      throw new Failed('forbidden', { sentence: 'You can take over a follow-up only under your own name.' });
    return { message: 'Moved.', version: await moveFollowUp(act, body) };
  });
  route(api.completeFollowUp, async ({ act, body }) => ({
    message: 'Completed.',
    version: await completeFollowUp(act, body),
  }));
};
