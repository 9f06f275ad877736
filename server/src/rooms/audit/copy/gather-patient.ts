import type { AuditAction } from '@portal/contract/audit/words.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Schema, Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { groupNames, otherGroup } from '#rooms/patients/door.ts';
import type { Reader } from '../in-groups.ts';
import { mentionedIn, namesOf } from '../name-records.ts';
import { type Entry, entriesOf } from '../queries.ts';
import { problemsOfMessages } from './check-messages.ts';
import { withSignatures } from './gather-records.ts';
import * as queries from './patient-queries.ts';
import { choicesOf, leftOutSince, type ReadBySystem } from './person-queries.ts';
import { peopleNamed, recordsOfDocuments } from './queries.ts';

/** Of a message to all that it was sent: where else it was delivered tells of others (SEC-23). */
const isOfPatient = (eb: ExpressionBuilder<Schema, 'audit_entry'>) =>
  eb.or([
    eb('record_kind', '<>', 'broadcast_message'),
    eb('action', '=', 'broadcast.message_sent' satisfies AuditAction),
  ]);

/** Everything that a copy of a patient's record says, as its machine form has it; the files stay where they are. */
export async function gatherPatient(
  tx: Tx,
  viewer: Viewer & Reader,
  patientId: number,
  { accesses, accessesLeftOut, messages: mails }: ReadBySystem,
) {
  const patient = await queries.patientRow(tx, patientId);
  if (!patient) return null;
  const parts: Partial<Record<queries.PartOfCopy, Record<string, unknown>[]>> = {};
  for (const part of Object.keys(queries.tablesOfPatient) as queries.PartOfCopy[])
    parts[part] = await queries.rowsOf(tx, part, patientId);
  const asked = new Map((await queries.namesWhenAsked(tx, patientId)).map(({ eventId, name }) => [eventId, name]));
  parts.assessments = parts.assessments?.map((event) => ({
    ...event,
    survey_name: asked.get(event['survey_event_id'] as number),
  }));
  const drafts = await queries.draftsOfPatient(tx, patientId);
  const messages = await queries.messagesOfPatient(tx, patientId);
  const readings = await queries.readingsOfPatient(tx, patientId);
  const { documents, files, providerIds, signerIds } = await withSignatures(
    tx,
    await queries.documentsOfPatient(tx, patientId),
  );
  const about = sql`${queries.recordsOfPatient(viewer, patientId)} union ${recordsOfDocuments(
    viewer,
    documents.map(({ docId }) => docId),
  )}`;
  const audit = (await entriesOf(tx, viewer, about).where(isOfPatient).execute()) as Entry[];
  const problems = problemsOfMessages(messages, audit);
  const read = Map.groupBy(readings, ({ message_id }) => message_id);
  const mentioned = mentionedIn(audit);
  const named = new Set([
    ...providerIds,
    ...audit.flatMap(({ cpId }) => cpId ?? []),
    ...accesses.flatMap(({ cpId }) => cpId ?? []),
    ...readings.map(({ provider_id }) => provider_id),
    ...(mentioned.get('provider') ?? []),
  ]);
  const groups = await queries.groupsOfPatient(tx, patientId);
  const known = await groupNames(
    tx,
    viewer,
    groups.map(({ careGroupId }) => careGroupId),
  );
  return {
    records: {
      patient,
      groups: groups.map((group) => ({ ...group, name: known.get(group.careGroupId) ?? otherGroup })),
      ...(parts as Required<typeof parts>),
      assessmentNames: await queries.assessmentsNamed(tx, patientId),
      drafts,
      messages: messages.map((message) => ({
        ...message,
        read_by_care_team: (read.get(message.message_id) ?? []).map(({ provider_id, read_at }) => ({
          provider_id,
          read_at,
        })),
        as_sent: !problems.has(message.message_id),
      })),
      mails,
      choices: await choicesOf(tx, patient.email),
      people: await peopleNamed(tx, viewer, { providerIds: [...named], signerIds }),
      names: await namesOf(tx, viewer, mentioned),
      documents,
      audit,
      accesses,
      accessesLeftOut: leftOutSince(accessesLeftOut, patient.created_at),
    },
    files,
    /** In sentences, what of the messages is not what the trail knows. */
    problems: [...problems.values()].flat(),
  };
}
export type PatientRecords = NonNullable<Awaited<ReturnType<typeof gatherPatient>>>['records'];
