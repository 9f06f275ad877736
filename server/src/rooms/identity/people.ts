/** Who stands behind a proven e-mail, and whether they may come in. */
import type { UserType } from '@portal/contract/access.ts';
import { mustSetUpMfa, refusedTypes } from '@portal/contract/identity/rules.ts';
import { type Expression, sql, type SqlBool } from 'kysely';
import { type Act, actOf } from '#platform/act/act.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';

export interface Person {
  providerId: number;
  companyId: number;
  email: string;
  firstName: string;
  lastName: string;
  type: UserType;
  companyRequiresMfa: boolean;
  /** Their factor was taken off by a recovery (SEC-13). */
  mustSetUpFactor: boolean;
}

/** Whether this person is sent to the set-up of a second factor before they come in (MFA-08, MFA-09, SEC-08). */
export const needsFactor = (person: Person): boolean =>
  person.mustSetUpFactor || mustSetUpMfa(person.type, person.companyRequiresMfa);

/**
 * The person of an e-mail, held until the transaction ends, and with them what their company requires; undefined where
 * `personWhoMayEnter` refuses.
 */
export async function findPersonWhoMayEnter(tx: Tx, email: string): Promise<Person | undefined> {
  const person = await tx
    .selectFrom('provider')
    .innerJoin('company', 'company.company_id', 'provider.company_id')
    .select([
      'provider.provider_id as providerId',
      'provider.company_id as companyId',
      'first_name as firstName',
      'last_name as lastName',
      'type',
      'provider.email',
      'company.requires_mfa as companyRequiresMfa',
      'must_set_up_factor as mustSetUpFactor',
    ])
    .where('provider.email', '=', email)
    .where('is_active', '=', true)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate('provider')
    .forShare('company')
    .executeTakeFirst();
  if (!person || refusedTypes.includes(person.type as UserType)) return undefined;
  return { ...person, type: person.type as UserType };
}

/** The same; System, physician, the deactivated and accounts without a person are refused (SIG-15, OPN-89). */
export async function personWhoMayEnter(tx: Tx, email: string): Promise<Person> {
  const person = await findPersonWhoMayEnter(tx, email);
  if (!person) throw fail('FORBIDDEN_TYPE');
  return person;
}

/** Of which company the person of an e-mail is; none where nobody has it. */
export const companyOf = async (tx: Tx, email: string): Promise<number | undefined> =>
  (
    await tx
      .selectFrom('provider')
      .select('company_id as companyId')
      .where('email', '=', email)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
  )?.companyId;

/** The act of somebody who has proven who they are and may have no session yet. */
export const actOfPerson = (
  tx: Tx,
  clock: Pick<Clock, 'now' | 'today'>,
  person: Omit<Actor, 'host' | 'requestId' | 'address'>,
  { host, requestId }: Pick<Actor, 'host' | 'requestId'>,
): Act<Actor> => actOf(tx, clock, { ...person, host, requestId });

/** Whether this person may decide about that one: nobody whose rights or groups reach beyond their own (SEC-13, SEC-23). */
export const reaches = (decider: number | Expression<number>, person: Expression<number>): Expression<SqlBool> =>
  sql<boolean>`reaches(${decider}, ${person})`;

/** The active people of a company who decide about others; with `over` only those who decide about that person. */
export const administratorsOf = (tx: Tx, companyId: number, over?: number) =>
  tx
    .selectFrom('provider')
    .select(['provider_id as providerId', 'email'])
    .where('company_id', '=', companyId)
    .where('admin_rights', '=', true)
    .where('is_active', '=', true)
    .where('type', 'not in', refusedTypes)
    .$if(over !== undefined, (query) => query.where(reaches(sql.ref('provider_id'), sql.val(over ?? 0))))
    .orderBy('provider_id')
    .execute();
