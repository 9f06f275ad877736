import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import * as api from '@portal/contract/user-reports/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { distinctNames } from '#shared/site-names.ts';

export type ReportedUser = Ours<typeof api.listPeopleOfGroups.reply>['careProviders'][number];
export type ChangedUser = Ours<typeof api.listChangedPeople.reply>['careProviders'][number];

/** A trial or a site that a report can be about. */
export interface Place {
  gId: number;
  displayName: string;
}

export const useTrialsAndSites = () =>
  useQuery({
    ...read(listTrials, { query: {} }, { groups: [] }),
    select: ({ groups }): Place[] => {
      const known = groups.filter(({ type }) => type !== 'careGroup');
      const nameOf = distinctNames(known, groups, 'displayName');
      return known.map((group) => ({ gId: group.gId, displayName: nameOf(group) }));
    },
  });

const canSign = ['Has site access', 'Has admin access'];

/** Who of the sponsor can be asked to sign a report on this place. */
export function useSponsors(gId: number | null) {
  const { data, error, isLoading, refetch } = useQuery({
    ...read(api.listPeopleOfGroups, { query: { g_id: gId ?? 0 } }, { careProviders: [] }),
    enabled: gId !== null,
    select: ({ careProviders }) =>
      careProviders.flatMap(({ cpID, name, email, type, status }) =>
        type === 'Sponsor' && canSign.includes(status) ? [{ cpId: cpID, name, email }] : [],
      ),
  });
  return { sponsors: data ?? [], error, isLoading, refetch };
}
export type Sponsor = ReturnType<typeof useSponsors>['sponsors'][number];

/** Since when the last report on this place that was not rejected tells what changed: no earlier day may be named (URP-04, URP-15). */
export function useEarliestDay(gId: number | null) {
  const { companyId } = useViewer();
  const { data, error, isLoading, refetch } = useQuery({
    ...read(api.listUserReports, { query: { companyId, g_id: gId ?? 0 } }, { reports: [] }),
    enabled: gId !== null,
    select: ({ reports }) => {
      const counted = reports.filter((report) => report.is_rejected !== true);
      const days = counted.map((report) => report.changes_since_date).sort();
      return { day: days.at(-1) ?? null, leavesOut: counted.length < reports.length };
    },
  });
  return { day: data?.day ?? null, leavesOut: data?.leavesOut ?? false, error, isLoading, refetch };
}
