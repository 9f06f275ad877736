/** What is noted of somebody who comes in or is kept out (SEC-39). */
import type { SecurityEvent, SecurityFactor } from '@portal/contract/audit/security-words.ts';
import type { BrandOfHost } from '#platform/core/brands.ts';

/** Whose event it is: a person's, an e-mail's as it was typed, that of whoever is held by a challenge or has a session; or nobody's known. */
export type Whose =
  | { providerId: number; companyId: number; email: string }
  | { email: string }
  | { challenge: string }
  | { sessionId: number }
  | null;

/** Where the call came from; left out for what no call did. */
export interface Origin {
  host: string;
  address: string;
  requestId: string;
  brand?: Pick<BrandOfHost, 'shown'>;
}

export interface Noted {
  event: SecurityEvent;
  /** Left out where it is the one that the challenge was for. */
  factor?: SecurityFactor;
  whose: Whose;
  from: Origin | null;
  /** What was exported, or asked for too often. */
  call?: string;
}
