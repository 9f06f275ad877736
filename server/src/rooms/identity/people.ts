/** Who stands behind a proven e-mail, and whether they may come in. */
import type { UserType } from '@portal/contract/access.ts';
import { refusedTypes } from '@portal/contract/identity/rules.ts';
import type { Tx } from '#platform/db.ts';
import { fail } from '#platform/fail.ts';

export interface Person {
  providerId: number;
  companyId: number;
  firstName: string;
  lastName: string;
  type: UserType;
  companyRequiresMfa: boolean;
}

/** The person of an e-mail. System, physician, the deactivated and accounts without a person are refused (SIG-15, OPN-89). */
export async function personWhoMayEnter(tx: Tx, email: string): Promise<Person> {
  const person = await tx
    .selectFrom('provider')
    .innerJoin('company', 'company.company_id', 'provider.company_id')
    .select([
      'provider.provider_id as providerId',
      'provider.company_id as companyId',
      'first_name as firstName',
      'last_name as lastName',
      'type',
      'company.requires_mfa as companyRequiresMfa',
    ])
    .where('email', '=', email)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!person || refusedTypes.includes(person.type as UserType)) throw fail('FORBIDDEN_TYPE');
  return { ...person, type: person.type as UserType };
}
