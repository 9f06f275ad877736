/** The hosted user pool: the calls of Amazon Cognito that the portal makes. */
import { composed } from '@portal/contract/identity/password-characters.ts';
import type { HostedPool } from '#src/env.ts';
import type { Clock } from '#platform/core/clock.ts';
import { type Failed, fail } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import type { NewSignUp, SecondFactor } from '#platform/security/identity-provider.ts';
import type { Log } from '#platform/core/log.ts';
import { poolClient } from './pool-client.ts';
import { instead, unavailable } from './pool-failures.ts';
import { type Kind, kindOf, poolSignIn, type Tokens } from './pool-sign-in.ts';
import { tokenCheck } from './tokens.ts';

export interface Found {
  factor: SecondFactor;
  /** Made and never used: its password is nobody's. */
  isUnused: boolean;
  /** Its owner has proven their e-mail, and nobody has disabled it. */
  isConfirmed: boolean;
}

export type Pool = ReturnType<typeof openPool>;
export type PoolChanges = Awaited<ReturnType<Pool['changing']>>;

export function openPool(config: HostedPool, { clock, log }: { clock: Clock; log: Log }) {
  const home = `https://cognito-idp.${config.region}.amazonaws.com`;
  const check = tokenCheck({
    issuer: `${home}/${config.userPoolId}`,
    clientId: config.clientId,
    keysUrl: `${config.endpoint ?? home}/${config.userPoolId}/.well-known/jwks.json`,
    clock,
  });
  const client = poolClient(config, log);
  const { ask, user } = client;

  const changes = {
    /** A new secret for an authenticator app. The old one counts until a code of the new one is proven. */
    newAppSecret: async ({ accessToken }: Tokens): Promise<string> => {
      const said = await ask('AssociateSoftwareToken', (to, options) =>
        to.associateSoftwareToken({ AccessToken: accessToken }, options),
      );
      if (!said.SecretCode) throw unavailable();
      return said.SecretCode;
    },

    /** Whether the app shows this code; then its secret takes the place of the one before. */
    proveApp: async ({ accessToken }: Tokens, code: string): Promise<boolean> => {
      try {
        const said = await ask('VerifySoftwareToken', (to, options) =>
          to.verifySoftwareToken({ AccessToken: accessToken, UserCode: code }, options),
        );
        return said.Status === 'SUCCESS';
      } catch (error) {
        if ((error as Failed).code === 'CODE_MISMATCH') return false;
        throw error;
      }
    },

    /** Switches factors on and off; one that is not named stays as it is. */
    setFactor: async (email: string, { on, off }: { on?: Kind; off?: Kind }, until?: AbortSignal): Promise<void> => {
      const is = (wanted: boolean) => ({ Enabled: wanted, PreferredMfa: wanted });
      const settingOf = (kind: Kind) => (kind === on ? is(true) : kind === off ? is(false) : undefined);
      const settings = { SoftwareTokenMfaSettings: settingOf('totp'), SMSMfaSettings: settingOf('sms') };
      await ask(
        'AdminSetUserMFAPreference',
        (to, options) => to.adminSetUserMFAPreference({ ...user(email), ...settings }, options),
        until ? { until } : {},
      );
    },

    /** Makes an account that has no password of anybody's yet and is told to nobody (IDP-07). */
    create: async ({ email, phone, firstName, lastName }: NewSignUp): Promise<void> => {
      const attributes = {
        email,
        email_verified: 'true',
        phone_number: phone,
        given_name: firstName,
        family_name: lastName,
        // REG-29, PRM-16: for everybody. What a person may do stands in our own record alone (OPN-02).
        'custom:role': 'care_provider',
      };
      const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
      await ask('AdminCreateUser', (to, options) =>
        to.adminCreateUser({ ...user(email), MessageAction: 'SUPPRESS', UserAttributes }, options),
      );
    },

    /** Sets a password for good; false when there is no such account. */
    setPassword: async (email: string, password: string): Promise<boolean> => {
      const done = await ask('AdminSetUserPassword', (to, options) =>
        to
          .adminSetUserPassword({ ...user(email), Password: composed(password), Permanent: true }, options)
          .catch(instead('UserNotFoundException', null)),
      );
      return done !== null;
    },

    /** Takes an account away; one that is gone already is no failure. */
    remove: async (email: string): Promise<void> => {
      await ask('AdminDeleteUser', (to, options) =>
        to.adminDeleteUser(user(email), options).catch(instead('UserNotFoundException', null)),
      );
    },

    /** What the pool has given out for an account so far opens nothing any more. */
    endTokens: async (email: string): Promise<void> => {
      await ask('AdminUserGlobalSignOut', (to, options) => to.adminUserGlobalSignOut(user(email), options));
    },
  };

  return {
    ...poolSignIn(client, check),

    /** What the pool knows of an e-mail; null when it has no account. */
    find: async (email: string, until?: AbortSignal): Promise<Found | null> => {
      const said = await ask(
        'AdminGetUser',
        (to, options) => to.adminGetUser(user(email), options).catch(instead('UserNotFoundException', null)),
        until ? { until } : {},
      );
      if (!said) return null;
      const kinds = [said.PreferredMfaSetting, ...(said.UserMFASettingList ?? [])].map(kindOf);
      return {
        factor: kinds.find((kind) => kind !== undefined) ?? 'none',
        isUnused: said.UserStatus === 'FORCE_CHANGE_PASSWORD',
        isConfirmed: said.UserStatus !== 'UNCONFIRMED' && said.Enabled !== false,
      };
    },

    /**
     * What changes an account. A restored database may be a copy whose settings name the pool of the original: until its operator
     * lets it send, it changes nothing there.
     */
    changing: async (tx: Tx): Promise<typeof changes> => {
      const copy = await tx
        .selectFrom('installation')
        .select('marker')
        .where('holds_outbound', '=', true)
        .executeTakeFirst();
      if (copy) throw fail('accounts.held');
      return changes;
    },
  };
}
