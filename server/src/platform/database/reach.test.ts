import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { brokenWay } from '#test/out-of-reach.ts';
import { reachDatabase } from './reach.ts';

const reached = (config: object, waitMs = 0) => {
  const told: string[] = [];
  return reachDatabase(config, 'DATABASE_URL', { waitMs, onWait: (said) => void told.push(said) }).then(
    () => ({ refused: null, told }),
    ({ message }: Error) => ({ refused: message, told }),
  );
};

test('REL-04 what will never be let in is refused at once, with the variable and what to do', async () => {
  const { host, port } = inject('postgres');
  const at = (user: string, database: string) => ({ host, port, user, database });
  expect((await reached(at('postgres', 'nowhere'), 60_000)).refused).toBe(
    'DATABASE_URL is refused: database "nowhere" does not exist. "npm run operator -- prepare-database" makes it.',
  );
  expect((await reached(at('nobody', 'postgres'), 60_000)).refused).toBe(
    'DATABASE_URL is refused: role "nobody" does not exist. The login does not exist, or may not come from this machine or without TLS.',
  );
  expect((await reached(brokenWay('ENOTFOUND'), 60_000)).refused).toBe('DATABASE_URL names a host that nobody knows.');
  const withoutFile = {
    connectionString: 'postgres://portal@db.invalid/portal?sslmode=verify-full&sslrootcert=/nowhere',
  };
  expect((await reached(withoutFile, 60_000)).refused).toBe(
    "DATABASE_URL names a file that is not there (ENOENT: no such file or directory, open '/nowhere').",
  );
  expect((await reached(at('postgres', 'postgres'))).refused).toBe(null);
});

test('REL-04 a database that is down is waited for, told of once, and refused in the end', async () => {
  const { host, port } = inject('postgres');
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-reach-'));
  const socket = path.join(folder, `.s.PGSQL.${port}`);
  const door = createServer((visitor) => {
    const inside = connect(path.join(host, `.s.PGSQL.${port}`));
    visitor.pipe(inside).pipe(visitor);
    for (const end of [visitor, inside]) end.on('error', () => end.destroy());
  });
  onTestFinished(() => {
    door.close();
    rmSync(folder, { recursive: true });
  });
  const where = { host: folder, port, user: 'postgres', database: 'postgres' };
  expect(await reached(where, 400)).toEqual({
    refused: 'DATABASE_URL leads to no database that answers (ENOENT). The portal waited 0 seconds for it.',
    told: [`The database of DATABASE_URL does not answer yet (${folder}: ENOENT). The portal is waiting for it.`],
  });
  const waiting = reached(where, 30_000);
  door.listen(socket);
  await once(door, 'listening');
  expect((await waiting).refused).toBe(null);
});
