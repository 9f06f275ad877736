import { clockSlackMs, lockNoticeMs } from '@portal/contract/identity/rules.ts';
import type { BrandOfHost } from '#platform/core/brands.ts';
import { actOf, type Moment } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { LockBegan } from '#platform/security/identity-provider.ts';
import type { SecurityLog } from '#platform/security/security-log.ts';
import { asSystem, type Ground } from '../as-system.ts';
import { accountLocked } from '../letters.ts';
import { tellAdministrators } from '../tell-administrators.ts';

interface From {
  brand: BrandOfHost;
  host: string;
  address: string;
  requestId: string;
}

/** Takes a step in which somebody proves who they are. A lock that begins with its failure is noted (SEC-39), one of 15 minutes recorded and told (P11-16, P11-18). */
export async function tellingOfLocks<T>(
  { security, ...ground }: Ground & { security: SecurityLog },
  from: From,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof LockBegan) {
      const { email, cause: factor, isLong } = error.lock;
      security.note({ event: 'account.locked', outcome: 'done', factor, whose: { email }, from });
      if (isLong) await asSystem(ground, (moment) => tellOfLock(moment, from, error.lock));
    }
    throw error;
  }
}

async function tellOfLock(moment: Moment, from: From, { email, cause }: LockBegan['lock']): Promise<void> {
  const { tx } = moment;
  const now = moment.now();
  const mayTell = await mayTellNow(tx, now, email, cause);
  const person = await tx
    .selectFrom('provider')
    .select([
      'provider_id as providerId',
      'company_id as companyId',
      'email',
      'first_name as firstName',
      'last_name as lastName',
    ])
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!person) return;
  // Nobody has proven to be this person, so it is nobody's act.
  const nobody = { companyId: person.companyId, providerId: null, firstName: 'System', lastName: '', type: 'System' };
  const act = actOf(tx, moment, { ...from, ...nobody });
  await act.record({
    action: 'account.locked',
    record: { kind: 'account', id: person.providerId },
    changes: [
      { field: 'locked', old: false, new: true },
      { field: 'cause', new: `wrong ${cause}s` },
    ],
  });
  if (!mayTell) return;
  const brand = from.brand.for(person.companyId);
  await tellAdministrators(act, { companyId: person.companyId, over: person.providerId }, (to) =>
    accountLocked(brand, to, person, { cause, at: now, address: from.address }),
  );
}

/** At most once an hour for each account and cause, whoever asks at the same time; kept for unknown e-mails alike (SEC-07). */
async function mayTellNow(tx: Tx, now: Date, email: string, cause: string): Promise<boolean> {
  const told = await tx
    .insertInto('lock_notice')
    .values({ email, cause, told_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['email', 'cause'])
        .doUpdateSet({ told_at: now })
        .where((eb) =>
          eb.or([
            eb('lock_notice.told_at', '<=', new Date(now.getTime() - lockNoticeMs)),
            // Told before the clock was set back (REL-10).
            eb('lock_notice.told_at', '>', new Date(now.getTime() + clockSlackMs)),
          ]),
        ),
    )
    .returning('email')
    .executeTakeFirst();
  return told !== undefined;
}
