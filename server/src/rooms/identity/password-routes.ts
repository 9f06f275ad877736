/** The calls around a password: forgotten, set anew by a code, changed. */
import * as api from '@portal/contract/identity/account-endpoints.ts';
import type { House } from '#platform/http/calls.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import type { IdentityProvider } from '#platform/security/identity-provider.ts';
import { limitPerAddress } from '#platform/security/limit.ts';
import { setCookie } from './sessions/session-cookie.ts';
import { askForReset, changePassword, resetPassword } from './passwords/set-password.ts';

export function passwordRoutes({ env, openRoute, brands, ...house }: House, identity: IdentityProvider): void {
  const parts = { ...house, identity, brands: brands.all };
  // SEC-36; the limit per e-mail is the identity provider's.
  const asked = limitPerAddress(house, 'new passwords', env.openCallsPerAddress, 15 * 60_000);

  openRoute(api.forgotPassword, async ({ body, ...from }) => {
    const refused = await asked.take(from.address);
    if (refused) throw new Failed('LIMIT', { retryAfter: refused.refusedFor });
    await askForReset(parts, from, body.email);
    return { message: 'If there is an account with this email, a code has been sent to it.' };
  });

  openRoute(api.resetPassword, async ({ body, ...from }) => {
    const refused = await asked.take(from.address);
    if (refused) throw new Failed('LIMIT', { retryAfter: refused.refusedFor });
    const reset = { event: 'password.reset', factor: 'mailed_code', whose: { email: body.email }, from } as const;
    await house.security.watch(reset, () => resetPassword(parts, from, body));
    return { message: 'Your password has been changed.' };
  });

  openRoute(api.changePassword, async ({ body, http, ...from }) => {
    const viewer = await from.viewer();
    if (!viewer) throw fail('unauthenticated');
    const change = { event: 'password.changed', factor: 'password', whose: viewer, from } as const;
    const opened = await house.security.watch(change, () => changePassword(parts, from, viewer, body));
    setCookie(http.reply, env, opened.cookie);
    return opened.session;
  });
}
