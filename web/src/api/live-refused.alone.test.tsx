import { expect, test, vi } from 'vitest';
import { renewSession } from '@portal/contract/identity/endpoints.ts';
import { aSession, fakeServer, signIn } from '#test/portal.tsx';
import { waitFor } from '@testing-library/react';

const listeners = new Map<string, ((content: never) => void)[]>();
const connect = vi.fn<() => void>();
vi.mock('socket.io-client', () => ({
  io: () => ({
    active: false,
    on: (event: string, listener: (content: never) => void) =>
      listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    emit: vi.fn(),
    timeout: () => ({ emitWithAck: vi.fn() }),
    connect,
    close: vi.fn(),
  }),
}));

test('SOC-07 CER-45 OPC-73 a line that is refused for its aged token comes back twice with a renewed one; then the person begins anew at "/"', async () => {
  const { onRefusal, onTold, setConnect } = await import('./live.ts');
  const server = fakeServer([[renewSession, () => aSession()]]);
  localStorage.setItem('portal.session', 'open');
  signIn();
  setConnect(undefined);
  const home = vi.fn<() => void>();
  onRefusal(home);
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
  expect(home).not.toHaveBeenCalled();
  refuse();
  expect(home).toHaveBeenCalledTimes(1);
  expect(connect).toHaveBeenCalledTimes(2);
  stop();
});
