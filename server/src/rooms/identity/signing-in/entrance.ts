import type { BrandOfHost } from '#platform/core/brands.ts';

/** Where somebody comes in, and by what. */
export interface Entrance {
  host: string;
  address: string;
  requestId: string;
  brand: BrandOfHost;
  /** As the browser says it, shortened. */
  userAgent: string;
  /** The value of its device cookie, if it has one. */
  device: string | null;
}
