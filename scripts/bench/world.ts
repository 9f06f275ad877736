/** People, things and sessions laid straight into the database of a running portal: what a measurement stands on. */
import { randomBytes } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { RunningPortal } from '../../e2e/portal.ts';
import { makeClock } from '../../server/src/platform/core/clock.ts';
import { openDatabase } from '../../server/src/platform/database/db.ts';
import { hashOf } from '../../server/src/platform/security/viewer-of.ts';
import { things } from '../../server/test/things.ts';

export type World = Awaited<ReturnType<typeof openWorld>>;

interface Ways {
  /** The login that owns the database, where it is not the embedded one. */
  owner?: pg.ClientConfig | undefined;
  longestStatementMs?: number;
}

/** Opens the database of a running portal beside it; the portal does not know. */
export async function openWorld(
  portal: Pick<RunningPortal, 'url' | 'connection'>,
  { owner: ownerAt, longestStatementMs = 60_000 }: Ways = {},
) {
  const connection = await portal.connection();
  const clock = makeClock();
  const database = openDatabase({ ...connection, max: 4, statement_timeout: longestStatementMs }, () => {});

  /** A session of an existing person that outlives every measurement: its access token, and the cookie of its browser. */
  const sessionFor = async (providerId: number): Promise<{ token: string; cookie: string }> => {
    const [token, cookie] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
    const now = clock.now();
    const ends = new Date(now.getTime() + 12 * 3_600_000);
    await database.asSystem(async (tx) => {
      const { company_id } = await tx
        .selectFrom('provider')
        .select('company_id')
        .where('provider_id', '=', providerId)
        .executeTakeFirstOrThrow();
      const session = {
        company_id,
        provider_id: providerId,
        host: new URL(portal.url).hostname,
        cookie_hash: hashOf(cookie),
        created_at: now,
        last_input_at: now,
        ends_at: ends,
      };
      const { session_id } = await tx
        .insertInto('session')
        .values(session)
        .returning('session_id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('access_token')
        .values({ company_id, session_id, token_hash: hashOf(token), expires_at: ends })
        .execute();
    });
    return { token, cookie };
  };

  return {
    ...things({ database, clock }),
    url: portal.url,
    connection,
    database,
    clock,
    sessionFor,
    tokenFor: async (providerId: number): Promise<string> => (await sessionFor(providerId)).token,
    /** Rows of every company, as the operator would look them up. */
    rows: <R>(text: string, values: readonly unknown[] = []): Promise<R[]> =>
      database.asSystem(async (tx) => (await tx.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows),
    /** A statement of the login that owns the database; the one that serves may neither analyze nor change it. */
    asOwner: async (text: string): Promise<void> => {
      const owner = new pg.Client(ownerAt ?? { ...connection, user: 'portal_owner' });
      await owner.connect();
      try {
        await owner.query(text);
      } finally {
        await owner.end();
      }
    },
    close: () => database.close(),
  };
}
