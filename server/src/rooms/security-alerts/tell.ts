import { clockSlackMs } from '@portal/contract/identity/rules.ts';
import { sql } from 'kysely';
import { brandToWriteIn } from '#rooms/companies/door.ts';
import { tellAdministrators } from '#rooms/identity/door.ts';
import type { Act, Moment } from '#platform/act/act.ts';
import { type Brand, type Brands, defaultBrand } from '#platform/core/brands.ts';
import type { Tx } from '#platform/database/db.ts';
import { holdName } from '#platform/database/hold-name.ts';
import type { House } from '#platform/http/calls.ts';
import type { Clearing } from '#platform/jobs/housekeeping.ts';
import type { Mail } from '#platform/jobs/outbox.ts';
import type { Caught, TrailAlarm } from '#platform/security/alarms.ts';
import { altered, damaged, foreignCalls, guesses, moreAlarms, trailLetters, unknownFiles } from './letters.ts';

/** P11-18: as many refused calls in this time, and how long the same cause is not told again. */
const calls = 10;
const withinMs = 10 * 60_000;
const noticeMs = 60 * 60_000;
const dayMs = 24 * 60 * 60_000;

const earlier = (at: Date, ms: number) => new Date(at.getTime() - ms);

/**
 * Counts a refused call for a record of another company; the tenth in ten minutes is told, at most once an hour for each person.
 * Each of them is in the access log as well.
 */
export async function tellOfForeignCalls(act: Act<Caught>, brand: Brand): Promise<void> {
  const { tx, viewer } = act;
  const { companyId, providerId, address } = viewer;
  const at = act.now();
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
  await tell(act, (to) => foreignCalls(brand, to, viewer, { at, address, calls: made }));
}

/** A stored document is not what was put there: told once an hour for each company, and on record each time. */
export async function tellOfDamage(act: Act<Caught>, brand: Brand, documentId: number): Promise<void> {
  const { tx, viewer, record } = act;
  const { companyId, address } = viewer;
  const at = act.now();
  await record({
    action: 'document.found_damaged',
    record: { kind: 'document', id: documentId },
    changes: [],
  });
  if (!(await mayTellNow(tx, at, { companyId, cause: 'damage', about: 0 }))) return;
  await tell(act, (to) => damaged(brand, to, viewer, { at, address, documentId }));
}

/** A signed document is not what was signed: told once an hour for each company, and on record each time. */
export async function tellOfAlteration(act: Act<Caught>, brand: Brand, documentId: number): Promise<void> {
  const { tx, viewer, record } = act;
  const { companyId, address } = viewer;
  const at = act.now();
  await record({ action: 'signing.found_altered', record: { kind: 'document', id: documentId }, changes: [] });
  if (!(await mayTellNow(tx, at, { companyId, cause: 'alteration', about: 0 }))) return;
  await tell(act, (to) => altered(brand, to, viewer, { at, address, documentId }));
}

/** Somebody signed in gave five wrong passwords in a row to sign: told once an hour for each person. */
export async function tellOfGuesses(act: Act<Caught>, brand: Brand): Promise<void> {
  const { companyId, providerId, address } = act.viewer;
  const at = act.now();
  if (!(await mayTellNow(act.tx, at, { companyId, cause: 'guesses at signing', about: providerId }))) return;
  await tell(act, (to) => guesses(brand, to, act.viewer, { at, address }));
}

/**
 * Something is wrong with the audit trail as a whole (P11-10). It holds what all companies did, so the administrators of each are told, and the operator; once a day while it lasts.
 */
export async function tellOfTrail(
  moment: Moment,
  cause: TrailAlarm,
  house: Pick<House, 'brands' | 'env'>,
  operatorEmail: string | undefined,
): Promise<void> {
  const { tx, sendMail } = moment;
  const at = moment.now();
  const letters = trailLetters[cause];
  await holdName(tx, cause);
  let isTold = false;
  for (const { company_id: companyId } of await tx.selectFrom('company').select('company_id').execute()) {
    if (!(await mayTellNow(tx, at, { companyId, cause, about: 0 }, dayMs))) continue;
    isTold = true;
    const brand = await brandToWriteIn(house, tx, { companyId });
    await tellAdministrators(moment, { companyId }, (to) => letters.forCompany(brand, to, at));
  }
  if (isTold && operatorEmail) await sendMail(letters.forOperator(defaultBrand(house.brands), operatorEmail, at));
}

/** What came faster than it could be looked at, by what it was. */
export type MoreAlarms = 'more refused calls' | 'more damage';

/** More alarms of a kind came than could be looked at one by one: how many, once an hour for each company. False when it was told within the hour. */
export async function tellOfMore(
  moment: Moment,
  brand: Brand,
  { companyId, cause, more }: { companyId: number; cause: MoreAlarms; more: number },
): Promise<boolean> {
  const at = moment.now();
  if (!(await mayTellNow(moment.tx, at, { companyId, cause, about: 0 }))) return false;
  await tellAdministrators(moment, { companyId }, (to) => moreAlarms(brand, to, { at, cause, more }));
  return true;
}

/** The folder has files that the database knows nothing of: for the operator, once a day while it lasts. */
export async function tellOfUnknownFiles(
  { tx, now, sendMail }: Moment,
  found: { strays: number; known: number },
  brands: Brands,
  operatorEmail: string | undefined,
): Promise<void> {
  const at = now();
  const [company] = await tx.selectFrom('company').select('company_id').orderBy('company_id').limit(1).execute();
  if (!company || !operatorEmail) return;
  const told = { companyId: company.company_id, cause: 'files unknown', about: 0 };
  if (await mayTellNow(tx, at, told, dayMs))
    await sendMail(unknownFiles(defaultBrand(brands), operatorEmail, { at, ...found }));
}

/** The letters name who made the call, so they go to those who may decide about that person. */
async function tell(act: Act<Caught>, letter: (to: string) => Mail): Promise<void> {
  const { companyId, providerId } = act.viewer;
  await tellAdministrators(act, { companyId, over: providerId }, letter);
}

/** At most once in a time, an hour unless told, whoever asks at the same time. */
async function mayTellNow(
  tx: Tx,
  at: Date,
  { companyId, cause, about }: { companyId: number; cause: string; about: number },
  againMs: number = noticeMs,
): Promise<boolean> {
  const told = await tx
    .insertInto('security_alert')
    .values({ company_id: companyId, cause, about, told_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'cause', 'about'])
        .doUpdateSet({ told_at: at })
        .where((eb) =>
          eb.or([
            eb('security_alert.told_at', '<=', earlier(at, againMs)),
            // Told before the clock was set back (REL-10).
            eb('security_alert.told_at', '>', new Date(at.getTime() + clockSlackMs)),
          ]),
        ),
    )
    .returning('about')
    .executeTakeFirst();
  return told !== undefined;
}

/** What was told, and the calls that were counted for it, go after a day: nothing looks further back. */
export const clearAwayNotices: Clearing[] = [
  { table: 'security_alert', due: (before) => sql`told_at < ${before(1)}` },
  { table: 'foreign_call', due: (before) => sql`at < ${before(1)}` },
];
