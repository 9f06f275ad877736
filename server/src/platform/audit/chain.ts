/**
 * How an audit entry is written as bytes, and the two keyed hashes over it (P11-10): its proof, made with the entry, says
 * that this server wrote it; its link, made within seconds after commit, says where it stands.
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';

export interface AuditKeys {
  proof: KeyObject;
  link: KeyObject;
}

/** The keys come from the installation's secret: whoever can write the database still cannot make a hash. */
export function auditKeys(secret: Buffer): AuditKeys {
  // Made once: of mere bytes a key is made anew for each entry.
  const keyFor = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `portal audit: ${purpose}`, 32)));
  return { proof: keyFor('entries'), link: keyFor('chain') };
}

/** What an act says in an entry: all but the number, the instant of writing and the proof, which come after it. */
export interface AuditContent {
  company_id: number | null;
  /** ISO, in milliseconds. */
  at: string;
  actor_id: number | null;
  actor_name: string;
  actor_type: string;
  action: string;
  record_kind: string;
  record_id: string;
  /** JSON. */
  changes: string;
  reason: string | null;
  host: string;
  request_id: string;
}

export interface StoredEntry extends AuditContent {
  seq: number;
  recorded_at: string;
  proof: Buffer | null;
}

/** The columns of a stored entry, as text where a conversion could hide a difference. */
export const storedColumns = sql<StoredEntry>`
  entry.seq, entry.company_id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
  to_char(entry.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as recorded_at, entry.actor_id, entry.actor_name,
  entry.actor_type, entry.action, entry.record_kind, entry.record_id, entry.changes::text as changes, entry.reason, entry.host,
  entry.request_id, entry.proof`;

const nonceBytes = 16;

/** The proof of an entry. It begins with random bytes, so that a copy of an entry can be told from a second one like it. */
export function proofOf(keys: AuditKeys, content: AuditContent, nonce: Buffer = randomBytes(nonceBytes)): Buffer {
  const { company_id, at, actor_id, actor_name, actor_type, action, record_kind, record_id, reason, host, request_id } =
    content;
  const changes = canonical(JSON.parse(content.changes));
  const text = JSON.stringify([
    company_id,
    at,
    actor_id,
    actor_name,
    actor_type,
    action,
    record_kind,
    record_id,
    changes,
    reason,
    host,
    request_id,
  ]);
  return Buffer.concat([nonce, createHmac('sha256', keys.proof).update(nonce).update(text).digest()]);
}

/** Whether this server wrote the entry, and as it stands. */
export function isProven(keys: AuditKeys, entry: StoredEntry): boolean {
  if (entry.proof?.length !== nonceBytes + 32) return false;
  return timingSafeEqual(entry.proof, proofOf(keys, entry, entry.proof.subarray(0, nonceBytes)));
}

/** The hash of the link at the end of a chain: over the hash before it and every column of the entry, in this order. */
export function linkOf(keys: AuditKeys, before: Buffer, entry: StoredEntry): Buffer {
  const { seq, company_id, at, recorded_at, actor_id, actor_name, actor_type, action, record_kind, record_id } = entry;
  const { changes, reason, host, request_id, proof } = entry;
  const head = [seq, company_id, at, recorded_at, actor_id, actor_name, actor_type, action, record_kind, record_id];
  const text = JSON.stringify([...head, changes, reason, host, request_id, proof?.toString('hex') ?? null]);
  return createHmac('sha256', keys.link).update(before).update(text).digest();
}

/** The link before the first one. */
export const beginning = Buffer.alloc(32);

/** The same value whatever the order of its keys, which the database does not keep. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  );
}
