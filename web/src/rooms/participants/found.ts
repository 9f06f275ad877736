/** Which participants are those that somebody looks for. */
import type { Participant } from '@portal/contract/participants/endpoints.ts';
import { isFound } from '#shared/list-search.ts';
import type { Filter } from '#shared/narrowed-list.ts';

export const isParticipantFound = ({ fname, lname, subjectNumber, email, phone }: Participant, text: string): boolean =>
  isFound(text, [`${lname}, ${fname}`, subjectNumber, email, phone]);

export const filters: readonly Filter<Participant>[] = [
  { key: 'active', label: 'Active', leaves: ({ isActive }) => isActive },
  { key: 'deactivated', label: 'Deactivated', leaves: ({ isActive }) => !isActive },
];
