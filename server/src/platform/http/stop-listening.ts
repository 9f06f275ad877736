import { Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

const shortTurnMs = 1;
const mostTurns = 200;

/**
 * Lets nobody in any more (REL-03); what comes back waits until everybody who was let in has gone. Whoever waits outside at that
 * moment is turned away without an answer, so it is taken right after a turn of the event loop that let in all who waited and was short.
 */
export async function stopListening(server: Server): Promise<() => Promise<void>> {
  if (!server.listening) return async () => {};
  for (let turns = 0; turns < mostTurns; turns += 1) {
    const began = performance.now();
    await nextTurn();
    if (performance.now() - began < shortTurnMs) break;
  }
  const gone = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()));
  return () => gone;
}
