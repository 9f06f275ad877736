import type { Act } from '#platform/act/act.ts';
import type { Brand } from '#platform/core/brands.ts';
import { isPlaceholder } from '@portal/contract/patients/rules.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { codeForEvent } from '#rooms/responses/door.ts';
import { wantsEmails } from '#rooms/subscriptions/door.ts';
import { assessmentMail, assessmentText } from './letters.ts';

export interface Reached {
  patientId: number;
  surveyEventId: number;
  email: string;
  phone: string | null;
  preferredContact: number;
}
export type Way = 'Email' | 'Text';

/** By which ways the patient wants to be reached and can be (OPC-25, PRV-08). */
export async function waysTo(
  { tx }: Pick<Act<Actor>, 'tx'>,
  { email, phone, preferredContact }: Omit<Reached, 'surveyEventId'>,
): Promise<Way[]> {
  const wanted: Way[] =
    preferredContact === 0
      ? ['Email']
      : preferredContact === 1
        ? ['Text']
        : preferredContact === 3
          ? ['Email', 'Text']
          : [];
  const hasEmail = wanted.includes('Email') && !isPlaceholder(email) && (await wantsEmails(tx, email, { hold: true }));
  return wanted.filter((way) => (way === 'Email' ? hasEmail : phone !== null));
}

/** Puts a message for each way into the outbox, with the link to the patient's page, and keeps that it was sent. */
export async function reachPatient(
  act: Act<Actor>,
  brand: Brand,
  patient: Reached,
  { kind, ways }: { kind: 'reminder' | 'start'; ways: readonly Way[] },
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
      provider_id: viewer.providerId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('reminder_id as id')
    .executeTakeFirst();
  if (!sent) return undefined;
  const code = await codeForEvent(act, surveyEventId);
  if (ways.includes('Email')) await sendMail({ ...assessmentMail(brand, email, code), topic: 'to participants' });
  if (ways.includes('Text') && phone) await sendText({ to: phone, text: assessmentText(brand, code) });
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
