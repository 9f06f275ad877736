import type { Socket } from 'socket.io';
import type { Sight } from './sight.ts';

/** A socket whose token was accepted. */
export interface Connected {
  socket: Socket;
  sessionId: number;
  /** The newest one that its page has shown. */
  token: string;
  tokenHash: Buffer;
  sight: Sight;
}
