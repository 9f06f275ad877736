/** Which conversations a page of the list has. SQL, nothing else. */
import { type ConversationState, most, type Scope } from '@portal/contract/conversations/rules.ts';
import { type Expression, type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import type { Schema } from '#platform/database/db.ts';
import { seesWhole } from '#rooms/care-groups/door.ts';
import { patientInSight } from '#rooms/patients/door.ts';
import { hasLostTeam, isMember, type Looker } from './sight.ts';

export interface Narrowing {
  scope: Scope;
  state?: ConversationState | undefined;
  patientId?: number | undefined;
  /** What is looked for. */
  search?: string | null;
  /** The list goes on below this one. */
  after?: number | undefined;
  now: Date;
}

/** `found_id` is the newest message that has what is looked for. */
export type Found = Selectable<Schema['conversation']> & { found_id: number | null };

/** One more than the list shows says that it goes on. */
const page = sql.lit(most.conversations + 1);
/** Who takes part in no more than so many takes part in few. */
const few = 5 * most.conversations;
const newestFirst = sql`order by latest_at desc, conversation_id desc limit ${page}`;

/** Of somebody's own conversations, up to which message they have read everything. */
export const memberships = ({ providerId }: Pick<Looker, 'providerId'>) =>
  sql`(select own.conversation_id, own.in_emergency, coalesce(place.read_to, 0) as read_to
    from conversation_member own left join conversation_reading place
      on place.conversation_id = own.conversation_id and place.provider_id = own.provider_id
    where own.provider_id = ${providerId})`;

/** What others wrote into the conversation `own`, one of `memberships`, and one has not read; what a colleague wrote to many waits for nobody. */
export const unreadMessages = ({ providerId }: Pick<Looker, 'providerId'>) =>
  sql`from conversation_message m
    where m.conversation_id = own.conversation_id and m.message_id > own.read_to and m.provider_id is distinct from ${providerId}
      and m.broadcast_message_id is null
      and not exists (select from message_reading r where r.message_id = m.message_id and r.provider_id = ${providerId})`;

/** Whether anything is unread in `own`. */
const isUnread = (viewer: Looker) => sql<SqlBool>`(select true ${unreadMessages(viewer)} limit 1)`;

/** Of a row `own` of `memberships`, and its conversation. */
const takesPart = (viewer: Looker) =>
  sql<SqlBool>`(not own.in_emergency or ${patientInSight(viewer, 'conversation.patient_id')})`;

/** What the patient of a row `conversation` wrote since the last answer; what goes to many answers nobody. */
export const unansweredMessages = sql`from conversation_message m
  where m.conversation_id = conversation.conversation_id and m.provider_id is null and m.message_id > coalesce((
    select answer.message_id from conversation_message answer
    where answer.conversation_id = conversation.conversation_id and answer.provider_id is not null
      and answer.broadcast_message_id is null
    order by answer.message_id desc limit 1), 0)`;

/** Of a row `conversation`; what was given to somebody who has gone is nobody's again (see `release-conversations.ts`). */
const isNobodys = sql<SqlBool>`(conversation.assigned_to is null and conversation.state = 'open')`;

/** Of a row `conversation` that is nobody's: nobody is left who would read what the patient wrote, so that it is unread for whoever sees the patient. */
export const isLeft = (now: Date) =>
  sql<SqlBool>`(${isNobodys} and (select true ${unansweredMessages} limit 1) and ${hasLostTeam(now)})`;

/** As many as the list of those with unread messages has. */
export const unreadConversations = (viewer: Looker, now: Date) =>
  sql`(
    select own.conversation_id from ${memberships(viewer)} own
      join conversation on conversation.conversation_id = own.conversation_id
      join patient on patient.patient_id = conversation.patient_id and patient.removed_at is null
    where conversation.company_id = ${viewer.companyId} and ${takesPart(viewer)} and ${isUnread(viewer)}
    union all
    select conversation.conversation_id ${leftOnes(viewer, now)})`;

/** Those that are left, about patients in sight: whoever takes part and is at work sees to it that they are not. */
export const leftOnes = (viewer: Looker, now: Date) =>
  sql`from conversation where conversation.company_id = ${viewer.companyId}
    and ${isLeft(now)} and ${patientInSight(viewer, 'conversation.patient_id')}`;

/**
 * Those one takes part in and those about patients in sight are lists of their own, and each is read in order as far as the page:
 * under one condition, everything that somebody may see would be gathered first.
 */
export function pageOf(viewer: Looker, narrowing: Narrowing): RawBuilder<Found> {
  const { scope, search } = narrowing;
  const own = ownOnes(viewer, narrowing);
  const lists =
    scope === 'member'
      ? own
      : scope !== 'unread' && seesWhole(viewer)
        ? [seenOnes(viewer, narrowing)]
        : [...own, seenOnes(viewer, narrowing)];
  return sql<Found>`(
    with mine as materialized (
      select * from ${memberships(viewer)} own order by conversation_id limit ${sql.lit(few + 1)})
      ${search ? sql`, found as materialized ${foundBy(viewer, search)}` : sql``}
    select * from (${sql.join(lists, sql` union `)}) listed ${newestFirst})`;
}

/**
 * Of people who take part in few, these are looked up; of others, the newest of the company are gone through until the page is full.
 * Everything beside is looked up one by one (`limit 1`), whatever a plan that is made once for all people thinks there is.
 */
function ownOnes(viewer: Looker, narrowing: Narrowing) {
  const isThere = sql<SqlBool>`(select true from patient
    where patient.patient_id = conversation.patient_id and patient.removed_at is null limit 1)`;
  const wanted = and(
    ...conditions(viewer, narrowing),
    takesPart(viewer),
    ...(narrowing.scope === 'unread' ? [isUnread(viewer)] : []),
    isThere,
  );
  return [
    sql`(select conversation.*, ${foundId(narrowing)} from mine own ${found(narrowing, 'own')}
      cross join lateral (
        select conversation.* from conversation
        where conversation.conversation_id = own.conversation_id and ${wanted} limit 1) conversation
      where (select count(*) from mine) <= ${sql.lit(few)} ${newestFirst})`,
    sql`(select conversation.*, ${foundId(narrowing)} from conversation ${found(narrowing, 'conversation')}
      cross join lateral (
        select * from ${memberships(viewer)} own where own.conversation_id = conversation.conversation_id limit 1) own
      where (select count(*) from mine) > ${sql.lit(few)} and ${wanted} ${newestFirst})`,
  ];
}

function seenOnes(viewer: Looker, narrowing: Narrowing) {
  const wanted = and(
    ...conditions(viewer, narrowing),
    ...(narrowing.scope === 'unread' ? [isLeft(narrowing.now)] : []),
    patientInSight(viewer, 'conversation.patient_id'),
  );
  return sql`(select conversation.*, ${foundId(narrowing)} from conversation ${found(narrowing, 'conversation')}
    where ${wanted} ${newestFirst})`;
}

/** A conversation that a broadcast began is somebody's to take once its patient has written. */
const wasAnswered = sql<SqlBool>`(conversation.broadcast_id is null or (select true from conversation_message said
  where said.conversation_id = conversation.conversation_id and said.provider_id is null limit 1))`;

const and = (...all: Expression<unknown>[]) => sql<SqlBool>`${sql.join(all, sql` and `)}`;
const foundId = ({ search }: Narrowing) => (search ? sql`found.message_id as found_id` : sql`null::int as found_id`);
const found = ({ search }: Narrowing, among: string) =>
  search ? sql`join found on found.conversation_id = ${sql.ref(`${among}.conversation_id`)}` : sql``;

const conditions = (viewer: Looker, { scope, state, patientId, after }: Narrowing): Expression<unknown>[] => [
  sql`conversation.company_id = ${viewer.companyId}`,
  ...(scope === 'assigned' ? [sql`conversation.assigned_to = ${viewer.providerId}`] : []),
  ...(scope === 'unassigned' ? [sql`${isNobodys} and ${wasAnswered}`] : []),
  ...(scope === 'unanswered'
    ? [
        sql`conversation.assigned_to = ${viewer.providerId} and conversation.state = 'open'
          and (select true ${unansweredMessages} limit 1)`,
      ]
    : []),
  ...(state === undefined ? [] : [sql`conversation.state = ${state}`]),
  ...(patientId === undefined ? [] : [sql`conversation.patient_id = ${patientId}`]),
  ...(after === undefined
    ? []
    : [
        sql`(conversation.latest_at, conversation.conversation_id) < (
          select place.latest_at, place.conversation_id from conversation place where place.conversation_id = ${after}
            and (${isMember(viewer, 'place.conversation_id')} or ${patientInSight(viewer, 'place.patient_id')}))`,
      ]),
];

/** Each conversation that has what is looked for once, with the newest message that has it, or null. */
const foundBy = (viewer: Looker, search: string) =>
  sql`(
    select of.conversation_id, max(of.message_id) as message_id
    from conversations_found(${`%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}, ${[...search].length >= 3},
      ${viewer.providerId}, ${groupsOf(viewer)}::int[]) of
    group by of.conversation_id)`;
const groupsOf = (viewer: Looker): number[] | null => (seesWhole(viewer) ? null : [...(viewer.careGroupIds ?? [])]);
