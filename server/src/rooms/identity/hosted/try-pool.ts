/** Asks a hosted user pool what a portal has to ask it, of somebody whom it does not have, so that nothing is changed and no try counts. */
import { randomUUID } from 'node:crypto';
import { ConfigurationError, type HostedPool } from '#src/env.ts';
import { makeClock } from '#platform/core/clock.ts';
import type { Failed } from '#platform/core/fail.ts';
import type { Log } from '#platform/core/log.ts';
import { openPool } from './pool.ts';

/** Throws a sentence that names the call and the kind of its failure. */
export async function tryPool(config: HostedPool): Promise<void> {
  let kind: string | undefined;
  const none = () => {};
  const log: Log = {
    debug: none,
    info: none,
    warn: (_event, fields) => void (kind = fields?.['error'] as string | undefined),
    error: none,
  };
  const pool = openPool(config, { clock: makeClock(), log });
  const email = `${randomUUID()}@nobody.invalid`;
  const ask = async <T>(call: string, question: Promise<T>, advice: string): Promise<T> => {
    try {
      return await question;
    } catch (error) {
      const what = kind ?? (error as Partial<Failed>).code ?? 'unknown';
      throw new ConfigurationError(`${config.userPoolId} does not answer ${call} (${what}). ${advice}`);
    }
  };
  await ask(
    'AdminGetUser',
    pool.find(email),
    'Is COGNITO_USER_POOL_ID right, and do the AWS credentials have the rights that docs/operators.md lists under "A hosted user pool"?',
  );
  const answer = await ask(
    'AdminInitiateAuth',
    pool.signIn(email, `${randomUUID()}aA1!`),
    'Are COGNITO_CLIENT_ID and COGNITO_CLIENT_SECRET those of its app client, does that allow ALLOW_ADMIN_USER_PASSWORD_AUTH, and do the AWS credentials have the right?',
  );
  if (answer !== null)
    throw new ConfigurationError(
      `${config.userPoolId} lets in, or knows, whom nobody has made there. Is it the right pool?`,
    );
}
