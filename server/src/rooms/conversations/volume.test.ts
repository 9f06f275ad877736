/** What the lists of conversations look at where there are many: the rows of a page, whatever else there is. */
import { most, type Scope } from '@portal/contract/conversations/rules.ts';
import { expect, test } from 'vitest';
import { openTalking, type Talking } from '#test/conversations.ts';
import type { Tx } from '#platform/database/db.ts';
import { touched, touchedByCommonPlan } from '#test/plans.ts';
import { type Caller, onItsOwn } from '#test/portal.ts';
import { listed } from './queries.ts';

/** Conversations about patients of their own in a group, the older ones first; three messages in each, of which one is the patient's. */
async function layConversations(s: Talking, members: readonly Caller[], count: number, name: string): Promise<void> {
  const [creator] = members as [Caller];
  await s.rows(
    `with about as (
       insert into patient (company_id, first_name, last_name, born_on, gender, email, status, type, preferred_contact, username, created_at)
       select $1, 'Ada', $2 || n, '1950-03-04', 1, $2 || n || '@mail.example', 'active', 1, 0, gen_random_uuid(), now() from generate_series(1, $3::int) n
       returning patient_id),
     grouped as (
       insert into patient_care_group (patient_id, care_group_id, company_id, joined_at) select patient_id, $4, $1, now() from about),
     begun as (
       insert into conversation (company_id, patient_id, topic, created_by, created_at, latest_at)
       select $1, patient_id, 'Refill', $5, now(), now() + patient_id * interval '1 second' from about returning conversation_id),
     joined as (
       insert into conversation_member (conversation_id, provider_id, company_id, joined_at)
       select conversation_id, id, $1, now() from begun, unnest($6::int[]) as member (id))
     insert into conversation_message (company_id, conversation_id, provider_id, body, sent_at)
     select $1, conversation_id, case when n < 3 then $5::int end, 'Message ' || n, now() from begun, generate_series(1, 3) n`,
    [s.companyId, name, count, s.groups.failure, creator.providerId, members.map(({ providerId }) => providerId)],
  );
}

const tables = ['conversation', 'conversation_member', 'conversation_message', 'patient', 'patient_care_group'];

test('REL-05 a list of conversations looks at the rows of one page, among 6,000 of somebody’s own as among 100 of theirs beside them', {
  timeout: 300_000,
}, async () => {
  const s = await openTalking();
  const { nurse, root, other } = s.people;
  await layConversations(s, [other], 50, 'Abel');
  await layConversations(s, [nurse, root], 6_000, 'Baker');
  await layConversations(s, [other], 50, 'Clark');
  for (const table of [...tables, 'conversation_reading', 'message_reading', 'provider'])
    await s.rows(`vacuum analyze ${table}`);
  const [middle] = await s.rows<{ id: number }>(
    'select percentile_disc(0.5) within group (order by conversation_id) as id from conversation',
  );
  const looks: [said: string, who: Caller, careGroupIds: number[] | null, scope: Scope, after?: number][] = [
    ['few', other, [s.groups.diabetes], 'member'],
    ['many', nurse, [s.groups.heart, s.groups.failure], 'member'],
    ['many, further down', nurse, [s.groups.heart, s.groups.failure], 'member', middle?.id],
    ['all of the company', root, null, 'sight'],
  ];
  const found: Record<string, number[]> = {};
  for (const [said, { providerId }, careGroupIds, scope, after] of looks) {
    const looker = { providerId, companyId: s.companyId, careGroupIds, seesWholeCompany: false };
    const build = (tx: Tx) =>
      listed(tx, looker, { scope, after, now: s.app.clock.now() }).limit(most.conversations + 1);
    found[said] = [
      (await touched(s, s.companyId, build, { of: tables })).rows,
      await touchedByCommonPlan(s, s.companyId, build, tables),
    ];
  }
  // Of each conversation a few rows of its patient, its members and its messages; and of whoever takes part in many, five hundred to know it.
  const page = 20 * most.conversations;
  expect(Object.entries(found).filter(([, rows]) => rows.some((n) => n < most.conversations || n > page))).toEqual([]);
});

test('REL-05 what waits for somebody is looked for among what nobody has, and what waits for their answer among what they have open, beside 6,000 conversations that a colleague has or that they closed', {
  timeout: 300_000,
}, async () => {
  onItsOwn();
  const s = await openTalking();
  const { nurse, root, other } = s.people;
  await layConversations(s, [nurse], 6_000, 'Abel');
  await s.rows('update conversation set assigned_to = $1', [nurse.providerId]);
  // Of the first ten one is a member; of the others the only member does not see the patients.
  await layConversations(s, [root], 10, 'Baker');
  await layConversations(s, [other], 10, 'Clark');
  for (const table of [...tables, 'conversation_reading', 'message_reading', 'provider'])
    await s.rows(`vacuum analyze ${table}`);
  const looker = { providerId: root.providerId, companyId: s.companyId, careGroupIds: null, seesWholeCompany: true };
  const now = s.app.clock.now();
  const found: Record<string, number> = {};
  for (const scope of ['unread', 'unassigned'] as const) {
    const build = (tx: Tx) => listed(tx, looker, { scope, now }).limit(most.conversations + 1);
    found[scope] = (await touched(s, s.companyId, build, { of: tables })).rows;
    found[`${scope}, by the common plan`] = await touchedByCommonPlan(s, s.companyId, build, tables);
    expect(await s.listOf(root, { scope })).toHaveLength(20);
  }
  // Whoever closes one keeps it.
  await s.rows(
    `update conversation set assigned_to = $1, state = case when assigned_to is null then 'open' else 'closed' end`,
    [root.providerId],
  );
  await s.rows('vacuum analyze conversation');
  const build = (tx: Tx) => listed(tx, looker, { scope: 'unanswered', now }).limit(most.conversations + 1);
  found['unanswered'] = (await touched(s, s.companyId, build, { of: tables })).rows;
  found['unanswered, by the common plan'] = await touchedByCommonPlan(s, s.companyId, build, tables);
  expect(await s.listOf(root, { scope: 'unanswered' })).toHaveLength(20);
  // Whoever closed the oldest alone finds them without going through what all others had.
  await s.rows(
    `update conversation set assigned_to = $1 where conversation_id in (
       select conversation_id from conversation where state = 'closed' order by latest_at limit 20)`,
    [other.providerId],
  );
  await s.rows('vacuum analyze conversation');
  const closed = (tx: Tx) =>
    listed(tx, { ...looker, providerId: other.providerId }, { scope: 'assigned', state: 'closed', now });
  found['closed'] = (await touched(s, s.companyId, closed, { of: tables })).rows;
  expect(Object.entries(found).filter(([, rows]) => rows < 20 || rows > most.conversations * 20)).toEqual([]);
});
