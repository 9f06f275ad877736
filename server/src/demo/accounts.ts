/** The accounts that a fresh installation starts with in development and test mode. Others rely on these. */
import type { ModuleName, UserType } from '@portal/contract/access.ts';

export const demoPassword = 'Harvest-Moon-2026!';

export const demoCompanies: readonly { name: string; modules: readonly ModuleName[] }[] = [
  {
    name: 'Meridian Trials',
    modules: ['TrialCard', 'ClinicalManagement', 'MD_Direct_Invite', 'BrandManagement', 'PhysicianDashboard'],
  },
  {
    name: 'Lakeside Care',
    modules: [
      'Assessments',
      'FollowUp',
      'Messaging',
      'ClinicalManagement',
      'Reporting',
      'Insurance',
      'MFA',
      'NurseReorder',
      'BrandManagement',
    ],
  },
  { name: 'Harbour Discount', modules: ['DiscountCard'] },
  { name: 'Quay Nurses', modules: ['NurseReorder'] },
  { name: 'Plain', modules: [] },
  { name: 'Harborview Clinic', modules: ['Assessments', 'Insurance', 'ReadOnlyPatientDetails'] },
];

export interface DemoAccount {
  email: string;
  companyId: number;
  type: UserType;
  adminRights?: true;
  firstName: string;
  lastName: string;
  /** What they see, in words. */
  sees: string;
  prescriber?: true;
  state?: 'unconfirmed' | 'reset';
  /** Names of the partner, sponsor or groups they belong to. */
  partner?: string;
  sponsor?: string;
  groups?: readonly string[];
}

export const demoAccounts: readonly DemoAccount[] = [
  {
    email: 'admin@meridian.example',
    companyId: 1,
    type: 'Admin',
    adminRights: true,
    firstName: 'Maya',
    lastName: 'Okafor',
    sees: 'all groups',
  },
  {
    email: 'sponsor@meridian.example',
    companyId: 1,
    type: 'Sponsor',
    firstName: 'Julian',
    lastName: 'Aster',
    sees: 'trials of Aurelia Therapeutics',
    sponsor: 'Aurelia Therapeutics',
  },
  {
    email: 'boston@meridian.example',
    companyId: 1,
    type: 'Site User',
    firstName: 'Grace',
    lastName: 'Holloway',
    sees: 'site Boston General',
    groups: ['Boston General'],
  },
  {
    email: 'prescriber@meridian.example',
    companyId: 1,
    type: 'Site User',
    firstName: 'Daniel',
    lastName: 'Reyes',
    sees: 'site Boston General, prescriber',
    prescriber: true,
    groups: ['Boston General'],
  },
  {
    email: 'lyon@meridian.example',
    companyId: 1,
    type: 'Site User',
    firstName: 'Camille',
    lastName: 'Laurent',
    sees: 'site Lyon Clinic',
    groups: ['Lyon Clinic'],
  },
  {
    email: 'porto@meridian.example',
    companyId: 1,
    type: 'Site User',
    firstName: 'Inês',
    lastName: 'Duarte',
    sees: 'site Porto Clinic, whose requests are signed on an order form',
    groups: ['Porto Clinic'],
  },
  {
    email: 'prescriber2@meridian.example',
    companyId: 1,
    type: 'Site User',
    firstName: 'Tomás',
    lastName: 'Faria',
    sees: 'site Porto Clinic, prescriber, with an order form to sign',
    prescriber: true,
    groups: ['Porto Clinic'],
  },
  {
    email: 'pharmacy@meridian.example',
    companyId: 1,
    type: 'Pharmacy User',
    firstName: 'Priya',
    lastName: 'Nair',
    sees: 'partner Northgate Pharmacy',
    partner: 'Northgate Pharmacy',
  },
  {
    email: 'pharmacy2@meridian.example',
    companyId: 1,
    type: 'Pharmacy User',
    firstName: 'Tom',
    lastName: 'Whitfield',
    sees: 'partner Southgate Pharmacy',
    partner: 'Southgate Pharmacy',
  },
  {
    email: 'wholesaler@meridian.example',
    companyId: 1,
    type: 'Wholesaler User',
    firstName: 'Łukasz',
    lastName: 'Nowak',
    sees: 'partner Baltic Wholesale',
    partner: 'Baltic Wholesale',
  },
  {
    email: 'system@meridian.example',
    companyId: 1,
    type: 'System',
    firstName: 'System',
    lastName: 'Account',
    sees: 'refused at sign-in',
  },
  {
    email: 'physician@meridian.example',
    companyId: 1,
    type: 'physician',
    firstName: 'Helen',
    lastName: 'Marsh',
    sees: 'refused at sign-in',
  },
  {
    email: 'unconfirmed@meridian.example',
    companyId: 1,
    type: 'Site User',
    firstName: 'Noah',
    lastName: 'Unwin',
    sees: 'not confirmed',
    state: 'unconfirmed',
    groups: ['Boston General'],
  },
  {
    email: 'reset@meridian.example',
    companyId: 1,
    type: 'Site User',
    firstName: 'Rita',
    lastName: 'Selby',
    sees: 'password reset required',
    state: 'reset',
    groups: ['Boston General'],
  },
  {
    email: 'admin@lakeside.example',
    companyId: 2,
    type: 'Pharmacist',
    adminRights: true,
    firstName: 'Omar',
    lastName: 'Farouk',
    sees: 'root group and below',
    groups: ['Lakeside Care'],
  },
  {
    email: 'doctor@lakeside.example',
    companyId: 2,
    type: 'Doctor',
    firstName: 'Ingrid',
    lastName: 'Solberg',
    sees: 'root group and below',
    groups: ['Lakeside Care'],
  },
  {
    email: 'nurse@lakeside.example',
    companyId: 2,
    type: 'Nurse',
    firstName: 'Hannah',
    lastName: 'Cole',
    sees: 'Heart Failure Clinic only',
    groups: ['Heart Failure Clinic'],
  },
  {
    email: 'other@harbour.example',
    companyId: 3,
    type: 'Other',
    firstName: 'Victor',
    lastName: 'Lindqvist',
    sees: '–',
  },
  { email: 'nurse@quay.example', companyId: 4, type: 'Nurse', firstName: 'Sofia', lastName: 'Marino', sees: '–' },
  {
    email: 'other@plain.example',
    companyId: 5,
    type: 'Other',
    adminRights: true,
    firstName: 'Pat',
    lastName: 'Morrow',
    sees: '–',
  },
  {
    email: 'nurse@harborview.example',
    companyId: 6,
    type: 'Nurse',
    firstName: 'Amara',
    lastName: 'Blake',
    sees: 'two patients, each with an assessment to answer; their insurance and contacts cannot be changed',
    groups: ['Harborview Clinic'],
  },
];
