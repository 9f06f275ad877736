import * as api from '@portal/contract/identity/endpoints.ts';
import { idleMs } from '@portal/contract/identity/rules.ts';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { databaseIsAway } from '#platform/database/db.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import { limitPerAddress } from '#platform/security/limit.ts';
import { partnerOfKind, type Viewer } from '#platform/security/viewer.ts';
import { asSystem } from './as-system.ts';
import { accountRoutes, type AnyOpen } from './account-routes.ts';
import { clearAwaySignIns } from './clear-away.ts';
import { deviceValueOf, setDeviceCookie } from './signing-in/device-cookie.ts';
import { keptUserAgent } from './sessions/device-words.ts';
import { findPeopleOfEvents } from './find-people-of-events.ts';
import { identityOf } from './identity-of.ts';
import { emergencyAccessOf, idleWarningOf, ownGroups } from './me.ts';
import { modulesOf } from './modules.ts';
import { trainingOf } from './training-of.ts';
import { passwordRoutes } from './password-routes.ts';
import { peopleWithin } from './people-in-groups.ts';
import { makeSecretBox } from '#platform/security/secret-box.ts';
import { clearCookie, cookieOf, refuseForeign, setCookie } from './sessions/session-cookie.ts';
import { endSessions, type OpenedSession, renewSession } from './sessions/sessions.ts';
import { type Asking, finishSetUp, startSetUp } from './factors/set-up-factor.ts';
import { confirmCode, enterByRecoveryCode, type From, signIn } from './signing-in/sign-in.ts';
import { noteExpired, sweepEvery } from './sessions/sweep.ts';
import { encryptedFactors } from './factors/encrypted-factors.ts';
import { encryptedColumns } from '#platform/security/encrypted-columns.ts';
import { otpauthUri } from './factors/totp.ts';

const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** SER-05: whatever is away, the person reads the one sentence of the sign-in form. */
const unableToSignIn = (error: unknown): never => {
  const isAway = databaseIsAway(error) || (error instanceof Failed && error.code === 'UNAVAILABLE');
  throw isAway ? new Failed('UNAVAILABLE', { retryAfter: 2 }) : error;
};

export const identity: Room = (house) => {
  const { env, clock, database, activity, sessionEnds, security, http, route, openRoute } = house;
  house.lies({
    account: peopleWithin,
    recovery: (viewer) => sql`select recovery_id from mfa_recovery where provider_id in (${peopleWithin(viewer)})`,
  });
  const provider = identityOf(house);
  const failures = limitPerAddress(house, 'failed sign-ins', env.signInFailuresPerAddress, 15 * 60_000);
  const parts = { identity: provider, database, clock, sessionEnds, security, failures, box: makeSecretBox(env) };

  const from = async ({ host, address, requestId, brand, viewer, http: { request } }: AnyOpen): Promise<From> => ({
    host,
    address,
    requestId,
    brand,
    userAgent: keptUserAgent(request.headers['user-agent']),
    device: deviceValueOf(request, env),
    before: await viewer(),
  });
  // The tables of identity lie outside the fence of a company, so these calls ask for their viewer themselves.
  const signedIn = async (call: { viewer: () => Promise<Viewer | null> }) => {
    const viewer = await call.viewer();
    if (!viewer) throw fail('unauthenticated');
    return viewer;
  };
  /** A session that goes on has its device already. */
  const withCookies = (reply: FastifyReply, opened: { session: OpenedSession; cookie: string; device?: string }) => {
    setCookie(reply, env, opened.cookie);
    if (opened.device !== undefined) setDeviceCookie(reply, env, opened.device);
    return opened.session;
  };

  openRoute(api.signIn, async (call) => {
    const step = await from(call)
      .then((where) => signIn(parts, where, call.body))
      .catch(unableToSignIn);
    return step.next === 'session' ? withCookies(call.http.reply, step) : step;
  });

  openRoute(api.confirmCode, async (call) =>
    withCookies(
      call.http.reply,
      await from(call)
        .then((where) => confirmCode(parts, where, call.body))
        .catch(unableToSignIn),
    ),
  );

  openRoute(api.enterByRecoveryCode, async (call) =>
    withCookies(
      call.http.reply,
      await from(call)
        .then((where) => enterByRecoveryCode(parts, where, call.body))
        .catch(unableToSignIn),
    ),
  );

  const asking = async (
    call: AnyOpen,
    { challenge, password }: { challenge?: string | undefined; password?: string | undefined },
  ): Promise<Asking> => (challenge === undefined ? { viewer: await signedIn(call), password } : { challenge });

  openRoute(api.startMfaSetup, async (call) => {
    const { email, secret } = await startSetUp(parts, await from(call), await asking(call, call.body));
    return { secret, uri: otpauthUri(secret, call.brand.shown.mfaIssuer, email) };
  });

  openRoute(api.verifyMfaSetup, async (call) => {
    const opened = await finishSetUp(parts, await from(call), await asking(call, call.body), call.body.code);
    return { ...withCookies(call.http.reply, opened), recoveryCodes: opened.recoveryCodes };
  });

  // Before the body is read: a form of another site is refused for what it is, not for its type.
  http.addHook('onRequest', async (request) => {
    if (request.method === 'POST' && request.routeOptions.url === '/api/auth/session') refuseForeign(request, env);
  });
  openRoute(api.renewSession, async ({ host, http: { request } }) => {
    const cookie = cookieOf(request, env);
    if (!cookie) throw fail('unauthenticated');
    const renewed = await asSystem(house, (moment) => renewSession(moment, activity, cookie, host));
    if (renewed.next === 'session') return renewed;
    sessionEnds.tell(renewed.ended);
    noteExpired(security, renewed.ended);
    throw fail('unauthenticated');
  });

  openRoute(api.signOut, async (call) => {
    const viewer = await signedIn(call);
    const { sessionId } = viewer;
    sessionEnds.tell(
      await security.watch({ event: 'sign_out', whose: viewer, from: call }, () =>
        asSystem(house, (moment) => endSessions(moment, { sessionIds: [sessionId] }, 'signed out')),
      ),
    );
    clearCookie(call.http.reply, env);
    return { message: 'Signed out.' };
  });

  openRoute(api.signOutEverywhere, async (call) => {
    const viewer = await signedIn(call);
    const { providerId } = viewer;
    sessionEnds.tell(
      await security.watch({ event: 'sign_out.everywhere', whose: viewer, from: call }, () =>
        asSystem(house, (moment) => endSessions(moment, { providerId }, 'signed out everywhere')),
      ),
    );
    clearCookie(call.http.reply, env);
    return { message: 'Signed out everywhere.' };
  });

  // A call without `x-idle-ms` counts as input now; this one tells the time in its body.
  http.addHook('preHandler', async (request) => {
    if (request.routeOptions.url !== '/api/auth/activity') return;
    const { idleMs: told } = (request.body ?? {}) as { idleMs?: unknown };
    if (typeof told === 'number' && told >= 0) request.headers['x-idle-ms'] = String(Math.min(told, 86_400_000));
  });
  route(api.tellActivity, ({ viewer }) => ({
    message: 'Noted.',
    idleEndsAt: later(activity.lastInputOf(viewer.sessionId, viewer.lastInputAt), idleMs),
    endsAt: viewer.sessionEndsAt,
  }));

  openRoute(api.me, async (call) => {
    const viewer = await signedIn(call);
    const { form, modules, warning } = await database.readInCompany(viewer.companyId, async (tx) => ({
      form: await trainingOf(tx, viewer),
      modules: await modulesOf(tx, viewer.companyId),
      warning: await idleWarningOf(tx, viewer),
    }));
    return {
      cpId: viewer.providerId,
      companyId: viewer.companyId,
      adminRights: viewer.adminRights,
      seesWholeCompany: viewer.seesWholeCompany,
      type: viewer.type,
      modules,
      gIds: await ownGroups(database, viewer),
      acknowledgmentForm: form,
      fName: viewer.firstName,
      lName: viewer.lastName,
      phone: viewer.phone,
      email: viewer.email,
      ppId: partnerOfKind(viewer, 'pharmacy'),
      wpId: partnerOfKind(viewer, 'wholesaler'),
      mfa: await provider.factorOf(viewer.email),
      idleEndsAt: later(activity.lastInputOf(viewer.sessionId, viewer.lastInputAt), idleMs),
      endsAt: viewer.sessionEndsAt,
      idleWarningSeconds: warning,
      ...(await emergencyAccessOf(database, viewer, clock.now())),
    };
  });

  passwordRoutes(house, provider);
  accountRoutes(house, parts, { from, signedIn });

  security.looksUp({ people: findPeopleOfEvents });
  house.clearsAway(...clearAwaySignIns(house.env));
  house.encrypted(encryptedColumns(house, encryptedFactors));
  const stopSweeping = sweepEvery(10_000, house);
  http.addHook('onClose', async () => stopSweeping());
};
