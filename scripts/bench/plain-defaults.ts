import type { World } from './world.ts';

/** What a PostgreSQL does by itself; the embedded one is set for disks without moving parts. */
const settings = {
  random_page_cost: '4',
  effective_cache_size: '4GB',
  max_parallel_workers_per_gather: '2',
  jit: 'on',
};

/** They take effect with the next connections, so all are ended; whoever had one makes another. */
export async function setPlainDefaults(world: World): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await world.asOwner(`alter database portal set ${name} = '${value}'`);
  await world.database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()',
  );
}
