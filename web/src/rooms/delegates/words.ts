/** What the screen says of a delegate. */
import { typeWord } from '#shared/type-word.ts';
import type { Physician } from '@portal/contract/delegates/endpoints.ts';
import { delegateStatusWords } from '@portal/contract/delegates/rules.ts';
import { isFound as isTextFound } from '#shared/list-search.ts';
import type { Filter } from '#shared/narrowed-list.ts';
import { showPhone } from '#shared/phone.ts';
import type { CsvRow } from '#kit/csv.ts';

export const roleWord = typeWord('physician');

/** Whoever has not registered yet has no name. */
export const nameOf = ({ fName, lName }: Physician): string => [fName, lName].filter(Boolean).join(' ');
export const statusWord = ({ status }: Physician): string => delegateStatusWords[status];

/** PHY-03, OPS-46: by name, e-mail and phone, in whatever case; a phone also by its digits alone. */
export function isFound(physician: Physician, search: string): boolean {
  const { email, phone } = physician;
  const digits = search.replace(/[\s()+.-]/g, '');
  return (
    isTextFound(search, [nameOf(physician), email, phone, showPhone(phone)]) ||
    (/^\d{3,}$/.test(digits) && (phone ?? '').includes(digits))
  );
}

export const filters: readonly Filter<Physician>[] = Object.values(delegateStatusWords).map((word) => ({
  key: word.toLowerCase(),
  label: word,
  leaves: (one) => statusWord(one) === word,
}));

/** OPS-46. */
export const csvRow = (physician: Physician): CsvRow => ({
  Name: nameOf(physician),
  Email: physician.email,
  Phone: showPhone(physician.phone),
  Role: roleWord,
  Status: statusWord(physician),
});

/** OPS-46: `Physicians_2026-03-05_14-07-09.csv`, by the clock on the wall. */
export function csvName(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `Physicians_${day}_${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('-')}.csv`;
}
