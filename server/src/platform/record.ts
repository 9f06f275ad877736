import type { AuditAction, RecordKind } from '@portal/contract/records/words.ts';
import { proofOf } from './audit-chain.ts';
import { noteRightsChanges } from './rights-changes.ts';
import { auditKeysOf, type Tx } from './db.ts';
import type { Clock } from './clock.ts';
import type { Actor } from './viewer.ts';

/** One field that changed. A creation has no `old`, a deletion no `new`. */
export interface Change {
  field: string;
  old?: unknown;
  new?: unknown;
}

/** What an act says of itself: `action` is "noun.verb" in the past, such as "shipment.moved", and has its words in the contract (P11-14). */
export interface Recorded {
  action: AuditAction;
  record: { kind: RecordKind; id: number | string };
  changes: readonly Change[];
  reason?: string | null;
}

/**
 * Adds the audit entry of a change, in the change's transaction: if it cannot be written, the change does not happen
 * (P11-09, P11-12). Several entries go in one statement.
 */
export async function record(tx: Tx, clock: Clock, actor: Actor, ...entries: readonly Recorded[]): Promise<void> {
  if (entries.length === 0) return;
  const keys = auditKeysOf(tx);
  const at = clock.now().toISOString();
  const contents = entries.map((entry) => ({
    company_id: actor.companyId,
    at,
    actor_id: actor.providerId,
    actor_name: `${actor.firstName} ${actor.lastName}`.trim(),
    actor_type: actor.type,
    action: entry.action,
    record_kind: entry.record.kind,
    record_id: String(entry.record.id),
    changes: JSON.stringify(entry.changes),
    reason: entry.reason ?? null,
    host: actor.host,
    request_id: actor.requestId,
  }));
  await tx
    .insertInto('audit_entry')
    .values(contents.map((content) => ({ ...content, proof: proofOf(keys, content) })))
    .execute();
  await noteRightsChanges(tx, at, actor, entries);
}

/** The changes between two states of a record, field by field; what is equal is left out. */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Change[] {
  return Object.keys(after)
    .filter((field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null))
    .map((field) => ({ field, old: before[field] ?? null, new: after[field] ?? null }));
}

/** Every field of a new record. */
export const created = (fields: Readonly<Record<string, unknown>>): Change[] =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([field, value]) => ({ field, new: value }));
