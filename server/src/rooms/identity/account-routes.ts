/** What people do about their own sessions and second factor, and what administrators decide about a lost one. */
import type { UserType } from '@portal/contract/access.ts';
import * as api from '@portal/contract/identity/account-endpoints.ts';
import { askForRecovery as ask } from '@portal/contract/identity/endpoints.ts';
import { actOf } from '#platform/act/act.ts';
import type { House, OpenCall } from '#platform/http/calls.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { asSystem } from './as-system.ts';
import { askForRecovery } from './recovery/ask-for-recovery.ts';
import { removeFactor, renewRecoveryCodes, replaceFactor, textProofCode } from './factors/change-factor.ts';
import { decideRecovery } from './recovery/decide-recovery.ts';
import { endSession } from './sessions/end-session.ts';
import { deviceOf } from './sessions/device-words.ts';
import { countSessionsOfWaiting, listSessions } from './sessions/list-sessions.ts';
import { decidedRecoveries, openRecoveries } from './recovery/recoveries.ts';
import { setCookie } from './sessions/session-cookie.ts';
import type { From, Parts } from './signing-in/sign-in.ts';

/** What every open call brings, whatever its body is. */
export type AnyOpen = Pick<OpenCall<typeof ask>, 'viewer' | 'host' | 'address' | 'requestId' | 'brand' | 'http'>;
interface Asking {
  from: (call: AnyOpen) => Promise<From>;
  signedIn: (call: AnyOpen) => Promise<Viewer>;
}

export function accountRoutes(house: House, parts: Parts, { from, signedIn }: Asking): void {
  const { env, clock, database, activity, sessionEnds, security, route, preparedRoute, openRoute } = house;

  openRoute(api.listSessions, async (call) => {
    const viewer = await signedIn(call);
    return { sessions: await asSystem(house, (moment) => listSessions(moment, activity, viewer)) };
  });
  openRoute(api.endSession, async (call) => {
    const viewer = await signedIn(call);
    sessionEnds.tell(await database.asSystem((tx) => endSession(actOf(tx, clock, viewer), call.body.sessionId)));
    security.note({ event: 'session.ended', outcome: 'done', whose: viewer, from: call });
    return { message: 'Signed out there.' };
  });

  openRoute(api.replaceFactor, async (call) => ({
    challenge: await replaceFactor(parts, await from(call), await signedIn(call), call.body),
  }));
  openRoute(api.removeFactor, async (call) => {
    const opened = await removeFactor(parts, await from(call), await signedIn(call), call.body);
    setCookie(call.http.reply, env, opened.cookie);
    return opened.session;
  });
  openRoute(api.renewRecoveryCodes, async (call) => ({
    recoveryCodes: await renewRecoveryCodes(parts, await from(call), await signedIn(call), call.body),
  }));
  openRoute(api.textProofCode, async (call) => {
    await textProofCode(parts, await from(call), await signedIn(call), call.body.password);
    return { message: 'A code has been sent to your phone.' };
  });

  openRoute(ask, async (call) => {
    const { challenge } = call.body;
    await security.watch({ event: 'recovery.asked', factor: 'password', whose: { challenge }, from: call }, async () =>
      askForRecovery(parts, await from(call), challenge),
    );
    return { message: 'The administrators of your company have been asked.' };
  });
  // Sessions are out of reach within the company's fence.
  preparedRoute(
    api.listRecoveries,
    (_, { viewer }) => asSystem(house, (moment) => countSessionsOfWaiting(moment, activity, viewer.companyId)),
    async ({ viewer, tx, logRead, list }, sessions) => {
      const open = await list(openRecoveries(tx, viewer));
      logRead(
        'provider',
        open.map(({ providerId }) => providerId),
      );
      return {
        recoveries: open.map(({ userAgent, lastSignInAt, ...row }) => ({
          ...presentRecovery(row),
          isOwn: row.providerId === viewer.providerId,
          host: row.host,
          address: row.address,
          device: userAgent === null ? null : deviceOf(userAgent),
          lastSignInAt,
          sessions: sessions.get(row.providerId) ?? 0,
          groups: row.groups,
        })),
      };
    },
  );
  route(api.listDecidedRecoveries, async ({ viewer, tx, logRead, list }) => {
    const decided = await list(decidedRecoveries(tx, viewer));
    logRead(
      'provider',
      decided.map(({ providerId }) => providerId),
    );
    return {
      recoveries: decided.map(({ decidedAt, approved, reason, decidedBy, withdrawnBy, ...row }) => ({
        ...presentRecovery(row),
        decidedAt,
        outcome: outcomeOf(approved),
        decidedBy,
        withdrawnBy,
        reason,
      })),
    };
  });
  openRoute(api.decideRecovery, async (call) => {
    const viewer = await signedIn(call);
    await decideRecovery(parts, viewer, call.brand.for(viewer.companyId), call.body);
    return { message: call.body.approved ? 'Approved.' : 'Refused.' };
  });
}

const presentRecovery = (row: {
  recoveryId: number;
  providerId: number;
  firstName: string;
  lastName: string;
  email: string;
  type: UserType;
  askedAt: Date;
}) => ({
  recoveryId: row.recoveryId,
  cpId: row.providerId,
  fName: row.firstName,
  lName: row.lastName,
  email: row.email,
  type: row.type,
  askedAt: row.askedAt,
});

const outcomeOf = (approved: boolean | null) =>
  approved === null ? ('withdrawn' as const) : approved ? ('approved' as const) : ('refused' as const);
