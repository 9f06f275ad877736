import type { Env } from '#src/env.ts';
import type { App } from '#src/app.ts';
import type { Brands } from '#platform/core/brands.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Log } from '#platform/core/log.ts';
import type { Database } from '#platform/database/db.ts';
import type { Files } from '#platform/files/files.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** What the commands work on. */
export interface Ground {
  database: Database;
  files: Files;
  clock: Clock;
  brands: Brands;
  env: Env;
  log: Log;
  /** Whether a running portal sends mail. */
  sendsMail: boolean;
  /** Whether a user pool has the accounts, so that their state is set there. */
  accountsAreHosted?: boolean;
  operator: Omit<Actor, 'companyId'>;
  /** All of the housekeeping at once, as the portal does it by the clock. */
  keepHouse: App['keepHouse'];
  /** What is too long for one sentence. */
  print: (part: Uint8Array) => Promise<void>;
}
