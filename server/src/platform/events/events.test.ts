import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import { openPortal, type Portal } from '#test/portal.ts';
import { announce } from './announce.ts';
import { type Events, openEvents, type StoredEvent } from './events.ts';

const never = 3_600_000;

/** What another process beside the portal hears, and its events. */
async function beside(portal: Portal, pollMs: number): Promise<{ heard: number[]; events: Events }> {
  const { host, port, user, database } = portal.app.database.pool.options as pg.PoolConfig;
  const events = await openEvents(portal.app, { host, port, user, database }, pollMs);
  const heard: number[] = [];
  events.listen((event: StoredEvent) => heard.push(event.id));
  return { heard, events };
}

async function someCompany(portal: Portal) {
  const companyId = await portal.aCompany();
  const tell = (id: number) =>
    portal.app.database.inCompany(companyId, (tx) =>
      announce(tx, portal.app.clock, companyId, { type: 'lot.changed', id }),
    );
  /** Tells, but commits only when told to. */
  const tellLate = async (id: number) => {
    const { promise, resolve: commit } = Promise.withResolvers<void>();
    const { promise: written, resolve } = Promise.withResolvers<void>();
    const done = portal.app.database.inCompany(companyId, async (tx) => {
      await announce(tx, portal.app.clock, companyId, { type: 'lot.changed', id });
      resolve();
      await promise;
    });
    await written;
    return async () => {
      commit();
      await done;
    };
  };
  return { companyId, tell, tellLate };
}

test('SHP-14 an event is handed on once and after its commit, also when a later one was committed before it', async () => {
  const portal = await openPortal();
  const { tell, tellLate } = await someCompany(portal);
  await tell(1);
  const commitEarly = await tellLate(2);
  const { heard, events } = await beside(portal, 30);
  const commitLate = await tellLate(3);
  const { companyId } = await someCompany(portal);
  await expect(
    portal.app.database.inCompany(companyId, async (tx) => {
      await announce(tx, portal.app.clock, companyId, { type: 'lot.changed', id: 666 });
      throw new Error('taken back');
    }),
  ).rejects.toThrow('taken back');
  await tell(4);
  await tell(5);
  await vi.waitFor(() => expect(heard).toEqual([4, 5]), 15_000);
  await commitLate();
  await vi.waitFor(() => expect(heard).toEqual([4, 5, 3]), 15_000);
  await commitEarly();
  await tell(6);
  await vi.waitFor(() => expect(heard).toEqual([4, 5, 3, 2, 6]), 15_000);
  await events.stop();
});

test('SHP-14 another process hears at once what this one has written, a thousand at a time too', async () => {
  const portal = await openPortal();
  const { companyId, tell } = await someCompany(portal);
  const [here, there] = [await beside(portal, never), await beside(portal, never)];
  await tell(1);
  here.events.written();
  await vi.waitFor(() => expect([here.heard, there.heard]).toEqual([[1], [1]]), 15_000);
  const many = Array.from({ length: 1_234 }, (_, n) => n);
  await portal.app.database.inCompany(companyId, (tx) =>
    announce(tx, portal.app.clock, companyId, ...many.map((id) => ({ type: 'lot.changed' as const, id }))),
  );
  here.events.written();
  await vi.waitFor(() => expect([here.heard.slice(1), there.heard.slice(1)]).toEqual([many, many]), 5_000);
  await Promise.all([here.events.stop(), there.events.stop()]);
});

test('a listener that fails keeps nobody else from hearing', async () => {
  const portal = await openPortal();
  const { tell } = await someCompany(portal);
  const { events } = await beside(portal, 30);
  events.listen(() => {
    throw new Error('a listener of no use');
  });
  const heard: number[] = [];
  events.listen(({ id }) => heard.push(id));
  await tell(1);
  await tell(2);
  await vi.waitFor(() => expect(heard).toEqual([1, 2]), 15_000);
  expect(portal.logged.some((line) => line.includes('a listener of no use'))).toBe(true);
  await events.stop();
});

test('REL-04 after the database has dropped every connection, events are heard again without help', async () => {
  const portal = await openPortal();
  const { tell } = await someCompany(portal);
  const { heard, events } = await beside(portal, never);
  await tell(1);
  events.written();
  await vi.waitFor(() => expect(heard).toEqual([1]), 15_000);
  const listening = async () =>
    (
      await portal.rows(
        `select 1 from pg_stat_activity where datname = current_database() and query = 'listen portal_event'`,
      )
    ).length;
  await vi.waitFor(async () => expect(await listening()).toBe(2), 15_000);
  await portal.rows(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await vi.waitFor(async () => await tell(2), 10_000);
  await vi.waitFor(() => expect(heard).toEqual([1, 2]), 10_000);
  await vi.waitFor(async () => expect(await listening()).toBe(2), 10_000);
  await tell(3);
  await portal.rows(`select pg_notify('portal_event', 'another process')`);
  await vi.waitFor(() => expect(heard).toEqual([1, 2, 3]), 15_000);
  await events.stop();
});
