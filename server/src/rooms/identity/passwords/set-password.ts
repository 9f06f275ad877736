/** What a new password brings along, whoever keeps it: sessions end, the owner is told, and it is on record (SEC-05, P11-16). */
import type { Brand, BrandOfHost } from '#platform/core/brands.ts';
import { type Act, actOf } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import type { IdentityProvider } from '#platform/security/identity-provider.ts';
import type { SpentProof } from '#platform/security/proof.ts';
import type { Recorded } from '#platform/audit/record.ts';
import type { SecurityLog } from '#platform/security/security-log.ts';
import type { SessionEnds } from '#platform/security/session-ends.ts';
import type { Actor, Viewer } from '#platform/security/viewer.ts';
import type { Ground } from '../as-system.ts';
import { actOfPerson } from '../people.ts';
import { withdrawRecovery } from '../recovery/recoveries.ts';
import { keepIf } from './keep-if.ts';
import { brandsOfCompany, refuseWeakPassword } from './new-password.ts';
import { passwordChanged } from './password-letters.ts';
import { endSessions, type OpenedSession, replaceSecrets } from '../sessions/sessions.ts';
import { tellingOfLocks } from '../signing-in/tell-of-lock.ts';

export interface Parts extends Ground {
  identity: Pick<IdentityProvider, 'sendResetCode' | 'resetPassword' | 'changePassword'>;
  sessionEnds: SessionEnds;
  security: SecurityLog;
  /** Whose names no password may have. */
  brands: readonly Brand[];
}

interface From {
  brand: BrandOfHost;
  host: string;
  address: string;
  requestId: string;
}

/** Sends a code for a new password to an e-mail that has an account (FGP-03). Who asks learns nothing by it (SEC-07). */
export async function askForReset(
  { identity, database, clock, security }: Parts,
  from: From,
  email: string,
): Promise<void> {
  await security.watch({ event: 'password.reset_asked', whose: { email }, from }, () =>
    identity.sendResetCode({ email, brand: from.brand }),
  );
  await database.asSystem(async (tx) => {
    const person = await personOf(tx, email);
    // Nobody has proven who asked. An unknown e-mail has no company, and its entry does not stay.
    const companyId = (person?.companyId ?? null) as number;
    const somebody = { ...from, companyId, providerId: null, firstName: 'Somebody', lastName: '', type: 'System' };
    const entry = { kind: 'account', id: person?.providerId ?? 0 } as const;
    await keepIf(tx, person !== undefined, () =>
      actOf(tx, clock, somebody).record({ action: 'account.password_reset_asked', record: entry, changes: [] }),
    );
  });
}

/** Sets a new password by the code. Every session ends; the second factor stays (FGP-06, FGP-07, SEC-15). */
export async function resetPassword(
  parts: Parts,
  from: From,
  given: { email: string; code: string; password: string },
): Promise<void> {
  const { identity, clock, sessionEnds } = parts;
  const { email, password } = given;
  const brands = [...parts.brands, from.brand.shown];
  await refuseWeakPassword(password, { email, names: [], brands });
  const ended = await identity.resetPassword(given, async (tx) => {
    const person = await personOf(tx, email);
    if (!person) return [];
    // Only now: before the code was right, this would tell whose account it is.
    const own = await brandsOfCompany(tx, person.companyId);
    await refuseWeakPassword(password, { email, names: [person.firstName, person.lastName], brands: own });
    const act = actOfPerson(tx, clock, person, from);
    const endsRequest = await withdrawRecovery(act, person.providerId, 'password');
    await tell(act, from, person, 'account.password_reset', endsRequest);
    return endSessions(act, { providerId: person.providerId }, 'password reset');
  });
  sessionEnds.tell(ended);
}

/** Sets a new password by the old one. Every other session ends, and this one goes on under new secrets (SEC-02, SEC-05). */
export async function changePassword(
  parts: Parts,
  from: From,
  viewer: Viewer,
  given: { password: string; newPassword: string },
): Promise<{ session: OpenedSession; cookie: string }> {
  const { identity, database, clock, sessionEnds } = parts;
  const { email, firstName, lastName, companyId, providerId, sessionId } = viewer;
  const own = await database.asSystem((tx) => brandsOfCompany(tx, companyId));
  const brands = [...parts.brands, from.brand.shown, ...own];
  await refuseWeakPassword(given.newPassword, { email, names: [firstName, lastName], brands }, 'newPassword');
  const renew = async (by: SpentProof) => {
    const act = actOf(by.tx, clock, viewer);
    // Ended in the meantime, for example by a reset: then this is no change of the owner's.
    const renewed = await replaceSecrets(by, clock, viewer);
    if (!renewed) throw fail('unauthenticated');
    const endsRequest = await withdrawRecovery(act, providerId, 'password');
    await tell(act, from, viewer, 'account.password_changed', endsRequest);
    return { ended: await endSessions(act, { providerId, except: sessionId }, 'password changed'), ...renewed };
  };
  const { ended, ...opened } = await tellingOfLocks(parts, from, () =>
    identity.changePassword({ email, ...given }, renew),
  );
  sessionEnds.tell(ended);
  return opened;
}

type Person = Pick<Viewer, 'providerId' | 'companyId' | 'email' | 'firstName' | 'lastName'> & { type: string };

const personOf = (tx: Tx, email: string): Promise<Person | undefined> =>
  tx
    .selectFrom('provider')
    .select([
      'provider_id as providerId',
      'company_id as companyId',
      'email',
      'first_name as firstName',
      'last_name as lastName',
      'type',
    ])
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .executeTakeFirst();

/** By the trail and by a mail, which also says whether a request for recovery ended with the old password. */
async function tell(
  act: Act<Actor>,
  from: From,
  person: Person,
  action: Recorded['action'],
  endsRequest: boolean,
): Promise<void> {
  await act.record({ action, record: { kind: 'account', id: person.providerId }, changes: [] });
  await act.sendMail(passwordChanged(from.brand.for(person.companyId), person, act.now(), endsRequest));
}
