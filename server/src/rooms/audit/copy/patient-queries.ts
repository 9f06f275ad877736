/** What a complete copy of a patient's record holds, removed parts and deleted documents too. SQL, nothing else. */
import { fieldName, recordWords } from '@portal/contract/audit/words.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Reviewer } from '#platform/audit/places.ts';
import { anyText, type Schema, type Tx } from '#platform/database/db.ts';
import { sentAlone } from './check-messages.ts';
import { documentColumns } from './queries.ts';

/** Tables with rows of a patient, by what the copy calls them, each in the order in which it is told. */
export const tablesOfPatient = {
  addresses: ['patient_address', 'patient_address_id'],
  contacts: ['patient_contact', 'patient_contact_id'],
  insurances: ['patient_insurance', 'patient_insurance_id'],
  medications: ['patient_medication', 'patient_medication_id'],
  allergies: ['patient_allergy', 'patient_allergy_id'],
  goals: ['patient_goal', 'patient_goal_id'],
  prescriptions: ['patient_prescription', 'prescription_id'],
  orderStatuses: ['patient_order_status', 'order_status_id'],
  refillOutreach: ['refill_outreach', 'refill_outreach_id'],
  consents: ['patient_consent', 'consent_id'],
  consentsWithdrawn: ['patient_consent_withdrawal', 'consent_id'],
  steps: ['patient_step', 'patient_step_id'],
  recoveries: ['patient_recovery', 'patient_recovery_id'],
  schedules: ['schedule_item', 'schedule_item_id'],
  assessments: ['survey_event', 'survey_event_id'],
  responses: ['survey_response', 'response_id'],
  flaggedAnswers: ['flagged_answer', 'flagged_answer_id'],
  reminders: ['reminder', 'reminder_id'],
  followUps: ['follow_up', 'follow_up_id'],
  conversations: ['conversation', 'conversation_id'],
  calls: ['patient_call', 'patient_call_id'],
} as const satisfies Record<string, readonly [keyof Schema, string]>;
export type PartOfCopy = keyof typeof tablesOfPatient;

/** As it is kept, without what is made for searching. */
export const patientRow = (tx: Tx, patientId: number) =>
  tx
    .selectFrom('patient')
    .select([
      'patient_id',
      'first_name',
      'last_name',
      'born_on',
      'gender',
      'email',
      'email_verified',
      'phone',
      'phone_verified',
      'status',
      'type',
      'is_hibernated',
      'preferred_contact',
      'username',
      'confirmed_at',
      'last_login_at',
      'created_at',
      'version',
    ])
    .where('patient_id', '=', patientId)
    .executeTakeFirst();

/** The rows of a table, without the numbers that every one of them has alike, and without what only tells tries apart. */
export async function rowsOf(tx: Tx, part: PartOfCopy, patientId: number): Promise<Record<string, unknown>[]> {
  const [table, key] = tablesOfPatient[part];
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where patient_id = ${patientId} order by ${sql.ref(key)}`.execute(tx);
  return rows.map(({ company_id: _company, patient_id: _patient, held_key: _key, ...row }) => row);
}

/** What was asked, each with the name that its assessment had then (PTB-08). */
export const namesWhenAsked = (tx: Tx, patientId: number) =>
  tx
    .selectFrom('survey_event as event')
    .innerJoin('survey_definition as asked', 'asked.survey_definition_id', 'event.survey_definition_id')
    .select(['event.survey_event_id as eventId', 'asked.name'])
    .where('event.patient_id', '=', patientId)
    .execute();

/** What those assessments are called today of which something is kept. */
export const assessmentsNamed = (tx: Tx, patientId: number) =>
  tx
    .selectFrom('survey')
    .select(['survey_id as surveyId', 'name'])
    .where(sql<boolean>`survey_id in (select survey_id from schedule_item where patient_id = ${patientId}
      union select survey_id from survey_event where patient_id = ${patientId})`)
    .orderBy('survey_id')
    .execute();

/** What was answered so far to what is still asked, each person's own; nobody where it is the patient's. */
export const draftsOfPatient = (tx: Tx, patientId: number) =>
  tx
    .selectFrom('survey_draft as draft')
    .innerJoin('survey_event as event', 'event.survey_event_id', 'draft.survey_event_id')
    .select(['draft.survey_event_id', 'draft.provider_id', 'draft.content', 'draft.saved_at'])
    .where('event.patient_id', '=', patientId)
    .orderBy('draft.survey_draft_id')
    .execute();

/** What was written in the patient's conversations; nobody where the patient wrote it, and when the patient read it. */
export const messagesOfPatient = (tx: Tx, patientId: number) =>
  tx
    .selectFrom('conversation_message as message')
    .innerJoin('conversation', 'conversation.conversation_id', 'message.conversation_id')
    .leftJoin('provider', 'provider.provider_id', 'message.provider_id')
    .leftJoin('broadcast_message as to_all', 'to_all.broadcast_message_id', 'message.broadcast_message_id')
    .leftJoin('message_reading as reading', (join) =>
      join.onRef('reading.message_id', '=', 'message.message_id').on('reading.provider_id', 'is', null),
    )
    .select([
      'message.message_id',
      'message.conversation_id',
      'message.provider_id',
      sql<string | null>`nullif(concat_ws(' ', provider.first_name, provider.last_name), '')`.as('written_by'),
      'message.body',
      'message.sent_at',
      sql<Date | null>`coalesce(message.claimed_at, to_all.claimed_at)`.as('claimed_at'),
      'message.document_id',
      'message.broadcast_message_id',
      'reading.read_at as read_by_patient_at',
    ])
    .where('conversation.patient_id', '=', patientId)
    .orderBy('message.message_id')
    .execute();

/** When the clinic read these messages, and who. */
export const readingsOfPatient = (tx: Tx, patientId: number) =>
  tx
    .selectFrom('message_reading as reading')
    .innerJoin('conversation_message as message', 'message.message_id', 'reading.message_id')
    .innerJoin('conversation', 'conversation.conversation_id', 'message.conversation_id')
    .where('conversation.patient_id', '=', patientId)
    .where('reading.provider_id', 'is not', null)
    .orderBy('reading.read_at')
    .orderBy('reading.provider_id')
    .select(['reading.message_id', 'reading.provider_id', 'reading.read_at'])
    .$narrowType<{ provider_id: number }>()
    .execute();

export const groupsOfPatient = (tx: Tx, patientId: number) =>
  tx
    .selectFrom('patient_care_group as own')
    .innerJoin('care_group as g', 'g.care_group_id', 'own.care_group_id')
    .where('own.patient_id', '=', patientId)
    .orderBy('g.care_group_id')
    .select(['g.care_group_id as careGroupId', 'own.joined_at as joinedAt'])
    .execute();

/** The documents in the patient's record, deleted ones too: what corrects them is in it, or nowhere (P11-08). */
export const documentsOfPatient = (tx: Tx, patientId: number) =>
  tx
    .selectFrom('document')
    .innerJoin('stored_file as file', 'file.file_id', 'document.file_id')
    .innerJoin('patient_document as kept', 'kept.document_id', 'document.document_id')
    .where('kept.patient_id', '=', patientId)
    .orderBy('document.document_id')
    .select(documentColumns)
    .execute();

/** Kinds of records of a patient, as the trail names them, with the column of their numbers. */
const kindsOfPatient = Object.values(tablesOfPatient).filter(([kind]) => Object.hasOwn(recordWords, kind));

/**
 * The patient and all of the patient's records but documents, by their kinds and numbers as the trail names them, and what was sent to all.
 * A message that no row names any more the trail knows.
 */
export const recordsOfPatient = ({ companyId }: Reviewer, patientId: number): RawBuilder<unknown> =>
  sql`select 'patient'::text as kind, ${String(patientId)}::text as id
    ${sql.join(
      kindsOfPatient.map(
        ([kind, key]) =>
          sql`union all select ${sql.lit(kind)}, ${sql.ref(key)}::text from ${sql.table(kind)} where patient_id = ${patientId}`,
      ),
      sql` `,
    )}
    union all select 'conversation_message', message_id::text from conversation_message
      join conversation using (conversation_id) where conversation.patient_id = ${patientId}
    union all select record_kind, record_id from audit_entry
      where company_id = ${companyId} and action = ${anyText(sentAlone)}
        and changes @> ${JSON.stringify([{ field: fieldName('patientId'), new: patientId }])}::jsonb
    union all select 'broadcast_message', broadcast_message_id::text from conversation_message
      join conversation using (conversation_id) where conversation.patient_id = ${patientId} and broadcast_message_id is not null`;
