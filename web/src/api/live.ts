import type { EventType } from '@portal/contract/events.ts';
import { useEffect, useRef } from 'react';
import { asksServer } from '#kit/offline.ts';
import { endSession, onSessionEnd, renewToken, sessionState, watchSession } from './session.ts';

/** What the server says over the socket: that something changed, never what it is now. */
export interface Change {
  type: EventType;
  id: number;
  careGroupId?: number;
}

/** The little we need of a socket. */
export interface Line {
  on(event: string, listener: (content: never) => void): unknown;
  emit(event: 'token', token: string): unknown;
  /** Gives the acknowledgement; rejects where none comes in time, and then nothing is sent later. */
  ask(event: string, body: unknown, withinMs: number): Promise<unknown>;
  close(): unknown;
}
type Connect = () => Promise<Line>;

const mostRetries = 2;

/** Loaded only once somebody is signed in and looks at something that lives. */
const connectToServer: Connect = async () => {
  const { io } = await import('socket.io-client');
  const socket = io({
    path: '/api/socket',
    transports: ['websocket', 'polling'],
    auth: (give) => give({ token: sessionState().accessToken, ...readMsAgo() }),
  });
  let isClosed = false;
  /** How often in a row the line was refused for its aged token. */
  let refused = 0;
  socket.on('connect', () => {
    refused = 0;
  });
  const comeBack = (): void => {
    if (isClosed) return;
    renewToken().then(
      (renewed) => {
        if (isClosed) return;
        if (renewed) socket.connect();
        // Nothing of it stays on the screen until the next call is refused.
        else if (sessionState().phase === 'held') endSession('expired');
      },
      // The network or the server is away: neither stays so, and not all pages come back at once.
      () => setTimeout(comeBack, 2_000 + Math.random() * 3_000),
    );
  };
  // SEC-35: an aged token is renewed, and the socket comes back with the new one.
  socket.on('connect_error', (error) => {
    if (socket.active) return;
    // Of somebody with as many pages as that: once others are closed, it stands.
    if (error.message === 'too many lines') setTimeout(() => isClosed || socket.connect(), 60_000);
    if (error.message !== 'jwt expired') return;
    refused += 1;
    // SOC-07: twice with a renewed token; then the person begins anew.
    if (refused <= mostRetries) comeBack();
    else window.location.assign('/');
  });
  // The session has ended, or another one has taken its place because the second factor changed (SEC-05).
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') comeBack();
  });
  return {
    on: socket.on.bind(socket),
    emit: socket.emit.bind(socket),
    ask: (event, body, withinMs) => socket.timeout(withinMs).emitWithAck(event, body) as Promise<unknown>,
    close: () => {
      isClosed = true;
      socket.close();
    },
  };
};

let connect: Connect = connectToServer;
let line: Promise<Line> | undefined;
/** When the page that wants the line began to read; null once it has stood. */
let readAt: number | null = null;
/** Since when the line that is wanted does not stand. */
let downSince: number | null = null;
/** For how many milliseconds no change was told that somebody waits for. */
export const lineDownFor = (): number => (downSince === null ? 0 : performance.now() - downSince);
/** How many milliseconds ago that was: the server then tells what the page missed (SHP-14). */
const readMsAgo = () => (readAt === null ? {} : { readMsAgo: Math.round(performance.now() - readAt) });
const listeners = new Set<(change: Change) => void>();
const returns = new Set<() => void>();
const standing = new Set<() => void>();

function open(): void {
  if (!line) readAt = performance.now();
  if (!line) downSince ??= readAt;
  line ??= connect().then((opened) => {
    // The line is handed over before it stands for the first time.
    let stood = false;
    opened.on('connect', () => {
      asksServer()(true);
      downSince = null;
      for (const listener of standing) listener();
      if (stood) for (const listener of returns) listener();
      stood = true;
      readAt = null;
    });
    opened.on('disconnect', () => (downSince ??= performance.now()));
    // It does not know what the page missed.
    opened.on('read anew', () => {
      for (const listener of returns) listener();
    });
    opened.on('changed', (change: Change) => {
      for (const listener of listeners) listener(change);
    });
    for (const event of told.keys()) hear(opened, event);
    return opened;
  });
  line.catch(() => (line = undefined));
}

function close(): void {
  void line?.then((opened) => opened.close()).catch(() => undefined);
  line = undefined;
  downSince = null;
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

/** What is listened to besides changes, by the names of the events. */
const told = new Map<string, Set<(content: never) => void>>();
const hear = (opened: Line, event: string) =>
  opened.on(event, (content: never) => {
    for (const listener of told.get(event) ?? []) listener(content);
  });

/** Calls back when the server tells this; the line is opened for it. */
export function onTold(event: string, listener: (content: never) => void): () => void {
  const known = told.get(event);
  if (known) known.add(listener);
  else {
    told.set(event, new Set([listener]));
    void line?.then((opened) => hear(opened, event)).catch(() => undefined);
  }
  open();
  return () => void told.get(event)?.delete(listener);
}

/** Asks over the line; rejects where no acknowledgement comes in time. */
export async function askOverLine(event: string, body: unknown, withinMs: number): Promise<unknown> {
  // A screen that goes with its session must not open the line again.
  if (!sessionState().accessToken) throw new Error('nobody is signed in');
  open();
  const opened = await line;
  if (!opened) throw new Error('there is no line');
  return opened.ask(event, body, withinMs);
}

/** Calls back when the line stands again after it was cut: what changed in between was not heard. */
export function onReconnect(listener: () => void): () => void {
  returns.add(listener);
  return () => void returns.delete(listener);
}

/**
 * Calls back each time that the line stands, the first time too: what was told between a read and the line that it opened was not
 * heard either.
 */
export function onStanding(listener: () => void): () => void {
  standing.add(listener);
  return () => void standing.delete(listener);
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
