import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openPortal } from '#test/portal.ts';
import { roomForPool } from './room-for-pool.ts';

/** A login that the server gives so many connections. */
async function aLogin(limit: number) {
  const portal = await openPortal();
  const login = `few_${randomBytes(4).toString('hex')}`;
  await portal.rows(`create role ${login} login connection limit ${limit}`);
  onTestFinished(async () => void (await portal.rows(`drop role ${login}`)));
  return {
    login,
    room: (pool: number, isPooled = false) =>
      roomForPool({ ...portal.connection, user: login }, { pool, isPooled }).catch(({ message }: Error) => ({
        refused: message,
      })),
  };
}

test('REL-05 a pool that is larger than the server allows is refused with the numbers, and one that leaves no room for a second process is told of', async () => {
  const { login, room } = await aLogin(30);
  expect(await room(9)).toBe(null);
  expect(await room(10)).toBe(
    `DATABASE_POOL is 10: with 6 more for events and jobs one process needs 16 connections, and two need 32; there are 30 (connection limit of the role ${login}).`,
  );
  expect(await room(24)).toMatch(/one process needs 30 connections, and two need 60; there are 30 /);
  expect(await room(25)).toEqual({
    refused: `DATABASE_POOL is 25: with 6 more for events and jobs one process needs 31 connections, and there are 30 (connection limit of the role ${login}).`,
  });
  // Behind a pooler the pool is not PostgreSQL's.
  expect(await room(200, true)).toBe(null);
});

test('REL-05 without a limit of its own a login has what the server does not keep for others', async () => {
  const { room } = await aLogin(-1);
  expect(await room(112)).toEqual({
    refused:
      'DATABASE_POOL is 112: with 6 more for events and jobs one process needs 118 connections, and there are 117 (max_connections 120, of which 3 reserved).',
  });
});

test('REL-05 beside its pool a process has as many connections as that reckons with, but for the one that makes queues, which comes and goes', async () => {
  const portal = await openPortal();
  await portal.app.jobs.start();
  const open = () =>
    portal.rows(
      `select from pg_stat_activity where datname = current_database() and application_name in ('portal jobs', 'portal events')`,
    );
  await expect.poll(async () => (await open()).length).toBe(5);
});
