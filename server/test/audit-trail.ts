/** A trail of audit entries that nobody links but the test, and those who mean to change it. */
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { KnownHead } from '#platform/audit/head-file.ts';
import { type Memory, linkEntries } from '#platform/audit/link-entries.ts';
import { proveEntries } from '#platform/audit/keys.ts';
import { record } from '#platform/audit/record.ts';
import { verifyAudit } from '#platform/audit/verify.ts';
import { openDatabase } from '#platform/database/db.ts';
import { haveMonths } from '#platform/database/months.ts';
import { onPlainDefaults } from './plans.ts';
import { openPortal, type Portal } from './portal.ts';

/** What the owner of the database can do when it sets its mind to it. */
export const asOwner = async (portal: Portal, ...statements: string[]) => {
  const triggers = (how: string) =>
    ['audit_entry', 'audit_link'].map((table) => `alter table ${table} ${how} trigger all`);
  // At once: a linker at work sees the tables as they were, or as they are after all of it, with their triggers on.
  await portal.rows([...triggers('disable'), ...statements, ...triggers('enable')].join('; '));
};
export const columns =
  'company_id, at, recorded_at, actor_id, actor_name, actor_type, action, record_kind, record_id, changes, reason, host, request_id, proof';

/** The statements of whoever has the login that owns the database, and means to leave no trace. */
export const cutFrom = async (portal: Portal, seq: number) => {
  const owner = new pg.Client(portal.owner as pg.ClientConfig);
  owner.on('error', () => {});
  await owner.connect();
  const tables = ['audit_link', 'audit_entry'];
  for (const table of tables)
    await owner.query(
      `alter table ${table} no force row level security; alter table ${table} disable trigger append_only; grant update, delete on ${table} to portal_owner`,
    );
  const cut = await owner.query(
    `delete from audit_link where seq >= ${seq}; delete from audit_entry where seq >= ${seq}`,
  );
  for (const table of tables)
    await owner.query(`alter table ${table} force row level security; alter table ${table} enable trigger append_only`);
  await owner.end();
  return (cut as unknown as pg.QueryResult[]).map(({ rowCount }) => rowCount);
};

/** A database where nobody links but the test. */
export async function onlyHere(connections = 3) {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  await portal.stop();
  const { env, clock } = portal.app;
  const database = openDatabase({ ...portal.connection, ...onPlainDefaults, max: connections }, () => {});
  onTestFinished(() => database.close());
  proveEntries(database, env.secret);
  await haveMonths(database, 'security_event', [clock.now()]);
  const by = {
    companyId,
    providerId: null,
    firstName: 'A',
    lastName: 'B',
    type: 'System',
    host: 'local',
    requestId: 'r',
  };
  const entry = { action: 'provider.changed', record: { kind: 'provider', id: 1 }, changes: [] } as const;
  const write = (after = async () => {}) =>
    database.inCompany(companyId, async (tx) => {
      await record(tx, clock, by, entry);
      await after();
    });
  const memory: Memory = {};
  return {
    portal,
    database,
    write,
    memory,
    link: () => linkEntries(database, env, memory),
    links: async () =>
      (await portal.rows<{ seq: number }>('select seq from audit_link order by position')).map(({ seq }) => seq),
    verify: (...known: KnownHead[]) => verifyAudit(database, env, known),
  };
}
