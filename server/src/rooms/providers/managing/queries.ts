/** SQL of the people of a company: who was invited and has not come yet, who works there, who was revoked. Who was removed is nobody here. */
import { partnerTypes, type UserType } from '@portal/contract/access.ts';
import type { AuditAction } from '@portal/contract/audit/words.ts';
import { refusedTypes } from '@portal/contract/identity/rules.ts';
import type { UserState } from '@portal/contract/providers/user-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { seesWhole } from '#rooms/care-groups/door.ts';
import { anyOf, anyText, type Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { isShared } from '#rooms/identity/door.ts';
import { hasLostItsGroups } from '../inviting/queries.ts';

export type Reader = Pick<
  Viewer,
  'companyId' | 'providerId' | 'adminRights' | 'careGroupIds' | 'seesWholeCompany' | 'inEmergency'
>;

export interface PersonRow {
  cpID: number;
  name: string;
  email: string;
  type: UserType;
  state: UserState;
  adminRights: boolean;
  prescriber: boolean;
  trainingDocId: number | null;
  /** As far as the reader sees them. */
  gIds: number[];
  invitationExpiresAt: Date | null;
  lastSignInAt: Date | null;
  /** Has access, and cannot sign in before the address is confirmed. */
  isUnconfirmed: boolean;
  version: number;
  /** Whether rights and groups of the person lie within the reader's; `reaches` for a whole list. */
  isWithin: boolean;
}

interface Asked {
  status: 'active' | 'all';
  search?: string | undefined;
  only?: number;
}

/** Rows of a table with the columns of its rights, and the groups that they give. */
interface Part {
  alias: 'p' | 'i';
  groups: RawBuilder<unknown>;
}
const [ofPerson, ofInvited] = [
  { alias: 'p', groups: sql`care_group_member own where own.provider_id = p.provider_id` },
  { alias: 'i', groups: sql`invitation_care_group own where own.invitation_id = i.invitation_id` },
] as const satisfies Part[];

const isAlive = ({ companyId }: Reader) =>
  sql`own.care_group_id in (select care_group_id from care_group where company_id = ${companyId} and removed_at is null)`;
const isMine = ({ careGroupIds }: Reader) => sql`own.care_group_id = ${anyOf(careGroupIds ?? [])}`;

/** The groups of somebody, as far as the reader sees them. */
const shownGroups = (reader: Reader, { groups }: Part) =>
  sql`array(select own.care_group_id from ${groups} and ${reader.adminRights && seesWhole(reader) ? isAlive(reader) : isMine(reader)}
    order by own.care_group_id)`;

/** Those who share a group with the reader, and for an administrator who sees the whole company everybody. */
const isSeen = (reader: Reader, part: Part) =>
  (reader.adminRights ? seesWhole(reader) : reader.careGroupIds === null)
    ? sql`true`
    : sql`exists (select from ${part.groups} and ${reader.adminRights ? isMine(reader) : isMineOrAbove(reader)} and ${isShared(part.alias, 'own')})`;

/** The colleagues of a clinic's groups above one's own see one's patients, and take part in conversations about them (CHT-14). */
const isMineOrAbove = ({ careGroupIds }: Reader) =>
  sql`own.care_group_id = any (array(
    with recursive above as (
      select g.care_group_id, g.parent_id, true as is_mine from care_group g where g.care_group_id = ${anyOf(careGroupIds ?? [])}
      union
      select g.care_group_id, g.parent_id, false from above join care_group g on g.care_group_id = above.parent_id)
    select above.care_group_id from above join care_group g using (care_group_id)
    where above.is_mine or g.kind = 'group' and g.removed_at is null))`;

/** Emergency access shows people, and lets nobody decide about them (PRV-11). */
const isMineForGood = (reader: Reader) =>
  reader.inEmergency
    ? sql`own.care_group_id = any (array(
        select mine.id from unnest(${[...(reader.careGroupIds ?? [])]}::int[]) as mine (id)
        where lies_in_groups_of(mine.id, ${reader.providerId})))`
    : isMine(reader);

/** Nobody's rights or groups reach beyond the reader's, of those who are seen: `reaches` of the database, for all at once. */
const isWithin = (reader: Reader, { alias, groups }: Part) =>
  !reader.adminRights
    ? sql`false`
    : seesWhole(reader)
      ? sql`true`
      : sql`(${sql.ref(`${alias}.type`)} <> ${sql`all(${['Admin', 'Sponsor', ...partnerTypes]}::text[])`}
          and not exists (select from ${groups} and ${isAlive(reader)} and not ${isMineForGood(reader)}))`;

/** What set the state of an account: accounts themselves are behind another door, and some of them are kept elsewhere. */
const statesOfAccounts: readonly AuditAction[] = ['account.created', 'account.state_changed'];
const says = (change: Record<string, string>) => sql`entry.changes @> ${JSON.stringify([change])}::jsonb`;
/** One pass for all rows, over what set a state alone, not over all that is on record of the accounts; of one person, a look at theirs. */
const isUnconfirmed = ({ companyId }: Reader, only: number | undefined) =>
  sql`p.is_active and p.provider_id::text in (select entry.record_id from audit_entry entry
    where entry.company_id = ${companyId} and entry.action = ${anyText([...statesOfAccounts])} and ${says({ field: 'state' })}
      ${only === undefined ? sql`` : sql`and entry.record_kind = 'account' and entry.record_id = ${String(only)}`}
    group by entry.record_id
    having max(entry.seq) filter (where ${says({ field: 'state', new: 'unconfirmed' })}) = max(entry.seq))`;

/**
 * The people of a company whom the reader may know of. Delegates, who work elsewhere, have a list of their own: they are found
 * by their number alone, since their access is ended and allowed like everybody's (OPS-47).
 */
export function people(tx: Tx, reader: Reader, { status, search, only }: Asked) {
  const hidden = anyText(refusedTypes.filter((type) => only === undefined || type !== 'physician'));
  const [isThisPerson, isThisInvited] =
    only === undefined ? [sql``, sql``] : [sql`and p.provider_id = ${only}`, sql`and i.person_id = ${only}`];
  const registered = sql`
    select p.provider_id as "cpID", btrim(p.first_name || ' ' || p.last_name) as name, p.email, p.type,
      case when p.is_active then 'active' else 'deactivated' end as state,
      p.admin_rights as "adminRights", p.is_prescriber as prescriber,
      (select own.document_id from training_acknowledgement own where own.provider_id = p.provider_id
        and own.acknowledged_at is not null order by own.acknowledged_at desc limit 1) as "trainingDocId",
      ${shownGroups(reader, ofPerson)} as "gIds", null::timestamptz as "invitationExpiresAt",
      (select s.last_at from sign_in_day s where s.provider_id = p.provider_id order by s.day desc limit 1) as "lastSignInAt",
      ${reader.adminRights ? isUnconfirmed(reader, only) : sql`false`} as "isUnconfirmed", p.version, ${isWithin(reader, ofPerson)} as "isWithin"
    from provider p
    where p.company_id = ${reader.companyId} and p.removed_at is null and not p.type = ${hidden} ${isThisPerson}
      and (p.is_active or ${status === 'all'}) and ${isSeen(reader, ofPerson)}`;
  const invited = sql`
    select i.person_id, '', i.email, i.type, 'pending', i.admin_rights, i.is_prescriber, null,
      ${shownGroups(reader, ofInvited)}, i.expires_at, null, false, 1, ${isWithin(reader, ofInvited)}
    from invitation i
    where i.company_id = ${reader.companyId} and i.used_at is null and i.cancelled_at is null and not i.type = ${hidden}
      ${isThisInvited} and ${isSeen(reader, ofInvited)}`;
  const rows = status === 'all' ? sql`${registered} union all ${invited}` : registered;
  return tx
    .selectFrom(sql<PersonRow>`(${rows})`.as('person'))
    .selectAll('person')
    .$if(search !== undefined, (query) =>
      query.where(sql<boolean>`(strpos(lower(name), lower(${search})) > 0 or strpos(email, lower(${search})) > 0)`),
    )
    .orderBy(sql`without_accents(name_key(person.name))`)
    .orderBy('email')
    .orderBy('cpID');
}

/** Which of these e-mails somebody has whom the reader may know of. */
export const emailsKnownTo = async (tx: Tx, reader: Reader, emails: readonly string[]): Promise<string[]> =>
  (await people(tx, reader, { status: 'all' }).where('person.email', '=', anyText(emails)).execute()).map(
    ({ email }) => email,
  );

/** Whether the reader may allow the person of this e-mail access that was revoked. */
export const mayAllowAgain = async (tx: Tx, reader: Reader, email: string): Promise<boolean> =>
  (await people(tx, reader, { status: 'all' })
    .where('person.email', '=', email)
    .where('person.state', '=', 'deactivated')
    .where('person.isWithin', '=', true)
    .executeTakeFirst()) !== undefined;

const invitedPerson = (tx: Tx, { companyId }: Pick<Reader, 'companyId'>, personId: number) =>
  tx
    .selectFrom('invitation')
    .select([
      'invitation_id as invitationId',
      'email',
      'type',
      'admin_rights as adminRights',
      'is_prescriber as isPrescriber',
      'partner_id as partnerId',
      'sponsor_id as sponsorId',
      'default_listing as defaultListing',
      sql<
        number[]
      >`array(select own.care_group_id from invitation_care_group own join care_group g using (care_group_id)
        where own.invitation_id = invitation.invitation_id and g.removed_at is null order by 1)`.as('careGroupIds'),
      hasLostItsGroups.as('hasLostItsGroups'),
    ])
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null);

/** The open invitation of somebody who has not come yet, held until the transaction ends; it may have run out. */
export const lockInvited = (tx: Tx, reader: Pick<Reader, 'companyId'>, personId: number) =>
  invitedPerson(tx, reader, personId).forUpdate().executeTakeFirst();

/** The same, only read, with by whom, for how long and under which brand it was sent. */
export const findInvited = (tx: Tx, reader: Pick<Reader, 'companyId'>, personId: number) =>
  invitedPerson(tx, reader, personId)
    .select(['inviter_id as inviterId', 'expires_at as expiresAt', 'brand_key as brandKey'])
    .executeTakeFirst();

/** How many of the invitations that somebody sent, and that the reader sees, let somebody in. */
export const openInvitationsBy = (reader: Reader, inviterId: number, now: Date) =>
  sql<number>`(select count(*)::int from (
      select invitation.*, ${hasLostItsGroups} as is_lost from invitation
      where company_id = ${reader.companyId} and inviter_id = ${inviterId}
        and used_at is null and cancelled_at is null and expires_at > ${now}) i
    where not i.is_lost and ${isSeen(reader, ofInvited)})`;

/** A person who registered, held until the transaction ends. */
export const lockRegistered = (tx: Tx, { companyId }: Pick<Reader, 'companyId'>, providerId: number) =>
  tx
    .selectFrom('provider')
    .select(['admin_rights', 'is_prescriber', 'is_active', 'version'])
    .where('provider_id', '=', providerId)
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Whom a person who registered works for, where that is a sponsor. */
export const sponsorOf = (tx: Tx, providerId: number) =>
  tx
    .selectFrom('provider')
    .select('sponsor_id as sponsorId')
    .where('provider_id', '=', providerId)
    .executeTakeFirstOrThrow();

/** Whether the viewer still decides about somebody, whatever was changed since their call began. */
export const stillDecides = async (tx: Tx, viewer: Reader, cpId: number): Promise<boolean> =>
  (await tx
    .selectFrom('provider as me')
    .select('me.provider_id')
    .where('me.provider_id', '=', viewer.providerId)
    .where('me.company_id', '=', viewer.companyId)
    .where('me.is_active', '=', true)
    .where('me.admin_rights', '=', true)
    // Of somebody who has not registered nothing reaches anywhere yet.
    .where(
      sql<boolean>`(not exists (select from provider p where p.provider_id = ${cpId}) or reaches(me.provider_id, ${cpId}))`,
    )
    .executeTakeFirst()) !== undefined;

/** The groups of a person with whether patients see them there, as far as the reader sees the groups. */
export const groupsOf = (tx: Tx, reader: Reader, cpId: number) => {
  const whole = seesWhole(reader);
  const isShown = (column: string) =>
    whole ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${anyOf(reader.careGroupIds ?? [])}`;
  return tx
    .selectFrom('care_group_member as own')
    .innerJoin('care_group as g', 'g.care_group_id', 'own.care_group_id')
    .where('own.provider_id', '=', cpId)
    .where('own.company_id', '=', reader.companyId)
    .where('g.removed_at', 'is', null)
    .where(isShown('own.care_group_id'))
    .select(['g.care_group_id as gId', 'g.display_name as name', 'own.is_public as public'])
    .unionAll(
      tx
        .selectFrom('invitation as i')
        .innerJoin('invitation_care_group as own', 'own.invitation_id', 'i.invitation_id')
        .innerJoin('care_group as g', 'g.care_group_id', 'own.care_group_id')
        .where('i.company_id', '=', reader.companyId)
        .where('i.person_id', '=', cpId)
        .where('i.used_at', 'is', null)
        .where('i.cancelled_at', 'is', null)
        .where('g.removed_at', 'is', null)
        .where(isShown('own.care_group_id'))
        .select(['g.care_group_id as gId', 'g.display_name as name', 'i.default_listing as public']),
    )
    .orderBy('name')
    .orderBy('gId');
};
