/** Setting up an authenticator app: held by a challenge until it is done, or signed in, by the password (SEC-08, SEC-13). */
import type { Act } from '#platform/act/act.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { Holder, SecondFactor } from '#platform/security/identity-provider.ts';
import type { SpentProof } from '#platform/security/proof.ts';
import type { Actor, Viewer } from '#platform/security/viewer.ts';
import { letIn } from '../signing-in/let-in.ts';
import { factorChanged } from '../letters.ts';
import { actOfPerson, type Person, personWhoMayEnter } from '../people.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { endSessions, replaceSecrets } from '../sessions/sessions.ts';
import { boundingGuesses, type From, type Parts } from '../signing-in/sign-in.ts';
import { tellingOfLocks } from '../signing-in/tell-of-lock.ts';

/** Who asks: by a challenge, or signed in and by the password. */
export type Asking = { challenge: string } | { viewer: Viewer; password: string | undefined };

/** The secret of a new app, told this once. */
export async function startSetUp(parts: Parts, from: From, asking: Asking): Promise<{ email: string; secret: string }> {
  const start = () =>
    boundingGuesses(parts, from, () =>
      tellingOfLocks(parts, from, async () => parts.identity.startSetUp(await holderOf(parts, from, asking))),
    );
  // Whoever is held by a challenge was noted when that was made.
  if ('challenge' in asking) return start();
  const { viewer: whose } = asking;
  return parts.security.watch({ event: 'mfa.set_up_asked', factor: 'password', whose, from }, start);
}

/**
 * A set-up that worked, of a first factor or of another one in its place: the person has new recovery codes and is told, and every
 * session they had ends (SEC-02, SEC-05, SEC-13, MFA-15). The one it was done in goes on under new secrets for as long as it had
 * left; whoever was held by a challenge comes in.
 */
export async function finishSetUp(parts: Parts, from: From, asking: Asking, code: string) {
  const { identity, clock, sessionEnds, security, box } = parts;
  const viewer = 'viewer' in asking ? asking.viewer : null;
  const by = { factor: 'totp', whose: 'viewer' in asking ? asking.viewer : asking, from } as const;

  const finish = async (spent: SpentProof, before: SecondFactor) => {
    const { tx, email } = spent;
    const person = await personWhoMayEnter(tx, email);
    const act = actOfPerson(tx, clock, person, from);
    await tx
      .updateTable('provider')
      .set({ must_set_up_factor: false })
      .where('provider_id', '=', person.providerId)
      .where('must_set_up_factor', '=', true)
      .execute();
    await act.record({
      action: before === 'none' ? 'account.mfa_set_up' : 'account.mfa_replaced',
      record: { kind: 'account', id: person.providerId },
      changes: [{ field: 'mfa', old: before, new: 'totp' }],
    });
    const change = before === 'none' ? 'set up' : 'replaced';
    await act.sendMail(factorChanged(from.brand.for(person.companyId), person, change, act.now()));
    const recoveryCodes = await newRecoveryCodes(act, box, email);
    return { before, recoveryCodes, ...(await goOn(act, spent, person)) };
  };
  const goOn = async (act: Act<Actor>, spent: SpentProof, person: Person) => {
    const { providerId } = person;
    const except = viewer ? { except: viewer.sessionId } : {};
    const ended = await endSessions(act, { providerId, ...except }, 'mfa changed');
    if (!viewer) return { ended, ...(await letIn(spent, clock, person, from)) };
    const renewed = await replaceSecrets(spent, clock, viewer);
    if (!renewed) throw fail('unauthenticated');
    return { ended, ...renewed };
  };

  const steps = async () => identity.verifySetUp(await holderOf(parts, from, asking), code, finish);
  const { ended, before, ...opened } = await boundingGuesses(parts, from, () =>
    tellingOfLocks(parts, from, steps),
  ).catch((error: unknown) => {
    security.failed({ ...by, event: 'mfa.set_up' }, error);
    throw error;
  });
  security.note({ ...by, event: before === 'none' ? 'mfa.set_up' : 'mfa.replaced', outcome: 'done' });
  if (before === 'none' && !viewer) security.note({ ...by, event: 'sign_in', outcome: 'done' });
  sessionEnds.tell(ended);
  return opened;
}

/** A session alone sets up nothing: whoever found it open would lock its owner out. */
async function holderOf({ identity }: Parts, { host }: From, asking: Asking): Promise<Holder> {
  if ('challenge' in asking) return { challenge: asking.challenge, host };
  const { email } = asking.viewer;
  // Also before, so that nothing is texted for what is refused.
  if ((await identity.factorOf(email)) !== 'none') throw fail('MFA_NOT_FOUND');
  if (asking.password === undefined) throw failFields({ password: 'is required' });
  const { proof, factor } = await identity.verifyPassword(email, asking.password);
  if (factor !== 'none') throw fail('MFA_NOT_FOUND');
  return { proof };
}
