import { sql } from 'kysely';
import { leaveNotes } from '#platform/act/act.ts';
import { entryRows, insertEntries } from '../platform/audit/record.ts';
import { noteRightsChanges } from '../platform/audit/rights-changes.ts';
import type { Tx } from '../platform/database/db.ts';
import { eventRows, insertEvents } from '../platform/events/announce.ts';

const atOnce = 500;

/**
 * Writes the audit entries and events of a transaction some hundreds at a time, in the order in which they came: the demo has
 * thousands, and one statement for each was a quarter of its making. What is returned writes the rest.
 */
export function gatherNotes(tx: Tx): () => Promise<void> {
  let entries: ReturnType<typeof entryRows> = [];
  let events: ReturnType<typeof eventRows> = [];
  const write = async () => {
    const [rows, told] = [entries, events];
    [entries, events] = [[], []];
    // They are of several companies, and whoever acts goes on inside the fence that they are in.
    const {
      rows: [fence],
    } = await sql<{ role: string; company: string | null }>`
      select current_user as role, current_setting('app.company_id', true) as company`.execute(tx);
    await sql`set local role portal_system`.execute(tx);
    insertEntries(tx, rows);
    insertEvents(tx, told);
    await sql`
      select set_config('role', ${fence?.role}, true), set_config('app.company_id', ${fence?.company ?? ''}, true)`.execute(
      tx,
    );
  };
  leaveNotes(tx, {
    record: async (_tx, clock, actor, ...recorded) => {
      entries.push(...entryRows(tx, clock, actor, recorded));
      await noteRightsChanges(tx, clock.now().toISOString(), actor, recorded);
      if (entries.length >= atOnce) await write();
    },
    announce: async (_tx, clock, companyId, ...announced) => {
      events.push(...eventRows(tx, clock, companyId, announced));
      if (events.length >= atOnce) await write();
    },
  });
  return write;
}
