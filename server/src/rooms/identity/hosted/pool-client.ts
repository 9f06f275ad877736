/** The way to the pool: one call at a time, each within a few seconds (REL-12). */
import { createHmac } from 'node:crypto';
import type { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import type { FailureCode } from '@portal/contract/errors.ts';
import type { HostedPool } from '#src/env.ts';
import type { Log } from '#platform/core/log.ts';
import { failureOf } from './pool-failures.ts';

/** Sign-in with the pool down says so within 5 s, what we do ourselves included. */
const limitMs = 4_000;
export const inTime = (): AbortSignal => AbortSignal.timeout(limitMs);

type Call<T> = (client: CognitoIdentityProvider, options: { abortSignal: AbortSignal }) => Promise<T>;
export type PoolClient = ReturnType<typeof poolClient>;

export function poolClient({ region, userPoolId, clientId, clientSecret, endpoint }: HostedPool, log: Log) {
  let opened: Promise<CognitoIdentityProvider> | undefined;
  /** Loaded here, so that nothing of it is in memory while accounts are our own. */
  const open = async () => {
    const sdk = await import('@aws-sdk/client-cognito-identity-provider');
    return new sdk.CognitoIdentityProvider({
      region,
      maxAttempts: 2,
      requestHandler: { connectionTimeout: 1_500 },
      // A stand-in is not AWS, and is not shown its credentials.
      ...(endpoint ? { endpoint, credentials: { accessKeyId: 'stand-in', secretAccessKey: 'stand-in' } } : {}),
    });
  };

  return {
    /** Makes a call, and ends in time whatever hangs, credentials included. `notAuthorized` is what that usually means here. */
    ask: async <T>(
      name: string,
      call: Call<T>,
      { until = inTime(), notAuthorized = 'UNAVAILABLE' }: { until?: AbortSignal; notAuthorized?: FailureCode } = {},
    ): Promise<T> => {
      const late = new Promise<never>((_, reject) => {
        const stop = () => reject(until.reason as Error);
        if (until.aborted) stop();
        until.addEventListener('abort', stop, { once: true });
      });
      try {
        return await Promise.race([(opened ??= open()).then((client) => call(client, { abortSignal: until })), late]);
      } catch (error) {
        throw failureOf(error, { name, notAuthorized, log });
      }
    },
    log,
    app: { UserPoolId: userPoolId, ClientId: clientId },
    user: (email: string) => ({ UserPoolId: userPoolId, Username: email }),
    /** What proves, beside a user name, that the client is ours. */
    secretFor: (username: string): Record<string, string> =>
      clientSecret
        ? { SECRET_HASH: createHmac('sha256', clientSecret).update(`${username}${clientId}`).digest('base64') }
        : {},
  };
}
