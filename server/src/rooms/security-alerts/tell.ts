import { clockSlackMs } from '@portal/contract/identity/rules.ts';
import { administratorsOf } from '#rooms/identity/door.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { holdName } from '#platform/database/hold-name.ts';
import { type Mail, sendMail } from '#platform/jobs/outbox.ts';
import { record } from '#platform/audit/record.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { damaged, foreignCalls } from './letters.ts';

/** P11-18: as many refused calls in this time, and how long the same cause is not told again. */
const calls = 10;
const withinMs = 10 * 60_000;
const noticeMs = 60 * 60_000;

/** Whose call it was, and the brand they met. */
interface Caller {
  viewer: Viewer;
  brand: Brand;
}

const earlier = (at: Date, ms: number) => new Date(at.getTime() - ms);

/**
 * Counts a refused call for a record of another company; the tenth in ten minutes is told, at most once an hour for each person.
 * On record is each of them already, in the access log.
 */
export async function tellOfForeignCalls(tx: Tx, clock: Clock, { viewer, brand }: Caller): Promise<void> {
  const { companyId, providerId, address } = viewer;
  const at = clock.now();
  await holdName(tx, `foreign calls of ${providerId}`);
  await tx.insertInto('foreign_call').values({ company_id: companyId, provider_id: providerId, at }).execute();
  const { made } = await tx
    .selectFrom('foreign_call')
    .select((eb) => eb.fn.countAll<number>().as('made'))
    .where('provider_id', '=', providerId)
    .where('at', '>', earlier(at, withinMs))
    // Made before the clock was set back (REL-10).
    .where('at', '<=', new Date(at.getTime() + clockSlackMs))
    .executeTakeFirstOrThrow();
  if (made < calls || !(await mayTellNow(tx, at, { companyId, cause: 'foreign calls', about: providerId }))) return;
  await tell(tx, clock, companyId, (to) => foreignCalls(brand, to, viewer, { at, address, calls: made }));
}

/** A stored document is not what was put there: told once an hour for each company, and on record each time. */
export async function tellOfDamage(tx: Tx, clock: Clock, { viewer, brand }: Caller, documentId: number): Promise<void> {
  const { companyId, address } = viewer;
  const at = clock.now();
  await record(tx, clock, viewer, {
    action: 'document.found_damaged',
    record: { kind: 'document', id: documentId },
    changes: [],
  });
  if (!(await mayTellNow(tx, at, { companyId, cause: 'damage', about: 0 }))) return;
  await tell(tx, clock, companyId, (to) => damaged(brand, to, viewer, { at, address, documentId }));
}

async function tell(tx: Tx, clock: Clock, companyId: number, letter: (to: string) => Mail): Promise<void> {
  for (const { email } of await administratorsOf(tx, companyId)) await sendMail(tx, clock, letter(email));
}

/** At most once an hour, whoever asks at the same time. */
async function mayTellNow(
  tx: Tx,
  at: Date,
  { companyId, cause, about }: { companyId: number; cause: string; about: number },
): Promise<boolean> {
  const told = await tx
    .insertInto('misuse_notice')
    .values({ company_id: companyId, cause, about, told_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'cause', 'about'])
        .doUpdateSet({ told_at: at })
        .where((eb) =>
          eb.or([
            eb('misuse_notice.told_at', '<=', earlier(at, noticeMs)),
            // Told before the clock was set back (REL-10).
            eb('misuse_notice.told_at', '>', new Date(at.getTime() + clockSlackMs)),
          ]),
        ),
    )
    .returning('about')
    .executeTakeFirst();
  return told !== undefined;
}
