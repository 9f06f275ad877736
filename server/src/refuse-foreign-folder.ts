import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { ConfigurationError } from './env.ts';
import { headFileIn } from './platform/audit/head-file.ts';
import { markerFileIn } from './platform/files/folder-driver.ts';

/** Root may write anywhere, and what it writes into the folder of the portal's account, that one could not read. */
export function refuseForeignFolder(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const { uid } = statSync(dataDir);
  if (process.geteuid?.() === 0 && uid !== 0)
    throw new ConfigurationError(
      `DATA_DIR (${dataDir}) belongs to another account (number ${uid}), which could not read what root writes there: run this as that account.`,
    );
  for (const file of [markerFileIn(dataDir), headFileIn(dataDir)]) refuseUnreadable(file);
}

function refuseUnreadable(file: string): void {
  try {
    const handle = openSync(file, 'r');
    try {
      readSync(handle, Buffer.alloc(1));
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT')
      throw new ConfigurationError(
        `${file} cannot be read by this account (${code}). Give DATA_DIR and all that is in it to the account of the portal, as by "chown -R".`,
      );
  }
}
