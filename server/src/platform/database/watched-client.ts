/** A connection that notices when nobody is at its other end: the host may vanish, and then neither an answer nor an end comes (REL-04). */
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import { isOutOfReach } from './out-of-reach.ts';

/** For every connection to a database: where nothing is on its way, the system asks whether the host is there, and ends it after 20 s. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** So much later than the database itself would have ended a statement, its connection leads nowhere. */
export const slackMs = 2_000;

/**
 * A commit waits for a disk, for a copy that is to have it too, and for commits that notify, and the database ends none of these waits. Its
 * connection is good, and in place of one that were closed the next would come to wait as well, beside what still waits in the database.
 */
const longestCommitMs = 60_000;

type WatchedConfig = pg.ClientConfig & {
  /** What the database allows a statement; 0 is without an end. */
  longestStatementMs: number;
};

/** What broke connections to the database off, in contrast to those to a mail server or to a file store. */
const brokeOff = new WeakSet<object>();

/** Nothing came in the time that a statement or a commit is allowed: only what was under way on the connection knows whether it was done. */
export class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT';
}

/** What breaks its connection off is known as such wherever it comes to, be it while it connects or while something waits on it. */
export class WatchedClient extends pg.Client {
  readonly madeAt = performance.now();
  readonly #longestStatementMs: number;
  #allowedMs = 0;

  constructor(config: WatchedConfig) {
    // As it is: a pool hides the password from whoever copies it.
    super(config);
    this.#longestStatementMs = config.longestStatementMs;
    this.#connection.on('error', (error: Error) => void brokeOff.add(error));
    this.once('connect', () => {
      const { stream } = this.#connection;
      stream.on('timeout', () => {
        // Of one that is being closed, the other side has to say that it has heard so. One that waits for nothing may be silent.
        if (stream.writableEnded) stream.destroy();
        else if (!this.#isReady) this.#endUnlessHeard(stream);
      });
      this.allowUsual();
    });
  }

  /** Where this process itself stood still, an answer may lie there unread: timers come before what is to be read, and this after it. */
  #endUnlessHeard(stream: Socket): void {
    const { bytesRead, timeout } = stream;
    setImmediate(() => {
      if (stream.bytesRead === bytesRead && !this.#isReady)
        stream.destroy(new DatabaseSilent(`no answer from the database in ${timeout} ms`));
    });
  }

  /** Counts from what was last sent or heard. */
  allow(longestStatementMs: number): void {
    if (this.#allowedMs === longestStatementMs) return;
    this.#allowedMs = longestStatementMs;
    this.#connection.stream.setTimeout(longestStatementMs > 0 ? longestStatementMs + slackMs : 0);
  }

  allowUsual(): void {
    this.allow(this.#longestStatementMs);
  }

  /** For a commit that writes. What was allowed longer stays so. */
  allowCommit(): void {
    if (this.#allowedMs > 0) this.allow(Math.max(this.#allowedMs, longestCommitMs));
  }

  get #isReady() {
    return (this as unknown as { readyForQuery: boolean }).readyForQuery;
  }

  /** Only what is known once it has connected: before that, TLS may put another one in its place. */
  get #connection() {
    return (this as unknown as { connection: EventEmitter & { stream: Socket } }).connection;
  }
}

/** Whether an error is the end of a connection to a database, whose host cannot be reached or is silent. */
export function hasBrokenOff(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message?: string };
  // No socket is there, where it listens at one (ENOENT). Of a server that took a connection and never greeted, the library says only this.
  const isAway = isOutOfReach(code) || code === 'ENOENT' || message === 'timeout expired';
  return brokeOff.has(error as object) && isAway;
}
