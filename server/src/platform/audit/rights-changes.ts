import { randomUUID } from 'node:crypto';
import { rightsChanges } from '@portal/contract/audit/security-words.ts';
import type { AuditAction, RecordKind } from '@portal/contract/audit/words.ts';
import { databaseOf, type Tx } from '#platform/database/db.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { haveMonths } from '#platform/database/months.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** What of an audit entry tells whether rights changed. */
interface Entry {
  action: AuditAction;
  record: { kind: RecordKind; id: number | string };
  changes: readonly { new?: unknown }[];
}

/** Changes of rights are security events as well (SEC-39): known by what the audit trail says, and written or undone with it. */
export async function noteRightsChanges(tx: Tx, at: string, actor: Actor, entries: readonly Entry[]): Promise<void> {
  const changes = entries.filter((entry) => changesRights(actor, entry));
  if (changes.length === 0) return;
  const rows = changes.map(({ action }) => ({
    entry: randomUUID(),
    company_id: actor.companyId,
    at,
    event: action,
    outcome: 'done',
    provider_id: actor.providerId,
    host: actor.host,
    address: actor.address ?? 'local',
    request_id: actor.requestId,
  }));
  await haveMonths(databaseOf(tx), 'security_event', [new Date(at)]);
  await insertRows(tx, 'security_event', rows).execute();
}

/** What somebody does about their own factor is noted as such, and what comes with their registration belongs to that. */
function changesRights({ providerId }: Actor, { action, record, changes }: Entry): boolean {
  if (!(rightsChanges as readonly string[]).includes(action)) return false;
  // With the decision on a request it is one event.
  if (action === 'account.mfa_removed') return providerId === null;
  if (action === 'recovery.approved') return providerId !== null;
  if (action === 'care_group.member_added') return !changes.some((change) => change.new === providerId);
  return !(action === 'provider.changed' && Number(record.id) === providerId);
}
