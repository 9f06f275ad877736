/** Made from the migrated database by `npm run schema`; not edited by hand. */

import type { ColumnType } from 'kysely';

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

export type Int8 = ColumnType<number, bigint | number | string, bigint | number | string>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Numeric = ColumnType<string, number | string, number | string>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AccessEntry {
  address: string;
  at: Timestamp;
  call: string;
  company_id: number | null;
  entry_id: Generated<Int8>;
  host: string;
  in_emergency: Generated<boolean>;
  outcome: string;
  provider_id: number | null;
  record_ids: number[];
  record_kind: string;
  request_id: string;
}

export interface AccessToken {
  company_id: number;
  expires_at: Timestamp;
  session_id: number;
  token_hash: Buffer;
}

export interface Address {
  address_id: Generated<number>;
  city: string;
  company_id: number;
  country: string;
  state: string;
  street: string;
  street2: string;
  zip: string;
}

export interface AuditEntry {
  action: string;
  actor_id: number | null;
  actor_name: string;
  actor_type: string;
  at: Timestamp;
  changes: Json;
  company_id: number | null;
  host: string;
  proof: Buffer | null;
  reason: string | null;
  record_id: string;
  record_kind: string;
  recorded_at: Generated<Timestamp>;
  request_id: string;
  seq: Generated<Int8>;
}

export interface AuditLink {
  hash: Buffer;
  linked_at: Generated<Timestamp>;
  position: Int8;
  seq: Int8;
}

export interface AuthChallenge {
  challenge_hash: Buffer;
  credential_version: Generated<number>;
  email: string;
  expires_at: Timestamp;
  factor: string | null;
  host: string;
  pool_answer: string | null;
  purpose: string;
  sms_code_hash: Buffer | null;
  tries: Generated<number>;
  used_at: Timestamp | null;
}

export interface BrandAlert {
  alert_id: Generated<number>;
  brand_id: number;
  company_id: number;
  created_at: Timestamp;
  ended_at: Timestamp | null;
  from_day: string | null;
  message: string;
  severity: string;
  types: string[];
  until_day: string | null;
}

export interface Broadcast {
  broadcast_id: Generated<number>;
  company_id: number;
  created_at: Timestamp;
  created_by: number;
  latest_at: Timestamp;
  topic: string;
}

export interface BroadcastMember {
  broadcast_id: number;
  company_id: number;
  in_emergency: Generated<boolean>;
  provider_id: number;
}

export interface BroadcastMessage {
  body: string;
  broadcast_id: number;
  broadcast_message_id: Generated<number>;
  claimed_at: Timestamp | null;
  client_key: string | null;
  company_id: number;
  delivered_at: Timestamp | null;
  provider_id: number;
  reaches: number[] | null;
  sent_at: Timestamp;
}

export interface CardImage {
  company_id: number;
  image: Buffer;
  sha256: Generated<string>;
}

export interface CardOutreach {
  channel: string;
  company_id: number;
  outreach_id: Generated<number>;
  participant_id: number;
  recipient: string;
  sender_id: number;
  sent_at: Timestamp;
  trial_id: number;
  withdrawn_at: Timestamp | null;
}

export interface CareGroup {
  address_id: number | null;
  brand_id: number | null;
  care_group_id: Generated<number>;
  company_id: number;
  created_at: Timestamp;
  description: Generated<string>;
  display_name: string;
  extension: string | null;
  has_card: Generated<boolean>;
  has_shipping: Generated<boolean>;
  is_configured: Generated<boolean>;
  kind: string;
  name: string;
  notes: string | null;
  order_form_template_id: number | null;
  outreach_preference: Generated<boolean>;
  parent_id: number | null;
  pdmi_group_number: string | null;
  phone: string | null;
  primary_contact_id: number | null;
  removed_at: Timestamp | null;
  sponsor_id: number | null;
  study_contact: string | null;
  study_contact_email: string | null;
  subject_number_mask: string | null;
  version: Generated<number>;
}

export interface CareGroupMember {
  care_group_id: number;
  company_id: number;
  is_public: Generated<boolean>;
  provider_id: number;
}

export interface Company {
  company_id: Generated<number>;
  created_at: Timestamp;
  idle_warning_seconds: Generated<number>;
  name: string;
  requires_mfa: Generated<boolean>;
}

export interface CompanyAddress {
  added_at: Timestamp;
  address_id: number;
  company_id: number;
}

export interface CompanyBrand {
  address_id: number | null;
  brand_id: Generated<number>;
  brand_key: string;
  company_id: number;
  company_name: string;
  contact_email_id: number | null;
  contact_fax: string | null;
  created_at: Timestamp;
  email: string | null;
  favicon_image_id: string | null;
  header_image_id: string | null;
  hours: Json;
  logo_image_id: string | null;
  portal_url: string;
  primary_colour: string | null;
  sender_email_id: number | null;
  sender_email_name: string | null;
  sender_phone_id: number | null;
  short_name: string | null;
  sign_in_image_id: string | null;
  support_number: string | null;
  terms_document_id: number | null;
  terms_url: string | null;
  version: Generated<number>;
}

export interface CompanyEmail {
  company_id: number;
  email: string;
  email_id: Generated<number>;
  verified: Generated<boolean>;
}

export interface CompanyModule {
  company_id: number;
  module_id: Generated<number>;
  name: string;
}

export interface CompanyPhone {
  company_id: number;
  phone: string;
  phone_id: Generated<number>;
}

export interface Conversation {
  assigned_to: number | null;
  broadcast_id: number | null;
  company_id: number;
  conversation_id: Generated<number>;
  created_at: Timestamp;
  created_by: number;
  latest_at: Timestamp;
  patient_id: number;
  state: Generated<string>;
  topic: string;
  version: Generated<number>;
}

export interface ConversationCode {
  code_hash: Buffer;
  company_id: number;
  conversation_id: number;
  expires_at: Timestamp;
  made_at: Timestamp;
  tries_left: number;
}

export interface ConversationMember {
  company_id: number;
  conversation_id: number;
  in_emergency: Generated<boolean>;
  joined_at: Timestamp;
  provider_id: number;
}

export interface ConversationMessage {
  body: string;
  broadcast_message_id: number | null;
  claimed_at: Timestamp | null;
  client_key: string | null;
  company_id: number;
  conversation_id: number;
  document_id: number | null;
  message_id: Generated<number>;
  provider_id: number | null;
  sent_at: Timestamp;
}

export interface ConversationNotice {
  company_id: number;
  conversation_id: number;
  tell_at: Timestamp | null;
  told_at: Timestamp | null;
}

export interface ConversationReading {
  company_id: number;
  conversation_id: number;
  provider_id: number;
  read_to: number;
}

export interface Delegate {
  company_id: number;
  created_at: Timestamp;
  delegate_id: Generated<number>;
  email: string;
  invitation_id: number;
  inviter_id: number;
}

export interface DelegateNpi {
  company_id: number;
  delegate_id: number;
  delegate_npi_id: Generated<number>;
  first_name: string;
  given_by: Generated<string>;
  last_name: string;
  npi: string;
  removed_at: Timestamp | null;
  version: Generated<number>;
}

export interface Document {
  can_be_signed: boolean | null;
  care_group_id: number | null;
  company_id: number;
  corrects_id: number | null;
  description: string | null;
  document_id: Generated<number>;
  file_id: number;
  filename: string;
  friendly_name: string;
  is_library: Generated<boolean>;
  is_template: Generated<boolean>;
  partner_id: number | null;
  removed_at: Timestamp | null;
  revision: Generated<number>;
  template_id: number | null;
  uploaded_at: Timestamp;
  uploader_id: number;
  uploader_owned: Generated<boolean>;
  version: Generated<number>;
}

export interface DocumentLink {
  care_group_id: number;
  cascades: Generated<boolean>;
  company_id: number;
  document_id: number;
  ended_with_group: Generated<boolean>;
  is_order_form: Generated<boolean>;
  linked_at: Timestamp;
  removed_at: Timestamp | null;
  user_types: string[] | null;
  version: Generated<number>;
}

export interface DocumentRevision {
  company_id: number;
  document_id: number;
  file_id: number;
  replaced_at: Timestamp;
  replaced_by: string;
  revision: number;
}

export interface EmailChoice {
  choice_id: Generated<number>;
  chosen_at: Timestamp;
  company_id: number;
  email: string;
  host: string;
  page: string;
  request_id: string;
  wants_emails: boolean;
}

export interface EmergencyAccess {
  care_group_id: number;
  company_id: number;
  emergency_access_id: Generated<number>;
  ended_at: Timestamp | null;
  ends_at: Timestamp;
  given_at: Timestamp;
  provider_id: number;
  reason: string;
}

export interface Event {
  awaits_mail: Generated<boolean>;
  company_id: number;
  created_at: Timestamp;
  event_id: Generated<Int8>;
  payload: Json;
  type: string;
  written_by: Generated<string>;
}

export interface FlaggedAnswer {
  answer: string;
  closed_at: Timestamp | null;
  closer_id: number | null;
  company_id: number;
  flagged_answer_id: Generated<number>;
  note: string | null;
  opened_at: Timestamp;
  patient_id: number;
  question: string;
  question_num: number;
  response_id: number;
  taken_at: Timestamp | null;
  taker_id: number | null;
  version: Generated<number>;
}

export interface FollowUp {
  at: Timestamp;
  changed_at: Timestamp | null;
  company_id: number;
  completed_at: Timestamp | null;
  completer_id: number | null;
  created_at: Timestamp;
  follow_up_id: Generated<number>;
  notes: string;
  outcome: string | null;
  patient_id: number;
  provider_id: number;
  scheduler_id: number | null;
  version: Generated<number>;
}

export interface ForeignCall {
  at: Timestamp;
  call_id: Generated<Int8>;
  company_id: number;
  provider_id: number;
}

export interface HostBrand {
  brand_id: number;
  company_id: number;
  given_at: Timestamp;
  host: string;
}

export interface IdempotencyKey {
  body_hash: Buffer;
  call: string;
  company_id: number;
  created_at: Timestamp;
  key: string;
  provider_id: number;
  reply: Json | null;
}

export interface IdentityAccount {
  account_id: Generated<number>;
  codes_locked_until: Timestamp | null;
  credential_version: Generated<number>;
  email: string;
  last_totp_step: Generated<Int8>;
  password_hash: string;
  pending_totp_secret: string | null;
  phone: string | null;
  preferred_mfa: Generated<string>;
  state: Generated<string>;
  totp_secret: string | null;
  wrong_codes: Generated<number>;
}

export interface Installation {
  backed_up_at: Timestamp | null;
  created_at: Timestamp;
  has_demo_data: Generated<boolean>;
  holds_outbound: Generated<boolean>;
  is_this: Generated<boolean>;
  marker: string;
  mode: string;
  retention_held_because: string | null;
}

export interface Invitation {
  admin_rights: Generated<boolean>;
  brand_key: string;
  cancelled_at: Timestamp | null;
  code_hash: Buffer;
  company_id: number;
  created_at: Timestamp;
  default_listing: Generated<boolean>;
  email: string;
  expires_at: Timestamp;
  invitation_id: Generated<number>;
  inviter_id: number | null;
  is_prescriber: Generated<boolean>;
  partner_id: number | null;
  person_id: Generated<number>;
  provider_id: number | null;
  sponsor_id: number | null;
  type: string;
  used_at: Timestamp | null;
  withdrawn_by_operator: Generated<boolean>;
}

export interface InvitationCareGroup {
  care_group_id: number;
  company_id: number;
  invitation_id: number;
}

export interface KnownDevice {
  company_id: number;
  device_hash: Buffer;
  first_seen_at: Timestamp;
  last_seen_at: Timestamp;
  provider_id: number;
}

export interface LimitUse {
  at: Timestamp;
  use_id: Generated<Int8>;
  whose: string;
}

export interface ListedMedication {
  company_id: number;
  dosage: string;
  information: string;
  medication_list_id: number;
  name: string;
  position: number;
}

export interface LockNotice {
  cause: string;
  email: string;
  told_at: Timestamp;
}

export interface LogEntry {
  address: string;
  at: Timestamp;
  claimed_at: Timestamp;
  entry_id: Generated<Int8>;
  event: string;
  host: string;
  level: string;
  log_stream: string;
  message: string | null;
  provider_id: number | null;
  source_identifier: string;
}

export interface Lot {
  company_id: number;
  created_at: Timestamp;
  expires_on: string;
  lot_id: Generated<number>;
  lot_number: string;
  number_key: string;
  product_id: number;
  recalled_at: Timestamp | null;
  version: Generated<number>;
}

export interface LotCorrection {
  company_id: number;
  corrected_at: Timestamp;
  correction_id: Generated<number>;
  corrector_id: number;
  expired_on: string;
  expires_on: string;
  lot_id: number;
  reason: string;
}

export interface LotRecall {
  company_id: number;
  is_recalled: boolean;
  lot_id: number;
  reason: string;
  recall_id: Generated<number>;
  recalled_at: Timestamp;
  recaller_id: number;
}

export interface MedicationList {
  company_id: number;
  medication_list_id: Generated<number>;
  version: Generated<number>;
}

export interface MemberAtTop {
  provider_id: number | null;
}

export interface Message {
  answers_to: string | null;
  attempts: Generated<number>;
  body: string;
  channel: string;
  created_at: Timestamp;
  from_name: string | null;
  html: string | null;
  last_error: string | null;
  message_id: Generated<Int8>;
  next_try_at: Timestamp | null;
  opens: string | null;
  outreach_id: number | null;
  participant_id: number | null;
  partner_id: number | null;
  patient_id: number | null;
  recipient: string;
  refused_at: Timestamp | null;
  sent_at: Timestamp | null;
  subject: string;
  topic: string | null;
  useless_after: Timestamp | null;
  withdrawn_at: Timestamp | null;
}

export interface MessageReading {
  company_id: number;
  message_id: number;
  provider_id: number | null;
  read_at: Timestamp;
}

export interface MfaRecovery {
  address: string | null;
  approved: boolean | null;
  asked_at: Timestamp;
  company_id: number;
  decided_at: Timestamp | null;
  decider_id: number | null;
  has_deciders: Generated<boolean>;
  host: string | null;
  provider_id: number;
  reason: string | null;
  recovery_id: Generated<number>;
  user_agent: string | null;
  withdrawn_by: string | null;
}

export interface Migration {
  at: Generated<Timestamp>;
  digest: string;
  name: string;
  serves_from: string | null;
}

export interface MonthArchive {
  archive_id: Generated<number>;
  archived_at: Timestamp;
  file_id: number;
  month: string;
  of_table: string;
  removed_at: Timestamp | null;
  rows: Int8;
  sha256: string;
}

export interface NotificationPreference {
  company_id: number;
  description: string;
  enabled: Generated<boolean>;
  name: string;
  notification_id: Generated<number>;
  provider_id: number;
}

export interface PackageItem {
  arrived_as: string | null;
  company_id: number;
  expires_on: string;
  item_id: Generated<number>;
  line_id: number;
  lot_id: number;
  lot_number: string;
  package_id: number;
  quantity: number;
}

export interface Participant {
  address_id: number | null;
  born_on: string;
  company_id: number;
  created_at: Timestamp;
  ctrx_id: Generated<string>;
  email: string | null;
  enrolled_site_id: number;
  first_name: string;
  gender: number;
  is_active: Generated<boolean>;
  last_name: string;
  participant_id: Generated<number>;
  phone: string | null;
  preferred_contact: number;
  removed_at: Timestamp | null;
  site_id: number;
  subject_number: string;
  trial_id: number;
  version: Generated<number>;
}

export interface Partner {
  address_id: number | null;
  company_id: number;
  country: Generated<string>;
  email: string | null;
  fax: string | null;
  kind: string;
  name: string;
  partner_id: Generated<number>;
  phone: string | null;
  send_email: Generated<boolean>;
  version: Generated<number>;
}

export interface PasswordReset {
  code_hash: Buffer | null;
  created_at: Timestamp;
  credential_version: Generated<number>;
  email: string;
  ended_at: Timestamp | null;
  expires_at: Timestamp;
  reset_id: Generated<number>;
  tries: Generated<number>;
}

export interface Patient {
  born_on: string;
  company_id: number;
  confirmed_at: Timestamp | null;
  created_at: Timestamp;
  email: string;
  email_verified: Generated<boolean>;
  first_name: string;
  gender: number;
  is_hibernated: Generated<boolean>;
  last_login_at: Timestamp | null;
  last_name: string;
  patient_id: Generated<number>;
  phone: string | null;
  phone_verified: Generated<boolean>;
  preferred_contact: number;
  removed_at: Timestamp | null;
  searched: Generated<string>;
  searched_name: Generated<string>;
  sort_name: Generated<string>;
  status: Generated<string>;
  type: number;
  username: string;
  version: Generated<number>;
}

export interface PatientAddress {
  city: string;
  company_id: number;
  country: string;
  is_billing: Generated<boolean>;
  is_primary: Generated<boolean>;
  is_shipping: Generated<boolean>;
  patient_address_id: Generated<number>;
  patient_id: number;
  removed_at: Timestamp | null;
  state: string;
  street: string;
  street2: string;
  type: string;
  version: Generated<number>;
  zip: string;
}

export interface PatientAllergy {
  company_id: number;
  created_at: Timestamp;
  description: string;
  dosage: string;
  held_key: string | null;
  name: string;
  notes: string;
  patient_allergy_id: Generated<number>;
  patient_id: number;
  removed_at: Timestamp | null;
  version: Generated<number>;
}

export interface PatientCall {
  company_id: number;
  created_at: Timestamp;
  is_test: boolean;
  note: string;
  number: string;
  outcome: string;
  patient_call_id: Generated<number>;
  patient_id: number;
  provider_id: number;
  seconds: number;
  started_at: Timestamp;
}

export interface PatientCareGroup {
  care_group_id: number;
  company_id: number;
  joined_at: Timestamp;
  patient_id: number;
}

export interface PatientConsent {
  added_at: Timestamp;
  code: number | null;
  company_id: number;
  consent_id: Generated<number>;
  patient_id: number;
}

export interface PatientConsentWithdrawal {
  company_id: number;
  consent_id: number;
  patient_id: number;
  withdrawn_at: Timestamp;
}

export interface PatientContact {
  company_id: number;
  detail: Generated<string>;
  email: Generated<string>;
  name: string;
  patient_contact_id: Generated<number>;
  patient_id: number;
  phone: Generated<string>;
  phone_extension: Generated<string>;
  phone_type: Generated<string>;
  removed_at: Timestamp | null;
  version: Generated<number>;
}

export interface PatientDocument {
  added_at: Timestamp;
  company_id: number;
  document_id: number;
  patient_id: number;
  waits_for: string | null;
}

export interface PatientGoal {
  company_id: number;
  description: string;
  held_key: string | null;
  medication_name: string | null;
  name: string;
  notes: string;
  patient_goal_id: Generated<number>;
  patient_id: number;
  patient_medication_id: number | null;
  removed_at: Timestamp | null;
  version: Generated<number>;
}

export interface PatientInSeveral {
  care_group_id: number;
  company_id: number;
  patient_id: number;
  status: string;
  type: number;
}

export interface PatientInsurance {
  bin: string;
  company_id: number;
  group_number: string;
  is_primary: Generated<boolean>;
  member_number: string;
  patient_id: number;
  patient_insurance_id: Generated<number>;
  pcn: string;
  plan_name: string;
  plan_type: string;
  removed_at: Timestamp | null;
  version: Generated<number>;
}

export interface PatientMedication {
  company_id: number;
  created_at: Timestamp;
  description: string;
  dosage: string;
  held_key: string | null;
  name: string;
  notes: string;
  patient_id: number;
  patient_medication_id: Generated<number>;
  removed_at: Timestamp | null;
  version: Generated<number>;
}

export interface PatientOrderStatus {
  added_at: Timestamp;
  company_id: number;
  display_name: string;
  order_status: number;
  order_status_id: Generated<number>;
  patient_id: number;
  removed_at: Timestamp | null;
  rx_number: string;
}

export interface PatientPrescription {
  company_id: number;
  days_of_supply: number | null;
  display_name: string;
  display_status: number;
  instructions: string | null;
  is_active: boolean;
  patient_id: number;
  prescription_id: Generated<number>;
  provider: string | null;
  refills_left: number | null;
  removed_at: Timestamp | null;
  rx_number: string;
  shipped_on: string | null;
  written_on: string | null;
}

export interface PatientRecovery {
  asked_at: Timestamp;
  asker_id: number;
  company_id: number;
  contact: string;
  contact_type: string;
  decided_at: Timestamp | null;
  decider_id: number | null;
  evidence: string | null;
  patient_id: number;
  patient_recovery_id: Generated<number>;
  status: Generated<number>;
  version: Generated<number>;
}

export interface PatientStep {
  at: Timestamp;
  care_group_id: number | null;
  company_id: number;
  kind: string;
  patient_id: number;
  patient_step_id: Generated<number>;
  provider_id: number | null;
  what: string;
}

export interface PatientTally {
  care_group_id: number | null;
  company_id: number;
  n: number;
  status: string;
  tally_id: Generated<Int8>;
  type: number;
}

export interface PatientWithin {
  care_group_id: number;
  company_id: number;
  patient_id: number;
  sort_name: string;
  status: string;
  type: number;
}

export interface PoolAccount {
  codes_locked_until: Timestamp | null;
  credential_version: Generated<number>;
  email: string;
  factor: Generated<string>;
  refresh_token: string | null;
  refresh_token_ends_at: Timestamp | null;
  set_up_version: number | null;
  wrong_codes: Generated<number>;
}

export interface PortalSecret {
  retired_at: Timestamp | null;
  rotating_until: Timestamp | null;
  secret_id: string;
  started_at: Timestamp;
}

export interface PrescriptionTelling {
  company_id: number;
  prescription_id: number;
  told_at: Timestamp;
}

export interface Product {
  company_id: number;
  default_batch_quantity: number;
  default_days_of_supply: number;
  default_quantity: number;
  directions: Generated<string>;
  dosage_form: string;
  drug_name: string;
  is_other_unit: Generated<boolean>;
  item_description: string | null;
  item_number: string | null;
  max_shipment_quantity: number;
  pharmacy_supplied: Generated<boolean>;
  product_id: Generated<number>;
  quantity_unit: string;
  removed_at: Timestamp | null;
  trial_id: number;
  version: Generated<number>;
  wholesaler_supplied: Generated<boolean>;
}

export interface ProductPrice {
  company_id: number;
  created_at: Timestamp;
  creator_id: number;
  currency: string;
  dispense_fee: Numeric;
  drug_price: Numeric;
  effective_on: string;
  ended_on: string | null;
  invalidated_at: Timestamp | null;
  invalidator_id: number | null;
  partner_id: number;
  price_id: Generated<number>;
  product_id: number;
  quantity_unit: string;
  shipping_fee: Numeric;
  sponsor_id: number | null;
}

export interface ProductSupply {
  company_id: number;
  partner_id: number;
  product_id: number;
  removed_at: Timestamp | null;
  site_id: number;
  supply_id: Generated<number>;
}

export interface Provider {
  admin_rights: Generated<boolean>;
  company_id: number;
  created_at: Timestamp;
  date_language: string | null;
  email: string;
  first_name: string;
  is_active: Generated<boolean>;
  is_prescriber: Generated<boolean>;
  last_name: string;
  must_set_up_factor: Generated<boolean>;
  partner_id: number | null;
  phone: string | null;
  preferred_contact: Generated<number>;
  provider_id: Generated<number>;
  removed_at: Timestamp | null;
  sponsor_id: number | null;
  type: Generated<string>;
  version: Generated<number>;
}

export interface PublicImage {
  company_id: number;
  file_id: number;
  filename: string;
  height: number;
  image_id: string;
  uploaded_at: Timestamp;
  uploader_id: number | null;
  width: number;
}

export interface RecoveryCode {
  code_id: Generated<number>;
  created_at: Timestamp;
  email: string;
  encrypted_hash: string;
  used_at: Timestamp | null;
}

export interface RefillOutreach {
  company_id: number;
  method: string;
  patient_id: number;
  reason: string;
  refill_outreach_id: Generated<number>;
  removed_at: Timestamp | null;
  rx_number: string;
  sent_at: Timestamp;
}

export interface Reminder {
  company_id: number;
  kind: string;
  methods: string[];
  patient_id: number;
  provider_id: number | null;
  reminder_id: Generated<number>;
  sent_at: Timestamp;
  sent_on: string;
  survey_event_id: number;
}

export interface ReplacedFile {
  key: string;
  replaced_at: Timestamp;
}

export interface RespondCode {
  code_hash: Buffer;
  company_id: number;
  expires_at: Timestamp;
  made_at: Timestamp;
  survey_event_id: number;
  tries_left: number;
}

export interface ScheduleItem {
  company_id: number;
  ended_at: Timestamp | null;
  made_at: Timestamp;
  next_at: Timestamp;
  next_occurrence: Generated<number>;
  patient_id: number;
  recurrence: string;
  rule: string;
  schedule_item_id: Generated<number>;
  starts_at: Timestamp;
  survey_id: number;
  trigger_id: number;
  version: Generated<number>;
}

export interface SealingIdentity {
  certificate: string;
  made_at: Timestamp;
  sealed_key: string | null;
  sealing_identity_id: Generated<number>;
}

export interface SecurityAlert {
  about: number;
  cause: string;
  company_id: number;
  told_at: Timestamp;
}

export interface SecurityEvent {
  address: string;
  at: Timestamp;
  call: string | null;
  company_id: number | null;
  email_hash: string | null;
  entry: string;
  event: string;
  event_id: Generated<Int8>;
  factor: string | null;
  host: string;
  outcome: string;
  provider_id: number | null;
  request_id: string;
}

export interface SecurityLog {
  address: string | null;
  at: Timestamp | null;
  call: string | null;
  company_id: number | null;
  email_hash: string | null;
  event: string | null;
  factor: string | null;
  host: string | null;
  number: Int8 | null;
  outcome: string | null;
  provider_id: number | null;
  request_id: string | null;
}

export interface SeesCompany {
  provider_id: number | null;
}

export interface Session {
  address: Generated<string>;
  company_id: number;
  cookie_hash: Buffer;
  created_at: Timestamp;
  end_reason: string | null;
  ended_at: Timestamp | null;
  ends_at: Timestamp;
  host: string;
  last_input_at: Timestamp;
  provider_id: number;
  session_id: Generated<number>;
  user_agent: Generated<string>;
}

export interface ShipmentComment {
  author_id: number;
  comment_id: Generated<number>;
  company_id: number;
  created_at: Timestamp;
  request_id: number;
  text: string;
}

export interface ShipmentCommentRead {
  comment_id: number;
  company_id: number;
  provider_id: number;
  read_at: Timestamp;
}

export interface ShipmentDocument {
  category: number | null;
  company_id: number;
  document_id: number;
  request_id: number;
}

export interface ShipmentLine {
  company_id: number;
  days_of_supply: number;
  directions: string;
  dosage_form: string | null;
  drug_name: string | null;
  item_description: string | null;
  item_number: string | null;
  label: Generated<string>;
  line_id: Generated<number>;
  product_id: number;
  quantity: number;
  quantity_unit: string | null;
  replaces_line_id: number | null;
  request_id: number;
}

export interface ShipmentMail {
  company_id: number;
  due_at: Timestamp;
  host: string;
  mail_id: Generated<Int8>;
  partner_id: number | null;
  provider_id: number | null;
  settled_at: Timestamp | null;
}

export interface ShipmentMailStep {
  company_id: number;
  event_id: Int8;
  mail_id: Int8;
  request_id: number;
  step: string;
  taken_at: Timestamp;
}

export interface ShipmentPackage {
  company_id: number;
  courier: string;
  package_id: Generated<number>;
  request_id: number;
  tracking_number: string;
}

export interface ShipmentParticipant {
  company_id: number;
  first_name: string;
  is_by_number: Generated<boolean>;
  last_name: string;
  participant_id: number | null;
  position: number;
  request_id: number;
  subject_number: string;
}

export interface ShipmentRequest {
  address_id: number;
  address_on_record: Generated<boolean>;
  company_id: number;
  created_at: Timestamp;
  is_batch: Generated<boolean>;
  next_order_on: string | null;
  partner_id: number;
  prescriber_id: number | null;
  received_on: string | null;
  reminder_on: string | null;
  reminder_since: Timestamp | null;
  reminder_was_on: string | null;
  reorder_of: number | null;
  request_id: Generated<number>;
  requester_id: number;
  required_on: string;
  shipment_type: string;
  shipped_on: string | null;
  site_id: number;
  sponsor_id: number | null;
  status: string;
  status_changed_on: string;
  submission: string;
  to_participant: boolean;
  trial_id: number;
  version: Generated<number>;
}

export interface ShipmentStatusChange {
  change_id: Generated<number>;
  changed_at: Timestamp;
  changed_on: string;
  company_id: number;
  provider_id: number;
  request_id: number;
  status: string;
}

export interface Signature {
  address: string;
  claimed_at: Timestamp | null;
  client: string;
  company_id: number;
  email: string;
  field_name: string;
  first_name: string;
  host: string;
  image_sha384: string;
  last_name: string;
  page: number;
  presented_sha256: string;
  provider_id: number;
  reason: string;
  signature_id: Generated<number>;
  signed_at: Timestamp;
  signed_sha256: string;
  signer_id: number;
  signing_request_id: number;
  type: string;
}

export interface Signer {
  company_id: number;
  email: string;
  name: string;
  provider_id: number;
  signed_at: Timestamp | null;
  signer_id: Generated<number>;
  signer_num: number;
  signer_uuid: string;
  signing_request_id: number;
}

export interface SignInDay {
  company_id: number;
  day: string;
  last_at: Timestamp;
  provider_id: number;
}

export interface SigningProof {
  company_id: number;
  expires_at: Timestamp;
  field_name: string;
  made_at: Timestamp;
  proof_hash: Buffer;
  provider_id: number;
  reason: string;
  session_id: number;
  signing_request_id: number;
  used_at: Timestamp | null;
}

export interface SigningRequest {
  company_id: number;
  created_at: Timestamp;
  document_id: number;
  ended_at: Timestamp | null;
  kind: string;
  reason: string | null;
  requester_id: number | null;
  sealed_at: Timestamp | null;
  sealed_sha256: string | null;
  signing_request_id: Generated<number>;
  sr_uuid: string;
  state: Generated<string>;
  version: Generated<number>;
}

export interface SignInLock {
  email: string;
  last_wrong_at: Timestamp;
  locked_until: Timestamp | null;
  wrong_in_a_row: number;
}

export interface SitePartner {
  company_id: number;
  connection_id: Generated<number>;
  partner_id: number;
  removed_at: Timestamp | null;
  site_id: number;
}

export interface SpentPuzzle {
  expires_at: Timestamp;
  signature: string;
}

export interface Sponsor {
  company_id: number;
  name: string;
  removed_at: Timestamp | null;
  sponsor_id: Generated<number>;
  version: Generated<number>;
}

export interface StoredFile {
  bytes: Int8;
  company_id: number | null;
  created_at: Timestamp;
  file_id: Generated<number>;
  key: string;
  secret_id: string | null;
  sha256: string | null;
  type: string;
}

export interface Survey {
  company_id: number;
  created_at: Timestamp;
  default_recurrence: Generated<number>;
  definition: Generated<number>;
  name: string;
  survey_id: Generated<number>;
  version: Generated<number>;
}

export interface SurveyDefinition {
  company_id: number;
  created_at: Timestamp;
  graph: Json | null;
  is_sent: Generated<boolean>;
  is_usable: boolean;
  name: string;
  number: number;
  survey_definition_id: Generated<number>;
  survey_id: number;
}

export interface SurveyDraft {
  company_id: number;
  content: Json;
  provider_id: number | null;
  saved_at: Timestamp;
  survey_draft_id: Generated<number>;
  survey_event_id: number;
}

export interface SurveyEvent {
  answered_at: Timestamp | null;
  company_id: number;
  due_at: Timestamp;
  ended_at: Timestamp | null;
  patient_id: number;
  schedule_item_id: number;
  started_at: Timestamp;
  survey_definition_id: number;
  survey_event_id: Generated<number>;
  survey_id: number;
  tells_patient: boolean;
  told_at: Timestamp | null;
}

export interface SurveyResponse {
  answers: Json;
  claimed_at: Timestamp;
  company_id: number;
  completed_at: Timestamp;
  flagged: number[];
  medications: Json;
  patient_id: number;
  provider_id: number | null;
  response_id: Generated<number>;
  reviewed_at: Timestamp | null;
  reviewer_id: number | null;
  survey_event_id: number;
  survey_id: number;
  version: Generated<number>;
}

export interface TemplateSigner {
  company_id: number;
  document_id: number;
  signer_num: number;
  user_type: string;
}

export interface TermsAcceptance {
  acceptance_id: Generated<number>;
  accepted_at: Timestamp;
  brand_key: string;
  company_id: number;
  host: string;
  provider_id: number;
  terms: string;
}

export interface TrainingAcknowledgement {
  acknowledged_at: Timestamp | null;
  company_id: number;
  document_id: number;
  provider_id: number;
  template_id: number;
}

export interface TrialCard {
  card_introduction: string;
  cardholder_id_label: string;
  cardholder_name_label: string;
  care_group_id: number;
  claim_submissions: string;
  company_id: number;
  contact_info: string;
  main_logo: string | null;
  optional_logo: string | null;
  participants: string;
  pharmacy_instructions: string;
  rx_bin: string;
  rx_grp: string;
  rx_pcn: string;
  version: Generated<number>;
}

export interface UserReport {
  care_group_id: number;
  changes_since: string;
  company_id: number;
  created_at: Timestamp;
  document_id: number;
  sponsor_id: number | null;
}

export interface WorkflowDocument {
  care_group_id: number;
  company_id: number;
  description: string;
  document_id: number;
  removed_at: Timestamp | null;
  trigger_id: Generated<number>;
  trigger_type: string;
  trigger_value: string;
  version: Generated<number>;
}

export interface WorkflowSurvey {
  added_at: Timestamp;
  care_group_id: number;
  changed_at: Timestamp | null;
  company_id: number;
  description: string;
  removed_at: Timestamp | null;
  survey_id: number;
  trigger_id: Generated<number>;
  trigger_type: string;
  trigger_value: string;
  version: Generated<number>;
}

export interface DB {
  access_entry: AccessEntry;
  access_token: AccessToken;
  address: Address;
  audit_entry: AuditEntry;
  audit_link: AuditLink;
  auth_challenge: AuthChallenge;
  brand_alert: BrandAlert;
  broadcast: Broadcast;
  broadcast_member: BroadcastMember;
  broadcast_message: BroadcastMessage;
  card_image: CardImage;
  card_outreach: CardOutreach;
  care_group: CareGroup;
  care_group_member: CareGroupMember;
  company: Company;
  company_address: CompanyAddress;
  company_brand: CompanyBrand;
  company_email: CompanyEmail;
  company_module: CompanyModule;
  company_phone: CompanyPhone;
  conversation: Conversation;
  conversation_code: ConversationCode;
  conversation_member: ConversationMember;
  conversation_message: ConversationMessage;
  conversation_notice: ConversationNotice;
  conversation_reading: ConversationReading;
  delegate: Delegate;
  delegate_npi: DelegateNpi;
  document: Document;
  document_link: DocumentLink;
  document_revision: DocumentRevision;
  email_choice: EmailChoice;
  emergency_access: EmergencyAccess;
  event: Event;
  flagged_answer: FlaggedAnswer;
  follow_up: FollowUp;
  foreign_call: ForeignCall;
  host_brand: HostBrand;
  idempotency_key: IdempotencyKey;
  identity_account: IdentityAccount;
  installation: Installation;
  invitation: Invitation;
  invitation_care_group: InvitationCareGroup;
  known_device: KnownDevice;
  limit_use: LimitUse;
  listed_medication: ListedMedication;
  lock_notice: LockNotice;
  log_entry: LogEntry;
  lot: Lot;
  lot_correction: LotCorrection;
  lot_recall: LotRecall;
  medication_list: MedicationList;
  member_at_top: MemberAtTop;
  message: Message;
  message_reading: MessageReading;
  mfa_recovery: MfaRecovery;
  migration: Migration;
  month_archive: MonthArchive;
  notification_preference: NotificationPreference;
  package_item: PackageItem;
  participant: Participant;
  partner: Partner;
  password_reset: PasswordReset;
  patient: Patient;
  patient_address: PatientAddress;
  patient_allergy: PatientAllergy;
  patient_call: PatientCall;
  patient_care_group: PatientCareGroup;
  patient_consent: PatientConsent;
  patient_consent_withdrawal: PatientConsentWithdrawal;
  patient_contact: PatientContact;
  patient_document: PatientDocument;
  patient_goal: PatientGoal;
  patient_in_several: PatientInSeveral;
  patient_insurance: PatientInsurance;
  patient_medication: PatientMedication;
  patient_order_status: PatientOrderStatus;
  patient_prescription: PatientPrescription;
  patient_recovery: PatientRecovery;
  patient_step: PatientStep;
  patient_tally: PatientTally;
  patient_within: PatientWithin;
  pool_account: PoolAccount;
  portal_secret: PortalSecret;
  prescription_telling: PrescriptionTelling;
  product: Product;
  product_price: ProductPrice;
  product_supply: ProductSupply;
  provider: Provider;
  public_image: PublicImage;
  recovery_code: RecoveryCode;
  refill_outreach: RefillOutreach;
  reminder: Reminder;
  replaced_file: ReplacedFile;
  respond_code: RespondCode;
  schedule_item: ScheduleItem;
  sealing_identity: SealingIdentity;
  security_alert: SecurityAlert;
  security_event: SecurityEvent;
  security_log: SecurityLog;
  sees_company: SeesCompany;
  session: Session;
  shipment_comment: ShipmentComment;
  shipment_comment_read: ShipmentCommentRead;
  shipment_document: ShipmentDocument;
  shipment_line: ShipmentLine;
  shipment_mail: ShipmentMail;
  shipment_mail_step: ShipmentMailStep;
  shipment_package: ShipmentPackage;
  shipment_participant: ShipmentParticipant;
  shipment_request: ShipmentRequest;
  shipment_status_change: ShipmentStatusChange;
  sign_in_day: SignInDay;
  sign_in_lock: SignInLock;
  signature: Signature;
  signer: Signer;
  signing_proof: SigningProof;
  signing_request: SigningRequest;
  site_partner: SitePartner;
  spent_puzzle: SpentPuzzle;
  sponsor: Sponsor;
  stored_file: StoredFile;
  survey: Survey;
  survey_definition: SurveyDefinition;
  survey_draft: SurveyDraft;
  survey_event: SurveyEvent;
  survey_response: SurveyResponse;
  template_signer: TemplateSigner;
  terms_acceptance: TermsAcceptance;
  training_acknowledgement: TrainingAcknowledgement;
  trial_card: TrialCard;
  user_report: UserReport;
  workflow_document: WorkflowDocument;
  workflow_survey: WorkflowSurvey;
}
