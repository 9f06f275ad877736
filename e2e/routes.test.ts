import { expect, test } from 'vitest';
import { openHouse, type Person } from './browser.ts';

const house = openHouse();

const openPaths = ['/sign-in', '/forgot-password', '/notification-preferences', '/not-found'];
const guarded = [
  '/dashboard',
  '/patient-surveys',
  '/manage-surveys',
  '/follow-ups',
  '/patient',
  '/trial-dashboard',
  '/participants',
  '/document',
  '/settings/caregroup-management',
  '/settings/ctrx-partner-management',
  '/settings/product-management',
  '/shipment-request',
  '/chat',
  '/settings/brand-management',
  '/settings/user-management',
  '/settings/physician-user-management',
  '/management/care-groups',
  '/management/assessments',
  '/management/documents',
  '/reports',
  '/discount',
  '/discount-response',
  '/reorder-form',
  '/patients',
  '/account',
];
const always = ['/settings/user-management', '/patients', '/account'];
const clinical = ['/management/care-groups', '/management/assessments', '/management/documents'];
const trialSettings = [
  '/settings/caregroup-management',
  '/settings/ctrx-partner-management',
  '/settings/product-management',
];
const meridianSettings = ['/settings/brand-management', '/settings/physician-user-management', ...clinical];
const care = ['/dashboard', '/patient-surveys', '/manage-surveys', '/follow-ups', '/chat', '/reports', '/reorder-form'];
const none: string[] = [];

/** Who lands where, may open what, is led back by the admin guard from what; everything else ends at `/not-found`. */
interface Expected {
  root: string;
  opens: string[];
  /** Pages behind the admin guard that this person's company and type would allow, and where they lead without admin rights. */
  ledBack?: { from: string[]; to: string };
  menu: Record<string, string[]>;
}
const people: Record<string, Expected> = {
  'admin@meridian.example': {
    root: '/trial-dashboard',
    opens: ['/trial-dashboard', '/participants', '/document', '/shipment-request', ...trialSettings, ...meridianSettings, '/acknowledgment-form'],
    menu: {
      '': ['Trial Dashboard', 'Participants', 'Shipment Request', 'Documents'],
      'Clinical Management': ['Care Groups', 'Assessments', 'Documents'],
      Settings: [
        'User Management',
        'Physician User Management',
        'Brand Management',
        'Care Group Management',
        'CTRx Partner Management',
        'Product Management',
      ],
    },
  },
  'sponsor@meridian.example': {
    root: '/trial-dashboard',
    opens: ['/trial-dashboard', '/participants', '/document', '/acknowledgment-form'],
    ledBack: { from: [...trialSettings, ...meridianSettings], to: '/trial-dashboard' },
    menu: { '': ['Trial Dashboard', 'Documents'] },
  },
  'boston@meridian.example': {
    root: '/participants',
    opens: ['/trial-dashboard', '/participants', '/document', '/shipment-request', '/acknowledgment-form'],
    ledBack: { from: [...trialSettings, ...meridianSettings], to: '/participants' },
    menu: { '': ['Participants', 'Shipment Request', 'Documents'] },
  },
  'pharmacy@meridian.example': {
    root: '/shipment-request',
    opens: ['/shipment-request', '/acknowledgment-form'],
    ledBack: { from: meridianSettings, to: '/shipment-request' },
    menu: { '': ['Shipment Request'] },
  },
  'wholesaler@meridian.example': {
    root: '/shipment-request',
    opens: ['/shipment-request', '/acknowledgment-form'],
    ledBack: { from: meridianSettings, to: '/shipment-request' },
    menu: { '': ['Shipment Request'] },
  },
  'admin@lakeside.example': {
    root: '/dashboard',
    opens: [...care, ...clinical, '/settings/brand-management'],
    menu: {
      '': ['Dashboard', 'Patients', 'Provider Portal', 'Conversations', 'Follow-Ups', 'Reports'],
      'Clinical Management': ['Care Groups', 'Assessments', 'Documents'],
      Settings: ['User Management', 'Brand Management'],
    },
  },
  'nurse@lakeside.example': {
    root: '/dashboard',
    opens: care,
    ledBack: { from: [...clinical, '/settings/brand-management'], to: '/dashboard' },
    menu: { '': ['Dashboard', 'Patients', 'Provider Portal', 'Conversations', 'Follow-Ups', 'Reports'] },
  },
  'other@harbour.example': {
    root: '/discount',
    opens: ['/discount', '/discount-response'],
    menu: { '': ['Discount Cards', 'Discount Reports', 'Patients'] },
  },
  'nurse@quay.example': {
    root: '/reorder-form',
    opens: ['/reorder-form'],
    menu: { '': ['Patients', 'Provider Portal'] },
  },
  'other@plain.example': {
    root: '/not-found',
    opens: none,
    menu: { '': ['Patients'], Settings: ['User Management'] },
  },
};

/** Where a typed address leads, once a page stands there. */
async function endOf(person: Person, path: string): Promise<string> {
  await person.page.goto(path, { waitUntil: 'commit' });
  await person.page.locator('main').waitFor();
  return person.path();
}

test('measure', async () => {
  const person = await house.newPerson();
  const ends: Record<string, string> = {};
  await person.signIn('admin@meridian.example');
  const t = Date.now();
  for (const path of guarded) ends[path] = await endOf(person, path);
  console.log(Date.now() - t, ends);
  void [people, openPaths, always];
});
