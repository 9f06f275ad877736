import type { UserType } from '@portal/contract/access.ts';
import type { Brand } from '#platform/core/brands.ts';

export interface NewInvitation {
  email: string;
  type: UserType;
  adminRights?: boolean;
  isPrescriber?: boolean;
  careGroupIds?: readonly number[];
  partnerId?: number | null;
  sponsorId?: number | null;
  /** Whether patients can see the person in these groups (OPC-86). */
  defaultListing?: boolean;
  /** Whose portal it leads to. */
  brand: Brand;
}
