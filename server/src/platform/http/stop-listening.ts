import { Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/** For whoever was let in at the last moment to say what they want; a proxy on a busy machine takes some time for it. */
const lastCallsMs = 500;

/**
 * Lets nobody in any more; who was let in before still gets an answer (REL-03). What comes back waits until all have gone. A server
 * of HTTP that is closed at once would end the connections on which no call has arrived yet, also those opened in that moment.
 */
export async function stopListening(server: Server): Promise<() => Promise<void>> {
  if (!server.listening) return async () => {};
  // By now everybody who waited outside has been let in.
  await nextTurn();
  const gone = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()));
  await wait(lastCallsMs);
  return () => gone;
}
