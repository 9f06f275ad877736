import { meets } from '@portal/contract/access.ts';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { setPharmacyPrice } from '@portal/contract/pricing/endpoints.ts';
import type { Viewer } from '#api/viewer.ts';

/** A price holds at every site of its trial: who has only some of them reads it (SEC-23, OPS-45). */
export const maySetPrices = (viewer: Viewer, { gId, groupType, parentId }: CareGroup): boolean =>
  meets(setPharmacyPrice.access, viewer) &&
  (viewer.type === 'Admin' || viewer.gIds.includes(groupType === 'Trial' ? gId : (parentId ?? 0)));
