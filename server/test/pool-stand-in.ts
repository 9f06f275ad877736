/** A hosted user pool in the place of Amazon Cognito: its wire protocol, requests and errors, with accounts, apps and texts of its own. */
import {
  createHmac,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomInt,
  randomUUID,
} from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export const region = 'eu-central-1';
const userPoolId = `${region}_Ab12Cd34E`;
const clientId = '7h1nkp0rtal2client';
const clientSecret = '1a2b3c4d5e6f7g8h9i0j1a2b3c4d5e6f';
const sessionMs = 15 * 60_000;
const hourMs = 3_600_000;

export interface User {
  username: string;
  email: string;
  password: string | null;
  status: 'CONFIRMED' | 'UNCONFIRMED' | 'RESET_REQUIRED' | 'FORCE_CHANGE_PASSWORD';
  enabled: boolean;
  attributes: Record<string, string>;
  app: { secret: string; usedSteps: Set<number> } | null;
  pendingSecret: string | null;
  on: Set<Mfa>;
  preferred: Mfa | null;
  /** Tokens from before count no more. */
  tokensFrom: number;
}
type Mfa = 'SOFTWARE_TOKEN_MFA' | 'SMS_MFA';
type Body = Record<string, unknown>;
/** How it behaves: as it should, without an answer, with a hung-up line, with another page's answer, or with a failure of its own. */
export type Mood = 'well' | 'silent' | 'gone' | 'garbled' | 'failing';

/** An error as the pool says it. */
class PoolError extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}
const notAuthorized = (message: string) => new PoolError('NotAuthorizedException', message);

export interface PoolStandIn {
  /** The time, which is that of the portal once there is one. */
  now: () => Date;
  /** What a portal is configured with to use it. */
  variables: Record<string, string>;
  users: User[];
  addUser: (given: { email: string; password: string } & Partial<User>) => User;
  userOf: (email: string) => User;
  /** Texts that were sent, newest last. */
  texts: { to: string; text: string }[];
  /** The calls that were made, by name. */
  calls: string[];
  /** Sessions and tokens it has given out, which nobody else may ever see. */
  secrets: string[];
  mood: Mood;
  /** The next call of this name is refused like this, as often as said. */
  refuse: (call: string, type: string, message: string, times?: number) => void;
  /** What is wrong with the tokens it gives out. */
  claims: Body;
  signsWith: 'its own key' | "somebody else's key";
  /** Does what is given between the next call of a name and its answer. */
  afterNext: (call: string, work: () => Promise<void>) => void;
}

let keys: { own: KeyObject; published: object; foreign: KeyObject } | undefined;
function keyPairs() {
  if (!keys) {
    const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
    const own = pair();
    keys = {
      own: own.privateKey,
      published: { ...own.publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256', use: 'sig' },
      foreign: pair().privateKey,
    };
  }
  return keys;
}

/** Opens one; it closes with the test. */
export async function openPool(): Promise<PoolStandIn> {
  const now = () => pool.now();
  const sessions = new Map<
    string,
    { user: User; mfa: Mfa | 'SELECT'; code: string | null; at: number; tries: number }
  >();
  const refreshTokens = new Map<string, { user: User; at: number }>();
  const refusals: { call: string; error: PoolError }[] = [];
  const works: { call: string; work: () => Promise<void> }[] = [];

  const pool: PoolStandIn = {
    now: () => new Date(),
    variables: {},
    users: [],
    addUser: ({ email, password, ...given }) => {
      const user: User = {
        username: randomUUID(),
        email,
        password,
        status: 'CONFIRMED',
        enabled: true,
        attributes: {},
        app: null,
        pendingSecret: null,
        on: new Set(),
        preferred: null,
        tokensFrom: 0,
        ...given,
      };
      pool.users.push(user);
      return user;
    },
    userOf: (email) => {
      const user = pool.users.find((one) => one.email === email);
      if (!user) throw new Error(`the pool has no ${email}`);
      return user;
    },
    texts: [],
    calls: [],
    secrets: [],
    mood: 'well',
    refuse: (call, type, message, times = 1) => {
      for (let i = 0; i < times; i += 1) refusals.push({ call, error: new PoolError(type, message) });
    },
    claims: {},
    signsWith: 'its own key',
    afterNext: (call, work) => void works.push({ call, work }),
  };

  const given = (secret: string) => {
    pool.secrets.push(secret);
    return secret;
  };
  const named = (name: unknown): User => {
    const user = pool.users.find((one) => one.username === name || one.email === name);
    if (!user) throw new PoolError('UserNotFoundException', 'User does not exist.');
    return user;
  };

  // ---------------------------------------------------------------- tokens
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const accessTokenOf = (user: User): string => {
    const at = Math.floor(now().getTime() / 1_000);
    const text = `${part({ kid: 'key-1', alg: 'RS256' })}.${part({
      sub: user.username,
      iss: `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`,
      client_id: clientId,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      auth_time: at,
      iat: at,
      exp: at + 3_600,
      jti: randomUUID(),
      username: user.username,
      ...pool.claims,
    })}`;
    const key = pool.signsWith === 'its own key' ? keyPairs().own : keyPairs().foreign;
    return given(`${text}.${createSign('RSA-SHA256').update(text).sign(key).toString('base64url')}`);
  };
  const tokensOf = (user: User) => {
    const refreshToken = given(randomBytes(60).toString('base64url'));
    refreshTokens.set(refreshToken, { user, at: now().getTime() });
    return {
      AuthenticationResult: {
        AccessToken: accessTokenOf(user),
        IdToken: given(`${part({ kid: 'key-1', alg: 'RS256' })}.${part({ email: user.email, token_use: 'id' })}.x`),
        RefreshToken: refreshToken,
        ExpiresIn: 3_600,
        TokenType: 'Bearer',
      },
      ChallengeParameters: {},
    };
  };
  const ofAccessToken = (token: unknown): User => {
    const claims = JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString() || '{}') as {
      username?: string;
      iat?: number;
      exp?: number;
    };
    const user = named(claims.username);
    if ((claims.exp ?? 0) * 1_000 <= now().getTime()) throw notAuthorized('Access Token has expired');
    if ((claims.iat ?? 0) * 1_000 < user.tokensFrom) throw notAuthorized('Access Token has been revoked');
    return user;
  };

  // ---------------------------------------------------------------- sign-in
  const challengeOf = (user: User, mfa: Mfa | 'SELECT') => {
    const session = given(randomBytes(120).toString('base64url'));
    const code = mfa === 'SMS_MFA' ? String(randomInt(1_000_000)).padStart(6, '0') : null;
    if (code) pool.texts.push({ to: user.attributes.phone_number ?? '', text: `Your authentication code is ${code}.` });
    sessions.set(session, { user, mfa, code, at: now().getTime(), tries: 0 });
    return {
      ChallengeName: mfa === 'SELECT' ? 'SELECT_MFA_TYPE' : mfa,
      Session: session,
      ChallengeParameters: {
        USER_ID_FOR_SRP: user.username,
        ...(mfa === 'SMS_MFA'
          ? { CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS', CODE_DELIVERY_DESTINATION: '+*********23' }
          : {}),
        ...(mfa === 'SELECT' ? { MFAS_CAN_CHOOSE: JSON.stringify([...user.on]) } : {}),
      },
    };
  };
  const checkSecret = (name: string, told: Record<string, string>) => {
    const hash = createHmac('sha256', clientSecret).update(`${name}${clientId}`).digest('base64');
    if (told.SECRET_HASH !== hash) throw notAuthorized(`Unable to verify secret hash for client ${clientId}`);
  };
  const byPassword = (told: Record<string, string>) => {
    const { USERNAME: name = '', PASSWORD: password } = told;
    checkSecret(name, told);
    const user = pool.users.find((one) => one.email === name);
    if (!user || user.password === null || user.password !== password)
      throw notAuthorized('Incorrect username or password.');
    if (!user.enabled) throw notAuthorized('User is disabled.');
    if (user.status === 'UNCONFIRMED') throw new PoolError('UserNotConfirmedException', 'User is not confirmed.');
    if (user.status === 'RESET_REQUIRED')
      throw new PoolError('PasswordResetRequiredException', 'Password reset required for the user');
    if (user.status === 'FORCE_CHANGE_PASSWORD')
      return {
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        Session: given(randomBytes(120).toString('base64url')),
        ChallengeParameters: { USER_ID_FOR_SRP: user.username, requiredAttributes: '[]', userAttributes: '{}' },
      };
    const [first] = user.on;
    if (!first) return tokensOf(user);
    return challengeOf(user, user.on.size > 1 && !user.preferred ? 'SELECT' : (user.preferred ?? first));
  };
  const byRefreshToken = (told: Record<string, string>) => {
    const known = refreshTokens.get(told.REFRESH_TOKEN ?? '');
    if (!known || known.at < known.user.tokensFrom) throw notAuthorized('Refresh Token has been revoked');
    checkSecret(known.user.username, told);
    if (now().getTime() - known.at > 30 * 24 * hourMs) throw notAuthorized('Refresh Token has expired');
    return {
      AuthenticationResult: { AccessToken: accessTokenOf(known.user), ExpiresIn: 3_600, TokenType: 'Bearer' },
      ChallengeParameters: {},
    };
  };
  const answerTo = (body: Body) => {
    const told = body.ChallengeResponses as Record<string, string>;
    checkSecret(told.USERNAME ?? '', told);
    const held = sessions.get(String(body.Session));
    if (!held || held.user.username !== told.USERNAME) throw notAuthorized('Invalid session for the user.');
    if (now().getTime() - held.at > sessionMs) throw notAuthorized('Invalid session for the user, session is expired.');
    const asked = held.mfa === 'SELECT' ? 'SELECT_MFA_TYPE' : held.mfa;
    if (body.ChallengeName !== asked) throw new PoolError('InvalidParameterException', 'Challenge does not match');
    if (held.mfa === 'SELECT') {
      sessions.delete(String(body.Session));
      return challengeOf(held.user, told.ANSWER as Mfa);
    }
    const code = told[`${held.mfa}_CODE`] ?? '';
    if (held.mfa === 'SMS_MFA') {
      if (code !== held.code) throw mismatch();
    } else takeAppCode(held.user, code);
    sessions.delete(String(body.Session));
    return tokensOf(held.user);
  };
  const mismatch = () => new PoolError('CodeMismatchException', 'Invalid code received for user');
  const takeAppCode = (user: User, code: string) => {
    const { app } = user;
    if (!app) throw new PoolError('SoftwareTokenMFANotFoundException', 'Software token MFA is not enabled.');
    const step = stepOf(app.secret, code, now());
    if (step === null) throw mismatch();
    if (app.usedSteps.has(step))
      throw new PoolError('ExpiredCodeException', 'Your software token has already been used once.');
    app.usedSteps.add(step);
  };

  // ---------------------------------------------------------------- the calls
  const operations: Record<string, (body: Body) => object> = {
    AdminInitiateAuth: (body) => {
      const told = body.AuthParameters as Record<string, string>;
      if (body.AuthFlow === 'ADMIN_USER_PASSWORD_AUTH') return byPassword(told);
      if (body.AuthFlow === 'REFRESH_TOKEN_AUTH') return byRefreshToken(told);
      throw new PoolError('InvalidParameterException', 'Initiate Auth method not supported.');
    },
    AdminRespondToAuthChallenge: answerTo,
    AssociateSoftwareToken: (body) => {
      const user = ofAccessToken(body.AccessToken);
      user.pendingSecret = base32(randomBytes(32));
      return { SecretCode: user.pendingSecret };
    },
    VerifySoftwareToken: (body) => {
      const user = ofAccessToken(body.AccessToken);
      if (!user.pendingSecret)
        throw new PoolError('SoftwareTokenMFANotFoundException', 'Software token MFA is not enabled.');
      const step = stepOf(user.pendingSecret, String(body.UserCode), now());
      if (step === null) throw new PoolError('EnableSoftwareTokenMFAException', 'Code mismatch');
      user.app = { secret: user.pendingSecret, usedSteps: new Set([step]) };
      user.pendingSecret = null;
      return { Status: 'SUCCESS' };
    },
    AdminSetUserMFAPreference: (body) => {
      const user = named(body.Username);
      const set = (mfa: Mfa, setting: { Enabled?: boolean; PreferredMfa?: boolean } | undefined) => {
        if (!setting) return;
        if (setting.Enabled && mfa === 'SOFTWARE_TOKEN_MFA' && !user.app)
          throw new PoolError('InvalidParameterException', 'User has not verified software token mfa');
        if (setting.Enabled) user.on.add(mfa);
        else user.on.delete(mfa);
        if (setting.PreferredMfa) user.preferred = mfa;
        else if (user.preferred === mfa) user.preferred = null;
      };
      set('SMS_MFA', body.SMSMfaSettings as never);
      set('SOFTWARE_TOKEN_MFA', body.SoftwareTokenMfaSettings as never);
      return {};
    },
    AdminGetUser: (body) => {
      const user = named(body.Username);
      return {
        Username: user.username,
        UserAttributes: Object.entries(user.attributes).map(([Name, Value]) => ({ Name, Value })),
        UserCreateDate: 1_700_000_000.123,
        UserLastModifiedDate: 1_700_000_000.123,
        Enabled: user.enabled,
        UserStatus: user.status,
        ...(user.preferred ? { PreferredMfaSetting: user.preferred } : {}),
        ...(user.on.size > 0 ? { UserMFASettingList: [...user.on] } : {}),
      };
    },
    AdminCreateUser: (body) => {
      const email = String(body.Username);
      if (pool.users.some((one) => one.email === email))
        throw new PoolError('UsernameExistsException', 'User account already exists');
      if (body.MessageAction !== 'SUPPRESS') throw new Error('the pool would have mailed the person');
      const attributes = body.UserAttributes as { Name: string; Value: string }[];
      const user = pool.addUser({ email, password: randomUUID(), status: 'FORCE_CHANGE_PASSWORD' });
      user.attributes = Object.fromEntries(attributes.map(({ Name, Value }) => [Name, Value]));
      return { User: { Username: user.username, Enabled: true, UserStatus: user.status } };
    },
    AdminSetUserPassword: (body) => {
      const user = named(body.Username);
      if (body.Permanent !== true) throw new Error('the pool would ask for another password');
      user.password = String(body.Password);
      user.status = 'CONFIRMED';
      return {};
    },
    AdminDeleteUser: (body) => {
      pool.users.splice(pool.users.indexOf(named(body.Username)), 1);
      return {};
    },
    AdminUserGlobalSignOut: (body) => {
      named(body.Username).tokensFrom = now().getTime() + 1;
      return {};
    },
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method === 'GET' && request.url === `/${userPoolId}/.well-known/jwks.json`) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ keys: [keyPairs().published] }));
      return;
    }
    const [service, name = ''] = String(request.headers['x-amz-target']).split('.');
    pool.calls.push(name);
    const say = (status: number, value: object, type?: string) => {
      response.writeHead(status, {
        'content-type': 'application/x-amz-json-1.1',
        'x-amzn-requestid': randomUUID(),
        ...(type ? { 'x-amzn-errortype': `${type}:` } : {}),
      });
      response.end(JSON.stringify(value));
    };
    if (pool.mood === 'silent') return;
    if (pool.mood === 'gone') return void request.socket.destroy();
    if (pool.mood === 'garbled') return void response.writeHead(200).end('<!doctype html><title>Welcome</title>');
    const failing = () => new PoolError('InternalErrorException', 'Something went wrong');
    try {
      if (pool.mood === 'failing') throw failing();
      const refusal = refusals.findIndex((one) => one.call === name);
      if (refusal >= 0) throw refusals.splice(refusal, 1)[0]?.error ?? failing();
      const operation = operations[name];
      if (service !== 'AWSCognitoIdentityProviderService' || !operation || request.url !== '/')
        throw new PoolError('UnknownOperationException', '');
      if (request.headers['content-type'] !== 'application/x-amz-json-1.1')
        throw new PoolError('SerializationException', '');
      const signed = /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/eu-central-1\/cognito-idp\/aws4_request, /;
      if (name.startsWith('Admin') && !signed.test(String(request.headers.authorization)))
        throw new PoolError('MissingAuthenticationTokenException', 'Missing Authentication Token');
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Body;
      if (name.startsWith('Admin') && body.UserPoolId !== userPoolId)
        throw new PoolError('ResourceNotFoundException', `User pool ${String(body.UserPoolId)} does not exist.`);
      if ('ClientId' in body && body.ClientId !== clientId)
        throw new PoolError('ResourceNotFoundException', `User pool client ${String(body.ClientId)} does not exist.`);
      const answer = operation(body);
      const work = works.findIndex((one) => one.call === name);
      if (work >= 0) await works.splice(work, 1)[0]?.work();
      say(200, answer);
    } catch (error) {
      if (error instanceof PoolError)
        say(
          error.type === 'InternalErrorException' ? 500 : 400,
          { __type: error.type, message: error.message },
          error.type,
        );
      else say(500, { __type: 'InternalErrorException', message: String(error) }, 'InternalErrorException');
    }
  };

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  pool.variables = {
    IDENTITY: 'hosted',
    COGNITO_USER_POOL_ID: userPoolId,
    COGNITO_CLIENT_ID: clientId,
    COGNITO_CLIENT_SECRET: clientSecret,
    COGNITO_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  return pool;
}

// -------------------------------------------------------------------- authenticator apps, by RFC 4226 and RFC 6238
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
}
function codeAt(secret: string, step: number): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(step / 2 ** 32), 0);
  counter.writeUInt32BE(step % 2 ** 32, 4);
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) % 16;
  return String((digest.readUInt32BE(offset) % 2 ** 31) % 1_000_000).padStart(6, '0');
}
/** The step of a code, if the app has shown it within the last half minute or so. */
function stepOf(secret: string, code: string, at: Date): number | null {
  const step = Math.floor(at.getTime() / 30_000);
  return [step, step - 1].find((one) => codeAt(secret, one) === code) ?? null;
}
