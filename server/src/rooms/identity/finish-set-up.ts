import { sendMail } from '#platform/jobs/outbox.ts';
import type { Holder } from '#platform/security/identity-provider.ts';
import { record } from '#platform/audit/record.ts';
import { letIn } from './let-in.ts';
import { factorChanged } from './letters.ts';
import { personWhoMayEnter } from './people.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { endSessions } from './sessions.ts';
import type { From, Parts } from './sign-in.ts';
import { tellingOfLocks } from './tell-of-lock.ts';

/**
 * A set-up that worked, of a first factor or of another one in its place: every session the person had ends, and a new one
 * begins with new recovery codes; the owner is told (SEC-02, SEC-05, SEC-13, MFA-15).
 */
export async function finishSetUp(parts: Parts, from: From, holder: Holder, code: string) {
  const { identity, clock, sessionEnds, security, box } = parts;
  const whose = 'challenge' in holder ? { challenge: holder.challenge } : holder;
  const by = { factor: 'totp', whose, from } as const;
  const {
    ended,
    before: had,
    ...opened
  } = await tellingOfLocks(parts, from, () =>
    identity.verifySetUp(holder, code, async (tx, email, before) => {
      const person = await personWhoMayEnter(tx, email);
      await tx
        .updateTable('provider')
        .set({ must_set_up_factor: false })
        .where('provider_id', '=', person.providerId)
        .where('must_set_up_factor', '=', true)
        .execute();
      await record(
        tx,
        clock,
        { ...person, host: from.host, requestId: from.requestId },
        {
          action: before === 'none' ? 'account.mfa_set_up' : 'account.mfa_replaced',
          record: { kind: 'account', id: person.providerId },
          changes: [{ field: 'mfa', old: before, new: 'totp' }],
        },
      );
      await sendMail(
        tx,
        clock,
        factorChanged(from.brand, person, before === 'none' ? 'set up' : 'replaced', clock.now()),
      );
      return {
        before,
        ended: await endSessions(tx, clock, { providerId: person.providerId }, 'mfa changed'),
        recoveryCodes: await newRecoveryCodes(tx, clock, box, email),
        ...(await letIn(tx, clock, person, from)),
      };
    }),
  ).catch((error: unknown) => {
    security.failed({ ...by, event: 'mfa.set_up' }, error);
    throw error;
  });
  security.note({ ...by, event: had === 'none' ? 'mfa.set_up' : 'mfa.replaced', outcome: 'done' });
  if (had === 'none' && 'challenge' in holder) security.note({ ...by, event: 'sign_in', outcome: 'done' });
  sessionEnds.tell(ended);
  return opened;
}
