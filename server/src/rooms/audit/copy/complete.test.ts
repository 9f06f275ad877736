/** Whether a copy of a person is complete: it is put together by lists, and this asks the database what there is (PRV-02). */
import { expect, test } from 'vitest';
import { openClinic, tablesOfPatients } from '#test/patients.ts';
import { type Portal, openPortal } from '#test/portal.ts';
import { openShipments } from '#test/shipments.ts';
import * as participants from './participant-queries.ts';
import * as patients from './patient-queries.ts';

/** Each is in the copy, or has its reason here, and not both; no reason is left of what is there no more. */
function expectAll(there: readonly string[], told: readonly string[], reasons: Readonly<Record<string, string>>): void {
  expect(Object.keys(reasons).filter((name) => !there.includes(name))).toEqual([]);
  expect(there.filter((name) => told.includes(name) === Object.hasOwn(reasons, name))).toEqual([]);
}

const columnsOf = async ({ rows }: Pick<Portal, 'rows'>, table: string): Promise<string[]> =>
  (
    await rows<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 order by 1`,
      [table],
    )
  ).map(({ name }) => name);

const told = Object.values(patients.tablesOfPatient).map(([table]) => table as string);

test('PRV-02 every table that has anything of a patient is in the copy of a patient, or is told elsewhere in it', async () => {
  const s = await openPortal();
  const tables = await tablesOfPatients(s);
  expectAll(tables, told, {
    message: 'is told as mails',
    patient: 'is the patient themselves',
    patient_document: 'is told as documents',
  });
  // What belongs to rows of these, whatever stands between.
  const beside = await s.rows<{ name: string }>(
    `with recursive own as (
       select unnest($1::text[]) as name
       union select conrelid::regclass::text from own join pg_constraint on confrelid = own.name::regclass and contype = 'f')
     select name from own where not name = any($1) order by 1`,
    [tables],
  );
  expectAll(
    beside.map(({ name }) => name),
    [],
    {
      conversation_code: 'is the secret of a notice, which the trail has',
      conversation_member: 'the trail of a conversation says who takes part',
      conversation_message: 'is told as messages',
      conversation_notice: 'says when a notice is due; what was sent is among the mails, and in the trail',
      conversation_reading: 'is summed up from the readings of messages',
      message_reading: 'is told with each message',
      patient_care_group: 'is told as groups',
      patient_in_several: 'is reckoned from the groups',
      patient_within: 'is reckoned from the groups',
      prescription_telling: 'says when the latest word of a prescription came, which the trail has',
      respond_code: 'is the secret of a reminder, which is told',
      survey_draft: 'is told as drafts',
    },
  );
});

test('PRV-02 every field of a patient is in the copy of a patient', async () => {
  const s = await openClinic();
  const id = await s.anActivePatient();
  const row = await s.app.database.inCompany(s.companyId, (tx) => patients.patientRow(tx, id));
  expectAll(await columnsOf(s, 'patient'), Object.keys(row ?? {}), {
    company_id: 'is everybody’s',
    removed_at: 'is empty: who is removed has no copy (PRV-03)',
    searched: 'is made from the rest for searching',
    searched_name: 'is made from the rest for searching',
    sort_name: 'is made from the rest for sorting',
  });
});

test('PRV-02 every field of a participant, of their cards and of the requests for them is in the copy of a participant, and so is every table that has anything of one', async () => {
  const s = await openShipments();
  await s.aRequest({ participants: [s.subject('717-919', s.ada)] });
  await s.rows(
    `insert into card_outreach (company_id, trial_id, participant_id, channel, recipient, sender_id, sent_at)
     values ($1, $2, $3, 'email', 'ada@mail.example', $4, now())`,
    [s.companyId, s.trialId, s.ada, s.people.siteUser.providerId],
  );
  const [participant, [card], [shipment]] = await s.app.database.inCompany(s.companyId, async (tx) => [
    await participants.participantRow(tx, s.ada),
    await participants.cardsSentTo(tx, s.ada),
    await participants.shipmentsFor(tx, s.ada),
  ]);
  expectAll(await columnsOf(s, 'participant'), Object.keys(participant ?? {}), {
    address_id: 'is told as addresses',
    company_id: 'is everybody’s',
    removed_at: 'is empty: who is removed has no copy (PRV-03)',
  });
  expectAll(await columnsOf(s, 'card_outreach'), Object.keys(card ?? {}), {
    company_id: 'is everybody’s',
    participant_id: 'is the participant’s',
    trial_id: 'is the trial of the participant',
  });
  expectAll(await columnsOf(s, 'shipment_participant'), Object.keys(shipment ?? {}), {
    company_id: 'is everybody’s',
    participant_id: 'is the participant’s, or says that they were asked for by their number alone, which is told',
    position: 'is a place among others',
  });
  expectAll(await columnsOf(s, 'shipment_request'), Object.keys(shipment ?? {}), {
    address_id: 'is told in parts',
    company_id: 'is everybody’s',
    reminder_since: 'says from when orders count against the reminder',
    reminder_was_on: 'brings a reminder back where the order again is cancelled',
    sponsor_id: 'says who pays, and nothing of the participant',
    submission: 'joins what was asked for at once, for others too',
    trial_id: 'is the trial of the participant',
    version: 'counts the changes',
  });
  const tables = await s.rows<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'participant_id' order by 1`,
  );
  expectAll(
    tables.map(({ name }) => name),
    [],
    {
      card_outreach: 'is told as cards',
      message: 'is told as messages',
      participant: 'is the participant themselves',
      shipment_participant: 'is told as shipments',
    },
  );
});
