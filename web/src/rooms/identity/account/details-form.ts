/** What a person says of themselves, as the form holds it. */
import { phoneMessage } from '@portal/contract/participants/rules.ts';
import { isPhone } from '@portal/contract/phone.ts';
import { changeOwnDetails } from '@portal/contract/providers/own-endpoints.ts';
import type { DateLanguage } from '@portal/contract/providers/rules.ts';
import type { DraftFields } from '#kit/rebase.ts';
import { showPhone } from '#shared/phone.ts';
import { contactWords, languageWords, type Own } from './own-details.ts';

export type Draft = Pick<Own, 'fName' | 'lName' | 'preferredContact'> & { phone: string; dateLanguage: DateLanguage };

export const draftOf = ({
  fName,
  lName,
  phone,
  preferredContact,
  dateLanguage,
}: Omit<Draft, 'phone' | 'dateLanguage'> & Pick<Own, 'phone' | 'dateLanguage'>): Draft => ({
  fName,
  lName,
  phone: phone ?? '',
  preferredContact,
  dateLanguage: dateLanguage ?? 'en',
});

export const bodyOf = (draft: Draft, own: Pick<Own, 'cpId' | 'version'>) => ({
  ...draft,
  cp_id: own.cpId,
  phone: draft.phone || null,
  // English is what everybody has who has chosen nothing.
  dateLanguage: draft.dateLanguage === 'en' ? null : draft.dateLanguage,
  version: own.version,
});

/** What is stored already was accepted once; only what was typed here is asked again. */
export function problemsIn(draft: Draft, own: Own): Partial<Record<keyof Draft, string>> {
  const problems: Record<string, string> = {};
  const checked = changeOwnDetails.body.safeParse(bodyOf(draft, own));
  for (const { path, message } of checked.error?.issues ?? []) problems[String(path[0])] ??= message;
  if (draft.phone !== '' && draft.phone !== own.phone && !isPhone(draft.phone)) problems['phone'] ??= phoneMessage;
  return problems;
}

export const fields: DraftFields<Draft> = {
  labels: {
    fName: 'First name',
    lName: 'Last name',
    phone: 'Phone',
    preferredContact: 'Preferred contact',
    dateLanguage: 'Language of dates',
  },
  shown: (draft, field) => {
    if (field === 'phone') return showPhone(draft.phone);
    if (field === 'preferredContact') return contactWords[draft.preferredContact];
    return field === 'dateLanguage' ? languageWords[draft.dateLanguage] : draft[field];
  },
};
