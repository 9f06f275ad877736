/** Proving to the pool who somebody is: password, code, and the token of an earlier time. */
import type { AdminInitiateAuthResponse, AuthenticationResultType } from '@aws-sdk/client-cognito-identity-provider';
import type { Failed } from '#platform/core/fail.ts';
import type { SecondFactor } from '#platform/security/identity-provider.ts';
import { spellingsOf } from '../passwords/spellings.ts';
import { inTime, type PoolClient } from './pool-client.ts';
import { failureOf, instead, unavailable } from './pool-failures.ts';
import type { TokenCheck } from './tokens.ts';

export type Kind = Exclude<SecondFactor, 'none'>;
/** Of somebody who has proven to the pool who they are. */
export interface Tokens {
  username: string;
  accessToken: string;
  /** The answer to one has none: the old one goes on. */
  refreshToken: string | undefined;
}
/** The pool wants a code, and this back with it. */
export interface Asked {
  factor: Kind;
  username: string;
  session: string;
}
export type Answer = { factor: 'none'; tokens: Tokens } | Asked;
/** The password is right, and still nobody comes in by it. */
export interface Refused {
  refused: 'NOT_CONFIRMED' | 'RESET_REQUIRED' | 'FORBIDDEN_TYPE';
}

const names = { totp: 'SOFTWARE_TOKEN_MFA', sms: 'SMS_MFA' } as const;
export const kindOf = (name: string | undefined): Kind | undefined =>
  name === names.totp ? 'totp' : name === names.sms ? 'sms' : undefined;

export function poolSignIn({ ask, app, secretFor, log }: PoolClient, check: TokenCheck) {
  const tokensOf = async (result: AuthenticationResultType | undefined, until: AbortSignal): Promise<Tokens> => {
    const { AccessToken: accessToken, RefreshToken: refreshToken } = result ?? {};
    try {
      if (!accessToken) throw new TypeError('an answer of the pool has no token');
      return { ...(await check(accessToken, until)), accessToken, refreshToken };
    } catch (error) {
      throw failureOf(error, { name: 'token', notAuthorized: 'UNAVAILABLE', log });
    }
  };

  const initiate = (flow: 'ADMIN_USER_PASSWORD_AUTH' | 'REFRESH_TOKEN_AUTH', parameters: Record<string, string>) => ({
    ...app,
    AuthFlow: flow,
    AuthParameters: parameters,
  });
  const respond = (
    challenge: 'SELECT_MFA_TYPE' | (typeof names)[Kind],
    { username, session }: Pick<Asked, 'username' | 'session'>,
    responses: Record<string, string>,
  ) => ({
    ...app,
    ChallengeName: challenge,
    Session: session,
    ChallengeResponses: { USERNAME: username, ...responses, ...secretFor(username) },
  });

  /** What follows a right password. */
  const answerOf = async (
    said: AdminInitiateAuthResponse,
    email: string,
    until: AbortSignal,
  ): Promise<Answer | Refused> => {
    const { ChallengeName: name, ChallengeParameters: given = {}, Session: session } = said;
    if (!name) return { factor: 'none', tokens: await tokensOf(said.AuthenticationResult, until) };
    if (name === 'NEW_PASSWORD_REQUIRED') return { refused: 'RESET_REQUIRED' };
    const username = given.USER_ID_FOR_SRP ?? email;
    const factor = kindOf(name);
    if (factor && session) return { factor, username, session };
    if (name === 'SELECT_MFA_TYPE' && session) {
      const chosen = given.MFAS_CAN_CHOOSE?.includes(names.totp) ? names.totp : names.sms;
      const answer = respond(name, { username, session }, { ANSWER: chosen });
      const next = await ask(name, (client, options) => client.adminRespondToAuthChallenge(answer, options), { until });
      return answerOf(next, email, until);
    }
    log.warn('user pool', { call: 'AdminInitiateAuth', challenge: name });
    throw unavailable();
  };

  const signInBy = async (email: string, spelling: string, until: AbortSignal): Promise<Answer | Refused | null> => {
    const asking = initiate('ADMIN_USER_PASSWORD_AUTH', {
      USERNAME: email,
      PASSWORD: spelling,
      ...secretFor(email),
    });
    try {
      const said = await ask(
        'AdminInitiateAuth',
        (client, options) => client.adminInitiateAuth(asking, options).catch(instead('UserNotFoundException', null)),
        { until, notAuthorized: 'BAD_CREDENTIALS' },
      );
      return said && (await answerOf(said, email, until));
    } catch (error) {
      const { code } = error as Failed;
      if (code === 'BAD_CREDENTIALS') return null;
      if (code === 'NOT_CONFIRMED' || code === 'RESET_REQUIRED' || code === 'FORBIDDEN_TYPE') return { refused: code };
      throw error;
    }
  };

  return {
    /** Proves a password; null when it is wrong, or nobody has the e-mail. */
    signIn: async (email: string, password: string, until = inTime()): Promise<Answer | Refused | null> => {
      // As it came first: the pool counts tries itself, and a password of before the composed ones is typed as it was then.
      for (const spelling of spellingsOf(password).toReversed()) {
        const answer = await signInBy(email, spelling, until);
        if (answer) return answer;
      }
      return null;
    },

    /** Proves a code; null when it is wrong, or one of an app that was used before (SEC-11). */
    proveCode: async (asked: Asked, code: string): Promise<Tokens | null> => {
      const until = inTime();
      const answer = respond(names[asked.factor], asked, { [`${names[asked.factor]}_CODE`]: code });
      const said = await ask(
        'AdminRespondToAuthChallenge',
        (client, options) =>
          client
            .adminRespondToAuthChallenge(answer, options)
            .catch(instead('CodeMismatchException', null))
            .catch(asked.factor === 'totp' ? instead('ExpiredCodeException', null) : undefined),
        { until, notAuthorized: 'CHALLENGE_EXPIRED' },
      );
      return said && tokensOf(said.AuthenticationResult, until);
    },

    /** New tokens for that of an earlier time; null when the pool does not know it any more. */
    refresh: async ({ username, refreshToken }: { username: string; refreshToken: string }): Promise<Tokens | null> => {
      const until = inTime();
      const asking = initiate('REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: refreshToken, ...secretFor(username) });
      const said = await ask(
        'AdminInitiateAuth',
        (client, options) => client.adminInitiateAuth(asking, options).catch(instead('NotAuthorizedException', null)),
        { until },
      );
      return said && tokensOf(said.AuthenticationResult, until);
    },
  };
}
