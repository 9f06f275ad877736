/** P11-09: in the database of the tests no act of a company changes a record of it without an entry in the audit trail. */
import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from '../src/platform/database/db.ts';

/** Tables that an act writes without changing a record, each with the reason. */
const others: Record<string, string> = {
  access_entry: 'is a log itself',
  audit_entry: 'is the trail itself',
  conversation_code: 'is the secret of a notice, which is recorded itself',
  conversation_notice: 'says when a patient is told, which is recorded itself',
  conversation_reading: 'is summed up from a log',
  event: 'tells of a change',
  idempotency_key: 'remembers an answer',
  message_reading: 'is a log itself',
  prescription_telling: 'says when a prescription was told last; what was told is recorded itself',
  respond_code: 'is the secret of a reminder, which is recorded itself',
  security_event: 'is a log itself',
  stored_file: 'is a part of the record that keeps it',
  survey_draft: 'becomes a record with its submission alone',
};

/** Makes a transaction that works as `portal_app` fail at its commit where it wrote rows and no entry of the trail. */
export async function refuseUnrecordedChanges(database: pg.Client): Promise<void> {
  await database.query(`
    create schema watch;
    create function watch.note_entry() returns trigger language plpgsql as $$
    begin
      perform set_config('watch.recorded', 'yes', true);
      return null;
    end $$;
    create trigger watch_entry after insert on audit_entry for each statement execute function watch.note_entry();
    create function watch.refuse_unrecorded() returns trigger language plpgsql as $$
    begin
      if current_user = 'portal_app' and coalesce(current_setting('watch.recorded', true), '') <> 'yes' then
        raise 'An act wrote to % without an entry in the audit trail. Record it, or name the table in unrecorded-changes.ts.', tg_table_name;
      end if;
      return null;
    end $$;`);
  const { rows } = await database.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class t where relkind = 'r' and relnamespace = 'public'::regnamespace
       and exists (select from pg_attribute a where a.attrelid = t.oid and attname = 'company_id' and not attisdropped)
       and relname <> all ($1)`,
    [Object.keys(others)],
  );
  for (const { name } of rows)
    await database.query(
      `create constraint trigger watch_changes after insert or update or delete on ${name}
         deferrable initially deferred for each row execute function watch.refuse_unrecorded()`,
    );
}

/** Lets a test write what an act would, in the place of that act. */
export const inPlaceOfAct = (tx: Tx): Promise<unknown> =>
  sql`select set_config('watch.recorded', 'yes', true)`.execute(tx);
