import type { Brand } from '#platform/core/brands.ts';

/** Where somebody comes in, and by what. */
export interface Entrance {
  host: string;
  address: string;
  requestId: string;
  brand: Brand;
  /** As the browser says it, shortened. */
  userAgent: string;
  /** The value of its device cookie, if it has one. */
  device: string | null;
}
