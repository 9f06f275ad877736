import { once } from 'node:events';
import { connect } from 'node:net';
import { endpoint } from '@portal/contract/endpoint.ts';
import { done } from '@portal/contract/wire.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openApp } from '#src/app.ts';
import { rooms } from '#src/rooms.ts';
import type { Room } from '#platform/http/calls.ts';
import { makeLog } from '#platform/core/log.ts';
import { aLine, listening } from './house.ts';
import { openPortal } from './portal.ts';

test('REL-03 on a stop the server says that it is not ready, takes nobody new, and finishes what runs', async () => {
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  let arrived = () => {};
  const running = new Promise<void>((resolve) => (arrived = resolve));
  const slow = endpoint({
    method: 'GET',
    path: '/test/slow',
    summary: 'A call that waits for the test',
    access: 'open',
    reply: done,
  });
  const aSlowRoom: Room = ({ openRoute }) =>
    openRoute(slow, async () => {
      arrived();
      await gate;
      return { message: 'finished' };
    });
  const portal = await openPortal({}, { rooms: [...rooms, aSlowRoom] });
  const app = await openApp(portal.app.env, portal.connection, {
    rooms: [...rooms, aSlowRoom],
    log: makeLog('silent'),
  });
  const { port, url } = await listening({ app });
  expect(await (await fetch(`${url}/api/health/ready`)).json()).toEqual({ status: 'ready', version: '0.1.0' });
  expect(await (await fetch(`${url}/api/health/live`)).json()).toEqual({ status: 'live', version: '0.1.0' });
  onTestFinished(() => goOn());

  const answer = fetch(`${url}/api/test/slow`);
  await running;
  // On its way already when the stop begins.
  const halfWay = await aLine(port);
  halfWay.socket.write('GET /api/health/ready HTTP/1.1\r\nHost: localhost\r\n');
  // Let in, and nothing said as yet.
  const early = await aLine(port);
  // A whole call after it: by then the server has read the half one.
  await (await fetch(`${url}/api/health/live`)).text();
  const closed = app.close();
  await expect.poll(() => app.http.server.listening, { interval: 5 }).toBe(false);
  early.socket.write('GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => early.heard()).toContain('{"status":"live","version":"0.1.0"}');
  halfWay.socket.write('\r\n');
  await expect.poll(() => halfWay.heard()).toContain('HTTP/1.1 503');
  expect(halfWay.heard()).toContain('{"status":"stopping","version":"0.1.0"}');
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
  goOn();
  expect([(await answer).status, await (await answer).json()]).toEqual([200, { message: 'finished' }]);
  await closed;
});
