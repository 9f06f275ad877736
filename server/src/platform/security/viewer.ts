import { isPartner, type ModuleName, type UserType } from '@portal/contract/access.ts';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
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
  /** Lets them into more groups for some hours: all they do meanwhile is marked (PRV-11). */
  inEmergency: boolean;
  /** The pharmacy or wholesaler this person works for. */
  partner: { kind: PartnerKind; id: number } | null;
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
  inEmergency?: boolean;
  /** Nobody's network address: the system's and the operator's. */
  address?: string;
};

/** Whether the group is among those this person may know of. Queries say the same in SQL, with `inSight`. */
export const seesGroup = (viewer: Pick<Viewer, 'careGroupIds'>, careGroupId: number): boolean =>
  viewer.careGroupIds === null || viewer.careGroupIds.includes(careGroupId);

/** The partner whose side this person is on; 0, which no partner has, when they work for none. Null on the site side. */
export const partnerIdOf = ({ type, partner }: Pick<Viewer, 'type' | 'partner'>): number | null =>
  isPartner(type) ? (partner?.id ?? 0) : null;

/** The number of the pharmacy, or of the wholesaler, that this person works for; null where it is another kind or none. */
export const partnerOfKind = ({ partner }: Pick<Viewer, 'partner'>, kind: PartnerKind): number | null =>
  partner?.kind === kind ? partner.id : null;

/** Who says to be of another company is refused; who says nothing of it is not (OPN-75). */
export function refuseOtherCompany(viewer: Pick<Viewer, 'companyId'>, companyId: number | undefined): void {
  if (companyId !== undefined && companyId !== viewer.companyId) throw fail('forbidden');
}
