/** What was typed, and the places that it can mean: the first is the one that Enter leads to. */
import type { Ours } from '@portal/contract/endpoint.ts';
import type { findPlaces } from '@portal/contract/go-to/endpoints.ts';
import type { ListedPatient } from '@portal/contract/patients/endpoints.ts';
import { shownBirthDate } from '@portal/contract/patients/rules.ts';
import type { PagePath } from '@portal/contract/pages.ts';
import { isFound } from '#shared/list-search.ts';
import { statusWords } from '#shared/StatusBadge.tsx';

export interface PageOfMenu {
  label: string;
  /** The part of the menu it stands in. */
  group: string;
  path: string;
}
export interface Place {
  key: string;
  name: string;
  hint: string;
  to: PagePath;
  search: object;
  /** What is sought in its list. */
  sought?: string;
}
type Found = Ours<typeof findPlaces.reply>;

/** Requests and participants have digits in their numbers, and no page of the menu does. */
export const isNumber = (text: string): boolean => /\d/.test(text);

export function placesOf(
  text: string,
  pages: readonly PageOfMenu[],
  found: Found | undefined,
  patients: readonly ListedPatient[] = [],
): Place[] {
  const requests = (found?.requests ?? []).map(
    ({ srId, gId, siteName, status }): Place => ({
      key: `request ${srId}`,
      name: `Request ${srId}`,
      hint: `${statusWords[status]}, ${siteName}`,
      to: '/shipment-request',
      search: { site: gId, request: srId },
    }),
  );
  const participants = (found?.participants ?? []).map(
    ({ participantId, subjectNumber, name, gId, siteName }): Place => ({
      key: `participant ${participantId}`,
      name: `Participant ${subjectNumber}`,
      hint: [name, siteName].filter(Boolean).join(', '),
      to: '/participants',
      search: { site: gId },
      sought: subjectNumber,
    }),
  );
  const named = pages
    .filter(({ label, group }) => isFound(text, [label, group]))
    .map(
      ({ label, group, path }): Place => ({ key: path, name: label, hint: group, to: path as PagePath, search: {} }),
    );
  const people = patients.map(
    ({ u_ID, name, dob }): Place => ({
      key: `patient ${u_ID}`,
      name,
      hint: `Patient, born ${shownBirthDate(dob)}`,
      to: '/patient',
      search: { patient: u_ID },
    }),
  );
  // A whole number before those that only begin with it.
  const isWhole =
    participants[0]?.name === `Participant ${text.trim()}` && requests[0]?.name !== `Request ${text.trim()}`;
  // Of a word the pages come first, of a number what has it.
  const numbered = isWhole ? [...participants, ...requests] : [...requests, ...participants];
  return isNumber(text) ? [...numbered, ...named, ...people] : [...named, ...numbered, ...people];
}
