/** How much one connection may send. */
const mostEventsPerSecond = 20;

/** What Engine.IO tells of a connection; it has no types for it. */
interface Packets {
  on: (event: 'packet', listener: (packet: { type: string }) => void) => void;
  close: (discard: boolean) => void;
}

/** SEC-35: who sends more is cut off, before anything looks at what was sent. */
export function limitEvents(connection: Packets): void {
  let second = 0;
  let sent = 0;
  connection.on('packet', ({ type }) => {
    if (type !== 'message') return;
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) [second, sent] = [now, 0];
    sent += 1;
    if (sent > mostEventsPerSecond) connection.close(true);
  });
}
