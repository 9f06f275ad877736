import { expect, inject, test } from 'vitest';
import { reachDatabases } from './prepare.ts';

test('REL-04 addresses that lead to different databases are refused before anything is written, with the one that leads elsewhere', async () => {
  const { host, port, user } = inject('postgres');
  const at = (database: string) => ({ host, port, user, database });
  const [connection, direct, owner] = [at('postgres'), at('postgres'), at('postgres')];
  await expect(reachDatabases({ connection, direct, owner })).resolves.toBeUndefined();
  await expect(reachDatabases({ connection, direct: at('template1'), owner })).rejects.toThrow(
    'DATABASE_DIRECT_URL leads to another database than DATABASE_URL. All of them must name the same one.',
  );
  await expect(reachDatabases({ connection, owner: at('template1') })).rejects.toThrow(
    'MIGRATION_DATABASE_URL leads to another database than DATABASE_URL. All of them must name the same one.',
  );
});
