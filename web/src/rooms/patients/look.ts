/** Which patients are looked at, as it stands in the page's address: the list, and the page of it. */
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { patientLists } from '@portal/contract/patients/rules.ts';

export const sizes = [5, 10, 25] as const;
export type Size = (typeof sizes)[number];

export interface Look {
  /** A care group, or one of the lists beside them by its number there (CCN-28); null is all portal patients in sight. */
  list: number | null;
  page: number;
  size: Size;
}

/** The server looks for no longer text. */
export const longestSearch = 200;

export function readLook(search: Readonly<Record<string, unknown>>): Look {
  const { group, page, size } = search;
  return {
    list: Number.isInteger(group) ? (group as number) : null,
    page: Number.isInteger(page) && (page as number) > 0 ? (page as number) : 1,
    size: sizes.find((one) => one === size) ?? 10,
  };
}

/** What is as it is anyway is left out. */
export const lookAsSearch = ({ list, page, size }: Look): object => ({
  group: list ?? undefined,
  page: page === 1 ? undefined : page,
  size: size === 10 ? undefined : size,
});

/** A list of patients: what it is called, and what is asked for it (OPC-49). */
export interface PatientList {
  value: number | null;
  label: string;
  query: { g_id?: number[]; patient_type?: 1 | 2 | 3; patient_status?: 1 | 0 | -1 };
}

const portal = { patient_type: 1, patient_status: 1 } as const;
const allPortal: PatientList = { value: null, label: 'Portal Patients', query: portal };

/** The lists beside the care groups: of those without root access none (PST-07). */
export const listsBeside = (hasRoot: boolean): readonly PatientList[] => (hasRoot ? patientLists : []);

/** Those that a search may find patients in who are not in the chosen one. */
export const otherLists = (chosen: PatientList, hasRoot: boolean): PatientList[] =>
  [allPortal, ...listsBeside(hasRoot)].filter(({ value }) => value !== chosen.value);

/** The one that is asked for; all portal patients where it is not among those this person may see. */
export function chosenList(asked: number | null, groups: readonly CareGroup[], hasRoot: boolean): PatientList {
  const beside = listsBeside(hasRoot).find(({ value }) => value === asked);
  if (beside) return beside;
  const group = groups.find(({ gId }) => gId === asked);
  return group ? { value: group.gId, label: group.displayName, query: { g_id: [group.gId], ...portal } } : allPortal;
}
