/**
 * Who read whose record, by which call (PRV-01): what a person sees for the first time in a clock minute by one call from one place.
 * A list that is polled all day is on record once a minute, and each record that joins it when it does. Entries are gathered
 * and written in batches; a graceful stop loses none.
 */
import type { Database } from '#platform/database/db.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { haveMonths } from '#platform/database/months.ts';
import { type BatchWriter, batchWriter } from '#platform/core/batch-writer.ts';
import type { SecurityStream, StreamedEvent } from '#platform/security/security-stream.ts';
import type { Viewer } from '#platform/security/viewer.ts';

/** Who read it, and from where; null is the patient, behind a link of theirs. */
export type Reading = Pick<Viewer, 'companyId' | 'host' | 'address' | 'requestId'> & {
  providerId: number | null;
  inEmergency?: boolean;
};

export interface Access {
  at: Date;
  viewer: Reading;
  call: string;
  kind: string;
  ids: readonly number[];
  outcome: 'read' | 'refused';
}
export type AccessLog = BatchWriter<Access>;

export const openAccessLog = (
  database: Database,
  onError: (error: unknown) => void,
  { everyMs = 1_000, stream }: { everyMs?: number; stream?: SecurityStream | undefined } = {},
): BatchWriter<Access> => {
  const sightings = firstSightings();
  const write = async (batch: readonly Access[]) => {
    const first = batch.flatMap(sightings.firstOf);
    if (first.length === 0) return;
    await haveMonths(
      database,
      'access_entry',
      first.map(({ at }) => at),
    );
    await database.asSystem((tx) => insertRows(tx, 'access_entry', first.map(rowOf)).execute());
    stream?.send(first.filter(({ outcome }) => outcome === 'refused').map(streamed));
  };
  return batchWriter(
    (batch: readonly Access[]) =>
      write(batch).catch((error: unknown) => {
        // What was not written is not remembered as written.
        sightings.forget();
        throw error;
      }),
    onError,
    { everyMs },
  );
};

const rowOf = ({ at, viewer, call, kind, ids, outcome }: Access) => ({
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
  in_emergency: viewer.inEmergency ?? false,
});

/** A refused call is a security event (SEC-39). */
const streamed = ({ at, viewer, call, outcome }: Access): StreamedEvent => ({
  at,
  event: 'access.refused',
  outcome,
  companyId: viewer.companyId,
  providerId: viewer.providerId,
  factor: null,
  emailHash: null,
  host: viewer.host,
  address: viewer.address,
  requestId: viewer.requestId,
  call,
});

const minuteMs = 60_000;
/** So many sightings are remembered. */
const mostRemembered = 500_000;
/** Stands for an answer without records, which is noted as well; it is no record's number. */
const nothing = 0;

/**
 * What was not seen before, as far as this process remembers; another one may note the same. Whatever is forgotten is noted
 * once more: too much on record is no harm.
 */
function firstSightings() {
  /** By whose eyes and which call. */
  const seen = new Map<string, Set<number>>();
  let [minute, count] = [0, 0];
  const forget = () => {
    seen.clear();
    count = 0;
  };
  return {
    forget,
    firstOf: (access: Access): Access[] => {
      if (access.outcome === 'refused') return [access];
      const minuteOfAccess = Math.floor(access.at.getTime() / minuteMs);
      // Another one may also be an earlier one, where the clock was set back (REL-10).
      if (minuteOfAccess !== minute || count >= mostRemembered) forget();
      minute = minuteOfAccess;
      const whose = keyOf(access);
      const known = seen.get(whose);
      const shown = access.ids.length === 0 ? [nothing] : access.ids;
      const ids = [...new Set(shown)].filter((id) => !known?.has(id));
      if (ids.length === 0) return [];
      count += ids.length;
      if (known) for (const id of ids) known.add(id);
      else seen.set(whose, new Set(ids));
      return [{ ...access, ids: ids.filter((id) => id !== nothing) }];
    },
  };
}

/** From another place it is noted anew: it may be another's eyes; and in an emergency, with its mark (PRV-11). */
const keyOf = ({ viewer: { companyId, providerId, host, address, inEmergency = false }, call, kind }: Access): string =>
  [providerId ?? `patient of ${companyId}`, kind, host, address, inEmergency, call].join(' ');
