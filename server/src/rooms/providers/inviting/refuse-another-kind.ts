import type { Act } from '#platform/act/act.ts';
import { Failed } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { NewInvitation } from './new-invitation.ts';
import { openInvitationOf } from './queries.ts';

/**
 * Refuses an invitation while the e-mail has an open one to be somebody else in the company: it would be taken back without
 * anybody having asked for that. An invitation of the same kind is a re-invite (SEC-16).
 */
export async function refuseAnotherKind(
  { tx, viewer, now }: Act<Actor>,
  given: Omit<NewInvitation, 'brand'>,
): Promise<void> {
  const open = await openInvitationOf(tx, now(), viewer.companyId, given.email);
  if (!open) return;
  const { type, partnerId = null, sponsorId = null, adminRights = false, isPrescriber = false } = given;
  const difference =
    open.type !== type
      ? ''
      : open.partnerId !== partnerId
        ? ' of another partner'
        : open.sponsorId !== sponsorId
          ? ' of another sponsor'
          : open.adminRights !== adminRights || open.isPrescriber !== isPrescriber
            ? ' with other rights'
            : undefined;
  if (difference === undefined) return;
  throw new Failed('invitation.another_open', {
    sentence: `This email has an open invitation as ${open.type}${difference}. It can be invited again once that invitation has expired or an administrator has withdrawn it.`,
  });
}
