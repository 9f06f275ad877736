/** The calls about the people of a company, as its administrators make them. */
import * as api from '@portal/contract/providers/user-endpoints.ts';
import { expect } from 'vitest';
import { type Administered, aCompanyWithAdministrators, type WhoOf } from './administrators.ts';
import { registration } from './invitations.ts';
import { mailsTo } from './mails.ts';
import { aPersonWithAccount, signInAs } from './people.ts';
import { type Answer, type Caller, openPortal, type Portal } from './portal.ts';
import { register } from '@portal/contract/providers/invitation-endpoints.ts';

export const byNumber = (one: number, other: number): number => one - other;
export const said = ({ status, code }: Answer<never>) => [status, code];

/** What the dialog of an invitation sends (USR-20). */
export const invitationTo = (email: string, more: Record<string, unknown> = {}) => ({
  email,
  providerType: 'Site User',
  defaultListing: 0,
  adminRights: 0,
  prescriber: 0,
  sponsorId: null,
  ...more,
});

/** A company with administrators of every reach, and the calls by whom one likes. */
export async function openUsers() {
  const portal = await openPortal();
  const company: Administered = await aCompanyWithAdministrators(portal);
  const { companyId, people, site } = company;
  const callers = new Map<WhoOf, Caller>();
  const as = async (who: WhoOf): Promise<Caller> => {
    const known = callers.get(who) ?? (await portal.signedIn(people[who]));
    callers.set(who, known);
    return known;
  };
  /** Sets the clock; whoever calls from here on comes in anew. */
  const at = (instant: string) => {
    portal.app.clock.set(new Date(instant));
    callers.clear();
  };
  const by = async (who: WhoOf | Caller): Promise<Caller> => (typeof who === 'string' ? as(who) : who);

  const invite = async (email: string, more: Record<string, unknown> = {}, who: WhoOf | Caller = 'admin') =>
    (await by(who)).call(api.inviteUser, { body: { companyId, gIds: [site], ...invitationTo(email, more) } });
  const codeFor = async (email: string): Promise<string> => {
    const [mail] = await mailsTo(portal, email);
    return /\/register\?id=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  };
  const registers = async (email: string, code?: string) =>
    portal.call(register, { body: registration(code ?? (await codeFor(email)), { email }) });
  const list = async (query: Record<string, unknown> = {}, who: WhoOf | Caller = 'admin') =>
    (await by(who)).call(api.listUsers, { query: { companyId, status: 'all', ...query } });
  const find = async (email: string, who: WhoOf | Caller = 'admin') =>
    (await list({}, who)).reply.careProviders.find((one) => one.email === email);
  const deactivate = async (cp_id: number, who: WhoOf | Caller = 'admin', reason?: string) =>
    (await by(who)).call(api.removeUser, { query: { cp_id, removal_type: 'deactivate', reason } });
  const remove = async (cp_id: number, who: WhoOf | Caller = 'admin', reason?: string) =>
    (await by(who)).call(api.removeUser, { query: { cp_id, removal_type: 'remove', reason } });
  const reactivate = async (cp_id: number, who: WhoOf | Caller = 'admin') =>
    (await by(who)).call(api.reactivateUser, { body: { cp_id } });
  const reinvite = async (cp_id: number, who: WhoOf | Caller = 'admin') =>
    (await by(who)).call(api.reinviteUser, { body: { company_id: companyId, cp_id } });
  const change = async (
    cpId: number,
    rights: Partial<Record<'prescriber' | 'adminRights', 0 | 1>>,
    who: WhoOf | Caller = 'admin',
    more: Record<string, unknown> = {},
  ) =>
    (await by(who)).call(api.changeUser, {
      body: {
        companyId,
        cpId,
        careProviderData: Object.entries(rights).map(([Name, Value]) => ({ Name, Value: String(Value) })),
        ...more,
      },
    });
  const groupsOf = async (cp_id: number, who: WhoOf | Caller = 'admin') =>
    (await by(who)).call(api.listGroupsOfUser, { query: { company_id: companyId, cp_id } });
  const addGroups = async (cp_id: number, gIds: readonly number[], who: WhoOf | Caller = 'admin') =>
    (await by(who)).call(api.addGroupsOfUser, {
      body: { companyId, cp_id, groupsToAdd: gIds.map((gId) => ({ gId, public: 1 })) },
    });
  const removeGroups = async (cp_id: number, gId: number, who: WhoOf | Caller = 'admin') =>
    (await by(who)).call(api.removeGroupsOfUser, { query: { company_id: companyId, cp_id, g_id: gId } });
  const read = async (cp_id: number, who: WhoOf | Caller = 'admin') =>
    (await by(who)).call(api.readUser, { query: { cp_id } });
  const endSessions = async (cp_id: number, who: WhoOf | Caller = 'admin') =>
    (await by(who)).call(api.endSessionsOfUser, { body: { cp_id, reason: 'The computer was stolen' } });

  /** Somebody of the site who signs in as people do. */
  const aColleague = async () => {
    const person = await aPersonWithAccount(portal, 'Site User', { companyId });
    await portal.rows('insert into care_group_member (care_group_id, provider_id, company_id) values ($1, $2, $3)', [
      site,
      person.providerId,
      companyId,
    ]);
    return person;
  };
  const entries = (action: string) =>
    portal.rows<{ actor_id: number; record_kind: string; record_id: string; changes: object[]; reason: string | null }>(
      'select actor_id, record_kind, record_id, changes, reason from audit_entry where action = $1 order by seq',
      [action],
    );
  /** What a call leaves of the people of the company, for strangers: nothing has moved. */
  const state = () =>
    portal.rows(
      `select provider_id, email, is_active, admin_rights, is_prescriber, removed_at, version,
         array(select m.care_group_id from care_group_member m where m.provider_id = p.provider_id order by 1) as groups
       from provider p where company_id = $1 order by 1`,
      [companyId],
    );
  return {
    ...portal,
    portal,
    ...company,
    as,
    at,
    invite,
    codeFor,
    registers,
    list,
    find,
    deactivate,
    remove,
    reactivate,
    reinvite,
    change,
    groupsOf,
    addGroups,
    removeGroups,
    read,
    endSessions,
    aColleague,
    entries,
    state,
    signIn: (person: Awaited<ReturnType<typeof aColleague>>) => signInAs(portal, person),
  };
}
export type Users = Awaited<ReturnType<typeof openUsers>>;

export const numberOf = async (s: Pick<Users, 'find'>, email: string): Promise<number> => {
  const person = await s.find(email);
  expect(person?.email).toBe(email);
  return person?.cpID ?? 0;
};
export type { Portal };
