/**
 * Says to patients that their care team has written: once until they have looked, and again after a day; of however many conversations, only
 * so often in a day on which they do not look (SEC-36). A conversation is held while its patient is told and is told in the same transaction,
 * so that a process that is killed, or several at once, tell nobody twice.
 */
import { codeDays } from '@portal/contract/responses/rules.ts';
import { sql } from 'kysely';
import { type Act, actOf } from '#platform/act/act.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import { companyByCompany } from '#platform/jobs/company-by-company.ts';
import { job } from '#platform/jobs/job.ts';
import { wakes } from '#platform/jobs/jobs.ts';
import { outdateOpening, withdrawOpening } from '#platform/jobs/outbox.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { brandOf, waysTo } from '#rooms/outreach/door.ts';
import type { Anew } from '#rooms/patients/door.ts';
import { portalItself } from '#rooms/schedules/door.ts';
import { holdAddresses } from '#rooms/subscriptions/door.ts';
import { noticeMail, noticeText } from './letters.ts';
import { reachOfPatient, whyUnreached } from '../untold.ts';
import { codeForConversation, hasMessaging, hasSpentLink, opensConversation } from './links.ts';

export const tellPatientsOfMessages = job({ name: 'tell-patients-of-messages', at: '* * * * *' });

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Whoever has the page open reads it there; and several messages in a row are one notice. */
const waitMs = 20_000;
/** So long after somebody could not be told it is looked whether they can be by now; the next message looks at once. */
const lookAgainMs = 60 * minuteMs;
/** So many in a day for a patient who does not look: each of them leads to their care team, and more would bring nobody sooner. */
const mostUnseen = 6;
/** Where no link of theirs opens anything any more, as once their address was corrected: one that does may follow, but not under each number. */
const mostWithoutLink = mostUnseen + 2;
const portion = 50;
type Ground = Pick<House, 'database' | 'clock' | 'brands' | 'env' | 'log'>;

/**
 * After a message of the care team: when the patient is to be told, where they have not been for this. Whose link cannot be used any more
 * is told of the next message, by a link that can.
 */
export async function planNotice({ tx, now }: Pick<Act<Actor>, 'tx' | 'now'>, ids: readonly number[]): Promise<void> {
  const at = now();
  const { numAffectedRows = 0n } = await sql`
    insert into conversation_notice (conversation_id, company_id, tell_at)
    select conversation_id, company_id, ${new Date(at.getTime() + waitMs)} from conversation
    where conversation_id = ${anyOf(ids)}
    on conflict (conversation_id) do update set tell_at = excluded.tell_at
    where conversation_notice.tell_at > excluded.tell_at
      or (conversation_notice.tell_at is null and (conversation_notice.told_at < ${new Date(at.getTime() - dayMs)}
        or not exists (select from conversation_code code where code.conversation_id = excluded.conversation_id
          and code.expires_at > ${at} and code.tries_left > 0)))`.execute(tx);
  const { numUpdatedRows } = await tx
    .updateTable('conversation_notice')
    .set({ tell_at: new Date(at.getTime() + waitMs) })
    .where('tell_at', 'is', null)
    .where('conversation_id', '=', anyOf([...(await unreachedOf(tx, ids)), ...(await takenBackOf(tx, ids))]))
    .executeTakeFirst();
  if (numAffectedRows + numUpdatedRows > 0n) await wake(tx);
}

const wake = (tx: Tx) => sql`select pg_notify(${wakes}, ${tellPatientsOfMessages.name})`.execute(tx);

/**
 * What was sent to a patient may have been taken back, or have led nowhere: of what they were told of last, and have not looked at, they
 * are told anew. One notice is enough to bring them back, however much they never looked at.
 */
export async function tellAnew(
  { tx, now }: Pick<Act<Actor>, 'tx' | 'now'>,
  patientId: number,
  { spentAlone = false }: Pick<Anew, 'spentAlone'> = {},
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('conversation_notice')
    .set({ tell_at: now() })
    .where('conversation_id', '=', (eb) =>
      eb
        .selectFrom('conversation_notice as last')
        .where(isOf(patientId))
        .where('last.tell_at', 'is', null)
        .where('last.told_at', '>', new Date(now().getTime() - codeDays * dayMs))
        .$if(spentAlone, (those) => those.where(hasSpentLink('last.conversation_id', now())))
        .where((one) => {
          const isDue = due(tx, now()).where(isOf(patientId, 'notice.conversation_id'));
          return one.not(one.exists(isDue.select('notice.conversation_id')));
        })
        .orderBy('last.told_at', 'desc')
        .orderBy('last.conversation_id', 'desc')
        .limit(1)
        .select('last.conversation_id'),
    )
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await wake(tx);
}

/** What was sent to a patient so far leads nowhere any more, and what of it still waits is taken back; they are told anew, with another link. */
export async function endLinksOf(act: Pick<Act<Actor>, 'tx' | 'now'>, patientId: number): Promise<void> {
  // Before the links, as whoever tells a patient holds them.
  await tellAnew(act, patientId);
  const ended = await act.tx
    .updateTable('conversation_code')
    .set({ tries_left: 0, expires_at: act.now() })
    .where(isOf(patientId))
    .where('tries_left', '>', 0)
    .returning('conversation_id as id')
    .execute();
  for (const { id } of ended) await withdrawOpening(act.tx, act.now(), opensConversation(id));
}

const isOf = (patientId: number, column = 'conversation_id') =>
  sql<boolean>`${sql.ref(column)} in (select conversation_id from conversation where patient_id = ${patientId})`;

/**
 * Those whose patient cannot be told now: however lately they were, this is a message that they may know nothing of. What does not arrive
 * is tried on by itself, and would come many times once it does.
 */
async function unreachedOf(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('conversation')
    .innerJoin('patient', 'patient.patient_id', 'conversation.patient_id')
    .where('conversation.conversation_id', '=', anyOf(ids))
    .select(['conversation.conversation_id as id', ...reachOfPatient])
    .execute();
  return rows.filter((row) => whyUnreached(tx, row) !== null).map(({ id }) => id);
}

/** Those whose notice was withdrawn before it left, such as of somebody who was deactivated and is active again: nobody was told by it. */
async function takenBackOf(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from notices_taken_back(${[...ids]}::int[]) id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Gives the time until the next one is due, where it comes before the next minute. */
export async function tellPatientsDue(house: Ground): Promise<number | null> {
  const { database, clock, log } = house;
  const companies = await database.asSystem((tx) =>
    due(tx, clock.now()).select('notice.company_id as id').distinct().orderBy('id').execute(),
  );
  const failed = await companyByCompany(
    { log, job: tellPatientsOfMessages },
    companies.map(({ id }) => id),
    async (id) => {
      while (await tellNext(house, id));
    },
  );
  return database.asSystem(async (tx) => {
    const { next } = await tx
      .selectFrom('conversation_notice')
      .where('tell_at', 'is not', null)
      // What has just failed waits for the next minute.
      .where((eb) => eb.not(eb('company_id', '=', anyOf(failed))))
      .select((eb) => eb.fn.min('tell_at').as('next'))
      .executeTakeFirstOrThrow();
    const wait = next && Math.max(1_000, next.getTime() - clock.now().getTime());
    return wait !== null && wait <= minuteMs ? wait : null;
  });
}

const due = (tx: Tx, now: Date) => tx.selectFrom('conversation_notice as notice').where('notice.tell_at', '<=', now);

/** The next few of a company; what others are at is left to them. */
const tellNext = (house: Ground, companyId: number): Promise<boolean> =>
  house.database.inCompany(companyId, async (tx) => {
    const act = actOf(tx, house.clock, { ...portalItself, companyId });
    const notices = await due(tx, act.now())
      .innerJoin('conversation', 'conversation.conversation_id', 'notice.conversation_id')
      .innerJoin('patient', 'patient.patient_id', 'conversation.patient_id')
      .select([
        'conversation.conversation_id as conversationId',
        'patient.patient_id as patientId',
        'patient.status',
        'patient.removed_at as removedAt',
        'patient.email',
        'patient.phone',
        'patient.preferred_contact as preferredContact',
        hasMessaging('conversation.company_id').as('hasMessaging'),
      ])
      .orderBy('notice.conversation_id')
      .limit(portion)
      .forNoKeyUpdate('notice')
      .skipLocked()
      // A patient at whom somebody is, is told once it is known what became of it.
      .modifyEnd(sql`for share of patient skip locked`)
      .execute();
    if (notices.length === 0) return false;
    // Of two who tell one patient, of other conversations each, one waits here, and counts what the other one has sent.
    await holdAddresses(
      tx,
      notices.map(({ email }) => email),
    );
    // Before any of the notices, which are found by it (`notices_taken_back`).
    const toldAt = act.now();
    const [told, untold]: [number[], number[]] = [[], []];
    for (const notice of notices) {
      const isOver = (await tell(house, act, notice)) || notice.removedAt !== null;
      (isOver ? told : untold).push(notice.conversationId);
    }
    const set = (ids: readonly number[], to: { tell_at: Date | null; told_at?: Date }) =>
      tx.updateTable('conversation_notice').set(to).where('conversation_id', '=', anyOf(ids)).execute();
    await set(told, { tell_at: null, told_at: toldAt });
    // Once they can be told, what was written meanwhile still waits for them, and no screen says any more that they were not.
    await set(untold, { tell_at: new Date(act.now().getTime() + lookAgainMs) });
    return true;
  });

interface ToTell {
  conversationId: number;
  patientId: number;
  status: string;
  hasMessaging: boolean;
  email: string;
  phone: string | null;
  preferredContact: number;
}

/** Gives whether they could be told. */
async function tell(house: Ground, act: Act<Actor>, to: ToTell): Promise<boolean> {
  const ways = to.status === 'active' && to.hasMessaging ? await waysTo(act, to) : [];
  const { conversationId, patientId } = to;
  if (ways.length === 0 || (await isToldEnough(act, patientId))) return false;
  const { companyId } = act.viewer;
  const brand = await brandOf(house, act.tx, { companyId, patientId });
  const { code, until } = await codeForConversation(act.tx, { conversationId, companyId }, act.now());
  const opens = { what: opensConversation(conversationId), until };
  // After days without a service the last notice is enough (REL-14).
  await outdateOpening(act.tx, act.now(), opens.what);
  if (ways.includes('Email'))
    await act.sendMail({ ...noticeMail(brand, to.email, code), patientId, opens, topic: 'to participants' });
  if (ways.includes('Text') && to.phone)
    await act.sendText({ to: to.phone, text: noticeText(brand, code), patientId, opens });
  await act.record({
    action: 'conversation.patient_told',
    record: { kind: 'conversation', id: conversationId },
    changes: [
      { field: 'patient_id', new: patientId },
      { field: 'methods', new: ways },
    ],
  });
  return true;
}

/** Goes by how often a patient was told within a day since they last looked, whatever of and under which number. */
async function isToldEnough({ tx, now, viewer }: Act<Actor>, patientId: number): Promise<boolean> {
  const { rows } = await sql<{ times: number; hasLink: boolean }>`
    with own as (select conversation_id from conversation where patient_id = ${patientId}),
      looked as (select max(newest.read_at) as at from own cross join lateral (
        select r.read_at from conversation_message m
          join message_reading r on r.message_id = m.message_id and r.provider_id is null
        where m.conversation_id = own.conversation_id order by m.message_id desc limit 1) newest)
    select count(*)::int as times,
      exists (select from own join conversation_code code using (conversation_id)
        where code.expires_at > ${now()} and code.tries_left > 0) as "hasLink"
    from own
      join audit_entry e on e.company_id = ${viewer.companyId} and e.record_kind = 'conversation'
        and e.record_id = own.conversation_id::text
    where e.action = 'conversation.patient_told'
      and e.at > greatest(${new Date(now().getTime() - dayMs)}, (select at from looked))`.execute(tx);
  const { times, hasLink } = rows[0] as (typeof rows)[number];
  return times >= (hasLink ? mostUnseen : mostWithoutLink);
}
