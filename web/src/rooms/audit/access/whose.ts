/** Of whom an access report holds the accounts, in sentences (P11-16). */
import type { Ours } from '@portal/contract/endpoint.ts';
import type { accessReport, Account } from '@portal/contract/audit/endpoints.ts';

/** As the server answers it; one of the release before says neither company nor groups. */
export type Reported = Ours<typeof accessReport.reply>;

/** The groups of a reviewer who has no sight of the whole company. */
const inWords = (groups: readonly string[]): string => new Intl.ListFormat('en').format(groups);

/** What the reviewer does not see, of whom there would be more; nothing where it is everybody. */
export function onlyPeopleOf({ groups }: Pick<Reported, 'groups'>): string[] {
  if (!groups) return [];
  if (groups.length === 0) return ['Nobody is in it, since its reader is in no group.'];
  return [
    `Only people of ${inWords(groups)}. People of groups above, Admins, sponsors and partners who see them too are not in it.`,
  ];
}

const whatIsKept = 'after six years or more the last one of each person alone is kept.';
const hasNotKept = (accounts: readonly Account[]) => accounts.some(({ signInsNotKept }) => signInsNotKept);

/** Why it is said of some; nothing where it is said of nobody. */
export const whyNotKept = (accounts: readonly Account[]): string[] =>
  hasNotKept(accounts) ? [`“Not kept” means that the sign-ins of that time were cleared away: ${whatIsKept}`] : [];

/** Of all accounts, where only those are left of whom it is known that they have not signed in for long. */
export const leftOutAsNotKept = (accounts: readonly Account[]): string[] =>
  hasNotKept(accounts) ? [`People are left out whose sign-ins of that time were cleared away: ${whatIsKept}`] : [];

/** To be said where everybody is searched: these have no groups of their own, whose trial is nevertheless theirs to see. */
export const notByGroup = 'Admins, sponsors and partners are not found by the name of a group.';

/** For each row of a file, which may be read without the others. */
export const wholeOrPart = (company = 'the company', narrowed: readonly string[]): string =>
  narrowed.length === 0 ? `Each account of ${company}.` : [`Accounts of ${company}.`, ...narrowed].join(' ');
