import { isPhone } from '@portal/contract/phone.ts';
import { phoneMessage } from '@portal/contract/participants/rules.ts';
import { type DateLanguage, switchesPage } from '@portal/contract/providers/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { changesBetween, withPage } from '#platform/audit/record.ts';
import { failFields, failStale } from '#platform/core/fail.ts';
import { lockOwnDetails } from './queries.ts';
import { tellOfPerson } from './tell-of-person.ts';

export interface OwnDetails {
  firstName: string;
  lastName: string;
  phone: string | null;
  preferredContact: 0 | 1;
  dateLanguage: DateLanguage | null;
  version?: number | undefined;
}

/** Changes what a person may say of themselves, and gives the new version of their record. */
export async function changeOwnDetails(act: Act, { version: known, ...given }: OwnDetails): Promise<number> {
  const { tx, viewer, record } = act;
  const before = await lockOwnDetails(tx, viewer);
  if (known !== undefined && known !== before.version) {
    const { first_name: fName, last_name: lName, phone, preferred_contact, date_language, version } = before;
    throw failStale({ fName, lName, phone, preferredContact: preferred_contact, dateLanguage: date_language, version });
  }
  const phone = given.phone || null;
  // What is stored was accepted once, by the rules of that day.
  if (phone && phone !== before.phone && !isPhone(phone)) throw failFields({ phone: phoneMessage });
  const fields = {
    first_name: given.firstName,
    last_name: given.lastName,
    phone,
    preferred_contact: given.preferredContact,
    date_language: given.dateLanguage,
  };
  const changes = changesBetween({ ...before }, fields);
  if (changes.length === 0) return before.version;
  const version = before.version + 1;
  await tx
    .updateTable('provider')
    .set({ ...fields, version })
    .where('provider_id', '=', viewer.providerId)
    .execute();
  await record({
    action: 'provider.own_changed',
    record: { kind: 'provider', id: viewer.providerId },
    changes: withPage(changes, switchesPage),
  });
  await tellOfPerson(act, viewer.providerId);
  return version;
}
