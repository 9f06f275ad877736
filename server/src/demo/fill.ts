/** A process of its own that makes the demo when it is told where the database answers, as a portal that nobody reaches. */
import { once } from 'node:events';
import type pg from 'pg';
import { openApp } from '../app.ts';
import { readEnv } from '../env.ts';
import { seedDemo } from './seed.ts';

// Nobody waits for it any more: what it has begun is undone by the database.
process.once('disconnect', () => process.exit(1));
// Ctrl-C reaches it too, and whoever waits for it ends it.
process.on('SIGINT', () => {});
const [connection] = (await once(process, 'message')) as [pg.PoolConfig];
const app = await openApp(readEnv(process.env), connection);
try {
  await seedDemo(app);
} finally {
  await app.close();
}
process.exit(0);
