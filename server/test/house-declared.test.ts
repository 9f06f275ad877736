/** What somebody declares and nobody uses is silent otherwise: a job without work, a sentence nobody says, a key that reads as a fault. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '@portal/contract/all.ts';
import { actionWords, recordWords } from '@portal/contract/audit/words.ts';
import { type Endpoint, takesKey } from '@portal/contract/endpoint.ts';
import { failures } from '@portal/contract/errors.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openPortal } from './portal.ts';

const home = path.join(import.meta.dirname, '../..');
const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: home })
    .map((file) => path.join(home, file))
    .filter((file) => !/node_modules|\.test\.tsx?$/.test(file));

test('REL-14 every job that a room declares has its work', async () => {
  const portal = await openPortal();
  const { timed, queued } = portal.app.duties;
  const worked = [...timed.map(({ name }) => name), ...queued.map(({ job }) => job.name)];
  const declared: string[] = [];
  for (const file of filesOf('server/src/rooms/**/*.ts')) {
    if (!/\bjob\(\{/.test(readFileSync(file, 'utf8'))) continue;
    for (const value of Object.values((await import(file)) as Record<string, unknown>))
      if (typeof value === 'object' && value !== null && 'name' in value && ('at' in value || 'retry' in value))
        declared.push(String(value.name));
  }
  expect(declared.length).toBeGreaterThan(0);
  expect(worked.sort()).toEqual(declared.sort());
});

test('P11-14 SEC-23 every kind of record has its place: in groups, or the company’s as a whole', async () => {
  const portal = await openPortal();
  expect([...portal.app.duties.places.keys()].sort()).toEqual(Object.keys(recordWords).sort());
});

/** Unique keys without a sentence, and why no call is ever refused by them. */
const neverMet: Record<string, readonly string[]> = {
  'whoever comes second changes the row, or leaves it as it is': [
    'broadcast_message_broadcast_id_provider_id_client_key_key',
    'conversation_message_once',
    'conversation_message_once_of_broadcast',
    'conversation_message_once_of_patient',
    'identity_account__email_taken',
    'message_reading_message_id_provider_id_key',
    'mfa_recovery__open',
    'month_archive__once',
    'notification_preference__once',
    'product_supply__once',
    'reminder_one_start',
    'schedule_item_once',
    'security_event_entry_at_key',
    'shipment_mail_of_partner',
    'shipment_mail_of_provider',
    'site_partner__once',
    'survey_draft_one',
    'survey_event_schedule_item_id_started_at_key',
  ],
  'the numbers and keys in it are made by the server': [
    'audit_link_seq_key',
    'conversation_code_code_hash_key',
    'document_file_id_key',
    'document_revision_file_id_key',
    'invitation_code_hash_key',
    'month_archive_file_id_key',
    'participant__ctrx_taken',
    'patient_username_key',
    'public_image_file_id_key',
    'respond_code_code_hash_key',
    'session_cookie_hash_key',
    'signer_signer_uuid_key',
    'signing_request_sr_uuid_key',
    'stored_file_key_key',
    'training_acknowledgement_document_id_key',
  ],
  'a list that names one twice is refused before, and rows come in with their parent alone': [
    'signer_signing_request_id_signer_num_key',
    'shipment__line_twice',
    'shipment__same_subject',
  ],
  'the parent is locked first and the rows are looked at under its lock': [
    'flagged_answer_response_id_question_num_key',
    'survey_definition_survey_id_number_key',
    'patient_address_billing',
    'patient_address_primary',
    'patient_address_shipping',
    'patient_allergy_held_key',
    'patient_goal_held_key',
    'patient_insurance_primary',
    'patient_medication_held_key',
    'shipment__replaced_twice',
    'signature_signing_request_id_field_name_key',
  ],
  'rows come from the operator alone': [
    'emergency_access_open',
    'company_module__taken',
    'company_email__taken',
    'company_phone__taken',
  ],
};

test('REL-08 every unique key that a call can meet is named after the sentence it stands for', async () => {
  const portal = await openPortal();
  const keys = await portal.rows<{ name: string }>(
    `select index.relname as name from pg_index join pg_class index on index.oid = indexrelid
     where index.relnamespace = 'public'::regnamespace and indisunique and not indisprimary order by 1`,
  );
  const unknown = keys.map(({ name }) => name).filter((name) => !(name.replace('__', '.') in failures));
  expect(unknown).toEqual(Object.values(neverMet).flat().sort());
});

test('a failure and an action that are declared are used', () => {
  const sources = filesOf('{server,contract,web}/src/**/*.{ts,tsx}').filter((file) => !file.endsWith('/room.ts'));
  const code = [...sources, ...filesOf('server/migrations/*.sql')].map((file) => readFileSync(file, 'utf8')).join('\n');
  const isSaid = (name: string) => code.includes(`'${name}'`) || code.includes(name.replace('.', '__'));
  expect(Object.keys(failures).filter((name) => !isSaid(name))).toEqual([]);
  // It is put together where it is recorded.
  expect(Object.keys(actionWords).filter((name) => !isSaid(name))).toEqual(['recovery.refused']);
});

/** POST without a key against repeated submits, and why. */
const repeatable: Record<string, readonly string[]> = {
  'what it spends can be spent once': [
    'identity.confirmCode',
    'identity.enterByRecoveryCode',
    'identity.removeFactor',
    'identity.replaceFactor',
    'identity.resetPassword',
    'identity.verifyMfaSetup',
    'responses.sendOwnResponse',
  ],
  'the answer is a secret, which is kept nowhere to be given again': [
    'identity.renewRecoveryCodes',
    'identity.renewSession',
    'identity.signIn',
    'conversations.openConversation',
    'identity.startMfaSetup',
    'calls.makeVoiceToken',
    'responses.openAssessment',
  ],
  'a second one finds it done, and does nothing or is refused': [
    'conversations.assignConversation',
    'conversations.chooseTexts',
    'conversations.setConversationState',
    'identity.askForRecovery',
    'identity.changePassword',
    'identity.decideRecovery',
    'identity.endSession',
    'identity.signOut',
    'identity.signOutEverywhere',
    'lots.recallLot',
    'providers.endSessionsOfUser',
    'responses.chooseTexts',
    'responses.keepOwnDraft',
    'shipments.moveByPharmacy',
    'shipments.moveBySite',
    'shipments.moveByWholesaler',
  ],
  'each one is meant, within a limit': ['identity.forgotPassword', 'identity.textProofCode', 'signing.stepUp'],
  'it reads, and what it is asked with must not stand in an address': [
    'conversations.lookAtConversation',
    'conversations.openOwnDocument',
    'conversations.previewRecipients',
    'conversations.readOwnMessages',
    'responses.lookAtCode',
  ],
  'its body names a key of its own': ['conversations.sendOwnMessage'],
  'it tells what happened, and changes no record': ['companies.writeLog', 'identity.tellActivity'],
};

test('REL-06 a call that creates takes a key against repeated submits, and every other POST has its reason to need none', () => {
  const without = endpoints
    .filter(({ endpoint }) => endpoint.method === 'POST' && !('creates' in endpoint))
    .map(({ name }) => name);
  expect(without.sort()).toEqual(Object.values(repeatable).flat().sort());
});

test('REL-06 REL-07 whatever says which version it changes takes a key, so that a lost answer is not taken for the change of someone else', () => {
  const saysVersion = ({ body }: Endpoint) => {
    if (!body) return false;
    const written = z.toJSONSchema(body as z.ZodType, { io: 'input', unrepresentable: 'any' });
    return [written, ...(written.anyOf ?? written.oneOf ?? [])].some((way) => 'version' in (way.properties ?? {}));
  };
  const calls = endpoints.filter(({ endpoint }) => endpoint.access !== 'open' && saysVersion(endpoint));
  expect(calls.length).toBeGreaterThan(40);
  const without = calls.filter(({ endpoint }) => !takesKey(endpoint)).map(({ name }) => name);
  // Done before the transaction in which a key is looked at; and answers that tell of a patient.
  expect(without.sort()).toEqual([
    'conversations.assignConversation',
    'conversations.setConversationState',
    'providers.changeUser',
  ]);
});
