/** Live: the process answers. Ready: it can also work, and is not about to stop (REL-03). */
import type { FastifyInstance } from 'fastify';
import type { Env } from '#src/env.ts';
import type { Log } from '#platform/core/log.ts';
import { lookWithin } from '#platform/core/deadline.ts';
import { databaseNow, mostSkewMs, noticedSkewMs, skewOf } from '#platform/database/database-time.ts';
import type { Database } from '#platform/database/db.ts';
import type { Files } from '#platform/files/files.ts';
import { watchFiles } from '#platform/files/installation.ts';
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

export function serveHealth({ http, database, files, env, log, now = Date.now }: Ground): Readiness {
  let stopping = false;
  const filesAreThere = watchFiles({ files, env });
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
  const stateOf = async (): Promise<State> => {
    if (stopping) return 'stopping';
    const found = await askDatabase().catch(() => null);
    if (!found) return 'database away';
    if (!found.writable) return 'database read-only';
    if (!(await filesAreThere())) return 'files away';
    const { skew } = found;
    if (skew > noticedSkewMs !== warned) {
      warned = !warned;
      if (warned) log.warn('clock skew', { ms: Math.round(skew) });
    }
    return skew > mostSkewMs ? 'clock wrong' : 'ready';
  };
  // REL-03: a proxy that keeps connections for later would send its next call into one that is just being closed.
  http.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close');
    done();
  });
  http.get('/api/health/live', () => ({ status: 'live', version }));
  http.get('/api/health/ready', async (_, reply) => {
    const status = await stateOf();
    // REL-04: whoever is refused is told when to come again.
    if (status !== 'ready') reply.header('retry-after', '2');
    return reply.status(status === 'ready' ? 200 : 503).send({ status, version });
  });
  return { stop: () => void (stopping = true) };
}
