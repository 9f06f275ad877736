/** An account of the access report in words. */
import type { Account, AccountState } from '@portal/contract/audit/endpoints.ts';
import type { CsvRow } from '#kit/csv.ts';
import { isFound } from '#shared/list-search.ts';
import type { Filter } from '#shared/narrowed-list.ts';
import { asUtc } from '../values.ts';

export const stateWords: Record<AccountState, string> = {
  invited: 'Invited, not registered',
  active: 'Active',
  deactivated: 'Deactivated',
  unconfirmed: 'Email not confirmed',
  reset: 'Must set a new password',
};
/** Who was only invited has no name yet. */
export const accountName = ({ lName, fName, email }: Account): string =>
  [lName, fName].filter((part) => part !== '').join(', ') || email;
/** With what it may do beyond its type. */
export const rightsOf = ({ adminRights, isPrescriber }: Account): string =>
  [adminRights && 'Admin rights', isPrescriber && 'Prescriber'].filter(Boolean).join(', ');

/** An administrator of the type "Admin" sees every group, whichever they belong to. */
export const groupsOf = ({ type, groups }: Account): string =>
  type === 'Admin' ? 'All groups' : groups.map(({ name }) => name).join(', ');

export const organisationOf = ({ partner, sponsor }: Account): string => partner?.name ?? sponsor?.name ?? '';

export const isAccountFound = (account: Account, text: string): boolean =>
  isFound(text, [
    `${account.lName}, ${account.fName}`,
    account.email,
    account.type,
    organisationOf(account),
    groupsOf(account),
    rightsOf(account),
  ]);

export const stateFilters: readonly Filter<Account>[] = Object.entries(stateWords).map(([state, word]) => ({
  key: state,
  label: word,
  leaves: (account) => account.state === state,
}));

/** `05-Mar-2026 14:30 UTC`. */
export const toMinute = (at: Date): string => asUtc(at).replace(/:\d\d\.\d{3} /, ' ');

const notKept = 'Not kept';

export const lastSignIn = ({ lastSignInAt, signInsNotKept }: Account): string =>
  lastSignInAt ? toMinute(lastSignInAt) : signInsNotKept ? notKept : 'Never';

const yes = (value: boolean) => (value ? 'Yes' : 'No');

export const accessRow = (account: Account, day: string, inFile: string): CsvRow => ({
  'Day (UTC)': day,
  Number: account.cpId,
  'First name': account.fName,
  'Last name': account.lName,
  Email: account.email,
  Type: account.type,
  'Admin rights': yes(account.adminRights),
  Prescriber: yes(account.isPrescriber),
  Groups: groupsOf(account),
  'In groups since': account.groups
    .flatMap(({ name, since }) => (since ? [`${name}: ${asUtc(since)}`] : []))
    .join(', '),
  'Partner or sponsor': organisationOf(account),
  State: stateWords[account.state],
  'Locked that day': yes(account.wasLocked),
  Created: asUtc(account.createdAt),
  'Last sign-in': account.lastSignInAt ? asUtc(account.lastSignInAt) : account.signInsNotKept ? notKept : '',
  'Not signed in for 90 days': account.signInsNotKept ? notKept : yes(account.notSignedInFor90Days),
  'Accounts in this file': inFile,
});

/** The same of one account, for reading. */
export const accessFacts = (account: Account): (readonly [string, string])[] => [
  ['State', [stateWords[account.state], account.wasLocked && 'locked that day'].filter(Boolean).join(', ')],
  ['Type', account.type],
  ['Rights', rightsOf(account) || 'None'],
  // Whoever sees by a partner or a sponsor has none of their own.
  ...(groupsOf(account) === '' && organisationOf(account) !== ''
    ? []
    : [['Groups', groupsOf(account) || 'None'] as const]),
  ...(organisationOf(account) === '' ? [] : [['Partner or sponsor', organisationOf(account)] as const]),
  ['Last sign-in', lastSignIn(account)],
];
