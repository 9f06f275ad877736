/** Who read whose record, by which call (PRV-01). Gathered and written in batches; a graceful stop loses none. */
import type { Database } from '#platform/database/db.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { type BatchWriter, batchWriter } from '#platform/core/batch-writer.ts';
import type { Viewer } from '#platform/security/viewer.ts';

export interface Access {
  at: Date;
  viewer: Viewer;
  call: string;
  kind: string;
  ids: readonly number[];
  outcome: 'read' | 'refused';
}
export type AccessLog = BatchWriter<Access>;

export const openAccessLog = (
  database: Database,
  onError: (error: unknown) => void,
  everyMs = 1_000,
): BatchWriter<Access> =>
  batchWriter(
    (batch: readonly Access[]) =>
      database.asSystem((tx) => {
        const rows = batch.map(({ at, viewer, call, kind, ids, outcome }) => ({
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
        }));
        return insertRows(tx, 'access_entry', rows).execute();
      }),
    onError,
    { everyMs },
  );
