import type { Act } from '#platform/act/act.ts';
import { holdInvitationsOf, invite } from '#rooms/providers/door.ts';
import type { Sight } from '#rooms/care-groups/door.ts';
import type { Brand } from '#platform/core/brands.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { fail } from '#platform/core/fail.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { type Npi, npiRemoved } from './npi.ts';
import { delegateOf, lockDelegate, lockEntry, npisOf } from './queries.ts';

type Inviter = Actor & Sight & { providerId: number };

/**
 * Invites somebody to act for physicians (PHY-16). They register as everybody does, with the type "physician", which this
 * portal does not let in: delegates work in the physicians' own portal.
 */
export async function inviteDelegate(
  act: Act<Inviter>,
  given: { email: string; npis: readonly Npi[]; brand: Brand },
): Promise<{ delegateId: number; code: string }> {
  const { tx, viewer, record, announce } = act;
  const email = given.email.trim().toLowerCase();
  // Before the entry and the invitation of it are held.
  await holdInvitationsOf(tx, viewer.companyId, email);
  const earlier = await lockEntry(tx, { email });
  if (earlier !== undefined && (await delegateOf(tx, earlier))) throw fail('delegate.listed');
  const { invitationId, code } = await invite(act, { email, type: 'physician', brand: given.brand });
  const id = earlier ?? (await addEntry(act, email, invitationId));
  if (earlier !== undefined) await takeUpAgain(act, earlier, invitationId);
  const npis = given.npis.map(({ npi, firstName, lastName }) => ({
    company_id: viewer.companyId,
    delegate_id: id,
    npi,
    first_name: firstName,
    last_name: lastName,
  }));
  await insertRows(tx, 'delegate_npi', npis).execute();
  await record({
    action: 'delegate.invited',
    record: { kind: 'delegate', id },
    changes: created({ email, npis: given.npis.map((one) => ({ ...one })) }),
  });
  await announce({ type: 'delegate.changed', id });
  return { delegateId: id, code };
}

async function addEntry({ tx, viewer, now }: Act<Inviter>, email: string, invitationId: number): Promise<number> {
  const { id } = await tx
    .insertInto('delegate')
    .values({
      company_id: viewer.companyId,
      email,
      invitation_id: invitationId,
      inviter_id: viewer.providerId,
      created_at: now(),
    })
    .returning('delegate_id as id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An e-mail has one entry: it begins anew for whoever was withdrawn or removed, or has the e-mail by now. None of the NPIs goes on. */
async function takeUpAgain({ tx, now, record }: Act<Inviter>, delegateId: number, invitationId: number): Promise<void> {
  await tx.updateTable('delegate').set({ invitation_id: invitationId }).where('delegate_id', '=', delegateId).execute();
  // The delegate is held: no NPI comes or goes in between.
  const ended = await npisOf(tx, delegateId).execute();
  await tx
    .updateTable('delegate_npi')
    .set({ removed_at: now() })
    .where('delegate_id', '=', delegateId)
    .where('removed_at', 'is', null)
    .execute();
  await record(...ended.map((npi) => npiRemoved(delegateId, npi)));
}

/** Invites a pending delegate once more; the earlier link leads nowhere any more (PHY-17, OPS-47). */
export async function reinviteDelegate(act: Act<Inviter>, given: { email: string; brand: Brand }): Promise<void> {
  const { tx, viewer, record, announce } = act;
  await holdInvitationsOf(tx, viewer.companyId, given.email);
  const delegate = await lockDelegate(tx, { email: given.email });
  if (!delegate) throw fail('not_found');
  if (delegate.status !== 0) throw fail('delegate.not_pending');
  const { email, brand } = given;
  const { invitationId } = await invite(act, { email, type: 'physician', brand });
  await tx
    .updateTable('delegate')
    .set({ invitation_id: invitationId })
    .where('delegate_id', '=', delegate.delegateId)
    .execute();
  await record({
    action: 'delegate.invited_again',
    record: { kind: 'delegate', id: delegate.delegateId },
    changes: created({ invitation_id: invitationId }),
  });
  await announce({ type: 'delegate.changed', id: delegate.delegateId });
}
