import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { sitesByName } from '#shared/site-names.ts';

/** A site that participants can be kept for, with what its trial says. */
export interface Site {
  gId: number;
  displayName: string;
  mask: string | null;
  ships: boolean;
  group: CareGroup;
}

/** PAR-02: of the groups that are ready only the trial sites, by name; mask and shipping belong to the trial above. */
export function sitesOf(groups: readonly CareGroup[]): Site[] {
  return sitesByName(groups).map((group) => {
    const trial = groups.find((one) => one.gId === group.parentId) ?? group;
    const mask = trial.subjectNumberMask ?? group.subjectNumberMask;
    return { gId: group.gId, displayName: group.displayName, mask, ships: trial.hasShippingRequest, group };
  });
}
