/** A large answer may take longer to be read than other requests to arrive, as long as it flows (SEC-27). */
import type { Socket } from 'node:net';
import { isFastEnough } from './body-pace.ts';

/** The same parts; once the time of other requests is up, the connection ends where too few are taken within a third of it. */
export async function* flowing(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  socket: Socket,
  othersHaveMs: number,
): AsyncGenerator<Uint8Array> {
  const everyMs = othersHaveMs / 3;
  let looks = 0;
  let [taken, before] = [0, 0];
  const timer = setInterval(() => {
    looks += 1;
    const went = taken - before;
    before = taken;
    if (looks >= 3 && !isFastEnough(went, everyMs)) socket.destroy();
  }, everyMs);
  try {
    for await (const part of parts) {
      yield part;
      taken += part.length;
    }
  } finally {
    clearInterval(timer);
  }
}
