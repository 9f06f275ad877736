/** Hands what lies in the outbox to the mail server or to the sender of texts, each message by one process alone. */
import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '#platform/core/clock.ts';
import { type Database, databaseIsAway } from '#platform/database/db.ts';
import type { Log } from '#platform/core/log.ts';

export interface Letter {
  id: number;
  to: string;
  /** A text has none. */
  subject: string;
  text: string;
  html: string | null;
  /** In whose name a mail goes out, and where an answer to it goes. */
  fromName: string | null;
  answersTo: string | null;
}
/** What brings the messages of one channel on their way. */
export interface Sender {
  channel: 'email' | 'sms';
  /** Fails with a `code`. */
  send: (letter: Letter) => Promise<void>;
  close: () => void;
}

/** Of what a sender fails with: a mail server also has the command that it did not follow, and the number of its answer. */
interface Failure {
  code: string;
  isAway: boolean;
  command?: string | undefined;
  responseCode?: number | undefined;
}

/** Longer than a sender waits for its server: until then nobody else takes the message. */
const leaseMs = 60_000;
const noteAgainMs = 500;
const dayMs = 24 * 3_600_000;
const givenUpAfterMs = 7 * dayMs;
/** Every code that is sent is of no use after this, so that none waits behind what can wait, of whichever company (REL-12). */
const soonMs = 15 * 60_000;

/** The mail server cannot be reached, or takes nothing from us. All that goes wrong with a connection or a certificate has one of these. */
const mailServerIsAway = ['ECONNECTION', 'ETIMEDOUT', 'EDNS', 'ESOCKET', 'ECONNREFUSED', 'EAUTH', 'ETLS', 'EPROTOCOL'];
/** It has trouble of its own, too much to do, another address, or does not take our token: that says nothing about a number or text. */
const isOfTheService = /^HTTP (3\d\d|401|403|404|407|408|429|5\d\d)$/;
/**
 * The other messages need not be tried now, and all go soon after the server is back (REL-12). Whatever brings no answer of the service of
 * texts, such as its certificate or the way to it, is nobody's number.
 */
const serverIsAway = (channel: Sender['channel'], code: string) =>
  channel === 'email' ? mailServerIsAway.includes(code) : !code.startsWith('HTTP ') || isOfTheService.test(code);
/** Some services say so of one number, too: after so many tries it is tried every quarter of an hour alone. */
const mayBeOfOne = /^HTTP 40[34]$/;
const patience = 12;
const rareMs = 15 * 60_000;
const isRare = (attempts: number, code: string) => mayBeOfOne.test(code) && attempts > patience;
/** Said of so many in a round, while none was taken since they were written, it is said of all. */
const mostInDoubt = 3;
/** So a mail server says that another time will do. */
const isForNow = ({ responseCode = 0 }: Failure) => responseCode >= 400 && responseCode < 500;
/** Whoever takes the message does not want this one, or not for its recipient; who it is from has a mail server heard before. */
const isRefused = (attempts: number, { code, isAway, command }: Failure) =>
  isRare(attempts, code) || (!isAway && command !== 'MAIL FROM');
/** What may be trouble of the server's own, such as a full disk, is over within five minutes of that (REL-12). */
const soonestMs = 4 * 60_000;
const waitAfter = (attempts: number, failure: Failure) => {
  const { code, isAway, command } = failure;
  if (!isAway)
    return Math.min(isForNow(failure) || command === 'MAIL FROM' ? soonestMs : dayMs, 60_000 * 2 ** (attempts - 1));
  if (isRare(attempts, code)) return rareMs;
  return Math.min(120_000, 2_000 * 2 ** (attempts - 1));
};

/** Since when a message is refused. What is said to be for now is no refusal until it has lasted for a day. */
const refusedAt = (now: Date, forNow: boolean) =>
  forNow
    ? sql<Date>`case when created_at <= ${new Date(now.getTime() - dayMs)} then coalesce(refused_at, ${now}) else refused_at end`
    : sql<Date>`coalesce(refused_at, ${now})`;

/**
 * Delivers every message of the sender's channel that is due. What can wait is tried once, however long that takes: what is refused for
 * now holds up none behind it. Gives the time after which the next try of a failed one makes sense.
 */
export async function deliverDue(
  { database, clock, log }: { database: Database; clock: Clock; log: Log },
  sender: Sender,
  goesOn: () => boolean = () => true,
): Promise<number | null> {
  let again: number | null = null;
  let inDoubt = 0;
  const begunAt = clock.now();
  const next = async () => {
    if (!goesOn()) return undefined;
    const leaseEndsAt = performance.now() + leaseMs;
    const message = await take(database, clock, sender.channel, begunAt);
    return message && { ...message, leaseEndsAt };
  };
  for (let message = await next(); message; message = await next()) {
    const { attempts, leaseEndsAt, writtenAt, ...letter } = message;
    try {
      await sender.send(letter);
    } catch (error) {
      // The code alone: what the server says may repeat the recipient (PRV-05).
      const { code = 'unknown', command, responseCode } = error as Partial<Failure>;
      const isAway = serverIsAway(sender.channel, code);
      const failure = { code, isAway, command, responseCode };
      const [now, wait] = [clock.now(), waitAfter(attempts, failure)];
      await note(database, letter.id, {
        next_try_at: new Date(now.getTime() + wait),
        last_error: code,
        ...(isRefused(attempts, failure) && { refused_at: refusedAt(now, isForNow(failure)) }),
      });
      log.warn(sender.channel === 'email' ? 'mail' : 'text', { message: letter.id, attempts, code });
      again = Math.min(again ?? wait, wait);
      if (isAway && !isRare(attempts, code)) {
        if (!mayBeOfOne.test(code)) break;
        if (!(await isTakenSince(database, sender.channel, writtenAt))) inDoubt += 1;
        if (inDoubt === mostInDoubt) break;
      }
      continue;
    }
    await noteSent(
      database,
      letter.id,
      clock.now(),
      (error) => performance.now() < leaseEndsAt || (goesOn() && databaseIsAway(error)),
    );
  }
  return again;
}

/**
 * What was sent stays sent, whatever becomes of the note: that is tried until the lease is over. A message that was sent while the database
 * is away is noted as soon as the database is back; beyond the lease another process that comes first sends it again.
 */
async function noteSent(database: Database, id: number, at: Date, triesAgain: (error: unknown) => boolean) {
  for (;;) {
    try {
      await note(database, id, { sent_at: at, last_error: null });
      return;
    } catch (error) {
      if (!triesAgain(error)) throw error;
    }
    await pause(noteAgainMs, undefined, { ref: false });
  }
}

/** The same by several senders at once: one whose server is away does not hold up the others. */
export async function deliverDueBy(
  house: { database: Database; clock: Clock; log: Log },
  senders: readonly Sender[],
  goesOn?: () => boolean,
): Promise<number | null> {
  const { database, log } = house;
  const held = await database.asSystem((tx) =>
    tx.selectFrom('installation').select('marker').where('holds_outbound', '=', true).executeTakeFirst(),
  );
  if (held) {
    log.warn('outbound held', { until: 'npm run operator -- release-outbound' });
    return null;
  }
  const waits = await Promise.all(senders.map((sender) => deliverDue(house, sender, goesOn)));
  const asked = waits.filter((wait) => wait !== null);
  return asked.length > 0 ? Math.min(...asked) : null;
}

/**
 * The same in a process that will stop: a message that is handed over, and not noted as sent before the database is closed, would go
 * once more from another process (REL-12).
 */
export function makeDelivery(house: Parameters<typeof deliverDueBy>[0], senders: readonly Sender[]) {
  let stopping = false;
  const underWay = new Set<Promise<unknown>>();
  return {
    run: (): Promise<number | null> => {
      const run = deliverDueBy(house, senders, () => !stopping).finally(() => underWay.delete(run));
      underWay.add(run);
      return run;
    },
    /** No other message is taken from now on. */
    stop: () => {
      stopping = true;
    },
    /** What is under way arrives, or its time is up. */
    close: async () => {
      await Promise.allSettled(underWay);
      for (const sender of senders) sender.close();
    },
  };
}

/**
 * Takes a message for the length of a lease: first what soon helps nobody any more, then the oldest that was due when the round began. Of
 * two processes at once each takes another one.
 */
const take = (
  database: Database,
  clock: Clock,
  channel: Sender['channel'],
  begunAt: Date,
): Promise<(Letter & { attempts: number; writtenAt: Date }) | undefined> =>
  database.asSystem((tx) => {
    const now = clock.now().getTime();
    const due = (by: Date) =>
      tx
        .selectFrom('message as due')
        .select('due.message_id')
        .where('due.sent_at', 'is', null)
        .where('due.withdrawn_at', 'is', null)
        .where('due.channel', '=', channel)
        .where('due.created_at', '>', new Date(now - givenUpAfterMs))
        // A link or code that no longer opens anything is a riddle to whoever gets it.
        .where((or) => or.or([or('due.useless_after', 'is', null), or('due.useless_after', '>', new Date(now))]))
        // Further ahead than any wait can be: the clock was set back since (REL-10).
        .where((or) =>
          or.or([
            or('due.next_try_at', 'is', null),
            or('due.next_try_at', '<=', by),
            or('due.next_try_at', '>', new Date(now + dayMs)),
          ]),
        )
        .limit(1)
        .forUpdate()
        .skipLocked();
    // By bounds of its own, so that an index finds it. It is tried again within a round: one may last longer than it.
    const dying = due(new Date(now))
      .where('due.useless_after', '>', new Date(now))
      .where('due.useless_after', '<=', new Date(now + soonMs))
      .orderBy('due.useless_after')
      .orderBy('due.message_id');
    const oldest = due(begunAt).orderBy('due.created_at').orderBy('due.message_id');
    return tx
      .updateTable('message')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), next_try_at: new Date(now + leaseMs) }))
      .where('message_id', '=', sql<number>`coalesce(${dying}, ${oldest})`)
      .returning(['message_id as id', 'recipient as to', 'subject', 'body as text', 'html', 'attempts'])
      .returning(['from_name as fromName', 'answers_to as answersTo', 'created_at as writtenAt'])
      .executeTakeFirst();
  });

const note = (
  database: Database,
  id: number,
  what: { sent_at?: Date; next_try_at?: Date; last_error: string | null; refused_at?: RawBuilder<Date> },
) => database.asSystem((tx) => tx.updateTable('message').set(what).where('message_id', '=', id).execute());

/** Whether the server took any of the channel since then. */
const isTakenSince = (database: Database, channel: Sender['channel'], since: Date): Promise<boolean> =>
  database.asSystem(async (tx) => {
    const { at } = await tx
      .selectFrom('message')
      .select((eb) => eb.fn.max('sent_at').as('at'))
      .where('channel', '=', channel)
      .where('sent_at', 'is not', null)
      .executeTakeFirstOrThrow();
    return at !== null && at >= since;
  });
