import type { EventType } from '@portal/contract/events.ts';
import { useEffect, useRef } from 'react';
import { onSessionEnd, renewToken, sessionState, watchSession } from './session.ts';

/** What the server says over the socket: that something changed, never what it is now. */
export interface Change {
  type: EventType;
  id: number;
  careGroupId?: number;
}

/** The little we need of a socket. */
export interface Line {
  on(event: 'changed', listener: (change: Change) => void): unknown;
  on(event: 'connect', listener: () => void): unknown;
  emit(event: 'token', token: string): unknown;
  close(): unknown;
}
type Connect = () => Promise<Line>;

/** Loaded only once somebody is signed in and looks at something that lives. */
const connectToServer: Connect = async () => {
  const { io } = await import('socket.io-client');
  const socket = io({
    path: '/api/socket',
    transports: ['websocket', 'polling'],
    auth: (give) => give({ token: sessionState().accessToken }),
  });
  let isClosed = false;
  const comeBack = (): void => {
    if (isClosed) return;
    renewToken().then(
      (renewed) => renewed && !isClosed && socket.connect(),
      // The network or the server is away: neither stays so, and not all pages come back at once.
      () => setTimeout(comeBack, 2_000 + Math.random() * 3_000),
    );
  };
  // SEC-35: an aged token is renewed, and the socket comes back with the new one.
  socket.on('connect_error', (error) => {
    if (!socket.active && error.message === 'jwt expired') comeBack();
  });
  // The session has ended, or another one has taken its place because the second factor changed (SEC-05).
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') comeBack();
  });
  return {
    on: socket.on.bind(socket),
    emit: socket.emit.bind(socket),
    close: () => {
      isClosed = true;
      socket.close();
    },
  };
};

let connect: Connect = connectToServer;
let line: Promise<Line> | undefined;
const listeners = new Set<(change: Change) => void>();
const returns = new Set<() => void>();

function open(): void {
  line ??= connect().then((opened) => {
    // The line is handed over before it stands for the first time.
    let stood = false;
    opened.on('connect', () => {
      if (stood) for (const listener of returns) listener();
      stood = true;
    });
    opened.on('changed', (change) => {
      for (const listener of listeners) listener(change);
    });
    return opened;
  });
  line.catch(() => (line = undefined));
}

function close(): void {
  void line?.then((opened) => opened.close()).catch(() => undefined);
  line = undefined;
}
onSessionEnd(close);

/** The line lives no longer than the token it was opened with, unless the next one is shown over it. */
let shown: string | null = null;
watchSession(() => {
  const { accessToken } = sessionState();
  if (!accessToken || accessToken === shown) return;
  shown = accessToken;
  void line?.then((opened) => opened.emit('token', accessToken)).catch(() => undefined);
});

/** Calls back when the line stands again after it was cut: what changed in between was not heard. */
export function onReconnect(listener: () => void): () => void {
  returns.add(listener);
  return () => void returns.delete(listener);
}

/** Calls back when something of these types has changed; the screen then reads it anew. Who waits for nothing needs no line. */
export function useLive(types: readonly Change['type'][], onChange: (change: Change) => void): void {
  const latest = useRef({ types, onChange });
  useEffect(() => {
    latest.current = { types, onChange };
  });
  const listens = types.length > 0;
  useEffect(() => {
    if (!listens) return;
    const listener = (change: Change) => {
      if (latest.current.types.includes(change.type)) latest.current.onChange(change);
    };
    listeners.add(listener);
    open();
    return () => {
      listeners.delete(listener);
    };
  }, [listens]);
}

/** Another way to connect, for tests. */
export function setConnect(given: Connect | undefined): void {
  close();
  connect = given ?? connectToServer;
}
