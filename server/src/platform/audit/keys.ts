/** The keys that the audit entries of a database are proven with (P11-10). */
import { type Database, databaseOf, type Tx } from '#platform/database/db.ts';
import { type AuditKeys, auditKeys } from './chain.ts';

const known = new WeakMap<Database, AuditKeys>();

/** From here on what is audited can be changed: entries are proven with keys made from the secret of the installation. */
export const proveEntries = (database: Database, secret: Buffer): void => void known.set(database, auditKeys(secret));

export function auditKeysOf(tx: Tx): AuditKeys {
  const keys = known.get(databaseOf(tx));
  if (!keys) throw new Error('audit entries need a database that was opened with the secret of the installation');
  return keys;
}
