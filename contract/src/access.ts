/** Who may call what: the one line that the server's gate, the web's guards and the menu all read. */

/** SCP-05, SCP-06: spelled exactly so. */
export const userTypes = [
  'Admin',
  'Sponsor',
  'Site User',
  'Pharmacy User',
  'Wholesaler User',
  'System',
  'physician',
  'Other',
  'Pharmacist',
  'Technician',
  'Doctor',
  'Nurse',
] as const;
export type UserType = (typeof userTypes)[number];

/** PRM-02, OPN-88: another spelling that a role is accepted in. It is stored and sent as above. */
export const otherSpelling = 'SiteUser';
export const spelledAsStored = (type: string): string => (type === otherSpelling ? 'Site User' : type);

/** SCP-03, SCP-04: spelled exactly so. */
export const moduleNames = [
  'TrialCard',
  'Assessments',
  'DiscountCard',
  'NurseReorder',
  'Messaging',
  'FollowUp',
  'Reporting',
  'ClinicalManagement',
  'PhysicianDashboard',
  'MD_Direct_Invite',
  'BrandManagement',
  'Insurance',
  'ReadOnlyPatientDetails',
  'MFA',
] as const;
export type ModuleName = (typeof moduleNames)[number];

/** The roles of people who work for a pharmacy or a wholesaler. */
export const partnerTypes = ['Pharmacy User', 'Wholesaler User'] as const satisfies readonly UserType[];

/** Who is neither a sponsor nor of a partner: the menu shows them a site's participants and shipments (NAV-16, NAV-17). */
export const siteSide = [
  'Admin',
  'Site User',
  'Other',
  'Pharmacist',
  'Technician',
  'Doctor',
  'Nurse',
] as const satisfies readonly UserType[];

/**
 * How far an administrative call reaches. `company`: it wants sight of the whole company, since what it shows or changes is no
 * single group's. `groups`: whoever has admin rights may call it, for what lies in their groups.
 */
export type Reach = 'company' | 'groups';

/**
 * `open`: no session needed. Otherwise every condition named must hold:
 * `types` only these, `except` all but these, `module` the company has it, `anyModule` it has one of these, `adminRights`
 * the person has them, `reach` they see as much as it asks for. What wants admin rights, or is for Admins alone, has one.
 */
export type Access =
  | 'open'
  | ({
      types?: readonly UserType[];
      except?: readonly UserType[];
      module?: ModuleName;
      anyModule?: readonly ModuleName[];
      withoutModule?: ModuleName;
    } & ({ adminRights: true; reach: Reach } | { adminRights?: never; reach?: Reach }));

/** What `mayCall` needs to know of a person. */
export interface Person {
  type: UserType;
  adminRights: boolean;
  /** Of type Admin, or in a care group at the top of the company. */
  seesWholeCompany: boolean;
  modules: readonly ModuleName[];
}

/** Whether this person meets the access line. */
export function meets(access: Access, person: Person): boolean {
  if (access === 'open') return true;
  if (access.types && !access.types.includes(person.type)) return false;
  if (access.except?.includes(person.type)) return false;
  if (access.module && !person.modules.includes(access.module)) return false;
  if (access.anyModule && !access.anyModule.some((name) => person.modules.includes(name))) return false;
  if (access.withoutModule && person.modules.includes(access.withoutModule)) return false;
  if (access.reach === 'company' && !person.seesWholeCompany) return false;
  return !access.adminRights || person.adminRights;
}

export const isPartner = (type: UserType): boolean => (partnerTypes as readonly UserType[]).includes(type);
