import type { UserType } from '@portal/contract/access.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import type { accessReport as reported, Account, AccountState } from '@portal/contract/audit/endpoints.ts';
import { dormantDays } from '@portal/contract/audit/rules.ts';
import type { AuditAction } from '@portal/contract/audit/words.ts';
import { seesByGroups } from '@portal/contract/providers/user-rules.ts';
import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { addDays } from '#platform/core/clock.ts';
import { fail } from '#platform/core/fail.ts';
import { anyText, type Tx } from '#platform/database/db.ts';
import { accessHistory, type AccessEntry } from './access-history.ts';
import type { Reviewer } from '#platform/audit/places.ts';
import { colleagues, signInsKeptFrom } from '#rooms/identity/door.ts';
import { asTrail, entriesAbout } from './in-groups.ts';

/** What changes access besides every change of a person's own record. */
const actsOnAccess: readonly AuditAction[] = [
  'account.created',
  'account.state_changed',
  'account.password_reset',
  'care_group.member_added',
  'care_group.member_removed',
  'emergency_access.given',
  'emergency_access.ended',
];
/** A longer report is refused instead of cut short. */
const mostAccounts = 20_000;

/**
 * Who of the company, or of the reviewer's groups, had which access at the end of a UTC day, from the audit trail (P11-16), with
 * the name of the company and, where it holds some groups alone, of the uppermost of these.
 */
export async function accessReport(
  { tx, viewer, now, today }: Act,
  day: string,
): Promise<Omit<Ours<typeof reported.reply>, 'day'>> {
  const start = new Date(`${day}T00:00:00Z`);
  const until = new Date(`${addDays(day, 1)}T00:00:00Z`);
  const at = now();
  const unusedSince = new Date((until < at ? until : at).getTime() - dormantDays * 86_400_000);
  const [accounts, invited, entries, locked, groups, partners, sponsors, company] = await Promise.all([
    accountsOn(tx, viewer, { day, until, keptFrom: signInsKeptFrom(today()) }),
    invitedOn(tx, viewer, until),
    accessEntries(tx, viewer),
    lockedBetween(tx, viewer, start, until),
    // Nobody has access by a group that was removed by then.
    tx
      .selectFrom('care_group')
      .select(['care_group_id as id', 'parent_id as parentId', 'display_name as name'])
      .where((eb) => eb.or([eb('removed_at', 'is', null), eb('removed_at', '>=', until)]))
      .execute(),
    tx.selectFrom('partner').select(['partner_id as id', 'name']).execute(),
    tx.selectFrom('sponsor').select(['sponsor_id as id', 'name']).execute(),
    tx.selectFrom('company').select('name').where('company_id', '=', viewer.companyId).executeTakeFirstOrThrow(),
  ]);
  if (accounts.length + invited.length > mostAccounts) throw fail('audit.too_many_accounts');
  const history = accessHistory(entries);
  const nameIn = (named: readonly { id: number; name: string }[]) => new Map(named.map(({ id, name }) => [id, name]));
  const [groupNames, partnerNames, sponsorNames] = [nameIn(groups), nameIn(partners), nameIn(sponsors)];

  const isShown = (gId: number) =>
    groupNames.has(gId) && (viewer.seesWholeCompany || (viewer.careGroupIds?.includes(gId) ?? true));

  // Their rows in groups give nothing to those who see by something else, a sponsor for one.
  const namedGroups = (type: UserType, found: readonly { gId: number; since: Date | null }[]) =>
    found
      .filter(({ gId }) => seesByGroups(type) && isShown(gId))
      .map(({ gId, since }) => ({ gId, name: groupNames.get(gId) ?? '', since }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.gId - b.gId);
  const partnerOf = (id: number | null) => (id === null ? null : { partnerId: id, name: partnerNames.get(id) ?? '' });
  const sponsorOf = (id: number | null) => (id === null ? null : { spId: id, name: sponsorNames.get(id) ?? '' });

  const registered = accounts.map(({ provider_id: id, memberships, lastSignInAt, createdAt, mayBeGone, ...today }) => {
    const was = <F extends keyof typeof today>(field: F): (typeof today)[F] =>
      history.before(id, field, until, today[field]);
    const state = history.before(id, 'state', until, 'confirmed');
    const type = was('type') as UserType;
    const signInsNotKept = lastSignInAt === null && mayBeGone;
    return {
      cpId: id,
      fName: was('first_name'),
      lName: was('last_name'),
      email: was('email'),
      type,
      adminRights: was('admin_rights'),
      isPrescriber: was('is_prescriber'),
      groups: namedGroups(type, history.groupsBefore(id, until, memberships)),
      partner: partnerOf(was('partner_id')),
      sponsor: sponsorOf(was('sponsor_id')),
      state: stateOf(was('is_active'), state),
      wasLocked: locked.has(id),
      createdAt,
      lastSignInAt,
      // Of whom it is not known it is not said.
      notSignedInFor90Days: !signInsNotKept && (lastSignInAt ?? createdAt) < unusedSince,
      ...(signInsNotKept && { signInsNotKept }),
    };
  });
  const waiting = invited.map(
    ({ partnerId, sponsorId, careGroupIds, ...row }): Account => ({
      ...row,
      fName: '',
      lName: '',
      groups: namedGroups(row.type, careGroupIds.map(sinceNobodyKnows)),
      partner: partnerOf(partnerId),
      sponsor: sponsorOf(sponsorId),
      state: 'invited',
      wasLocked: false,
      lastSignInAt: null,
      notSignedInFor90Days: false,
    }),
  );
  const report = [...registered, ...waiting];
  if (viewer.seesWholeCompany) return { accounts: report, company: company.name, groups: null };
  const uppermost = groups.filter(({ id, parentId }) => isShown(id) && (parentId === null || !isShown(parentId)));
  return {
    accounts: report.filter((one) => one.groups.length > 0),
    company: company.name,
    groups: uppermost.map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en')),
  };
}

/** Who is in the reviewer's groups or has ever been taken into one: whether they were on the day follows from the trail. */
const everIn = (viewer: Reviewer) => sql`${colleagues(viewer)} union
  select (change.value ->> 'new')::int from (${entriesAbout(viewer, ownGroups(viewer))}) as entry
    cross join lateral jsonb_array_elements(entry.changes) as change
  where entry.action in ('care_group.member_added', 'emergency_access.given') and change.value ->> 'field' = 'provider_id'`;
const ownGroups = (viewer: Reviewer) =>
  sql`select 'care_group'::text, unnest(${[...(viewer.careGroupIds ?? [])]}::int[])::text`;

const sinceNobodyKnows = (gId: number) => ({ gId, since: null });

const stateOf = (isActive: boolean, state: string): AccountState => {
  if (!isActive) return 'deactivated';
  return state === 'unconfirmed' || state === 'reset' ? state : 'active';
};

/** The accounts that were there at the end of a day, as they are now, with their last sign-in up to then. */
const accountsOn = (
  tx: Tx,
  viewer: Reviewer,
  { day, until, keptFrom }: { day: string; until: Date; keptFrom: string },
) =>
  tx
    .selectFrom('provider')
    .select([
      'provider_id',
      'first_name',
      'last_name',
      'email',
      'type',
      'admin_rights',
      'is_prescriber',
      'is_active',
      'partner_id',
      'sponsor_id',
      'created_at as createdAt',
      sql<
        number[]
      >`array(select m.care_group_id from care_group_member m where m.provider_id = provider.provider_id)`.as(
        'memberships',
      ),
      sql<Date | null>`(select s.last_at from sign_in_day s
        where s.provider_id = provider.provider_id and s.day <= ${day}::date
        order by s.day desc limit 1)`.as('lastSignInAt'),
      // Up to then the last one alone is kept: it may have taken the place of any before it.
      sql<boolean>`exists (select from sign_in_day s
        where s.provider_id = provider.provider_id and s.day > ${day}::date and s.day <= ${keptFrom}::date)`.as(
        'mayBeGone',
      ),
    ])
    .where('company_id', '=', viewer.companyId)
    .where('created_at', '<', until)
    .where((eb) => eb.or([eb('removed_at', 'is', null), eb('removed_at', '>=', until)]))
    .$if(!viewer.seesWholeCompany, (query) => query.where(sql<boolean>`provider.provider_id in (${everIn(viewer)})`))
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('provider_id')
    .limit(mostAccounts + 1)
    .execute();

/** Who was invited at the end of a day and had not come yet. What an invitation fixes never changes. */
const invitedOn = (tx: Tx, { companyId }: Pick<Reviewer, 'companyId'>, until: Date) =>
  tx
    .selectFrom('invitation')
    .select([
      'person_id as cpId',
      'email',
      sql<UserType>`type`.as('type'),
      'admin_rights as adminRights',
      'is_prescriber as isPrescriber',
      'partner_id as partnerId',
      'sponsor_id as sponsorId',
      'created_at as createdAt',
      sql<number[]>`array(select g.care_group_id from invitation_care_group g
        where g.invitation_id = invitation.invitation_id)`.as('careGroupIds'),
    ])
    .where('company_id', '=', companyId)
    .where('created_at', '<', until)
    .where((eb) => eb.or([eb('cancelled_at', 'is', null), eb('cancelled_at', '>=', until)]))
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('used_at', '>=', until)]))
    .orderBy('email')
    .orderBy('invitation_id')
    .limit(mostAccounts + 1)
    .execute();

/** Later ones too: what they replaced is what was there before. */
const accessEntries = (tx: Tx, viewer: Reviewer): Promise<AccessEntry[]> =>
  (viewer.seesWholeCompany ? tx.selectFrom('audit_entry') : entriesInGroups(tx, viewer))
    .select(['at', 'action', 'record_kind', 'record_id', 'changes'])
    .where('company_id', '=', viewer.companyId)
    .where((eb) => eb.or([eb('record_kind', '=', 'provider'), eb('action', '=', anyText([...actsOnAccess]))]))
    .orderBy('seq')
    .$castTo<AccessEntry>()
    .execute();

/** Those about the people of the report and about the groups that it tells of. */
const entriesInGroups = (tx: Tx, viewer: Reviewer) =>
  asTrail(
    tx,
    entriesAbout(
      viewer,
      sql`select kind, id::text from (${everIn(viewer)}) as person (id) cross join unnest(array['provider', 'account']) as kind
        union all ${ownGroups(viewer)}`,
    ),
  );

/** Whose account a lock of 15 minutes or more began for. */
async function lockedBetween(
  tx: Tx,
  viewer: Pick<Reviewer, 'companyId'>,
  from: Date,
  until: Date,
): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom('audit_entry')
    .select('record_id')
    .distinct()
    .where('company_id', '=', viewer.companyId)
    .where('action', '=', 'account.locked' satisfies AuditAction)
    .where('at', '>=', from)
    .where('at', '<', until)
    .execute();
  return new Set(rows.map(({ record_id }) => Number(record_id)));
}
