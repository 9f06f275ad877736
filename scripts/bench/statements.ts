/** What the server's own queries send to the database, without sending it. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type pg from 'pg';
import type { Schema, Tx } from '../../server/src/platform/database/db.ts';
import type { Viewer } from '../../server/src/platform/security/viewer.ts';
import { people } from '../../server/src/rooms/providers/managing/queries.ts';
import { ofSite } from '../../server/src/rooms/participants/queries.ts';

/** Writes statements without sending them. */
export const writer = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}) as unknown as Tx;

/** The list of participants of a site, as a person who belongs to these sites asks for it. */
export function participantsStatement(companyId: number, siteIds: readonly number[], siteId: number): pg.QueryConfig {
  const person = { companyId, type: 'Site User', careGroupIds: siteIds } as unknown as Viewer;
  const statement = ofSite(writer, person, siteId).compile();
  return { name: 'participants', text: statement.sql, values: [...statement.parameters] };
}

/** The list of the users of a company, as an administrator who sees all of it asks for it. */
export function usersStatement(companyId: number, providerId: number): pg.QueryConfig {
  const reader = {
    companyId,
    providerId,
    adminRights: true,
    careGroupIds: null,
    seesWholeCompany: true,
    inEmergency: false,
  };
  const statement = people(writer, reader, { status: 'all' }).compile();
  return { name: 'users', text: statement.sql, values: [...statement.parameters] };
}
