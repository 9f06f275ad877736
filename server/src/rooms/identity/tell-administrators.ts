/** Mails to the administrators of a company about its people and what happens there: for those alone who administer it still. */
import type { UserType } from '@portal/contract/access.ts';
import { seesByGroups } from '@portal/contract/providers/user-rules.ts';
import { sql } from 'kysely';
import type { Moment } from '#platform/act/act.ts';
import { holdName, holdNameShared } from '#platform/database/hold-name.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { type Mail, withdrawMails } from '#platform/jobs/outbox.ts';
import { administratorsOf } from './people.ts';

interface Whom {
  companyId: number;
  /** Only those who may decide about this person. */
  over?: number;
  /** Whom the mail is about. */
  except?: number;
}

const topic = 'to administrators';
const nameOf = (companyId: number): string => `mails to administrators of company ${companyId}`;

/** Whom a mail may be written to until the transaction ends. */
export async function administratorsToTell(
  tx: Tx,
  { companyId, over, except }: Whom,
): Promise<{ providerId: number; email: string }[]> {
  // Several may write at once; who takes mails back waits for all of them.
  await holdNameShared(tx, nameOf(companyId));
  return (await administratorsOf(tx, companyId, over)).filter(({ providerId }) => providerId !== except);
}

/** Gives how many are told. */
export async function tellAdministrators(moment: Moment, whom: Whom, letter: (to: string) => Mail): Promise<number> {
  const told = await administratorsToTell(moment.tx, whom);
  await writeTo(moment, told, letter);
  return told.length;
}

/** The same to those of whom it is known that they may be written to. */
export async function writeTo(
  { sendMail }: Pick<Moment, 'sendMail'>,
  told: readonly { email: string }[],
  letter: (to: string) => Mail,
): Promise<void> {
  for (const { email } of told) await sendMail({ ...letter(email), topic });
}

/** Takes back what still waits for somebody who administers the company no longer. That must be written by then. */
export async function withdrawMailsToAdministrator(
  { tx, now }: Moment,
  { companyId, email }: { companyId: number; email: string },
): Promise<void> {
  await holdName(tx, nameOf(companyId));
  await withdrawMails(tx, { now }, email, topic);
}

/**
 * The same for those of these people who see one of the groups no more, as they have left it or it was removed: whom a mail that waits is
 * about nobody can tell any more, so what they might still be told of goes with it. That must be written by then.
 */
export async function withdrawMailsOfLeftGroups({ tx, now }: Moment, left: LeftGroups): Promise<void> {
  await holdName(tx, nameOf(left.companyId));
  for (const { email, adminRights } of await whoSeesNoMore(tx, left))
    if (adminRights) await withdrawMails(tx, { now }, email, topic);
}

export interface LeftGroups {
  companyId: number;
  providerIds: readonly number[];
  /** In the place of one that was removed the one above it, where there is one: who is in that has lost nothing. */
  careGroupIds: readonly number[];
}

/** Who of these people sees by groups, and one of these neither by a group of theirs nor with the whole company. */
export async function whoSeesNoMore(tx: Tx, { companyId, providerIds, careGroupIds }: LeftGroups) {
  const people = await tx
    .selectFrom('provider')
    .select(['provider_id as providerId', 'email', 'type', 'admin_rights as adminRights'])
    .where('company_id', '=', companyId)
    .where('provider_id', '=', anyOf(providerIds))
    .where(sql<boolean>`not exists (select from sees_company s where s.provider_id = provider.provider_id)`)
    .where(
      sql<boolean>`exists (select from unnest(${[...careGroupIds]}::int[]) as given (id)
        where not lies_in_groups_of(given.id, provider.provider_id))`,
    )
    .orderBy('provider_id')
    .execute();
  return people.filter(({ type }) => seesByGroups(type as UserType));
}
