import type { UserType } from '@portal/contract/access.ts';
import { isPhone } from '@portal/contract/phone.ts';
import { actOf, type Moment, momentOf } from '#platform/act/act.ts';
import { addToGroups } from '#rooms/care-groups/door.ts';
import { brandsOfCompany, passwordProblem, passwordRefused } from '#rooms/identity/door.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Database, Tx } from '#platform/database/db.ts';
import { Failed, fail, failFields } from '#platform/core/fail.ts';
import type { IdentityProvider } from '#platform/security/identity-provider.ts';
import type { Log } from '#platform/core/log.ts';
import { created } from '#platform/audit/record.ts';
import { withdrawOpening } from '#platform/jobs/outbox.ts';
import { addProvider } from '../add-provider.ts';
import { opensInvitation } from './cancel-invitation.ts';
import { mayStillInvite } from './may-invite.ts';
import * as queries from './queries.ts';

export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  password: string;
  code: string;
  /** 0 e-mail, 1 text (SCN-04). */
  preferredContact: 0 | 1;
}

interface From {
  brand: Brand;
  host: string;
  requestId: string;
}
interface Parts {
  identity: Pick<IdentityProvider, 'signUp'>;
  database: Database;
  clock: Clock;
  log: Log;
  /** Whose names no password may have. */
  brands: readonly Brand[];
}

/** Registers a person who was invited, together with their sign-in account or not at all (SEC-16, REL-02). */
export async function register(parts: Parts, from: From, given: Registration): Promise<void> {
  const { identity, database, clock, log, brands } = parts;
  const { invitation, own } = await database.asSystem(async (tx) => {
    const found = await queries.openInvitation(tx, clock.now(), given.code, from.brand.key).executeTakeFirst();
    if (!found) throw fail('not_found');
    return { invitation: found, own: await brandsOfCompany(tx, found.companyId) };
  });
  if (given.email !== invitation.email) throw fail('invitation.not_this_email');
  await refuseWithoutInviter(parts, from, given, invitation);
  await refuseWrongFields(given, [...brands, from.brand, ...own]);

  let ours: unknown;
  const join = (tx: Tx) =>
    joinByInvitation(momentOf(tx, clock), from, given).catch((error: unknown) => {
      ours = error;
      throw error;
    });
  await identity.signUp(given, join).catch((error: unknown) => {
    if (error === ours || (error instanceof Failed && isForThePerson(error))) throw error;
    // No more than its kind: what a provider says may repeat what a person typed (PRV-05).
    const { name, code } = error as { name?: string; code?: string };
    log.error('sign-up', { requestId: from.requestId, error: name, code });
    // SER-16, OPN-27. Nothing is kept, so that the person may try again (OPN-23).
    throw new Failed('SIGN_UP_FAILED', {
      sentence: `There was a problem during sign-up. Please contact ${invitation.companyName}`,
    });
  });
}

/** An invitation is worth no more than the rights of whoever sent it; that it was tried stays on record. */
async function refuseWithoutInviter(
  { database, clock }: Parts,
  from: From,
  { firstName, lastName }: Registration,
  invitation: queries.OpenInvitation,
): Promise<void> {
  const { invitationId: id, companyId, type, inviterId } = invitation;
  const isGood = await database.asSystem(async (tx) => {
    if (await mayStillInvite(tx, invitation)) return true;
    const actor = {
      companyId,
      providerId: null,
      firstName,
      lastName,
      type,
      host: from.host,
      requestId: from.requestId,
    };
    await actOf(tx, clock, actor).record({
      action: 'invitation.refused',
      record: { kind: 'invitation', id },
      changes: [{ field: 'inviter_id', old: inviterId }],
    });
    return false;
  });
  if (!isGood) throw fail('invitation.inviter_gone');
}

/** SER-15: what the identity provider says of the account itself. */
const isForThePerson = ({ code }: Failed): boolean => ['USER_EXISTS', 'PASSWORD_POLICY', 'LIMIT'].includes(code);

/** Every wrong field is named; where it is the password alone, by the code of the identity table. */
async function refuseWrongFields(given: Registration, brands: readonly Pick<Brand, 'name'>[]): Promise<void> {
  const { email, firstName, lastName } = given;
  const phone = isPhone(given.phone) ? undefined : 'Invalid phone number';
  const password = await passwordProblem(given.password, { email, names: [firstName, lastName], brands });
  if (phone !== undefined) throw failFields(password === undefined ? { phone } : { phone, password });
  if (password !== undefined) throw passwordRefused(password, 'password');
}

/** The person's part of it: their record, their groups, the terms they accepted, and the invitation is used. As the system. */
export async function joinByInvitation(
  moment: Moment,
  from: From,
  given: Omit<Registration, 'password'>,
): Promise<number> {
  const { tx } = moment;
  // Held, so that of two at once one waits and then finds it used.
  const invitation = await queries
    .openInvitation(tx, moment.now(), given.code, from.brand.key)
    .forUpdate('invitation')
    .executeTakeFirst();
  if (!invitation) throw fail('not_found');
  if (!(await mayStillInvite(tx, invitation))) throw fail('invitation.inviter_gone');
  const { invitationId, companyId, careGroupIds, defaultListing: isPublic, ...fixed } = invitation;
  if (await queries.emailIsInUse(tx, fixed.email)) throw fail('USER_EXISTS');
  const { firstName, lastName, phone, preferredContact } = given;
  const person = { companyId, firstName, lastName, type: fixed.type, host: from.host, requestId: from.requestId };
  const providerId = await addProvider(actOf(tx, moment, { ...person, providerId: null }), {
    ...fixed,
    type: fixed.type as UserType,
    companyId,
    firstName,
    lastName,
    phone,
    preferredContact,
  }).catch((error: unknown) => {
    throw isEmailTaken(error) ? fail('USER_EXISTS') : error;
  });
  const act = actOf(tx, moment, { ...person, providerId, careGroupIds: null });
  await addToGroups(act, { groups: careGroupIds.map((careGroupId) => ({ careGroupId, isPublic })), providerId });

  const now = moment.now();
  await tx
    .insertInto('terms_acceptance')
    .values({
      company_id: companyId,
      provider_id: providerId,
      brand_key: from.brand.key,
      host: from.host,
      terms: from.brand.terms,
      accepted_at: now,
    })
    .execute();
  await tx
    .updateTable('invitation')
    .set({ used_at: now, provider_id: providerId })
    .where('invitation_id', '=', invitationId)
    .execute();
  // An operator has handed the link on: the mail with it leads nowhere now.
  await withdrawOpening(tx, now, opensInvitation(invitationId));
  await act.record(
    {
      action: 'invitation.used',
      record: { kind: 'invitation', id: invitationId },
      changes: [{ field: 'used_at', old: null, new: now.toISOString() }],
    },
    {
      action: 'account.created',
      record: { kind: 'account', id: providerId },
      changes: created({ email: fixed.email, terms: from.brand.key }),
    },
  );
  await act.announce({ type: 'provider.changed', id: providerId, careGroupIds });
  return providerId;
}

/** Two companies may have invited the same person, who answers both at once. */
const isEmailTaken = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'provider__email_taken';
