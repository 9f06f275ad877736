import { meets } from '@portal/contract/access.ts';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { setPharmacyPrice } from '@portal/contract/pricing/endpoints.ts';
import type { Viewer } from '#api/viewer.ts';
import { seesTrial } from '#shared/sees-trial.ts';

/** A price holds at every site of its trial: who has only some of them reads it (SEC-23, OPS-45). */
export const maySetPrices = (viewer: Viewer, group: CareGroup): boolean =>
  meets(setPharmacyPrice.access, viewer) && seesTrial(viewer, group);
