import { expect, onTestFinished, test, vi } from 'vitest';
import { renewSession } from '@portal/contract/identity/endpoints.ts';
import { aSession, fakeServer, signIn } from '#test/portal.tsx';
import { waitFor } from '@testing-library/react';
import { lastEnding, sessionState } from './session.ts';

const listeners = new Map<string, ((content: never) => void)[]>();
const connect = vi.fn<() => void>();
type Given = { auth: (give: (shown: object) => void) => void };
const opened = vi.fn<(given: Given) => void>();
const closed = vi.fn<() => void>();
vi.mock('socket.io-client', () => ({
  io: (given: Given) => ({
    opened: opened(given),
    active: false,
    on: (event: string, listener: (content: never) => void) =>
      listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    emit: vi.fn(),
    timeout: () => ({ emitWithAck: vi.fn() }),
    connect,
    close: closed,
  }),
}));

test('SOC-07 CER-45 OPC-73 a line that is refused for its aged token comes back twice with a renewed one; then the person begins anew at "/"', async () => {
  const { onTold, setConnect } = await import('./live.ts');
  const server = fakeServer([[renewSession, () => aSession()]]);
  localStorage.setItem('portal.session', 'open');
  signIn();
  setConnect(undefined);
  const goesTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  onTestFinished(() => goesTo.mockRestore());
  const stop = onTold('new message', () => undefined);
  await waitFor(() => expect(listeners.has('connect_error')).toBe(true));
  const refuse = () => {
    for (const listener of listeners.get('connect_error') ?? []) listener({ message: 'jwt expired' } as never);
  };
  refuse();
  await waitFor(() => expect(connect).toHaveBeenCalledTimes(1));
  refuse();
  await waitFor(() => expect(connect).toHaveBeenCalledTimes(2));
  expect(server.callsOf(renewSession)).toHaveLength(2);
  expect(goesTo).not.toHaveBeenCalled();
  refuse();
  expect(goesTo.mock.calls).toEqual([['/']]);
  expect(connect).toHaveBeenCalledTimes(2);
  stop();
});

test('SEC-35 whose line is one too many of their own asks again after a minute, unless the line is no longer wanted', async () => {
  const { onTold, setConnect } = await import('./live.ts');
  signIn();
  listeners.clear();
  connect.mockClear();
  setConnect(undefined);
  const stop = onTold('new message', () => undefined);
  await waitFor(() => expect(listeners.has('connect_error')).toBe(true));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const refuse = () => {
    for (const listener of listeners.get('connect_error') ?? []) listener({ message: 'too many lines' } as never);
  };
  refuse();
  vi.advanceTimersByTime(59_000);
  expect(connect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(connect).toHaveBeenCalledTimes(1);
  refuse();
  closed.mockClear();
  setConnect(undefined);
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  vi.advanceTimersByTime(60_000);
  expect(connect).toHaveBeenCalledTimes(1);
  stop();
});

test('SHP-14 a line says how long ago its page began to read until it stands for the first time; then what it missed is read anew', async () => {
  const { onReconnect, onTold, setConnect } = await import('./live.ts');
  signIn();
  listeners.clear();
  opened.mockClear();
  setConnect(undefined);
  const back = vi.fn<() => void>();
  const stops = [onReconnect(back), onTold('new message', () => undefined)];
  await waitFor(() => expect(listeners.has('read anew')).toBe(true));
  const say = (event: string) => {
    for (const listener of listeners.get(event) ?? []) listener(undefined as never);
  };
  const shows = () => {
    let shown: object = {};
    opened.mock.lastCall?.[0].auth((given) => (shown = given));
    return shown;
  };
  expect(shows()).toEqual({ token: expect.any(String), readMsAgo: expect.any(Number) });
  say('connect');
  expect(shows()).toEqual({ token: expect.any(String) });
  expect(back).not.toHaveBeenCalled();
  say('read anew');
  expect(back).toHaveBeenCalledTimes(1);
  for (const stop of stops) stop();
});

test('SES-06 a line that the server ends asks for its session at once, and without one the person is out', async () => {
  const { setConnect, onTold } = await import('./live.ts');
  const server = fakeServer([[renewSession, () => aSession()]]);
  localStorage.setItem('portal.session', 'open');
  signIn();
  listeners.clear();
  connect.mockClear();
  setConnect(undefined);
  const stop = onTold('new message', () => undefined);
  await waitFor(() => expect(listeners.has('disconnect')).toBe(true));
  const end = () => {
    for (const listener of listeners.get('disconnect') ?? []) listener('io server disconnect' as never);
  };
  end();
  await waitFor(() => expect(connect).toHaveBeenCalledTimes(1));
  expect(sessionState().phase).toBe('held');
  server.answer(renewSession, { status: 401, body: { code: 'unauthenticated', message: 'Request Denied' } });
  end();
  await waitFor(() => expect(sessionState().phase).toBe('none'), { timeout: 5_000 });
  expect(lastEnding()).toBe('expired');
  expect(connect).toHaveBeenCalledTimes(1);
  stop();
});
