import type { Access, Reach } from '@portal/contract/access.ts';
import { brandAdministrators } from '@portal/contract/companies/access.ts';
import { delegateAdministrators } from '@portal/contract/delegates/rules.ts';
import type { PagePath } from '@portal/contract/pages.ts';
import type { ComponentType } from 'react';

type Page = () => Promise<{ default: ComponentType }>;

/** One line of the route table of the specification (RTE-01 to RTE-29). */
export interface PageRoute {
  path: PagePath;
  /** NAV-02. */
  title: string;
  /** `open`: no session needed. Otherwise who may open it; everybody else ends at `/not-found`. */
  access: Access;
  /** RTE-41, OPN-37: without admin rights that reach so far one is sent to `/dashboard`. */
  adminGuard?: Reach;
  /** OPN-41: what it must be led to with, by the navigation state or its address; opened without, one is sent to the other page. */
  needs?: readonly [state: string, otherwise: string, search: string];
  /** SCP-11. */
  betterOnDesktop?: true;
  /** Where it stands in the sidebar (NAV-12 to NAV-29, OPN-36), in the order of this table. */
  menu?: MenuPlace;
  /** Absent while the page is not built. */
  page?: Page;
}
export interface MenuPlace {
  label: string;
  /** Entries without a group come first. */
  group?: MenuGroupName;
  /** Its own condition: an entry may be hidden while its route is open. */
  access: Access;
}
export const menuGroups = ['Clinical Management', 'Settings'] as const;
export type MenuGroupName = (typeof menuGroups)[number];

const partners = ['Pharmacy User', 'Wholesaler User'] as const;
const trial = { module: 'TrialCard', except: partners } as const;
const clinical = { module: 'ClinicalManagement' } as const;
const clinicalAdmin = { ...clinical, adminRights: true, reach: 'groups' } as const;
/** OPN-97: the pages are closed to partners, so are their entries. */
const trialAdmin = { ...trial, adminRights: true, reach: 'groups' } as const;

const open: readonly PageRoute[] = [
  {
    path: '/sign-in',
    title: 'Sign In',
    access: 'open',
    betterOnDesktop: true,
    page: () => import('#pages/SignIn.tsx'),
  },
  {
    path: '/forgot-password',
    title: 'Forgot Password',
    access: 'open',
    page: () => import('#pages/ForgotPassword.tsx'),
  },
  { path: '/register', title: 'Registration', access: 'open', page: () => import('#pages/Register.tsx') },
  {
    path: '/notification-preferences',
    title: 'Notification Preferences',
    access: 'open',
    page: () => import('#pages/NotificationPreferences.tsx'),
  },
  { path: '/respond', title: 'Your assessment', access: 'open', page: () => import('#pages/Respond.tsx') },
  { path: '/not-found', title: 'Not Found', access: 'open', page: () => import('./NotFoundRoute.tsx') },
  {
    path: '/acknowledgment-form',
    title: 'Training Acknowledgment',
    access: 'open',
    page: () => import('#pages/AcknowledgmentForm.tsx'),
  },
];

/** Shown inside the portal, to people who are signed in. */
const inside: readonly PageRoute[] = [
  {
    path: '/trial-dashboard',
    title: 'Trial Dashboard',
    access: trial,
    betterOnDesktop: true,
    menu: { label: 'Trial Dashboard', access: { module: 'TrialCard', except: ['Site User', ...partners] } },
    page: () => import('#pages/TrialDashboard.tsx'),
  },
  {
    path: '/dashboard',
    title: 'Dashboard',
    access: { module: 'Assessments' },
    betterOnDesktop: true,
    menu: { label: 'Dashboard', access: { module: 'Assessments' } },
    page: () => import('#pages/Dashboard.tsx'),
  },
  {
    path: '/discount',
    title: 'Discount Cards',
    access: { module: 'DiscountCard' },
    menu: { label: 'Discount Cards', access: { module: 'DiscountCard' } },
    page: () => import('#pages/Discount.tsx'),
  },
  {
    path: '/discount-response',
    title: 'Discount Reports',
    access: { module: 'DiscountCard' },
    menu: { label: 'Discount Reports', access: { module: 'DiscountCard' } },
    page: () => import('#pages/DiscountResponse.tsx'),
  },
  {
    path: '/patients',
    title: 'Patients',
    access: {},
    menu: { label: 'Patients', access: { withoutModule: 'TrialCard' } },
    page: () => import('#pages/Patients.tsx'),
  },
  {
    path: '/participants',
    title: 'Participants',
    access: trial,
    menu: { label: 'Participants', access: { module: 'TrialCard', except: ['Sponsor', ...partners] } },
    page: () => import('#pages/Participants.tsx'),
  },
  {
    path: '/shipment-request',
    title: 'Shipment Request',
    access: { module: 'TrialCard', except: ['Sponsor'] },
    menu: { label: 'Shipment Request', access: { module: 'TrialCard', except: ['Sponsor'] } },
    page: () => import('#pages/ShipmentRequest.tsx'),
  },
  {
    path: '/reorder-form',
    title: 'Provider Portal',
    access: { module: 'NurseReorder' },
    menu: { label: 'Provider Portal', access: { module: 'NurseReorder' } },
    page: () => import('#pages/ReorderForm.tsx'),
  },
  {
    path: '/chat',
    title: 'Conversations',
    access: { module: 'Messaging' },
    menu: { label: 'Conversations', access: { module: 'Messaging' } },
    page: () => import('#pages/Chat.tsx'),
  },
  {
    path: '/follow-ups',
    title: 'Follow-Ups',
    access: { module: 'FollowUp' },
    menu: { label: 'Follow-Ups', access: { module: 'FollowUp' } },
    page: () => import('#pages/FollowUps.tsx'),
  },
  {
    path: '/manage-surveys',
    title: 'Assessments',
    access: { module: 'Assessments' },
    menu: { label: 'Assessments', access: { module: 'Assessments', withoutModule: 'ClinicalManagement' } },
    page: () => import('#pages/ManageSurveys.tsx'),
  },
  {
    path: '/reports',
    title: 'Reporting',
    access: { module: 'Reporting' },
    menu: { label: 'Reports', access: { module: 'Reporting' } },
    page: () => import('#pages/Reports.tsx'),
  },
  {
    path: '/document',
    title: 'Documents',
    access: trial,
    menu: { label: 'Documents', access: { module: 'TrialCard', except: partners } },
    page: () => import('#pages/Documents.tsx'),
  },
  {
    path: '/management/care-groups',
    title: 'Care Groups',
    access: clinical,
    adminGuard: 'groups',
    menu: { label: 'Care Groups', group: 'Clinical Management', access: clinicalAdmin },
    page: () => import('#pages/CareGroups.tsx'),
  },
  {
    path: '/management/assessments',
    title: 'Assessments',
    access: clinical,
    adminGuard: 'groups',
    menu: { label: 'Assessments', group: 'Clinical Management', access: clinicalAdmin },
    page: () => import('#pages/Assessments.tsx'),
  },
  {
    path: '/management/documents',
    title: 'Documents',
    access: clinical,
    adminGuard: 'groups',
    menu: { label: 'Documents', group: 'Clinical Management', access: clinicalAdmin },
    page: () => import('#pages/DocumentLibrary.tsx'),
  },
  {
    path: '/settings/user-management',
    title: 'Settings',
    access: {},
    menu: { label: 'User Management', group: 'Settings', access: { adminRights: true, reach: 'groups' } },
    page: () => import('#pages/UserManagement.tsx'),
  },
  {
    path: '/settings/physician-user-management',
    title: 'Settings',
    access: { module: 'MD_Direct_Invite' },
    adminGuard: 'company',
    menu: { label: 'Physician User Management', group: 'Settings', access: delegateAdministrators },
    page: () => import('#pages/PhysicianUserManagement.tsx'),
  },
  {
    path: '/settings/brand-management',
    title: 'Settings',
    access: { module: 'BrandManagement' },
    adminGuard: 'company',
    menu: { label: 'Brand Management', group: 'Settings', access: brandAdministrators },
    page: () => import('#pages/BrandManagement.tsx'),
  },
  {
    path: '/settings/caregroup-management',
    title: 'Settings',
    access: trial,
    adminGuard: 'groups',
    menu: { label: 'Care Group Management', group: 'Settings', access: trialAdmin },
    page: () => import('#pages/CareGroupManagement.tsx'),
  },
  {
    path: '/settings/ctrx-partner-management',
    title: 'Settings',
    access: trial,
    adminGuard: 'groups',
    menu: { label: 'CTRx Partner Management', group: 'Settings', access: trialAdmin },
    page: () => import('#pages/PartnerManagement.tsx'),
  },
  {
    path: '/settings/product-management',
    title: 'Settings',
    access: trial,
    adminGuard: 'groups',
    menu: { label: 'Product Management', group: 'Settings', access: trialAdmin },
    page: () => import('#pages/ProductManagement.tsx'),
  },
  {
    path: '/patient-surveys',
    title: 'Assessment',
    access: { module: 'Assessments' },
    needs: ['surveyEventId', '/dashboard', 'event'],
    page: () => import('#pages/PatientSurveys.tsx'),
  },
  {
    path: '/patient',
    title: 'Patient',
    access: { withoutModule: 'TrialCard' },
    needs: ['uId', '/patients', 'patient'],
    page: () => import('#pages/Patient.tsx'),
  },
  { path: '/account', title: 'Account', access: {}, page: () => import('#pages/Account.tsx') },
];

export const routes: readonly PageRoute[] = [...open, ...inside];
export const openRoutes = open;
export const insideRoutes = inside;

export const routeOf = (path: string): PageRoute | undefined => routes.find((route) => route.path === path);
