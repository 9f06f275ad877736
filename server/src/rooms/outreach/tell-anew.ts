import { codeDays } from '@portal/contract/responses/rules.ts';
import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import type { House } from '#platform/http/calls.ts';
import type { Way } from '#platform/jobs/services.ts';
import { takeWithin } from '#platform/security/limit.ts';
import { emailHasher } from '#platform/security/security-log.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { Anew } from '#rooms/patients/door.ts';
import { hasAssessments, hasSpentLink } from '#rooms/responses/door.ts';
import { tellGroups } from '#rooms/schedules/door.ts';
import { brandOf } from './brand-of-patient.ts';
import { type Reached, reachPatient, waysTo } from './reach-patient.ts';

const dayMs = 86_400_000;
const quarterMs = 15 * 60_000;
/**
 * So often in a day assessments are sent anew to a patient, and to an address, and so many of them at a time: an address that is corrected
 * may be wrong again, and may be given to one patient after the other (SEC-36).
 */
const mostTimes = 3;
const mostAnew = 6;

/**
 * The links that a patient was sent have ended, with an address, a number or a way, or some by wrong dates of birth, or are to come by other
 * ways besides: of what they were told of last, and have not answered, they are told anew, by a link that opens. The caller
 * holds the patient, and has taken back what still waited for what they have left.
 */
export async function tellAnew(
  act: Act<Actor>,
  house: Pick<House, 'brands' | 'env'>,
  patientId: number,
  { ways: given, spentAlone = false }: Anew,
): Promise<void> {
  const { tx, viewer, now } = act;
  const ago = (days: number) => new Date(now().getTime() - days * dayMs);
  const toldEnough = await tx
    .selectFrom('reminder')
    .select('survey_event_id')
    .where('patient_id', '=', patientId)
    .where('kind', '=', 'again')
    .where('sent_at', '>', ago(1))
    .groupBy('survey_event_id')
    .having((eb) => eb.fn.countAll(), '>=', mostTimes)
    .limit(1)
    .executeTakeFirst();
  if (toldEnough) return;
  const events = await tx
    .selectFrom('survey_event as event')
    .innerJoin('patient', 'patient.patient_id', 'event.patient_id')
    .innerJoin('reminder', 'reminder.survey_event_id', 'event.survey_event_id')
    .select([
      'event.survey_event_id as surveyEventId',
      'patient.patient_id as patientId',
      'patient.email',
      'patient.phone',
      'patient.preferred_contact as preferredContact',
      'event.due_at as dueAt',
      sql<boolean>`bool_or(reminder.kind = 'reminder')`.as('isReminded'),
    ])
    .where('event.patient_id', '=', patientId)
    .where('event.answered_at', 'is', null)
    .where('event.ended_at', 'is', null)
    .where('reminder.sent_at', '>', ago(codeDays))
    .where(hasAssessments('event.company_id'))
    .$if(spentAlone, (those) => those.where(hasSpentLink('event.survey_event_id', now())))
    .groupBy(['event.survey_event_id', 'patient.patient_id'])
    .orderBy(sql`max(reminder.sent_at)`, 'desc')
    .orderBy('event.survey_event_id', 'desc')
    .limit(mostAnew)
    .execute();
  const [first] = events;
  const ways = first ? await waysLeft(act, house, first, given) : [];
  if (!first || ways.length === 0) return;
  let last: number | undefined;
  for (const event of events) {
    const brand = await brandOf(house, tx, { companyId: viewer.companyId, ...event });
    // That it began is not told late this time either; a reminder, and what should have been answered already, is.
    const until = !event.isReminded && event.dueAt > now() ? event.dueAt : undefined;
    last = (await reachPatient(act, brand, event, { kind: 'again', ways, until })) ?? last;
  }
  if (last !== undefined) await tellGroups(act, 'outreach.changed', last, [patientId]);
}

/** Those of the patient's ways, and of the given ones, by which neither whoever corrects addresses nor anybody else has sent too often. */
async function waysLeft(
  act: Act<Actor>,
  { env }: Pick<House, 'env'>,
  patient: Reached,
  given: readonly Way[] = ['Email', 'Text'],
): Promise<Way[]> {
  const { tx, viewer, now } = act;
  const ways = (await waysTo(act, patient)).filter((way) => given.includes(way));
  if (ways.length === 0) return [];
  const ofPerson = { name: 'links sent anew by a person', key: `${viewer.providerId}` };
  // As often as they make any call that is costly, such as a reminder.
  if (!(await takeWithin(tx, now(), { ...ofPerson, most: env.costlyCallsPerPerson, windowMs: quarterMs }))) return [];
  const hashOf = emailHasher(env);
  const left: Way[] = [];
  // In the order of the ways, which is the same for everybody: two who correct at once wait for each other in it.
  for (const way of ways) {
    const key = hashOf((way === 'Email' ? patient.email : patient.phone) ?? '');
    if (await takeWithin(tx, now(), { name: 'links sent anew to an address', key, most: mostTimes, windowMs: dayMs }))
      left.push(way);
  }
  return left;
}
