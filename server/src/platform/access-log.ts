/** Who read whose record, by which call (PRV-01). Gathered and written in batches; a graceful stop loses none. */
import type { Database } from './db.ts';
import type { Viewer } from './viewer.ts';

export interface Access {
  at: Date;
  viewer: Viewer;
  call: string;
  kind: string;
  ids: readonly number[];
  outcome: 'read' | 'refused';
}
export interface AccessLog {
  add: (access: Access) => void;
  flush: () => Promise<void>;
  stop: () => Promise<void>;
}

export function openAccessLog(database: Database, onError: (error: unknown) => void, everyMs = 1_000): AccessLog {
  let waiting: Access[] = [];
  let running: Promise<void> | null = null;

  const write = async () => {
    const batch = waiting.splice(0, 500);
    if (batch.length === 0) return;
    try {
      await database.asSystem((tx) =>
        tx
          .insertInto('access_entry')
          .values(
            batch.map(({ at, viewer, call, kind, ids, outcome }) => ({
              company_id: viewer.companyId,
              at,
              provider_id: viewer.providerId,
              call,
              record_kind: kind,
              record_ids: [...ids],
              outcome,
              host: viewer.host,
              address: viewer.address,
              request_id: viewer.requestId,
            })),
          )
          .execute(),
      );
    } catch (error) {
      waiting = [...batch, ...waiting];
      throw error;
    }
    await write();
  };
  const flush = async () => {
    running ??= write()
      .catch(onError)
      .finally(() => {
        running = null;
      });
    await running;
  };
  const timer = setInterval(() => void flush(), everyMs);
  timer.unref();
  return {
    add: (access) => void waiting.push(access),
    flush,
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
