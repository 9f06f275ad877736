import pg from 'pg';
import type { RunningPortal } from '../../e2e/portal.ts';
import { layCrowd, plainDefaults } from '../../server/test/plans.ts';
import { settle } from './rows.ts';
import { openWorld, type World } from './world.ts';

/** The world of a portal whose database is set as PostgreSQL comes, and has 5,000 care groups of another company. */
export async function openPlainWorld(portal: RunningPortal): Promise<World> {
  const world = await openWorld(portal);
  await setPlainDefaults(world);
  await layCrowd(world);
  await settle(world);
  return world;
}

/** They take effect with the next connections, so all are ended; whoever had one makes another. */
export async function setPlainDefaults(world: World): Promise<void> {
  for (const [name, value] of Object.entries(plainDefaults))
    await world.asOwner(`alter database portal set ${name} = '${value}'`);
  const last = new pg.Client(world.connection as pg.ClientConfig);
  await last.connect();
  try {
    await last.query(
      'select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()',
    );
  } finally {
    await last.end();
  }
}
