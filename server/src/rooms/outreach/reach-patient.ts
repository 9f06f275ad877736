import { type RawBuilder, sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Tx } from '#platform/database/db.ts';
import { outdateOpening } from '#platform/jobs/outbox.ts';
import type { Way } from '#platform/jobs/services.ts';
import { isPlaceholder, type PreferredContact, waysWanted } from '@portal/contract/patients/rules.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { codeForEvent, opensAssessment } from '#rooms/responses/door.ts';
import { wantsEmails, wantsNow } from '#rooms/subscriptions/door.ts';
import { assessmentMail, assessmentText } from './letters.ts';
import { waysWithService } from './services.ts';

export interface Reached {
  patientId: number;
  surveyEventId: number;
  email: string;
  phone: string | null;
  preferredContact: number;
}
/**
 * By which ways the patient wants to be reached and can be (OPC-25, PRV-08). The caller holds the patient, so that neither an address nor a
 * consent becomes another one before the message is there to be taken back.
 */
export async function waysTo(
  { tx }: Pick<Act<Actor>, 'tx'>,
  { patientId, ...patient }: Omit<Reached, 'surveyEventId'>,
): Promise<Way[]> {
  const asked = tx.selectNoFrom(takesTexts(sql.val(patientId)).as('takesTexts'));
  const ways = waysOf(tx, { ...patient, ...(await asked.executeTakeFirstOrThrow()), wantsEmails: true });
  const isUnsubscribed = ways.includes('Email') && !(await wantsEmails(tx, patient.email, { hold: true }));
  return ways.filter((way) => way !== 'Email' || !isUnsubscribed);
}

type Reach = Pick<Reached, 'email' | 'phone' | 'preferredContact'> & { wantsEmails: boolean; takesTexts: boolean };
/** The same, of what is known of a patient. */
export function waysOf(tx: Tx, patient: Reach): Way[] {
  const { preferredContact, email, phone } = patient;
  const served = waysWithService(tx);
  const hasEmail = patient.wantsEmails && !isPlaceholder(email);
  const hasPhone = patient.takesTexts && phone !== null;
  return waysWanted[preferredContact as PreferredContact].filter(
    (way) => served.includes(way) && (way === 'Email' ? hasEmail : hasPhone),
  );
}

/** By which ways nothing is sent for the one reason that the patient takes nothing there. */
export function refusedWays(tx: Tx, patient: Reach): Way[] {
  const taken = waysOf(tx, patient);
  return waysOf(tx, { ...patient, wantsEmails: true, takesTexts: true }).filter((way) => !taken.includes(way));
}

/** Until the newest word on texts is that the consent is revoked (CNS-02). */
export const takesTexts = (patientId: RawBuilder<unknown>) => sql<boolean>`takes_texts(${patientId})`;

/** Of a row `patient`, what decides by which ways they are reached. */
export const reachOfPatient = [
  sql<string>`patient.email`.as('email'),
  sql<string | null>`patient.phone`.as('phone'),
  sql<number>`patient.preferred_contact`.as('preferredContact'),
  wantsNow(sql.ref('patient.company_id'), sql.ref('patient.email')).as('wantsEmails'),
  takesTexts(sql.ref('patient.patient_id')).as('takesTexts'),
] as const;

/** As the outbox calls them. */
const wayBy = { email: 'Email', sms: 'Text' } as const satisfies Record<string, Way>;
/** By which ways nothing that was sent to these patients has arrived for an hour; whoever is not in it gets what they are sent. */
export async function failingWays(
  tx: Tx,
  patientIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, readonly Way[]>> {
  const { rows } = await sql<{ patientId: number; channels: (keyof typeof wayBy)[] }>`
    select patient_id as "patientId", array_agg(channel order by channel) as channels
    from channels_that_fail(${patientIds}::int[], ${now}) group by patient_id`.execute(tx);
  return new Map(rows.map(({ patientId, channels }) => [patientId, channels.map((channel) => wayBy[channel])]));
}

/**
 * Puts a message for each way into the outbox, with the link to the patient's page, and keeps that it was sent. What has not
 * gone out by `until`, else by the end of the link, is not sent any more.
 */
export async function reachPatient(
  act: Act<Actor>,
  brand: Brand,
  patient: Reached,
  { kind, ways, until }: { kind: 'reminder' | 'start' | 'again'; ways: readonly Way[]; until?: Date },
): Promise<number | undefined> {
  const { tx, viewer, now, today, record, sendMail, sendText } = act;
  const { patientId, surveyEventId, email, phone } = patient;
  const sent = await tx
    .insertInto('reminder')
    .values({
      company_id: viewer.companyId,
      patient_id: patientId,
      survey_event_id: surveyEventId,
      kind,
      methods: [...ways],
      sent_on: today(),
      sent_at: now(),
      // What is sent again nobody asked for.
      provider_id: kind === 'again' ? null : viewer.providerId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('reminder_id as id')
    .executeTakeFirst();
  if (!sent) return undefined;
  const link = await codeForEvent(act, surveyEventId);
  // What still waits when the event is answered or over is taken back there, by `forget_what_event_wants`.
  const opens = { what: opensAssessment(surveyEventId), until: until ?? link.until };
  // After days without a service the last reminder is enough (REL-14).
  if (kind === 'reminder') await outdateOpening(tx, now(), opens.what);
  if (ways.includes('Email'))
    await sendMail({ ...assessmentMail(brand, email, link.code), patientId, opens, topic: 'to participants' });
  if (ways.includes('Text') && phone)
    await sendText({ to: phone, text: assessmentText(brand, link.code), patientId, opens });
  await record({
    action: 'patient.reminded',
    record: { kind: 'reminder', id: sent.id },
    changes: [
      { field: 'patient_id', new: patientId },
      { field: 'survey_event_id', new: surveyEventId },
      { field: 'kind', new: kind },
      { field: 'methods', new: ways },
    ],
  });
  return sent.id;
}
