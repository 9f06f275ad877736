/** Numbers that were given out after the moment a database comes back to are on papers and in mails: nothing else ever gets them (P11-17). */
import type pg from 'pg';
import type { Env } from '#src/env.ts';
import { connected } from '#platform/database/one-connection.ts';
import { reachOwner } from './postgres-programs.ts';

/** Far more than a portal gives out of one kind between a backup and its loss. */
export const skipped = 1_000_000;
const inWords = skipped.toLocaleString('en-US');

/** What the commands that do it say. */
export const skippedInWords = `New records get numbers that are ${inWords} higher, so that none that was given out since is given to anything else.`;

/** Moves every sequence on, as the owner; one whose type has less room, by half of what is left. */
export async function skipNumbers(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select setval(name, at + least($1, (most - at) / 2)) from (
       select format('%I.%I', schemaname, sequencename)::regclass as name, coalesce(last_value, start_value) as at, max_value as most
       from pg_sequences where schemaname = 'public') as numbered`,
    [skipped],
  );
}

/** For a database that came back by other means than `restore`. */
export async function skipNumbersOf(env: Env): Promise<string> {
  const owner = await reachOwner(env);
  await connected(owner.config, 'portal operator', skipNumbers);
  return skippedInWords;
}
