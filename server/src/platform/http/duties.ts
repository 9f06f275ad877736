/** What rooms give the platform to do besides answering calls. */
import type { RecordKind } from '@portal/contract/audit/words.ts';
import type { EventType } from '@portal/contract/events.ts';
import type { SocketCall } from '@portal/contract/socket-call.ts';
import type { z } from 'zod';
import { type Act, actOf } from '#platform/act/act.ts';
import type { Place, Places } from '#platform/audit/places.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Log } from '#platform/core/log.ts';
import { type Database, databaseIsAway, type Tx } from '#platform/database/db.ts';
import type { EventOf, StoredEvent } from '#platform/events/events.ts';
import type { Files } from '#platform/files/files.ts';
import type { Remembered } from '#platform/events/remember-rows.ts';
import { filesOfWork } from '#platform/files/files-of-work.ts';
import type { Clearing } from '#platform/jobs/housekeeping.ts';
import type { QueuedJob, TimedJob } from '#platform/jobs/job.ts';
import type { Job, QueuedWork, Task } from '#platform/jobs/jobs.ts';
import type { Encrypted } from '#platform/security/secrets.ts';
import type { Actor, Viewer } from '#platform/security/viewer.ts';

/** All that was given so far. */
export interface Duties {
  remembers: Remembered[];
  beforeServing: (() => Promise<void>)[];
  clears: Clearing[];
  encrypted: Encrypted[];
  timed: Job[];
  queued: QueuedWork[];
  takes: TakenCall[];
  tells: Map<EventType, Tell>;
  places: Places;
}

/** What a room does when something is asked over the socket: one act of the viewer. */
export interface Asked<Body> {
  act: Act;
  viewer: Viewer;
  body: Body;
}
export interface TakenCall {
  call: SocketCall;
  handle: (asked: Asked<never>) => Promise<unknown>;
}

/** A stored event with those of its people who are connected here. */
export interface ToTell<Event = StoredEvent> {
  event: Event;
  people: readonly number[];
}
/** What of a stored event goes to whom: already as it is on the wire. */
export interface Told {
  eventId: number;
  providerId: number;
  name: string;
  content: unknown;
  /** Where a connection hears it once, whatever tells it again. */
  once?: string;
  /** Whose data it is, for the access log (PRV-01). */
  patientId?: number;
}
/** Events of one type and company are read together, in their order. */
export type Tell<Event = StoredEvent> = (tx: Tx, toTell: readonly ToTell<Event>[]) => Promise<readonly Told[]>;

/** What the work of a queued job gets beside its payload. */
export interface Run {
  /** One act of the portal itself, in a transaction inside the fence of the company whose act queued the job. */
  act: <T>(work: (act: Act<Actor>) => Promise<T>) => Promise<T>;
}

interface GiveWork {
  /** Gives the milliseconds after which it wants to run again, or null. */
  (job: TimedJob, work: Job['work']): void;
  /** Where it throws, it is tried again as long as the job's retries last; then operators find it among the failed ones. */
  <P extends z.ZodType>(job: QueuedJob<P>, work: (payload: z.output<P>, run: Run) => Promise<void>): void;
}

/** How a room gives it. */
export interface GivesDuties {
  duties: Duties;
  /** What of the room's rows no longer counts: cleared away once an hour. */
  clearsAway: (...clearings: readonly Clearing[]) => void;
  /** Where the room's records lie, by their kinds. */
  lies: (places: Partial<Record<RecordKind, Place>>) => void;
  /** What the room keeps encrypted under the installation's secret. */
  encrypted: (kept: Encrypted) => void;
  /** What of its rows the room keeps in memory, in every process. */
  remembers: (rows: Remembered) => void;
  /** What has to hold before this process serves: where it does not, it throws the sentence that ends the start. */
  beforeServing: (ask: () => Promise<void>) => void;
  /** What is done when a job of the room is due. */
  work: GiveWork;
  /** What people ask for over the socket. */
  takes: <Body extends z.ZodType, Reply extends z.ZodType>(
    call: SocketCall<Body, Reply>,
    handle: (asked: Asked<z.output<Body>>) => Promise<z.output<Reply>>,
  ) => void;
  /** The content of an event of the room, for those of its members who are connected. */
  tells: <E extends EventType>(type: E, tell: Tell<EventOf<E>>) => void;
}

interface Ground {
  database: Database;
  clock: Clock;
  files: Files;
  log: Log;
}

export function gatherDuties(ground: Ground): GivesDuties {
  const places = new Map<RecordKind, Place>();
  const duties: Duties = {
    remembers: [],
    beforeServing: [],
    clears: [],
    encrypted: [],
    timed: [],
    queued: [],
    takes: [],
    tells: new Map(),
    places,
  };
  const work = (job: TimedJob | QueuedJob, run: (payload?: unknown, by?: Run) => Promise<unknown>) => {
    if ('at' in job) duties.timed.push({ ...job, work: run as Job['work'] });
    else duties.queued.push({ job, run: async (task) => void (await run(task.payload, runOf(ground, task))) });
  };
  return {
    duties,
    clearsAway: (...clearings) => void duties.clears.push(...clearings),
    lies: (given) => {
      for (const [kind, place] of Object.entries(given)) places.set(kind as RecordKind, place);
    },
    encrypted: (kept) => void duties.encrypted.push(kept),
    remembers: (rows) => void duties.remembers.push(rows),
    beforeServing: (ask) => void duties.beforeServing.push(ask),
    work: work as GiveWork,
    takes: (call, handle) => void duties.takes.push({ call: call as never, handle: handle as never }),
    tells: (type, tell) => void duties.tells.set(type, tell as Tell),
  };
}

const runOf = ({ database, clock, files, log }: Ground, { companyId, requestId }: Task): Run => ({
  act: async (work) => {
    const { store, takeAway } = filesOfWork(files, log);
    const portal: Actor = {
      companyId,
      providerId: null,
      firstName: 'System',
      lastName: '',
      type: 'System',
      host: 'local',
      requestId,
    };
    try {
      return await database.inCompany(companyId, (tx) => work(actOf(tx, clock, portal, { files: store })));
    } catch (error) {
      // Nobody knows whether a commit that went unanswered was made; then housekeeping decides by the rows.
      if (!databaseIsAway(error)) await takeAway();
      throw error;
    }
  },
});
