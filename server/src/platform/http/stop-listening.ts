import type { ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

const shortTurnMs = 1;
const mostTurns = 200;

/**
 * Lets nobody in any more (REL-03); what comes back waits until everybody who was let in has gone. Whoever waits outside at that
 * moment is turned away without an answer. A turn of the event loop lets in one of those who wait, so the moment is right after a turn that
 * was short and let in nobody.
 */
export async function stopListening(server: Server): Promise<() => Promise<void>> {
  if (!server.listening) return async () => {};
  let cameIn = false;
  const notice = () => {
    cameIn = true;
  };
  server.on('connection', notice);
  // The rest of this turn may be past the place where connections are taken.
  await nextTurn();
  for (let turns = 0; turns < mostTurns; turns += 1) {
    const began = performance.now();
    cameIn = false;
    await nextTurn();
    if (!cameIn && performance.now() - began < shortTurnMs) break;
  }
  server.off('connection', notice);
  const gone = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()));
  return () => gone;
}

/**
 * What comes back makes every answer from then on the last one of its connection, also of calls that are under way (REL-03): a proxy that keeps
 * connections for later would send its next call into one that is just being closed. It is for whatever answers on the server, such as
 * sockets by long polling.
 */
export function lastAnswers(server: Pick<Server, 'prependListener'>): () => void {
  const waited = new Set<ServerResponse>();
  let isLeaving = false;
  server.prependListener('request', (_request: unknown, response: ServerResponse) => {
    if (isLeaving) return void response.setHeader('connection', 'close');
    waited.add(response);
    response.once('close', () => waited.delete(response));
  });
  return () => {
    isLeaving = true;
    for (const response of waited) if (!response.headersSent) response.setHeader('connection', 'close');
  };
}
