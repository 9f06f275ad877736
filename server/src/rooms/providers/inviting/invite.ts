import { randomBytes } from 'node:crypto';
import { invitationMs, invitationsPerEmail, invitationWindowMs } from '@portal/contract/identity/rules.ts';
import { reachableEmail } from '@portal/contract/email.ts';
import type { Act } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Sight } from '#rooms/care-groups/door.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { Failed, fail, refuseProblems } from '#platform/core/fail.ts';
import { holdName } from '#platform/database/hold-name.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { hashOf } from '#platform/security/viewer-of.ts';
import { announceUsualBrand } from '#rooms/companies/door.ts';
import { cancelEarlier, opensInvitation } from './cancel-invitation.ts';
import { checkBelongings } from './check-belongings.ts';
import { invitation as letterOf, registrationLink } from './letters.ts';
import * as queries from './queries.ts';
import { refuseAnotherKind } from './refuse-another-kind.ts';
import type { NewInvitation } from './new-invitation.ts';

interface Terms {
  /** Somebody who was invited and has not come yet is in the way as well, whoever they were to be (OPC-88). */
  onlyNew?: boolean;
}

/** Of two who invite one e-mail at once the later one waits. Held before any invitation or person of the e-mail, as here. */
export const holdInvitationsOf = (tx: Tx, companyId: number, email: string): Promise<void> =>
  holdName(tx, `invitation of ${email} to ${companyId}`);

/**
 * Invites somebody to the inviter's company by mail, and fixes who they will be there (SEC-16, P11-16). An earlier invitation
 * of the same e-mail and kind is taken back and hands its number on, one of another kind stands in the way. Whether the inviter
 * may invite at all is for the caller to ask. The code is told this once.
 */
export async function invite(
  act: Act<Actor & Sight>,
  given: NewInvitation,
  { onlyNew = false }: Terms = {},
): Promise<{ invitationId: number; personId: number; code: string; link: string }> {
  const { tx, viewer, now, record, sendMail } = act;
  const checked = reachableEmail(64).safeParse(given.email);
  refuseProblems({ email: checked.error?.issues[0]?.message });
  const email = checked.data ?? '';
  const company = await queries.companyWithModules(tx, viewer.companyId);
  if (!company) throw fail('not_found');
  await checkBelongings(tx, viewer, company.modules, given);
  // Of two at once the later one takes the earlier one back, or is refused.
  await holdInvitationsOf(tx, viewer.companyId, email);
  await refuseFlood(act, email);
  if (
    (await queries.emailIsInUse(tx, email)) ||
    (onlyNew && (await queries.pendingOf(tx, viewer.companyId, [email])).length > 0)
  )
    throw fail('provider.email_taken');
  await refuseAnotherKind(act, { ...given, email });
  const { personId } = await cancelEarlier(act, email);
  // Who registers by the earlier one holds it, is waited for there, and is a person by now.
  if (await queries.emailIsInUse(tx, email)) throw fail('provider.email_taken');

  const code = randomBytes(32).toString('base64url');
  const at = now();
  const expiresAt = new Date(at.getTime() + invitationMs);
  const fields = {
    email,
    type: given.type,
    admin_rights: given.adminRights ?? false,
    is_prescriber: given.isPrescriber ?? false,
    partner_id: given.partnerId ?? null,
    sponsor_id: given.sponsorId ?? null,
    default_listing: given.defaultListing ?? false,
    brand_key: given.brand.key,
    expires_at: expiresAt,
  };
  const { id, person_id } = await tx
    .insertInto('invitation')
    .values({
      ...fields,
      ...(personId === null ? {} : { person_id: personId }),
      company_id: viewer.companyId,
      code_hash: hashOf(code),
      inviter_id: viewer.providerId,
      created_at: at,
    })
    .returning(['invitation_id as id', 'person_id'])
    .executeTakeFirstOrThrow();
  // In one order, as whoever holds several groups has it.
  const groups = [...new Set(given.careGroupIds)].sort((a, b) => a - b);
  const rows = groups.map((group) => ({ invitation_id: id, care_group_id: group, company_id: viewer.companyId }));
  if (rows.length > 0) await insertRows(tx, 'invitation_care_group', rows).execute();
  await record({
    action: 'invitation.sent',
    record: { kind: 'invitation', id },
    changes: created({ ...fields, person_id, care_groups: groups }),
  });
  if (viewer.providerId === null) await announceUsualBrand(act);
  const letter = letterOf(given.brand, { email, companyName: company.name, code, expiresAt });
  await sendMail({ ...letter, opens: { what: opensInvitation(id), until: expiresAt } });
  return { invitationId: id, personId: person_id, code, link: registrationLink(given.brand, code) };
}

/** SEC-36: nobody's mailbox is filled by invitations. Counted by the rows, so for all processes. */
async function refuseFlood({ tx, viewer, now }: Act<Actor>, email: string): Promise<void> {
  const at = now();
  const since = new Date(at.getTime() - invitationWindowMs);
  const sent = await queries.sentSince(tx, {
    companyId: viewer.companyId,
    email,
    since,
    until: at,
    most: invitationsPerEmail,
  });
  const oldest = sent[invitationsPerEmail - 1];
  if (!oldest) return;
  throw new Failed('too_many', { retryAfter: Math.max(1, Math.ceil((oldest.getTime() - since.getTime()) / 1_000)) });
}
