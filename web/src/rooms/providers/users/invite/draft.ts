/** An invitation while it is filled in, and what is sent of it (USR-12 to USR-21, OPC-85, OPC-86). */
import type { ModuleName } from '@portal/contract/access.ts';
import { inviteUser } from '@portal/contract/providers/user-endpoints.ts';
import {
  type InvitedType,
  mayStartWithAdminRights,
  mostGroupsNamed,
  startsListed,
  typesFor,
} from '@portal/contract/providers/user-rules.ts';

export interface Draft {
  type: InvitedType | null;
  email: string;
  /** What was ticked; an Admin is given all. */
  gIds: ReadonlySet<number>;
  adminRights: boolean;
  prescriber: boolean;
  sponsorId: number | null;
}

export const emptyDraft: Draft = {
  type: null,
  email: '',
  gIds: new Set(),
  adminRights: false,
  prescriber: false,
  sponsorId: null,
};

/** Nobody gives more than they have: an Admin sees the whole company, and so does a Sponsor all of its trials. */
export const rolesFor = (viewer: { modules: readonly ModuleName[]; seesWholeCompany: boolean }) =>
  typesFor(viewer.modules).filter((type) => (type !== 'Admin' && type !== 'Sponsor') || viewer.seesWholeCompany);

export const mayChooseAdminRights = (type: InvitedType | null): boolean =>
  type !== null && type !== 'Admin' && mayStartWithAdminRights(type);

export const emailProblem = (email: string): string | undefined =>
  inviteUser.body.shape.email.safeParse(email).error?.issues[0]?.message;

/** What has to be chosen before care groups are, since it decides which are offered (USR-15, USR-18). */
export function chosenFirst({ type, sponsorId }: Pick<Draft, 'type' | 'sponsorId'>): 'role' | 'sponsor' | undefined {
  if (type === null) return 'role';
  return type === 'Sponsor' && sponsorId === null ? 'sponsor' : undefined;
}

/** USR-17: all of them for an Admin; of the others those that were ticked and are offered. */
export function groupsOf(draft: Draft, offered: readonly number[]): number[] {
  if (draft.type === 'Admin') return [...offered];
  return chosenFirst(draft) ? [] : offered.filter((gId) => draft.gIds.has(gId));
}

export function missingOf(draft: Draft, offered: readonly number[]): string[] {
  return [
    ...(chosenFirst(draft) === 'role' ? ['a role'] : []),
    ...(emailProblem(draft.email) === undefined ? [] : ['a valid email']),
    ...(chosenFirst(draft) === 'sponsor' ? ['a sponsor'] : []),
    ...(groupsOf(draft, offered).length > 0 ? [] : ['a care group']),
  ];
}

/** More groups than one call takes. The server gives an Admin all of them, so of an Admin's it is sent as many as it takes. */
export const tooManyGroups = (draft: Draft, offered: readonly number[]): string | undefined =>
  draft.type !== 'Admin' && groupsOf(draft, offered).length > mostGroupsNamed
    ? 'Choose at most 1,000 care groups. Add the others in Edit Access, once the person has registered.'
    : undefined;

/** USR-20. */
export function bodyOf(draft: Draft & { type: InvitedType }, offered: readonly number[], companyId: number) {
  const { type, email, adminRights, prescriber, sponsorId } = draft;
  return {
    companyId,
    gIds: groupsOf(draft, offered).slice(0, mostGroupsNamed),
    email: email.trim().toLowerCase(),
    providerType: type,
    defaultListing: startsListed(type),
    adminRights: type === 'Admin' || (mayChooseAdminRights(type) && adminRights),
    prescriber: type === 'Site User' && prescriber,
    sponsorId: type === 'Sponsor' ? sponsorId : null,
  };
}
