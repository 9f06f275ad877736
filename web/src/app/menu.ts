import { type Access, type Person, meets } from '@portal/contract/access.ts';
import { brandAdministrators } from '@portal/contract/companies/access.ts';
import { delegateAdministrators } from '@portal/contract/delegates/rules.ts';

/** One entry of the sidebar (NAV-12 to NAV-29, OPN-36). Its own condition: an entry may be hidden while its route is open. */
export interface MenuEntry {
  label: string;
  path: string;
  access: Access;
}
export interface MenuGroup {
  label: string;
  entries: readonly MenuEntry[];
}

const partners = ['Pharmacy User', 'Wholesaler User'] as const;
const clinicalAdmin = { module: 'ClinicalManagement', adminRights: true, reach: 'groups' } as const;
/** OPN-97: the pages are closed to partners, so are their entries. */
const trialAdmin = { module: 'TrialCard', adminRights: true, reach: 'groups', except: partners } as const;

const entries: readonly MenuEntry[] = [
  {
    label: 'Trial Dashboard',
    path: '/trial-dashboard',
    access: { module: 'TrialCard', except: ['Site User', ...partners] },
  },
  { label: 'Dashboard', path: '/dashboard', access: { module: 'Assessments' } },
  { label: 'Discount Cards', path: '/discount', access: { module: 'DiscountCard' } },
  { label: 'Discount Reports', path: '/discount-response', access: { module: 'DiscountCard' } },
  { label: 'Patients', path: '/patients', access: { withoutModule: 'TrialCard' } },
  { label: 'Participants', path: '/participants', access: { module: 'TrialCard', except: ['Sponsor', ...partners] } },
  { label: 'Shipment Request', path: '/shipment-request', access: { module: 'TrialCard', except: ['Sponsor'] } },
  { label: 'Provider Portal', path: '/reorder-form', access: { module: 'NurseReorder' } },
  { label: 'Conversations', path: '/chat', access: { module: 'Messaging' } },
  { label: 'Follow-Ups', path: '/follow-ups', access: { module: 'FollowUp' } },
  {
    label: 'Assessments',
    path: '/manage-surveys',
    access: { module: 'Assessments', withoutModule: 'ClinicalManagement' },
  },
  { label: 'Reports', path: '/reports', access: { module: 'Reporting' } },
  { label: 'Documents', path: '/document', access: { module: 'TrialCard', except: partners } },
];

const groups: readonly MenuGroup[] = [
  {
    label: 'Clinical Management',
    entries: [
      { label: 'Care Groups', path: '/management/care-groups', access: clinicalAdmin },
      { label: 'Assessments', path: '/management/assessments', access: clinicalAdmin },
      { label: 'Documents', path: '/management/documents', access: clinicalAdmin },
    ],
  },
  {
    label: 'Settings',
    entries: [
      { label: 'User Management', path: '/settings/user-management', access: { adminRights: true, reach: 'groups' } },
      {
        label: 'Physician User Management',
        path: '/settings/physician-user-management',
        access: delegateAdministrators,
      },
      {
        label: 'Brand Management',
        path: '/settings/brand-management',
        access: brandAdministrators,
      },
      { label: 'Care Group Management', path: '/settings/caregroup-management', access: trialAdmin },
      { label: 'CTRx Partner Management', path: '/settings/ctrx-partner-management', access: trialAdmin },
      { label: 'Product Management', path: '/settings/product-management', access: trialAdmin },
    ],
  },
];

/** The menu of one person (SCP-07): entries without a group come first; a group without entries is left out. */
export function menuOf(person: Person): MenuGroup[] {
  const all: readonly MenuGroup[] = [{ label: '', entries }, ...groups];
  return all
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => meets(entry.access, person)) }))
    .filter((group) => group.entries.length > 0);
}
