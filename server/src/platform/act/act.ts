import type { ReadKind } from '@portal/contract/audit/words.ts';
import type { Announcement } from '@portal/contract/events.ts';
import type { z } from 'zod';
import { type Recorded, record } from '#platform/audit/record.ts';
import type { Clock } from '#platform/core/clock.ts';
import { refuseEnded, type Tx } from '#platform/database/db.ts';
import { announce } from '#platform/events/announce.ts';
import { type ActFiles, filesOfAct, type FilesToKeep } from '#platform/files/keep-file.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import type { QueuedJob } from '#platform/jobs/job.ts';
import { type Mail, sendMail, sendText, type Text } from '#platform/jobs/outbox.ts';
import type { Actor, Viewer } from '#platform/security/viewer.ts';

/** All that an act works with. It ends with its transaction: used afterwards, it throws. */
export interface Act<Who extends Actor = Viewer> {
  tx: Tx;
  /** Who acts: somebody signed in, or start-up, an operator or background work. */
  viewer: Who;
  now: () => Date;
  /** The UTC day, `YYYY-MM-DD`. */
  today: () => string;
  /** Files that are kept with the act's rows; what is kept in a call that fails is taken away again. */
  files: ActFiles;
  /** Adds audit entries: if they cannot be written, the act does not happen (P11-09, P11-12). */
  record: (...entries: readonly Recorded[]) => Promise<void>;
  /** Stores events; live updates and other work read them after commit. */
  announce: (...announced: readonly Announcement[]) => Promise<void>;
  /** Leaves work behind that is done after commit, in the background. */
  enqueue: <P extends z.ZodType>(job: QueuedJob<P>, payload: z.output<P>) => Promise<void>;
  sendMail: (mail: Mail) => Promise<void>;
  sendText: (text: Text) => Promise<void>;
  /** Tells whose records the caller gets to read, for the access log (PRV-01). */
  logRead: (kind: ReadKind, ids: readonly number[]) => void;
}

/** What is left of an act without anybody who acts: for locks, challenges and codes, before it is known who somebody is. */
export type Moment = Pick<Act, 'tx' | 'now' | 'today' | 'sendMail' | 'sendText'>;

export const momentOf = (tx: Tx, clock: Pick<Clock, 'now' | 'today'>): Moment => ({
  tx,
  now: untilItEnds(tx, () => clock.now()),
  today: untilItEnds(tx, () => clock.today()),
  sendMail: (mail) => sendMail(tx, clock, mail),
  sendText: (text) => sendText(tx, clock, text),
});

/** For what does not come to the transaction by itself. */
const untilItEnds =
  <Given extends unknown[], T>(tx: Tx, use: (...given: Given) => T) =>
  (...given: Given): T => {
    refuseEnded(tx);
    return use(...given);
  };

/** What an act outside of calls does not have. */
const refused = async () => {
  throw new Error('this act was given no files');
};
const noFiles: FilesToKeep = { put: refused, get: refused, read: refused };

/** How acts put on record and tell what they did. */
export interface Notes {
  record: typeof record;
  announce: typeof announce;
}
const atOnce: Notes = { record, announce };
const later = new WeakMap<Tx, Notes>();

/** From here on all acts of a transaction leave their notes there: for one that does the work of months. */
export const leaveNotes = (tx: Tx, notes: Notes): void => void later.set(tx, notes);

/** The act of somebody in a transaction. Calls are given one; start-up, operators and background work make their own. */
export const actOf = <Who extends Actor>(
  tx: Tx,
  clock: Pick<Clock, 'now' | 'today'>,
  viewer: Who,
  { files = noFiles, logRead = () => {} }: { files?: FilesToKeep; logRead?: Act['logRead'] } = {},
): Act<Who> => {
  const notes = later.get(tx) ?? atOnce;
  return {
    ...momentOf(tx, clock),
    viewer,
    files: filesOfAct(tx, clock, viewer.companyId, files),
    record: (...entries) => notes.record(tx, clock, viewer, ...entries),
    announce: (...announced) => notes.announce(tx, clock, viewer.companyId, ...announced),
    enqueue: (job, payload) => enqueue(tx, viewer, job, payload),
    logRead: untilItEnds(tx, logRead),
  };
};
