import { type ModuleName, type Person, type UserType, isPartner, meets } from '@portal/contract/access.ts';
import type { Viewer } from '#api/session.ts';
import type { PageRoute } from './routes.ts';

const roots = [
  ['Assessments', () => '/dashboard'],
  ['DiscountCard', () => '/discount'],
  ['NurseReorder', () => '/reorder-form'],
  ['TrialCard', trialRoot],
] as const satisfies readonly (readonly [ModuleName, (type: UserType) => string])[];

/** Where `/` leads: the first of the root modules that the company has (RTE-30 to RTE-37). */
export const rootOf = ({ modules, type }: Person): string =>
  roots.find(([module]) => modules.includes(module))?.[1](type) ?? '/not-found';

function trialRoot(type: UserType): string {
  if (type === 'Site User') return '/participants';
  return isPartner(type) ? '/shipment-request' : '/trial-dashboard';
}

export type Guarded = Pick<PageRoute, 'access' | 'adminGuard' | 'needs'>;

/**
 * Where a person is sent instead of a page, or null when they may open it.
 * Order of OPN-37: normal guard, module and role rule, admin guard; what the page needs to know comes last (OPN-41).
 */
export function elsewhere(route: Guarded, viewer: Viewer, state: object = {}, search: object = {}): string | null {
  if (mustAcknowledge(viewer)) return '/acknowledgment-form';
  if (!meets(route.access, viewer)) return '/not-found';
  if (!route.adminGuard || meets({ adminRights: true, reach: route.adminGuard }, viewer))
    return !route.needs || route.needs[0] in state || route.needs[2] in search ? null : route.needs[1];
  // OPN-82: where there is no dashboard, the start page takes its place.
  return viewer.modules.includes('Assessments') ? '/dashboard' : '/';
}

/** RTE-39, RTE-40. */
const mustAcknowledge = ({ trainingComplete, trainingDocId }: Viewer): boolean =>
  trainingComplete === 0 && trainingDocId === null;
