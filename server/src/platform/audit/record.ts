import type { AuditAction, RecordKind } from '@portal/contract/audit/words.ts';
import { proofOf } from './chain.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { auditKeysOf } from './keys.ts';
import { noteRightsChanges } from './rights-changes.ts';
import type { Actor } from '#platform/security/viewer.ts';

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

/** Rows that one statement writes: each number of rows is a statement of its own that the database keeps. */
const atOnce = 50;

/**
 * Adds the audit entry of a change, in the change's transaction: if it cannot be written, the change does not happen
 * (P11-09, P11-12). Several entries go in one statement.
 */
export async function record(
  tx: Tx,
  clock: Pick<Clock, 'now'>,
  actor: Actor,
  ...entries: readonly Recorded[]
): Promise<void> {
  const keys = auditKeysOf(tx);
  const at = clock.now().toISOString();
  for (const portion of inPortions(entries)) {
    const contents = portion.map((entry) => ({
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
    await noteRightsChanges(tx, at, actor, portion);
  }
}

/** What is written in one statement, however many there are. */
export const inPortions = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / atOnce) }, (_, n) => all.slice(n * atOnce, (n + 1) * atOnce));

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
