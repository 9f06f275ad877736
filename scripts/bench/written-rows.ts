/** The participant, its audit entry and its event, as a hand would write them. */
import { randomBytes, randomUUID } from 'node:crypto';

export const holdText = `select site.parent_id from care_group site join care_group trial on trial.care_group_id = site.parent_id
  where site.care_group_id = $1 and site.care_group_id = any($2::int[]) for share of site`;
export const participantText = `insert into participant (company_id, trial_id, site_id, enrolled_site_id, first_name, last_name, born_on, gender, email, phone, address_id,
    subject_number, preferred_contact, created_at)
  values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning participant_id`;
export const auditText = `insert into audit_entry (company_id, at, actor_id, actor_name, actor_type, action, record_kind, record_id, changes, reason, host, request_id, proof)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;
export const eventText = 'insert into event (company_id, type, payload, created_at) values ($1, $2, $3, $4)';

export interface Written {
  companyId: number;
  trialId: number;
  siteId: number;
  number: string;
}

export function valuesOf({ companyId, trialId, siteId, number }: Written) {
  const now = new Date();
  const changes = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    bornOn: '1980-03-05',
    gender: 1,
    phone: '+16175550123',
    subjectNumber: number,
    siteId,
    preferredContact: 1,
  };
  return {
    participant: [
      companyId,
      trialId,
      siteId,
      'Ada',
      'Lovelace',
      '1980-03-05',
      1,
      null,
      '+16175550123',
      null,
      number,
      1,
      now,
    ],
    audit: (id: number) => [
      companyId,
      now,
      1,
      'First Last',
      'Site User',
      'participant.added',
      'participant',
      String(id),
      JSON.stringify(Object.entries(changes).map(([field, value]) => ({ field, new: value }))),
      null,
      '127.0.0.1',
      randomUUID().slice(0, 12),
      randomBytes(32),
    ],
    event: (id: number) => [companyId, 'participant.changed', JSON.stringify({ id, careGroupId: siteId }), now],
  };
}
