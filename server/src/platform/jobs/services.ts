/** By which ways anything leaves the portal. */
import { type Env, isTrial } from '#src/env.ts';

export type Way = 'Email' | 'Text';

/**
 * The ways for which this portal has a service. In development and tests what no service takes is caught, as if it had been sent; elsewhere
 * it would lie in the outbox until it is given up.
 */
export function waysServed({ mode, smtpUrl, sms }: Pick<Env, 'mode' | 'smtpUrl' | 'sms'>): readonly Way[] {
  const has = { Email: smtpUrl !== undefined, Text: sms !== undefined };
  return (['Email', 'Text'] as const).filter((way) => isTrial(mode) || has[way]);
}
