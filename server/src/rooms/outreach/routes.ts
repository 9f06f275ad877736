import * as api from '@portal/contract/outreach/endpoints.ts';
import { outreachDays, reasons } from '@portal/contract/outreach/rules.ts';
import { fail } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import { ofPatientsInGroups, patientOf, sendsLinksAnew, tellsTimeline } from '#rooms/patients/door.ts';
import { tellPatients } from '#rooms/schedules/door.ts';
import * as queries from './queries.ts';
import { remindPatient } from './remind-patient.ts';
import { knowServices } from './services.ts';
import { tellAnew } from './tell-anew.ts';
import { tellPatientsDue } from './tell-patients.ts';
import { timelineSources } from './timeline.ts';

const dayMs = 86_400_000;

export const outreach: Room = (house) => {
  const { route } = house;
  knowServices(house);
  house.lies({ reminder: ofPatientsInGroups('reminder') });
  tellsTimeline(house, ...timelineSources);
  sendsLinksAnew(house, (act, patientId, which) => tellAnew(act, house, patientId, which));
  house.work(tellPatients, () => tellPatientsDue(house));

  route(api.listOutreach, async ({ act, viewer, query, tx, logRead, list }) => {
    const { u_id: patientId, survey_event_id: eventId } = query;
    if (!(await patientOf(tx, viewer, patientId).executeTakeFirst())) throw fail('not_found');
    if (eventId !== undefined && !(await queries.eventOf(tx, viewer, patientId, eventId))) throw fail('not_found');
    const since = new Date(act.now().getTime() - outreachDays * dayMs);
    const rows = await list(
      eventId === undefined
        ? queries.sentSince(tx, viewer, patientId, since)
        : queries.remindersOf(tx, viewer, patientId, eventId),
    );
    logRead('patient', [patientId]);
    return {
      outreachHistory: rows.map((row, at) => ({
        rowNumber: at + 1,
        reason: reasons[row.kind as keyof typeof reasons],
        timeSent: row.sentAt,
        contactMethod: row.method,
        contactedBy: row.by,
        responded: row.answeredAt,
        ...(row.answeredAt === null && row.endedAt !== null && { ended: true as const }),
      })),
      ...(await queries.untoldBy(tx, patientId, act.now())),
    };
  });

  route(api.remindPatient, async ({ act, body }) => {
    await remindPatient(act, house, { patientId: body.u_id, surveyEventId: body.surveyEventId });
    return { message: 'Reminder sent.' };
  });
};
