import type { ModuleName, UserType } from '@portal/contract/access.ts';
import { fail } from '#platform/core/fail.ts';

/** Whoever calls: read fresh at every call, so that a changed right acts at once (SEC-06). */
export interface Viewer {
  providerId: number;
  companyId: number;
  email: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  type: UserType;
  adminRights: boolean;
  isPrescriber: boolean;
  modules: readonly ModuleName[];
  /** The groups this person belongs to and those below; null means every group of the company (Admin). */
  careGroupIds: readonly number[] | null;
  /** Of type Admin, or in a care group at the top: what calls of reach `company` want. Which groups one works in says `careGroupIds`. */
  seesWholeCompany: boolean;
  /** The pharmacy or wholesaler this person works for. */
  pharmacyId: number | null;
  wholesalerId: number | null;
  sponsorId: number | null;
  sessionId: number;
  sessionEndsAt: Date;
  lastInputAt: Date;
  /** The host and the network address the call came from, and the number of the request: for the records. */
  host: string;
  address: string;
  requestId: string;
}

/** Who acts, as an audit entry prints it. A viewer is one; start-up and background work are "System". */
export type Actor = Pick<Viewer, 'companyId' | 'host' | 'requestId'> & {
  providerId: number | null;
  firstName: string;
  lastName: string;
  type: string;
  /** Nobody's network address: the system's and the operator's. */
  address?: string;
};

/** Whether the group is among those this person may know of. Queries say the same in SQL, with `inSight`. */
export const seesGroup = (viewer: Pick<Viewer, 'careGroupIds'>, careGroupId: number): boolean =>
  viewer.careGroupIds === null || viewer.careGroupIds.includes(careGroupId);

/** Who says to be of another company is refused; who says nothing of it is not (OPN-75). */
export function refuseOtherCompany(viewer: Pick<Viewer, 'companyId'>, companyId: number | undefined): void {
  if (companyId !== undefined && companyId !== viewer.companyId) throw fail('forbidden');
}
