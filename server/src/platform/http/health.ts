/** Live: the process answers. Ready: it can also work, and is not about to stop (REL-03). */
import type { FastifyInstance } from 'fastify';
import type { Database } from '#platform/database/db.ts';

export interface Readiness {
  /** From now on the server says that it is not ready. */
  stop: () => void;
}

export function serveHealth(http: FastifyInstance, database: Database): Readiness {
  let stopping = false;
  http.get('/api/health/live', () => ({ status: 'live' }));
  http.get('/api/health/ready', async (_, reply) => {
    const ready =
      !stopping &&
      (await database.query('select 1', []).then(
        () => true,
        () => false,
      ));
    // REL-04: whoever is refused is told when to come again.
    if (!ready) reply.header('retry-after', '2');
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : stopping ? 'stopping' : 'database away' });
  });
  return { stop: () => void (stopping = true) };
}
