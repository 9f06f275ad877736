import { generalSigners } from '@portal/contract/signing/rules.ts';
import { listPeopleOfGroups } from '@portal/contract/user-reports/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';
import { isEmail, type Recipient } from './draft.ts';

export interface Person {
  cpId: number;
  name: string;
  email: string;
}

const signs = ['Has site access', 'Has admin access'];

/** The people of these groups who can be asked to sign; null asks for none. */
export function usePeople(gIds: readonly number[] | null) {
  const { data, isError } = useQuery({
    ...read(listPeopleOfGroups, { query: { g_id: [...(gIds ?? [])] } }),
    enabled: gIds !== null && gIds.length > 0,
    select: ({ careProviders }): Person[] =>
      careProviders.flatMap(({ cpID, name, email, status, type }) =>
        signs.includes(status) && generalSigners.includes(type) ? [{ cpId: cpID, name, email }] : [],
      ),
  });
  const people = data ?? [];
  const byEmail = new Map(people.map((one) => [one.email.toLowerCase(), one]));
  const personOf = (email: string): Person | undefined => byEmail.get(email.trim().toLowerCase());
  const isUnknown = (email: string) => isEmail(email.trim()) && !personOf(email);
  return {
    people,
    isError,
    personOf,
    isUnknown,
    unknownOf: (recipients: readonly Recipient[]): readonly string[] =>
      recipients
        .filter(({ email }) => isUnknown(email))
        .map(({ signingOrder }) => `an email of this trial for recipient ${signingOrder}`),
  };
}
