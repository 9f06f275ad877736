import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** A way to a database on which answers can be slow, stand still, be cut off, or never come again. */
export async function aSlowWire(connection: pg.PoolConfig) {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-wire-'));
  const port = connection.port ?? 5432;
  const name = `.s.PGSQL.${port}`;
  const open = new Set<Socket>();
  /** Those of a host that is gone. */
  const silent = new WeakSet<Socket>();
  let delayMs = 0;
  let held = Promise.resolve();
  let letGo = () => {};
  let isCut = false;

  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const database = connect(path.join(connection.host ?? '', name));
    let before = Promise.resolve();
    for (const one of [client, database]) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        client.destroy();
        database.destroy();
      });
    }
    client.on('data', (part) => void (silent.has(client) || database.write(part)));
    database.on('data', (part) => {
      if (silent.has(client)) return;
      // Each answer comes so much later, in the order in which they were given.
      const due = performance.now() + delayMs;
      const stood = held;
      before = before.then(async () => {
        await stood;
        const left = due - performance.now();
        if (left > 0) await pause(left);
        if (!client.destroyed && !silent.has(client)) client.write(part);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(path.join(folder, name), resolve));
  return {
    connection: { ...connection, host: folder, port },
    delay: (ms: number) => void (delayMs = ms),
    stall: () => {
      held = new Promise((resolve) => (letGo = resolve));
    },
    /** The host is gone, and another one has its place: connections of before have neither an answer nor an end, new ones come about. */
    vanish: () => {
      for (const one of open) silent.add(one);
    },
    /** Ends every connection, and lets no other come about until it goes on. */
    cut: () => {
      isCut = true;
      for (const one of open) one.destroy();
    },
    goOn: () => {
      letGo();
      held = Promise.resolve();
      [delayMs, isCut] = [0, false];
    },
    close: () => {
      letGo();
      for (const one of open) one.destroy();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
