/** People who talk, in bulk. */
import { randomBytes } from 'node:crypto';
import { hashOf } from '../../server/src/platform/security/viewer-of.ts';
import type { World } from './world.ts';

export interface TalkingPerson {
  providerId: number;
  token: string;
}

/** Nurses of one group, each with a session that outlives every measurement. */
export async function aGroupOf(world: World, companyId: number, count: number) {
  const mark = randomBytes(4).toString('hex');
  const [group] = await world.rows<{ id: number }>(
    `insert into care_group (company_id, kind, name, display_name, created_at) values ($1, 'group', $2, $2, now()) returning care_group_id as id`,
    [companyId, `Clinic ${mark}`],
  );
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const rows = await world.rows<{ id: number }>(
    `with person as (
       insert into provider (company_id, email, first_name, last_name, type, admin_rights, created_at)
       select $1::int, 'talk-' || $2 || n || '@portal.example', 'Ada', 'Nurse' || n, 'Nurse', false, now() from generate_series(1, $3::int) n
       returning provider_id),
     member as (
       insert into care_group_member (care_group_id, provider_id, company_id) select $4::int, provider_id, $1::int from person)
     select provider_id as id from person order by provider_id`,
    [companyId, mark, count, group?.id],
  );
  await world.rows(
    `with opened as (
       insert into session (company_id, provider_id, host, cookie_hash, created_at, last_input_at, ends_at)
       select $1::int, id, $2, hash, now(), now(), now() + interval '12 hours' from unnest($3::int[], $4::bytea[]) as person (id, hash)
       returning session_id, cookie_hash)
     insert into access_token (company_id, session_id, token_hash, expires_at)
     select $1::int, session_id, cookie_hash, now() + interval '12 hours' from opened`,
    [companyId, new URL(world.url).hostname, rows.map(({ id }) => id), tokens.map(hashOf)],
  );
  const people = rows.map(({ id }, n): TalkingPerson => ({ providerId: id, token: tokens[n] as string }));
  return { groupId: group?.id as number, people };
}

/** Conversations of these members, so many of each list, each about a patient of its own. The newest come last. */
export async function addConversations(
  world: World,
  { companyId, groupId }: { companyId: number; groupId: number },
  lists: readonly { memberIds: readonly number[]; count: number }[],
): Promise<number[]> {
  const made: number[] = [];
  for (const { memberIds, count } of lists) {
    const rows = await world.rows<{ id: number }>(
      `with about as (
         insert into patient (company_id, first_name, last_name, born_on, gender, email, status, type, preferred_contact, username, created_at)
         select $1::int, 'Grace', 'Patient' || n, '1956-12-09', 1, gen_random_uuid() || '@patients.example', 'active', 3, -1, gen_random_uuid(), now()
         from generate_series(1, $3::int) n returning patient_id),
       joined as (
         insert into patient_care_group (patient_id, care_group_id, company_id, joined_at) select patient_id, $2::int, $1::int, now() from about),
       talk as (
         insert into conversation (company_id, patient_id, topic, created_by, created_at, latest_at)
         select $1::int, patient_id, 'Refill ' || patient_id, $5, now(), now() - (patient_id % 100000) * interval '1 second' from about
         returning conversation_id),
       taking_part as (
         insert into conversation_member (conversation_id, provider_id, company_id, joined_at)
         select conversation_id, id, $1::int, now() from talk, unnest($4::int[]) as member (id))
       select conversation_id as id from talk order by conversation_id`,
      [companyId, groupId, count, memberIds, memberIds[0]],
    );
    made.push(...rows.map(({ id }) => id));
  }
  return made;
}

/** Some messages in each. */
export const addMessages = (world: World, conversationIds: readonly number[], each: number) =>
  world.rows(
    `insert into conversation_message (company_id, conversation_id, provider_id, body, sent_at)
     select company_id, conversation_id, created_by, 'Message ' || n, latest_at from conversation, generate_series(1, $2::int) n
     where conversation_id = any($1::int[])`,
    [conversationIds, each],
  );
