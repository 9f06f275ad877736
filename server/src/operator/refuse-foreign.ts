import { existsSync, statSync } from 'node:fs';
import { Refusal } from './read-options.ts';

/** Root may write anywhere, and what it writes into the folder of the portal's account, that one could not read. */
export function refuseForeign(dataDir: string): void {
  if (!existsSync(dataDir) || process.geteuid?.() !== 0) return;
  const { uid } = statSync(dataDir);
  if (uid !== 0)
    throw new Refusal(
      `DATA_DIR (${dataDir}) belongs to another account (number ${uid}), which could not read what root writes there: run this as that account.`,
    );
}
