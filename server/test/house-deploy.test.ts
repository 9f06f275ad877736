import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allocation } from '../../scripts/allocation.ts';

/** The version of PostgreSQL's client programs that each Debian has. */
const clients: Record<string, number> = { bookworm: 15, trixie: 17 };
const found = (file: string, pattern: RegExp) =>
  pattern.exec(readFileSync(path.join(import.meta.dirname, '../../deploy', file), 'utf8'))?.[1] ?? '';

test('REL-13 the client programs in the image of the portal are not older than the database beside it: they would make no backup', () => {
  const client = clients[found('Dockerfile', /^FROM node:24-(\w+)-slim$/m)];
  const database = Number(found('compose.yaml', /image: postgres:(\d+)$/m));
  expect(database).toBeGreaterThanOrEqual(15);
  expect(client).toBeGreaterThanOrEqual(database);
});

test('an installation hands out memory as the measured server does', () => {
  const wanted = Object.entries(allocation).map(([name, value]) => `${name}=${value}`);
  expect(found('trellis.service', /^Environment=(MALLOC.+)$/m).split(' ')).toEqual(wanted);
  expect(found('Dockerfile', /^ENV (MALLOC.+)$/m).split(' ')).toEqual(wanted);
});
