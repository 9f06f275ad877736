/** People, mails and the four logs, made by the database itself: sizes are true, what stands in them is not. */
import type { Env } from '../../server/src/env.ts';
import { writeHead } from '../../server/src/platform/audit/head-file.ts';
import type { World } from '../bench/world.ts';

export interface People {
  firstId: number;
  count: number;
}
interface Company {
  companyId: number;
  siteIds: readonly number[];
  pharmacyIds: readonly number[];
  wholesalerId: number;
  count: number;
}

/** Of twenty people thirteen work at four sites each, four in a pharmacy, and one each for a wholesaler, a sponsor and the company. */
export async function addPeople(world: World, company: Company): Promise<People> {
  const { companyId, siteIds, pharmacyIds, wholesalerId, count } = company;
  await world.rows(
    `with made as (
       insert into provider (company_id, email, first_name, last_name, phone, type, admin_rights, partner_id, sponsor_id, created_at)
       select $1::int, 'person' || n || '@company' || $1::int || '.example', 'First' || n, 'Last' || n, '+1617555' || lpad((n % 10000)::text, 4, '0'),
         type, type = 'Admin', case type when 'Pharmacy User' then ($3::int[])[1 + n % cardinality($3::int[])] when 'Wholesaler User' then $4::int end,
         case type when 'Sponsor' then (select min(sponsor_id) from sponsor where company_id = $1::int) end, now() - interval '2 years'
       from generate_series(1, $2::int) n, lateral (select case when n % 20 < 13 then 'Site User' when n % 20 < 17 then 'Pharmacy User'
         when n % 20 = 17 then 'Wholesaler User' when n % 20 = 18 then 'Sponsor' else 'Admin' end as type) kind
       returning provider_id, email, type, created_at),
     accounts as (
       insert into identity_account (email, password_hash, preferred_mfa, totp_secret)
       select email, repeat('x', 130), 'totp', repeat('x', 110) from made),
     notices as (
       insert into notification_preference (company_id, provider_id, name, description)
       select $1::int, provider_id, 'Notice ' || n, 'When something of this kind happens' from made, generate_series(1, 3) n),
     days as (
       -- Kept as long as the access log.
       insert into sign_in_day (provider_id, day, company_id, last_at)
       select provider_id, day::date, $1::int, day from made, generate_series(now() - interval '72 months', now(), '3 days') day)
     insert into care_group_member (provider_id, care_group_id, company_id)
     select distinct provider_id, ($5::int[])[1 + (provider_id * 4 + k) % cardinality($5::int[])], $1::int
     from made, generate_series(0, 3) k where type = 'Site User'`,
    [companyId, count, pharmacyIds, wholesalerId, siteIds],
  );
  const [made] = await world.rows<People>(
    `select min(provider_id) as "firstId", count(*)::int as count from provider where company_id = $1 and email like '%@company%'`,
    [companyId],
  );
  return made as People;
}

/** Two for each request; those of the last thirty days have their words, and a day's more wait to be blanked. */
export const addMails = (world: World) =>
  world.rows(
    `insert into message (channel, recipient, subject, body, html, topic, created_at, sent_at, attempts)
     select 'email', 'person' || request_id % 500 || '@company' || company_id || '.example',
       case when has_words then 'Shipment request ' || request_id || ' has been shipped' else '' end,
       case when has_words then repeat('Your request has been shipped. ', 25) else '' end,
       case when has_words then repeat('<p style="font-size:16px">Your request has been shipped.</p>', 40) end,
       'shipments', at, at + interval '2 seconds', 1
     from (
       select request_id, company_id, request_id % 24 = 0 as has_words,
         case when request_id % 24 = 0 then now() - request_id / 24 % 31 * interval '1 day' else created_at end as at
       from shipment_request order by 4) request, generate_series(1, 2)`,
  );

const entriesOfRequest = `(values
  (1, 'shipment.created', '[{"field": "status", "new": "preprocessing"}, {"field": "partnerId", "new": 1234}, {"field": "toParticipant", "new": 1},
    {"field": "dateRequired", "new": "2025-03-05"}, {"field": "nextOrderDate", "new": "2025-04-05"}, {"field": "addressId", "new": 123456},
    {"field": "products", "new": [{"productId": 1234, "quantity": 2, "daysOfSupply": 30, "directions": "Take one daily"}]},
    {"field": "participants", "new": [{"position": 0, "participantId": 123456, "subjectNumber": "123-456"}]},
    {"field": "submission", "new": "5e0c5bd6-6e3f-4b0e-9d8c-2f6a1b7c3d4e"}]'::jsonb),
  (2, 'shipment.moved', '[{"field": "status", "old": "preprocessing", "new": "processing"}]'::jsonb),
  (3, 'shipment.shipped', '[{"field": "status", "old": "processing", "new": "shipped"}, {"field": "packages", "new": [{"courier": "Swift",
    "trackingNumber": "SW-123456-1", "items": [{"lineId": 123456, "quantity": 1, "lotNumber": "L2025-1", "expiresOn": "2027-01-01"}]}]}]'::jsonb),
  (4, 'shipment.moved', '[{"field": "status", "old": "shipped", "new": "received"}]'::jsonb),
  (5, 'shipment.commented', '[{"field": "text", "new": "When will this arrive?"}]'::jsonb),
  (6, 'shipment.comments_read', '[{"field": "commentIds", "new": [123456]}]'::jsonb),
  (7, 'shipment.reminder_set', '[{"field": "reminderOn", "old": "2025-04-05", "new": "2025-04-12"}]'::jsonb),
  (8, 'shipment.document_uploaded', '[{"field": "documentId", "new": 123456}, {"field": "filename", "new": "order form.pdf"}]'::jsonb),
  (9, 'participant.changed', '[{"field": "phone", "old": "+16175550123", "new": "+16175550124"}, {"field": "email", "new": "a@portal.example"}]'::jsonb),
  (10, 'shipment.reminder_dismissed', '[{"field": "reminderOn", "old": "2025-04-12"}]'::jsonb)
) as entry (k, action, changes)`;

/**
 * Ten for each request, in the order of time over all companies. Proofs and links are bytes of the right length and prove nothing; the
 * note outside of the database says that the chain was whole so far, so that the portal goes on from there.
 */
export async function addAuditEntries(world: World, env: Env, most: number): Promise<void> {
  const [before] = await world.rows<{ seq: number; position: number }>(
    `select coalesce((select max(seq) from audit_entry), 0) as seq, coalesce((select max(position) from audit_link), 0) as position`,
  );
  const { seq: first, position } = before as NonNullable<typeof before>;
  await world.rows(
    `insert into audit_entry (company_id, at, actor_id, actor_name, actor_type, action, record_kind, record_id, changes, host, request_id, proof)
     select company_id, created_at + k * interval '1 hour', person, 'First' || person || ' Last' || person, 'Site User', action,
       case k when 9 then 'participant' else 'shipment_request' end, (case k when 9 then request_id % 50000 + 1 else request_id end)::text,
       changes, 'portal.example.com', substr(md5(request_id || ' ' || k), 1, 12),
       sha256((request_id || ' ' || k)::bytea) || decode(md5(k || ' ' || request_id), 'hex')
     from (
       select request_id, company_id, created_at, first_id + request_id % people as person
       from shipment_request join (select company_id, min(provider_id) as first_id, count(*)::int as people from provider
         where email like '%@company%' group by company_id) company using (company_id)
       order by created_at) request cross join ${entriesOfRequest}
     limit $1`,
    [most],
  );
  const [after] = await world.rows<{ seq: number }>('select max(seq) as seq from audit_entry');
  const last = after?.seq ?? first;
  const atOnce = 1_000_000;
  for (let from = first + 1; from <= last; from += atOnce)
    await world.rows(
      `insert into audit_link (position, seq, hash)
       select n - $3::bigint + $4::bigint, n, sha256(n::text::bytea) from generate_series($1::bigint, $2::bigint) n order by n`,
      [from, Math.min(last, from + atOnce - 1), first, position],
    );
  const [end] = await world.rows<{ position: number; hash: string }>(
    `select position, encode(hash, 'hex') as hash from audit_link order by position desc limit 1`,
  );
  if (end) await writeHead(env, { ...end, settled: last });
}

const months = { access: 73, security: 14 };

/** The months before this one, whose tables are made, and how long each is. */
const spread = (count: number, rows: number) => ({
  perMonth: Math.ceil(rows / count),
  monthsAgo: Array.from({ length: count }, (_, i) => count - i),
});
const monthAgo = `date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - $1::int * interval '1 month'`;
const makeMonth = (world: World, table: string, ago: number) =>
  world.rows(`select make_month($2, (${monthAgo})::date)`, [ago, table]);

/**
 * Over six years and a month, which is due for the archive: of four entries three are of one record and one of 25, and of a thousand
 * three are of the same record.
 */
export async function addAccessEntries(world: World, rows: number): Promise<void> {
  const { perMonth, monthsAgo } = spread(months.access, rows);
  for (const ago of monthsAgo) {
    await makeMonth(world, 'access_entry', ago);
    await world.rows(
      `insert into access_entry (company_id, at, provider_id, call, record_kind, record_ids, outcome, host, address, request_id)
       select company_id, ${monthAgo} + n * (interval '27 days' / $2::int), first_person + random % people,
         case when is_list then 'GET /care-groups/trial-participant' else 'GET /care-groups/clinical-trial/shipping-request' end, 'participant',
         case when random % 333 = 0 then array[first_participant]
           when is_list then array(select first_participant + (random % participants + k) % participants from generate_series(0, 24) k)
           else array[first_participant + random % participants] end,
         case when n % 500 = 1 then 'refused' else 'read' end, 'portal.example.com', '203.0.113.' || n % 250, substr(md5(n::text), 1, 12)
       from generate_series(1, $2::int) n join (
         select company_id, row_number() over (order by company_id) - 1 as place, count(*) over () as companies,
           (select min(provider_id) from provider where provider.company_id = company.company_id and email like '%@company%') as first_person,
           (select count(*)::int from provider where provider.company_id = company.company_id and email like '%@company%') as people,
           (select min(participant_id) from participant where participant.company_id = company.company_id) as first_participant,
           (select count(*)::int from participant where participant.company_id = company.company_id) as participants
         from company where company_id in (select company_id from provider where email like '%@company%')) company on place = n % companies,
       lateral (select hashint4(n * 100 + $1::int) & 2147483647 as random) drawn, lateral (select random / 1000 % 4 = 0 as is_list) kind`,
      [ago, perMonth],
    );
  }
}

/** Over thirteen months and one more that is due. */
export async function addSecurityEvents(world: World, rows: number): Promise<void> {
  const { perMonth, monthsAgo } = spread(months.security, rows);
  for (const ago of monthsAgo) {
    await makeMonth(world, 'security_event', ago);
    await world.rows(
      `insert into security_event (entry, company_id, at, event, outcome, factor, provider_id, email_hash, host, address, request_id)
       select gen_random_uuid(), company_id, ${monthAgo} + n * (interval '27 days' / $2::int),
         (array['sign_in', 'mfa.answered', 'sign_out', 'session.expired', 'export'])[n % 5 + 1],
         case when n % 40 = 0 then 'failed' else 'done' end, case n % 5 when 0 then 'password' when 1 then 'totp' end,
         first_person + n % people, substr(md5(n::text), 1, 8) || ':' || md5((n % 500)::text), 'portal.example.com', '203.0.113.' || n % 250,
         substr(md5(n::text), 1, 12)
       from generate_series(1, $2::int) n join (
         select company_id, row_number() over (order by company_id) - 1 as place, count(*) over () as companies,
           min(provider_id) as first_person, count(*)::int as people
         from provider where email like '%@company%' group by company_id) company on place = n % companies`,
      [ago, perMonth],
    );
  }
}
