import { lastNpiMessage, mayEditAccess } from '@portal/contract/delegates/rules.ts';
import type { Act } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { Failed, fail, failFields, failStale } from '#platform/core/fail.ts';
import { changesBetween, created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { type Npi, npiRemoved } from './npi.ts';
import { lockDelegate, npisOf } from './queries.ts';

interface Which {
  delegateId: number;
  /** Whom the caller takes the delegate for, where they say so. */
  email?: string | undefined;
}

/** Lets a delegate act for a physician. Two at once of one NPI: the unique index lets one in (PHY-12, REL-08). */
export async function addNpi(act: Act<Actor>, given: Which & Npi): Promise<void> {
  const { tx, viewer } = act;
  const { npi, firstName, lastName, delegateId } = given;
  await holdEditable(tx, given);
  const fields = { npi, first_name: firstName, last_name: lastName };
  await tx
    .insertInto('delegate_npi')
    .values({ ...fields, company_id: viewer.companyId, delegate_id: delegateId })
    .execute();
  await tell(act, delegateId, 'delegate.npi_added', created(fields));
}

/** Renames a physician whom a delegate acts for (PHY-13); gives the new version. */
export async function changeNpi(
  act: Act<Actor>,
  given: Which & Npi & { version?: number | undefined },
): Promise<number> {
  const { tx } = act;
  const entry = await holdEntry(tx, given);
  if (given.version !== undefined && given.version !== entry.version) {
    const { npi, firstName: fName, lastName: lName, version } = entry;
    throw failStale({ npi, fName, lName, version });
  }
  const fields = { first_name: given.firstName, last_name: given.lastName };
  const changes = changesBetween({ first_name: entry.firstName, last_name: entry.lastName }, fields);
  if (changes.length === 0) return entry.version;
  const version = entry.version + 1;
  await tx
    .updateTable('delegate_npi')
    .set({ ...fields, version })
    .where('delegate_npi_id', '=', entry.entryId)
    .execute();
  const which = { field: 'npi', old: entry.npi, new: entry.npi };
  await tell(act, given.delegateId, 'delegate.npi_changed', [which, ...changes]);
  return version;
}

/** Ends that a delegate acts for a physician; the entry is hidden, not erased. One always stays, whoever gave it (PHY-09). */
export async function removeNpi(act: Act<Actor>, given: Which & { npi: string }): Promise<void> {
  const { tx, now } = act;
  const { entryId, npi, firstName, lastName } = await holdEntry(tx, given);
  // The delegate is held: of two at once who each remove another one, the second finds one left.
  if ((await npisOf(tx, given.delegateId).execute()).length === 1)
    throw new Failed('delegate_npi.last', { sentence: lastNpiMessage });
  await tx.updateTable('delegate_npi').set({ removed_at: now() }).where('delegate_npi_id', '=', entryId).execute();
  const { action, changes } = npiRemoved(given.delegateId, { npi, firstName, lastName });
  await tell(act, given.delegateId, action, changes);
}

/** The delegate, held, whose access may still be edited (PHY-07). */
async function holdEditable(tx: Tx, { delegateId, email }: Which): Promise<void> {
  const delegate = await lockDelegate(tx, { delegateId });
  if (!delegate) throw fail('not_found');
  if (email !== undefined && email !== delegate.email) throw failFields({ email: 'is not the email of this delegate' });
  if (!mayEditAccess(delegate.status)) throw fail('delegate.deactivated');
}

/** An entry that was given here; those that a physician gave are only read (PHY-14). */
async function holdEntry(tx: Tx, given: Which & { npi: string }) {
  await holdEditable(tx, given);
  const entry = await npisOf(tx, given.delegateId).where('npi', '=', given.npi).executeTakeFirst();
  if (!entry) throw fail('not_found');
  if (entry.givenBy !== 'pharmacy') throw fail('delegate_npi.read_only');
  return entry;
}

async function tell(
  { record, announce }: Act<Actor>,
  id: number,
  action: 'delegate.npi_added' | 'delegate.npi_changed' | 'delegate.npi_removed',
  changes: ReturnType<typeof created>,
): Promise<void> {
  await record({ action, record: { kind: 'delegate', id }, changes });
  await announce({ type: 'delegate.changed', id });
}
