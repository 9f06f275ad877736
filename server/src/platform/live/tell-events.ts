/**
 * The content of events, for those of their members who are connected here, in the order of the events: one company after another
 * keeps nobody of a third waiting, and what has come meanwhile is read together.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { AccessLog, Reading } from '#platform/audit/access-log.ts';
import type { Events, StoredEvent } from '#platform/events/events.ts';
import type { House } from '#platform/http/calls.ts';
import type { Told, ToTell } from '#platform/http/duties.ts';
import type { Connected } from './connected.ts';

/** So many things a connection remembers to have heard. */
const mostRemembered = 5_000;
/** So many events are read in one transaction. */
const mostAtOnce = 100;
/** Where the database is away: how long until the next try. After the last one, the pages read by themselves what they missed. */
const waitsMs = [250, 500, 1_000, 2_000];

export function tellEvents(
  { duties, database, log, clock }: Pick<House, 'duties' | 'database' | 'log' | 'clock'>,
  accessLog: Pick<AccessLog, 'add'>,
  events: Pick<Events, 'listen'>,
  whoMayHear: (event: StoredEvent) => readonly Connected[],
  readingOf: (one: Connected) => Reading,
): void {
  const heard = new WeakMap<Connected, Set<string>>();
  const isNew = (one: Connected, what: string): boolean => {
    const known = heard.get(one) ?? new Set();
    heard.set(one, known);
    if (known.has(what)) return false;
    for (const oldest of known) {
      if (known.size < mostRemembered) break;
      known.delete(oldest);
    }
    known.add(what);
    return true;
  };

  const read = (companyId: number, toTell: readonly ToTell[]): Promise<Told[]> =>
    database.readInCompany(companyId, async (tx) => {
      const told: Told[] = [];
      for (const [type, ofType] of Map.groupBy(toTell, ({ event }) => event.type))
        told.push(...((await duties.tells.get(type)?.(tx, ofType)) ?? []));
      return told;
    });
  const deliver = (event: StoredEvent, told: readonly Told[]) => {
    // Whoever left or lost the right to be here meanwhile hears nothing.
    const here = Map.groupBy(whoMayHear(event), ({ sight }) => sight.providerId);
    for (const { providerId, name, content, once, patientId } of told)
      for (const one of here.get(providerId) ?? []) {
        if (once !== undefined && !isNew(one, once)) continue;
        one.socket.emit(name, content);
        if (patientId === undefined) continue;
        const read = { viewer: readingOf(one), call: `SOCKET ${name}`, kind: 'patient', ids: [patientId] };
        accessLog.add({ ...read, at: clock.now(), outcome: 'read' });
      }
  };
  const tell = async (companyId: number, batch: readonly StoredEvent[]) => {
    const toTell = batch.flatMap((event) => {
      const people = [...new Set(whoMayHear(event).map(({ sight }) => sight.providerId))];
      return people.length === 0 ? [] : [{ event, people }];
    });
    if (toTell.length === 0) return;
    const told = Map.groupBy(await read(companyId, toTell), ({ eventId }) => eventId);
    for (const { event } of toTell) deliver(event, told.get(event.eventId) ?? []);
  };

  /** What waits for its turn, by company; a company that is here is being told. */
  const waiting = new Map<number, StoredEvent[]>();
  const tellAll = async (companyId: number, queue: StoredEvent[]) => {
    while (queue.length > 0) {
      const batch = queue.splice(0, mostAtOnce);
      await untilTold(companyId, batch);
    }
    waiting.delete(companyId);
  };
  const untilTold = async (companyId: number, batch: readonly StoredEvent[]) => {
    for (const waitMs of [...waitsMs, null]) {
      try {
        return await tell(companyId, batch);
      } catch (error) {
        log.warn('socket', { error: error instanceof Error ? error.message : String(error) });
        if (waitMs !== null) await pause(waitMs, undefined, { ref: false });
      }
    }
    // Their clients come back by themselves, and read.
    for (const one of new Set(batch.flatMap(whoMayHear))) one.socket.conn.close();
  };

  events.listen((event) => {
    if (!duties.tells.has(event.type)) return;
    const queue = waiting.get(event.companyId);
    if (queue) return void queue.push(event);
    const begun = [event];
    waiting.set(event.companyId, begun);
    // Those that were found together are told together.
    setImmediate(() => void tellAll(event.companyId, begun));
  });
}
