/**
 * Which records lie in the groups of a reviewer who does not see the whole company (SEC-23). An entry of the trail has no group
 * of its own: where its record lies today is looked up, so that nothing has to be kept beside the trail that could differ from it.
 */
import type { RecordKind } from '@portal/contract/audit/words.ts';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { anyOf, type Schema, type Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { reaches } from '#rooms/identity/door.ts';

export type Reviewer = Pick<Viewer, 'companyId' | 'providerId' | 'careGroupIds' | 'seesWholeCompany'>;
type Rows = RawBuilder<unknown>;

const groupsOf = ({ careGroupIds }: Reviewer) => anyOf(careGroupIds ?? []);

/** Who is in one of the reviewer's groups, in whichever others too. */
export const colleagues = (viewer: Reviewer): Rows =>
  sql`select member.provider_id from care_group_member member where member.care_group_id = ${groupsOf(viewer)}`;

/** Those of them about whom the reviewer may decide: nothing of theirs lies beyond the reviewer's groups. */
export const peopleWithin = (viewer: Reviewer): Rows =>
  sql`select colleague.provider_id from (select distinct provider_id from (${colleagues(viewer)}) member) colleague
    where ${reaches(viewer.providerId, sql.ref('colleague.provider_id'))}`;

/** An invitation gives what it gives in groups: without any it is the company's, as are those of sponsors and partners. */
const invitations = (viewer: Reviewer): Rows =>
  sql`select g.invitation_id from invitation_care_group g join invitation using (invitation_id)
    where invitation.type not in ('Admin', 'Sponsor', 'Pharmacy User', 'Wholesaler User') and invitation.invitation_id in (
      select own.invitation_id from invitation_care_group own where own.care_group_id = ${groupsOf(viewer)})
    group by g.invitation_id having bool_and(g.care_group_id = ${groupsOf(viewer)})`;

const documentsIn = (viewer: Reviewer): Rows =>
  sql`select document_id from document where care_group_id = ${groupsOf(viewer)}
    union select document_id from document_link where care_group_id = ${groupsOf(viewer)}
    union select document_id from user_report where care_group_id = ${groupsOf(viewer)}
    union select copy.document_id from document_link form join document copy on copy.template_id = form.document_id
      where form.care_group_id = ${groupsOf(viewer)}`;

const patientsIn = (viewer: Reviewer): Rows =>
  sql`select patient_id from patient_care_group where care_group_id = ${groupsOf(viewer)}`;

/** The assessments of patients, what they answered and how they are looked after, by the number of each. */
const clinical = (viewer: Reviewer, table: keyof Schema, key: string): Rows =>
  sql`select ${sql.ref(`${table}.${key}`)} from ${sql.table(table)} where patient_id in (${patientsIn(viewer)})`;

/** What is kept of the patients who are in the reviewer's groups. */
const ofPatients = (viewer: Reviewer, table: keyof Schema & `patient_${string}`): Rows =>
  sql`select ${sql.ref(`${table}.${table}_id`)} from ${sql.table(table)} where patient_id in (${patientsIn(viewer)})`;

/** The numbers of the records of each kind; null is a kind that is the company's as a whole. */
const places: Record<RecordKind, ((viewer: Reviewer) => Rows) | null> = {
  account: peopleWithin,
  care_group: (viewer) => sql`select care_group_id from care_group where care_group_id = ${groupsOf(viewer)}`,
  company: null,
  company_address: null,
  company_brand: null,
  company_email: null,
  company_phone: null,
  delegate: null,
  // Also what was in a group once (P11-11).
  document: documentsIn,
  flagged_answer: (viewer) => clinical(viewer, 'flagged_answer', 'flagged_answer_id'),
  follow_up: (viewer) => clinical(viewer, 'follow_up', 'follow_up_id'),
  invitation: invitations,
  job: null,
  lot: (viewer) => sql`select lot_id from lot join product using (product_id) where trial_id = ${groupsOf(viewer)}`,
  medication_list: null,
  notification_preference: (viewer) =>
    sql`select notification_id from notification_preference where provider_id in (${peopleWithin(viewer)})`,
  participant: (viewer) => sql`select participant_id from participant where site_id = ${groupsOf(viewer)}`,
  partner: null,
  patient: patientsIn,
  patient_address: (viewer) => ofPatients(viewer, 'patient_address'),
  patient_allergy: (viewer) => ofPatients(viewer, 'patient_allergy'),
  patient_contact: (viewer) => ofPatients(viewer, 'patient_contact'),
  patient_goal: (viewer) => ofPatients(viewer, 'patient_goal'),
  patient_insurance: (viewer) => ofPatients(viewer, 'patient_insurance'),
  patient_medication: (viewer) => ofPatients(viewer, 'patient_medication'),
  patient_prescription: (viewer) =>
    sql`select prescription_id from patient_prescription where patient_id in (${patientsIn(viewer)})`,
  patient_recovery: (viewer) => ofPatients(viewer, 'patient_recovery'),
  product: (viewer) => sql`select product_id from product where trial_id = ${groupsOf(viewer)}`,
  product_price: (viewer) =>
    sql`select price_id from product_price join product using (product_id) where trial_id = ${groupsOf(viewer)}`,
  provider: peopleWithin,
  public_image: null,
  recovery: (viewer) => sql`select recovery_id from mfa_recovery where provider_id in (${peopleWithin(viewer)})`,
  reminder: (viewer) => clinical(viewer, 'reminder', 'reminder_id'),
  schedule_item: (viewer) => clinical(viewer, 'schedule_item', 'schedule_item_id'),
  shipment_request: (viewer) => sql`select request_id from shipment_request where site_id = ${groupsOf(viewer)}`,
  signing_request: (viewer) =>
    sql`select signing_request_id from signing_request where document_id in (${documentsIn(viewer)})`,
  sponsor: null,
  survey: null,
  survey_event: (viewer) => clinical(viewer, 'survey_event', 'survey_event_id'),
  survey_response: (viewer) => clinical(viewer, 'survey_response', 'response_id'),
  trial_card: (viewer) => sql`select care_group_id from trial_card where care_group_id = ${groupsOf(viewer)}`,
};

/**
 * The entries about these records (their kinds and numbers), found record by record: `offset 0` keeps the database from reading
 * the trail as a whole to join them.
 */
export const entriesAbout = (viewer: Reviewer, records: Rows): Rows =>
  sql`select entry.* from (${records}) as own (kind, id)
    cross join lateral (select * from audit_entry
      where company_id = ${viewer.companyId} and record_kind = own.kind and record_id = own.id offset 0) as entry`;

/** Such entries in the place of the whole trail: the rows are the table's. */
export const asTrail = (tx: Tx, entries: Rows) =>
  tx.selectFrom(sql`(${entries})`.as<'audit_entry'>('audit_entry')) as unknown as SelectQueryBuilder<
    Schema,
    'audit_entry',
    object
  >;

/** The records of these kinds, or of all, that lie in the reviewer's groups, as the trail names them. */
export function recordsInGroups(viewer: Reviewer, kinds: readonly string[] | null): Rows {
  const parts = Object.entries(places).flatMap(([kind, rowsOf]) =>
    rowsOf && (kinds?.includes(kind) ?? true)
      ? [sql`select ${sql.lit(kind)}::text, place.id::text from (${rowsOf(viewer)}) as place (id)`]
      : [],
  );
  return parts.length === 0 ? sql`select null::text, null::text where false` : sql.join(parts, sql` union all `);
}
