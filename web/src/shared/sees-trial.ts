import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { Viewer } from '#api/viewer.ts';

/** Whether a trial, or the trial of a site, is in sight as a whole: what holds at every site of it is changed by nobody else. */
export const seesTrial = (viewer: Viewer, { gId, type, parentId }: CareGroup): boolean =>
  viewer.type === 'Admin' || viewer.gIds.includes(type === 'clinicalTrial' ? gId : (parentId ?? 0));
