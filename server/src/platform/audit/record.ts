import { type AuditAction, fieldName, type RecordKind } from '@portal/contract/audit/words.ts';
import { proofOf } from './chain.ts';
import type { Clock } from '#platform/core/clock.ts';
import { refuseEnded, sendAlong, type Tx } from '#platform/database/db.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
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

/** PRV-08: who chooses how somebody is written to does so on a page, which stays with the choice. */
export const withPage = (changes: readonly Change[], page: string): readonly Change[] =>
  changes.some(({ field }) => field === 'preferred_contact') ? [...changes, { field: 'page', new: page }] : changes;

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
  insertEntries(tx, entryRows(tx, clock, actor, entries));
  await noteRightsChanges(tx, clock.now().toISOString(), actor, entries);
}

/** The rows of entries as they are stored, of this instant. */
export function entryRows(tx: Tx, clock: Pick<Clock, 'now'>, actor: Actor, entries: readonly Recorded[]) {
  // Also where there is nothing to add.
  refuseEnded(tx);
  const keys = auditKeysOf(tx);
  const at = clock.now().toISOString();
  return entries.map((entry) => {
    const changes: object = spelled(entry.changes);
    const content = {
      company_id: actor.companyId,
      at,
      actor_id: actor.providerId,
      actor_name: `${actor.firstName} ${actor.lastName}`.trim(),
      // Everybody who reads the entry sees it (PRV-11).
      actor_type: actor.inEmergency ? `${actor.type}, emergency access` : actor.type,
      action: entry.action,
      record_kind: entry.record.kind,
      record_id: String(entry.record.id),
      reason: entry.reason ?? null,
      host: actor.host,
      request_id: actor.requestId,
    };
    return { ...content, changes, proof: proofOf(keys, { ...content, changes: JSON.stringify(changes) }) };
  });
}

export function insertEntries(tx: Tx, rows: ReturnType<typeof entryRows>): void {
  const [first] = rows;
  if (!first) return;
  // Most acts have one entry, and for one this way is a tenth quicker.
  const inserting =
    rows.length === 1
      ? tx.insertInto('audit_entry').values({ ...first, changes: JSON.stringify(first.changes) })
      : insertRows(tx, 'audit_entry', rows);
  sendAlong(tx, inserting);
}

/** The trail has one spelling of a field, whether an act tells of a column, of its own value or of what lies in it. */
const spelled = (changes: readonly Change[]): Change[] =>
  changes.map(({ field, ...values }) => ({ field: fieldName(field), ...(spelledWithin(values) as object) }));

function spelledWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelledWithin);
  // A day or an instant writes itself.
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [fieldName(name), spelledWithin(inner)]));
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
