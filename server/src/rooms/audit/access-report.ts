import type { UserType } from '@portal/contract/access.ts';
import type { Account, AccountState } from '@portal/contract/audit/endpoints.ts';
import { dormantDays } from '@portal/contract/audit/rules.ts';
import type { AuditAction } from '@portal/contract/audit/words.ts';
import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { addDays } from '#platform/core/clock.ts';
import { anyText, type Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { accessHistory, type AccessEntry } from './access-history.ts';

/** What changes access besides every change of a person's own record. */
const actsOnAccess: readonly AuditAction[] = [
  'account.created',
  'account.state_changed',
  'account.password_reset',
  'care_group.member_added',
  'care_group.member_removed',
];
/** No company comes near it; no call answers with the whole database. */
const mostAccounts = 20_000;

/** Who of the company had which access at the end of a UTC day, from the audit trail (P11-16). */
export async function accessReport({ tx, viewer, now }: Act, day: string): Promise<Account[]> {
  const start = new Date(`${day}T00:00:00Z`);
  const until = new Date(`${addDays(day, 1)}T00:00:00Z`);
  const at = now();
  const unusedSince = new Date((until < at ? until : at).getTime() - dormantDays * 86_400_000);
  const [accounts, entries, locked, groups, partners, sponsors] = await Promise.all([
    accountsOn(tx, viewer, day, until),
    accessEntries(tx, viewer),
    lockedBetween(tx, viewer, start, until),
    tx.selectFrom('care_group').select(['care_group_id as id', 'display_name as name']).execute(),
    tx.selectFrom('partner').select(['partner_id as id', 'name']).execute(),
    tx.selectFrom('sponsor').select(['sponsor_id as id', 'name']).execute(),
  ]);
  const history = accessHistory(entries);
  const nameIn = (named: readonly { id: number; name: string }[]) => new Map(named.map(({ id, name }) => [id, name]));
  const [groupNames, partnerNames, sponsorNames] = [nameIn(groups), nameIn(partners), nameIn(sponsors)];

  return accounts.map(({ provider_id: id, memberships, lastSignInAt, createdAt, ...today }) => {
    const was = <F extends keyof typeof today>(field: F): (typeof today)[F] =>
      history.before(id, field, until, today[field]);
    const [partnerId, sponsorId] = [was('partner_id'), was('sponsor_id')];
    const state = history.before(id, 'state', until, 'confirmed');
    return {
      cpId: id,
      fName: was('first_name'),
      lName: was('last_name'),
      email: was('email'),
      type: was('type') as UserType,
      adminRights: was('admin_rights'),
      isPrescriber: was('is_prescriber'),
      groups: history
        .groupsBefore(id, until, memberships)
        .map((gId) => ({ gId, name: groupNames.get(gId) ?? '' }))
        .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.gId - b.gId),
      partner: partnerId === null ? null : { partnerId, name: partnerNames.get(partnerId) ?? '' },
      sponsor: sponsorId === null ? null : { spId: sponsorId, name: sponsorNames.get(sponsorId) ?? '' },
      state: stateOf(was('is_active'), state),
      wasLocked: locked.has(id),
      createdAt,
      lastSignInAt,
      notSignedInFor90Days: (lastSignInAt ?? createdAt) < unusedSince,
    };
  });
}

const stateOf = (isActive: boolean, state: string): AccountState => {
  if (!isActive) return 'deactivated';
  return state === 'unconfirmed' || state === 'reset' ? state : 'active';
};

/** The accounts that were there at the end of a day, as they are now, with their last sign-in up to then. */
const accountsOn = (tx: Tx, viewer: Pick<Viewer, 'companyId'>, day: string, until: Date) =>
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
    ])
    .where('company_id', '=', viewer.companyId)
    .where('created_at', '<', until)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('provider_id')
    .limit(mostAccounts)
    .execute();

/** Later ones too: what they replaced is what was there before. */
const accessEntries = (tx: Tx, viewer: Pick<Viewer, 'companyId'>): Promise<AccessEntry[]> =>
  tx
    .selectFrom('audit_entry')
    .select(['at', 'action', 'record_kind', 'record_id', 'changes'])
    .where('company_id', '=', viewer.companyId)
    .where((eb) => eb.or([eb('record_kind', '=', 'provider'), eb('action', '=', anyText([...actsOnAccess]))]))
    .orderBy('seq')
    .$castTo<AccessEntry>()
    .execute();

/** Whose account a lock of 15 minutes or more began for. */
async function lockedBetween(
  tx: Tx,
  viewer: Pick<Viewer, 'companyId'>,
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
