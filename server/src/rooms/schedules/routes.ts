import * as api from '@portal/contract/schedules/endpoints.ts';
import { longestCalendar } from '@portal/contract/schedules/rules.ts';
import { addDays } from '#platform/core/clock.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import { ofPatientsInGroups, patientOf, tellsTimeline } from '#rooms/patients/door.ts';
import { calendarOf } from './calendar.ts';
import { changeSchedule } from './change-schedule.ts';
import { askPatients, makeDueEvents } from './materialise.ts';
import { presentItem } from './present.ts';
import * as queries from './queries.ts';
import { timelineSources } from './timeline.ts';
import { beginnings, daysOf } from './zone-days.ts';

const dayMs = 86_400_000;

export const schedules: Room = (house) => {
  const { route } = house;
  house.lies({
    schedule_item: ofPatientsInGroups('schedule_item'),
    survey_event: ofPatientsInGroups('survey_event'),
  });
  tellsTimeline(house, ...timelineSources);
  house.work(askPatients, () => makeDueEvents(house));

  route(api.listSchedule, async ({ viewer, query, tx, logRead, list }) => {
    if (!(await patientOf(tx, viewer, query.u_id).executeTakeFirst())) throw fail('not_found');
    const rows = await list(queries.itemsOf(tx, viewer, query.u_id));
    logRead('patient', [query.u_id]);
    return { assessmentSchedule: rows.map(presentItem) };
  });

  route(api.changeSchedule, async ({ act, query, body }) => {
    const version = await changeSchedule(act, {
      patientId: query.u_id,
      scheduleItemId: body.schedId,
      surveyId: body.sId,
      recurrence: body.recurrence,
      version: body.version,
    });
    return { message: 'Schedule updated.', version };
  });

  route(api.readCalendar, async ({ act, viewer, query, tx, logRead, list }) => {
    const { u_id: patientId, g_id: careGroupId, sDate: from, eDate: to } = query;
    if (to < from) throw failFields({ eDate: 'must not be before sDate' });
    if ((Date.parse(to) - Date.parse(from)) / dayMs >= longestCalendar)
      throw failFields({ eDate: `must be within ${longestCalendar} days` });
    const isInSight =
      patientId === undefined
        ? await queries.groupsAreInSight(tx, viewer, [careGroupId ?? 0])
        : (await patientOf(tx, viewer, patientId).executeTakeFirst()) !== undefined;
    if (!isInSight) throw fail('not_found');
    if (patientId !== undefined) logRead('patient', [patientId]);
    const of = patientId === undefined ? { careGroupId: careGroupId ?? 0 } : { patientId };
    const zone = daysOf(query.zone ?? 'UTC');
    const on = zone.dayOf(act.now());
    const tomorrow = addDays(on, 1);
    const coming = await queries.toCome(tx, viewer, of, {
      now: act.now(),
      tomorrow: zone.startOf(tomorrow),
      beginnings: beginnings(zone, from > tomorrow ? from : tomorrow, addDays(to, 1)),
    });
    const days = calendarOf(coming, { from, to, on }, zone);
    return { days: await list({ limit: (most) => ({ execute: async () => days.slice(0, most) }) }) };
  });
};
