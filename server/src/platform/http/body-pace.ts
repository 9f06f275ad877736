/** A large body may take longer to arrive than other requests, as long as it keeps coming (SEC-27). */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Half a megabit: less than the slowest line that a document of 50 MB can sensibly be sent over. */
const slowestBytesPerSecond = 65_536;
export const isFastEnough = (bytes: number, inMs: number): boolean => bytes >= (slowestBytesPerSecond * inMs) / 1_000;

const watched = new WeakSet<Socket>();
/** Whether what arrives here is ended by its pace, and not when the time of other requests is up. */
export const isPaced = (socket: Socket): boolean => watched.has(socket);

/** Once the time of other requests is up, looks at every third of it whether enough has come since. */
export function watchPace(request: IncomingMessage, othersHaveMs: number, onTooSlow: () => void): void {
  const { socket } = request;
  const everyMs = othersHaveMs / 3;
  let looks = 0;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete) return stop();
    looks += 1;
    const came = socket.bytesRead - before;
    before = socket.bytesRead;
    if (looks < 3 || isFastEnough(came, everyMs)) return;
    stop();
    onTooSlow();
  }, everyMs);
  const stop = () => {
    clearInterval(timer);
    watched.delete(socket);
  };
  watched.add(socket);
  for (const end of ['end', 'close']) request.once(end, stop);
}
