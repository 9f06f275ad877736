import { Socket } from 'node:net';
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import { openDatabase } from '#platform/database/db.ts';

/** Leads to a database to which every way breaks off like this. No network is asked. */
export function brokenWay(code: string): pg.PoolConfig {
  const broken = Object.assign(new Error(`connect ${code}`), { code });
  const stream = () => {
    const socket = new Socket();
    socket.connect = () => socket.destroy(broken);
    return socket;
  };
  return { host: 'database', stream } as pg.PoolConfig;
}

export function outOfReach(code: string) {
  const database = openDatabase(brokenWay(code), () => {});
  onTestFinished(() => database.close());
  return database;
}
