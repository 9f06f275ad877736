/** Live: the process answers. Ready: it can also work, and is not about to stop (REL-03). */
import type { FastifyInstance } from 'fastify';
import type { Env } from '#src/env.ts';
import type { Log } from '#platform/core/log.ts';
import { lookWithin } from '#platform/core/deadline.ts';
import { databaseNow, mostSkewMs, noticedSkewMs, skewOf } from '#platform/database/database-time.ts';
import type { Database } from '#platform/database/db.ts';
import type { Files } from '#platform/files/files.ts';
import { watchFiles } from '#platform/files/installation.ts';
import { lastAnswers } from './stop-listening.ts';
import { version } from './version.ts';

export interface Readiness {
  /** From now on the server says that it is not ready. */
  stop: () => void;
}

interface Ground {
  http: FastifyInstance;
  database: Database;
  files: Pick<Files, 'marker'>;
  env: Pick<Env, 'dataDir' | 'bucket'>;
  log: Pick<Log, 'warn'>;
  /** Of this machine. */
  now?: () => number;
}

/**
 * A frozen database would keep whoever asks waiting until its connection is given up. Longer than a call waits for a connection: one that is
 * busy is not away.
 */
const limitMs = 5_000;

type State = 'ready' | 'stopping' | 'database away' | 'database read-only' | 'files away' | 'clock wrong';

interface Found {
  status: State;
  isReady: boolean;
}

export function serveHealth({ http, database, files, env, log, now = Date.now }: Ground): Readiness {
  let stopping = false;
  const lookAtFiles = watchFiles({ files, env });
  let warned = false;
  const askDatabase = lookWithin(limitMs, async () => {
    const asked = now();
    const [found] = await database.query<{ writable: boolean; at: number }>(
      `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable,
         ${databaseNow} as at`,
      [],
    );
    return found && { ...found, skew: skewOf(found.at, asked, now()) };
  });
  const notReady = (status: State): Found => ({ status, isReady: false });
  const stateOf = async (): Promise<Found> => {
    if (stopping) return notReady('stopping');
    const found = await askDatabase().catch(() => null);
    if (!found) return notReady('database away');
    if (!found.writable) return notReady('database read-only');
    const seen = await lookAtFiles();
    if (seen === 'folder away') return notReady('files away');
    const { skew } = found;
    if (skew > noticedSkewMs !== warned) {
      warned = !warned;
      if (warned) log.warn('clock skew', { ms: Math.round(skew) });
    }
    if (skew > mostSkewMs) return notReady('clock wrong');
    // A stop that began while it looked.
    if (stopping) return notReady('stopping');
    // REL-12: all processes share the bucket, so none is better off, and everything that needs no file goes on.
    return { status: seen === 'there' ? 'ready' : 'files away', isReady: true };
  };
  const endConnections = lastAnswers(http.server);
  http.get('/api/health/live', () => ({ status: 'live', version }));
  http.get('/api/health/ready', async (_, reply) => {
    const { status, isReady } = await stateOf();
    // REL-04: whoever is refused is told when to come again.
    if (!isReady) reply.header('retry-after', '2');
    return reply.status(isReady ? 200 : 503).send({ status, version });
  });
  return {
    stop: () => {
      stopping = true;
      endConnections();
    },
  };
}
