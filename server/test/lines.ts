/** People who listen to what changes, over sockets of their own. */
import type { AddressInfo } from 'node:net';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import type { Portal } from './portal.ts';

export interface Heard {
  type: string;
  id: number;
  careGroupId?: number;
}
export interface Line {
  socket: Socket;
  heard: Heard[];
  connected: () => boolean;
}

/** The portal on a port; people dial in with their token. */
export async function listening(portal: Pick<Portal, 'app'>) {
  await portal.app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = portal.app.http.server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  const start = (token: string | null, options: Partial<ManagerOptions & SocketOptions> = {}) => {
    const socket = io(url, {
      path: '/api/socket',
      auth: token === null ? {} : { token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      ...options,
    });
    onTestFinished(() => void socket.disconnect());
    return socket;
  };
  /** Connects, or throws the sentence of the refusal. */
  const dial = async (token: string | null, options: Partial<ManagerOptions & SocketOptions> = {}): Promise<Line> => {
    const socket = start(token, options);
    const heard: Heard[] = [];
    socket.on('changed', (change: Heard) => heard.push(change));
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return { socket, heard, connected: () => socket.connected };
  };
  return { port, url, start, dial };
}
