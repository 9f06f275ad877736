import { sql } from 'kysely';
import type { Database } from '#platform/database/db.ts';
import type { Encrypted, Secrets } from '#platform/security/secrets.ts';
import { auditKeys, isProven, type StoredEntry, storedColumns } from './chain.ts';

/** Of the newest, so many are looked at: what waits for its link is seconds old, unless nobody links. */
const newest = 1_000;

/**
 * What was put on record and waits for its link. Where it was proven with a secret that is not given it would count as forged, so
 * the start asks for that secret, as it does for what is encrypted under one (P11-10).
 */
export const waitingEntries = ({ database, env }: { database: Database; env: Secrets }): Encrypted => ({
  isLocked: async () => {
    const keys = [env.secret, ...env.earlierSecrets].map(auditKeys);
    const { rows } = await database.asSystem((tx) =>
      sql<StoredEntry & { is_linked: boolean }>`
        select ${storedColumns}, exists (select from audit_link as link where link.seq = entry.seq) as is_linked
        from audit_entry as entry order by entry.seq desc limit ${newest}`.execute(tx),
    );
    return rows.some((entry) => !entry.is_linked && !keys.some((key) => isProven(key, entry)));
  },
  // A proof is made once.
  reencrypt: async () => ({ done: 0, left: 0 }),
});
