/** Sockets to wherever the server is at the moment. */
import { failures } from '@portal/contract/errors.ts';
import { io, type Socket } from 'socket.io-client';
import type { Answer } from './ledger.ts';

/** What is told while the database is away. */
const comeBack = new Set(
  Object.values(failures).flatMap(({ status, message }) => (status >= 500 && message ? [message] : [])),
);

/** A talker's line to wherever the server is at the moment; a dead one is dialled anew. */
export function makeLine(address: () => string, token: string) {
  let line: { url: string; socket: Socket; connected: Promise<void> } | null = null;
  const dial = () => {
    line?.socket.disconnect();
    const url = address();
    const socket = dialled(url, token);
    const connected = new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
      socket.once('disconnect', reject);
    });
    const mine = { url, socket, connected };
    line = mine;
    // A line that is over, or could not be dialled, is dialled anew by the next.
    const drop = () => {
      if (line === mine) line = null;
    };
    connected.catch(drop);
    socket.once('disconnect', drop);
    return mine;
  };
  return {
    say: async (body: unknown): Promise<Answer> => {
      const { socket, connected } = line?.url === address() ? line : dial();
      await connected;
      const said = (await socket.timeout(10_000).emitWithAck('chat message', body)) as Record<string, unknown>;
      const error = said['error'] as string | undefined;
      if (error === undefined) return { outcome: 'acknowledged', status: 200, body: said };
      return comeBack.has(error)
        ? { outcome: 'unknown', status: 503, body: said }
        : { outcome: 'refused', status: 400, body: said };
    },
    close: () => void line?.socket.disconnect(),
  };
}

export const dialled = (url: string, token: string): Socket =>
  io(url, {
    path: '/api/socket',
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    timeout: 5_000,
  });
