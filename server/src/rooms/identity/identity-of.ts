import type { House } from '#platform/http/calls.ts';
import type { IdentityProvider } from '#platform/security/identity-provider.ts';
import { embeddedIdentity } from './embedded/embedded-identity.ts';
import { hostedIdentity } from './hosted/hosted-identity.ts';

/** Whatever proves who someone is in this installation: the one place where it is chosen. */
export const identityOf = (house: Pick<House, 'database' | 'clock' | 'env' | 'log'>): IdentityProvider =>
  house.env.hostedPool ? hostedIdentity(house, house.env.hostedPool) : embeddedIdentity(house);
