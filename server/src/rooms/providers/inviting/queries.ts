/** SQL of invitations. Open is one that was not used, cancelled or left too long. */
import { sql } from 'kysely';
import { anyOf, anyText, type Tx } from '#platform/database/db.ts';
import { hashOf } from '#platform/security/viewer-of.ts';

/** Whether a row of `invitation` was into care groups of which none is left: an Admin works in the company, with groups or without. */
export const hasLostItsGroups = sql<boolean>`(invitation.type <> 'Admin'
  and exists (select from invitation_care_group g where g.invitation_id = invitation.invitation_id)
  and not exists (select from invitation_care_group g join care_group using (care_group_id)
    where g.invitation_id = invitation.invitation_id and care_group.removed_at is null))`;

/** The open invitation of a code, as far as the portal of this brand knows of it (SEC-16, SEC-18). */
export const openInvitation = (tx: Tx, at: Date, code: string, brandKey: string) =>
  tx
    .selectFrom('invitation')
    .innerJoin('company', 'company.company_id', 'invitation.company_id')
    .select([
      'invitation.invitation_id as invitationId',
      'invitation.company_id as companyId',
      'company.name as companyName',
      'invitation.email',
      'invitation.type',
      'invitation.inviter_id as inviterId',
      'invitation.admin_rights as adminRights',
      'invitation.is_prescriber as isPrescriber',
      'invitation.partner_id as partnerId',
      'invitation.sponsor_id as sponsorId',
      'invitation.person_id as personId',
      'invitation.default_listing as defaultListing',
      sql<number[]>`array(select g.care_group_id from invitation_care_group g join care_group using (care_group_id)
        where g.invitation_id = invitation.invitation_id and care_group.removed_at is null order by g.care_group_id)`.as(
        'careGroupIds',
      ),
      hasLostItsGroups.as('hasLostItsGroups'),
    ])
    .where('invitation.code_hash', '=', hashOf(code))
    .where('invitation.brand_key', '=', brandKey)
    .where('invitation.used_at', 'is', null)
    .where('invitation.cancelled_at', 'is', null)
    .where('invitation.expires_at', '>', at);

export type OpenInvitation = NonNullable<Awaited<ReturnType<ReturnType<typeof openInvitation>['executeTakeFirst']>>>;

/** What somebody with this e-mail could still become in a company. */
export const openInvitationOf = (tx: Tx, at: Date, companyId: number, email: string) =>
  tx
    .selectFrom('invitation')
    .select([
      'type',
      'partner_id as partnerId',
      'sponsor_id as sponsorId',
      'admin_rights as adminRights',
      'is_prescriber as isPrescriber',
    ])
    .where('company_id', '=', companyId)
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();

/** Whether somebody of this company was invited by this e-mail and has not come yet, however long ago that was. */
export const pendingOf = (tx: Tx, companyId: number, emails: readonly string[]) =>
  tx
    .selectFrom('invitation')
    .select('email')
    .distinct()
    .where('company_id', '=', companyId)
    .where('email', '=', anyText(emails))
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute();

/** Which of these e-mails somebody has already, in whatever company. */
export const emailsInUse = async (tx: Tx, emails: readonly string[]): Promise<string[]> =>
  (
    await sql<{
      email: string;
    }>`select email from unnest(${[...emails]}::text[]) as wanted (email) where email_in_use(email)`.execute(tx)
  ).rows.map(({ email }) => email);

/** When the company's last invitations to an e-mail were sent in a while that ends now, the newest first. */
export const sentSince = async (
  tx: Tx,
  to: { companyId: number; email: string; since: Date; until: Date; most: number },
): Promise<Date[]> =>
  (
    await tx
      .selectFrom('invitation')
      .select('created_at')
      .where('company_id', '=', to.companyId)
      .where('email', '=', to.email)
      .where('created_at', '>', to.since)
      // Those ahead of now are from before the clock was set back (REL-10).
      .where('created_at', '<=', to.until)
      .orderBy('created_at', 'desc')
      .limit(to.most)
      .execute()
  ).map((row) => row.created_at);

export const companyWithModules = (tx: Tx, companyId: number) =>
  tx
    .selectFrom('company')
    .select([
      'name',
      sql<string[]>`array(select m.name from company_module m where m.company_id = company.company_id)`.as('modules'),
    ])
    .where('company_id', '=', companyId)
    .executeTakeFirst();

export async function emailIsInUse(tx: Tx, email: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select email_in_use(${email}) as used`.execute(tx);
  return rows[0]?.used === true;
}

/** Holds groups for invitations that will name them, in the order in which whoever holds several groups has it. */
export const holdGroupsToName = (tx: Tx, careGroupIds: readonly number[]) =>
  tx
    .selectFrom('care_group')
    .select('care_group_id')
    .where('care_group_id', '=', anyOf([...new Set(careGroupIds)]))
    .orderBy('care_group_id')
    .forShare()
    .execute();
