/** Tells the parts of this process that hold something open for a session, such as sockets, that it has ended (SEC-05). */
export interface SessionEnds {
  /** To be called after commit. */
  tell: (sessionIds: readonly number[]) => void;
  listen: (listener: (sessionId: number) => void) => void;
}

export function makeSessionEnds(): SessionEnds {
  const listeners: ((sessionId: number) => void)[] = [];
  return {
    tell: (sessionIds) => {
      for (const sessionId of sessionIds) for (const listener of listeners) listener(sessionId);
    },
    listen: (listener) => void listeners.push(listener),
  };
}
