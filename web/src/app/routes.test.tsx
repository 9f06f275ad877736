import type { ModuleName, UserType } from '@portal/contract/access.ts';
import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { renewSession, signIn as enter } from '@portal/contract/identity/endpoints.ts';
import { listToSign } from '@portal/contract/signing/endpoints.ts';
import { readInvitation } from '@portal/contract/providers/invitation-endpoints.ts';
import { act, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { assessmentReplies } from '#test/answering.ts';
import { patientReplies } from '#test/patient.ts';
import { aSession, forgetPortal, noSession, openPortal, sessionReplies, signIn } from '#test/portal.tsx';
import { type Viewer, endSession, forgetSession } from '#api/session.ts';
import { App } from './App.tsx';
import { elsewhere, rootOf } from './guards.ts';
import { createPortalRouter, leaveWhenSessionEnds } from './router.tsx';
import { insideRoutes, openRoutes, routeOf } from './routes.ts';

const person = (given: Partial<Viewer> = {}): Viewer => ({
  cpId: 1,
  companyId: 1,
  type: 'Admin',
  adminRights: true,
  seesWholeCompany: (given.type ?? 'Admin') === 'Admin',
  endsAt: new Date('2031-03-05T21:00:00Z'),
  modules: [],
  idleWarningSeconds: 15,
  gIds: [],
  fName: 'Ada',
  lName: 'Admin',
  phone: null,
  email: 'a@x.test',
  ppId: null,
  wpId: null,
  trainingComplete: null,
  trainingDocId: null,
  ...given,
});

/** Where somebody who opens this address ends. */
function endOf(path: string, given: Partial<Viewer> = {}, state = {}): string {
  const route = routeOf(path);
  return route ? (elsewhere(route, person(given), state) ?? path) : '/not-found';
}

const every: ModuleName[] = [
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
];
const without = (module: ModuleName) => every.filter((name) => name !== module);

test('RTE-01 RTE-04 the open routes', () => {
  expect(openRoutes.map((route) => route.path)).toEqual([
    '/sign-in',
    '/forgot-password',
    '/register',
    '/notification-preferences',
    '/respond',
    '/not-found',
    '/acknowledgment-form',
  ]);
});

test.each([
  ['/forgot-password', 'Forgot password'],
  ['/register?id=CODE', 'Registration'],
  ['/notification-preferences', 'Manage Notifications'],
])('RTE-01 RTE-03 RTE-04 %s opens signed out', async (at, title) => {
  const invited = { pendingProvider: { companyName: 'Meridian Trials', email: 'new@meridian.example' } };
  const portal = openPortal(at, [
    [renewSession, noSession],
    [readInvitation, invited],
  ]);
  await screen.findByRole('heading', { name: title });
  expect(portal.path()).toBe(at);
});

test.each(['/nonsense', '/settings', '/register', '/Account', '/account/x', '/Sign-In'])(
  'RTE-29 RTE-42 SER-30 REG-02 SCP-08 CLN-11 CER-68 %s ends at /not-found',
  async (at) => {
    const portal = openPortal(at, [[renewSession, noSession]]);
    await screen.findByText('404: The page you are looking for does not exist.');
    expect(portal.path()).toBe('/not-found');
  },
);

test.each([
  ['/account/?a=1#part', '/account?a=1#part', 'Account'],
  ['/patients//', '/patients', 'Patients'],
  ['/notification-preferences/', '/notification-preferences', 'Manage Notifications'],
  ['/sign-in/?redirect=%2Faccount%2F', '/account', 'Account'],
])('RTE-29 a slash at the end of an address is taken off: %s is %s', async (at, page, title) => {
  const portal = openPortal(at, sessionReplies({ modules: ['Assessments'] }));
  await screen.findByRole('heading', { level: 1, name: title });
  expect(portal.path() + window.location.hash).toBe(page);
});

test.each(['/nonsense/', '/%2F%2Fevil.example/', '/x//evil.example/'])(
  'RTE-29 a slash at the end of %s makes no page of it',
  async (at) => {
    const portal = openPortal(at, [[renewSession, noSession]]);
    await screen.findByText('404: The page you are looking for does not exist.');
    expect(portal.path()).toBe('/not-found');
  },
);

test.each([
  ['Assessments', ['/dashboard', '/patient-surveys', '/manage-surveys']],
  ['FollowUp', ['/follow-ups']],
  ['TrialCard', ['/trial-dashboard', '/participants', '/document', '/shipment-request']],
  [
    'TrialCard',
    ['/settings/caregroup-management', '/settings/ctrx-partner-management', '/settings/product-management'],
  ],
  ['Messaging', ['/chat']],
  ['BrandManagement', ['/settings/brand-management']],
  ['MD_Direct_Invite', ['/settings/physician-user-management']],
  ['ClinicalManagement', ['/management/care-groups', '/management/assessments', '/management/documents']],
  ['Reporting', ['/reports']],
  ['DiscountCard', ['/discount', '/discount-response']],
  ['NurseReorder', ['/reorder-form']],
] as [ModuleName, string[]][])(
  'RTE-06 RTE-07 RTE-08 RTE-09 RTE-12 RTE-13 RTE-14 RTE-15 RTE-16 RTE-17 RTE-18 RTE-19 RTE-20 RTE-22 RTE-23 RTE-24 RTE-25 RTE-26 CLN-04 OPC-01 module %s opens %j and nothing else does',
  (module, paths) => {
    for (const path of paths) {
      expect(endOf(path, { modules: [module] }, { surveyEventId: 9 })).toBe(path);
      expect(endOf(path, { modules: without(module) }, { surveyEventId: 9 })).toBe('/not-found');
    }
  },
);

test('RTE-07 OPC-12 /patient-surveys opened without any assessment leads to the dashboard', () => {
  expect(endOf('/patient-surveys', { modules: ['Assessments'] })).toBe('/dashboard');
  expect(endOf('/patient-surveys', { modules: without('Assessments') })).toBe('/not-found');
});
test('OPC-14 the page of an assessment is called "Assessment"', () => {
  expect(routeOf('/patient-surveys')?.title).toBe('Assessment');
});

test('RTE-10 /patient is there only without TrialCard', () => {
  expect(endOf('/patient', { modules: without('TrialCard') }, { uId: 7 })).toBe('/patient');
  expect(endOf('/patient', { modules: ['TrialCard'] }, { uId: 7 })).toBe('/not-found');
  expect(endOf('/patient', { modules: ['TrialCard'] })).toBe('/not-found');
});

describe('the page of a patient', () => {
  const asNurse = { type: 'Nurse', modules: ['Assessments'] } satisfies Partial<Viewer>;

  test('OPN-41 opened by its address it leads to the patients', async () => {
    const portal = openPortal('/patient', sessionReplies(asNurse));
    await screen.findByRole('heading', { level: 1, name: 'Patients' });
    expect(portal.path()).toBe('/patients');
  });

  test('OPN-41 it opens with a patient in the navigation state, which is still there after a reload', async () => {
    signIn(asNurse);
    const opened = createPortalRouter();
    await opened.navigate({ to: '/patient', state: { uId: 7 } as never });
    await opened.load();
    expect(window.location.pathname).toBe('/patient');
    opened.history.destroy();

    const reloaded = createPortalRouter();
    await reloaded.load();
    expect(window.location.pathname).toBe('/patient');
    expect(reloaded.state.location.state).toMatchObject({ uId: 7 });
    reloaded.history.destroy();
  });

  test('RTE-11 OPN-15 whoever signs in again, there or after a reload, comes back to the same patient, whom no address names', async () => {
    const portal = openPortal('/patient?patient=7', [
      ...sessionReplies(asNurse),
      ...patientReplies(),
      [enter, () => aSession()],
    ]);
    const patient = () => screen.findByRole('heading', { name: 'Ada Archer' });
    const signInAgain = async () => {
      await portal.user.write(await screen.findByLabelText('Email'), 'nurse@example.com');
      expect(portal.path()).toBe('/sign-in?redirect=%2Fpatient');
      await portal.user.write(screen.getByLabelText('Password'), 'secret');
      const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' });
      await waitFor(() => expect(button.disabled).toBe(false));
      await portal.user.click(button);
      await patient();
      expect(portal.path()).toBe('/patient');
    };
    await patient();
    await waitFor(() => expect(portal.path()).toBe('/patient'));
    act(() => endSession('expired'));
    await signInAgain();

    portal.unmount();
    forgetSession();
    portal.answer(renewSession, noSession);
    render(<App env="test" />);
    await signInAgain();
  });

  const numbersWait = () => {
    expect(window.location.pathname).toBe('/sign-in');
    expect(window.history.state).toMatchObject({ uId: 7 });
    expect(JSON.stringify(window.history.state)).not.toContain('Ada');
  };

  test('PRV-09 RTE-11 on the sign-in page numbers wait in the browser’s history for whoever comes back, and no name', async () => {
    const named = { surveyEventId: 9, uId: 7, name: 'Ada Archer' };
    signIn(asNurse);
    const opened = createPortalRouter();
    const stop = leaveWhenSessionEnds(opened);
    await opened.load();
    await opened.navigate({ to: '/patient-surveys', state: named as never });
    await opened.load();
    act(() => endSession('idle'));
    await waitFor(numbersWait);
    // A page that is asked for without a session.
    await opened.navigate({ to: '/patient-surveys', state: named as never });
    await waitFor(numbersWait);
    stop();
    opened.history.destroy();
  });

  test('PRV-09 RTE-11 nor does a name wait there of a page that is loaded without a session', async () => {
    const portal = openPortal('/patient?patient=7', [...sessionReplies(asNurse), ...patientReplies()]);
    await screen.findByRole('heading', { name: 'Ada Archer' });
    await waitFor(() => expect(portal.path()).toBe('/patient'));
    portal.unmount();
    forgetSession();
    portal.answer(renewSession, noSession);
    window.history.replaceState({ ...(window.history.state as object), name: 'Ada Archer' }, '');
    render(<App env="test" />);
    await screen.findByLabelText('Email');
    numbersWait();
  });
});

test.each<[string, string, ModuleName, string, string]>([
  [
    '/patient-surveys?event=9&patient=7',
    '/patient-surveys?event=9&patient=7',
    'Assessments',
    'Assessment',
    'How are you?',
  ],
  ['/patient?patient=7', '/patient', 'Assessments', 'Patient', 'Ada Archer'],
  ['/document', '/document', 'TrialCard', 'Documents', 'All Documents'],
])('CLN-01 RTE-11 %s opens its page, and the address is %s', async (at, address, module, title, part) => {
  const known = sessionReplies({ type: 'Admin', modules: [module] });
  const portal = openPortal(at, [...known, ...assessmentReplies(), [listTrials, { groups: [] }]]);
  await screen.findByRole('heading', { level: 1, name: title });
  await screen.findByRole('heading', { name: new RegExp(part) });
  await waitFor(() => expect(portal.path()).toBe(address));
});

test.each([
  ['/sign-in', 'Sign in'],
  ['/not-found', 'Page not found'],
])('CLN-01 %s opens its page signed out', async (path, title) => {
  const portal = openPortal(path, [[renewSession, noSession]]);
  await screen.findByRole('heading', { name: title });
  expect(portal.path()).toBe(path);
});

test.each([
  ['/discount', 'Discount Cards', 'There are no discount cards.'],
  ['/discount-response', 'Discount Reports', 'There are no discount reports.'],
])(
  'OPN-36 OPN-39 RTE-25 %s has the title %j, says that there is nothing yet, and asks nothing of the server',
  async (path, title, text) => {
    const known = sessionReplies({ type: 'Other', modules: ['DiscountCard'] });
    const portal = openPortal(path, known);
    await screen.findByRole('heading', { level: 1, name: title });
    await screen.findByText(text);
    expect(screen.getByRole('link', { name: title }).getAttribute('aria-current')).toBe('page');
    expect(portal.path()).toBe(path);
    expect(portal.calls.filter(({ path: asked }) => asked.includes('discount'))).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

/** To somebody with every module and admin rights, but without sight of the whole company; a page for administrators alone aside. */
const closedTo = (type: UserType): string[] =>
  insideRoutes
    .filter(({ access }) => access === 'open' || !access.adminRights)
    .map(({ path }) => path)
    .filter((path) => endOf(path, { modules: every, type }, { surveyEventId: 9 }) === '/not-found');

test.each(['Pharmacy User', 'Wholesaler User'] as UserType[])(
  'PRM-08 RTE-12 RTE-13 RTE-14 RTE-15 RTE-16 RTE-17 RTE-18 a %s reaches the shipment requests of a trial and none of its other pages',
  (type) => {
    expect(closedTo(type)).toEqual([
      '/trial-dashboard',
      '/participants',
      '/document',
      '/settings/caregroup-management',
      '/settings/ctrx-partner-management',
      '/settings/product-management',
      '/patient',
    ]);
  },
);

test('RTE-18 PRM-10 OPN-79 a Sponsor reaches every page of a trial but the shipment requests', () => {
  expect(closedTo('Sponsor')).toEqual(['/shipment-request', '/patient']);
});

test('OPN-79 PRM-11 a Site User may open the trial dashboard by its address', () => {
  expect(endOf('/trial-dashboard', { modules: ['TrialCard'], type: 'Site User', adminRights: false })).toBe(
    '/trial-dashboard',
  );
});

test.each(['Admin', 'Sponsor', 'Site User', 'Pharmacy User', 'Wholesaler User', 'Other', 'Nurse'] as UserType[])(
  'RTE-21 RTE-27 RTE-28 OPN-80 a %s opens the account, the patients and the users, whatever the modules',
  (type) => {
    for (const modules of [[], ['TrialCard'] as const, every])
      for (const path of ['/account', '/patients', '/settings/user-management'])
        expect(endOf(path, { modules: [...modules], type, adminRights: false })).toBe(path);
  },
);

describe('the start page', () => {
  test.each([
    [['Assessments'], 'Admin', '/dashboard'],
    [['DiscountCard'], 'Other', '/discount'],
    [['NurseReorder'], 'Nurse', '/reorder-form'],
    [['TrialCard'], 'Site User', '/participants'],
    [['TrialCard'], 'Pharmacy User', '/shipment-request'],
    [['TrialCard'], 'Wholesaler User', '/shipment-request'],
    [['TrialCard'], 'Admin', '/trial-dashboard'],
    [['TrialCard'], 'Sponsor', '/trial-dashboard'],
    [['Reporting'], 'Admin', '/not-found'],
    [['TrialCard', 'Assessments'], 'Pharmacy User', '/dashboard'],
    [['TrialCard', 'NurseReorder', 'DiscountCard'], 'Site User', '/discount'],
    [['TrialCard', 'NurseReorder'], 'Site User', '/reorder-form'],
  ] as [ModuleName[], UserType, string][])(
    'RTE-30 RTE-31 RTE-32 RTE-33 RTE-34 RTE-35 RTE-36 RTE-37 PRM-07 OPN-81 with %j a %s starts at %s',
    (modules, type, path) => {
      expect(rootOf(person({ modules, type }))).toBe(path);
    },
  );

  test('RTE-35 RTE-36 the browser goes there', async () => {
    const portal = openPortal('/', sessionReplies({ type: 'Sponsor' }));
    await screen.findByRole('heading', { level: 1, name: 'Trial Dashboard' });
    expect(portal.path()).toBe('/trial-dashboard');
  });
});

describe('the acknowledgment', () => {
  test.each([
    [0, null, '/acknowledgment-form'],
    [0, 5, '/participants'],
    [1, null, '/participants'],
    [null, null, '/participants'],
  ] as const)('RTE-39 RTE-40 training %j with document %j: one ends at %s', (trainingComplete, trainingDocId, path) => {
    expect(endOf('/participants', { modules: ['TrialCard'], trainingComplete, trainingDocId })).toBe(path);
  });

  test('RTE-39 ACK-08 OPN-30 whoever has to acknowledge is sent to the form from every page, and may sign out there', async () => {
    const portal = openPortal('/account', sessionReplies({ trainingComplete: 0 }));
    await screen.findByRole('heading', { name: 'Training Acknowledgment' });
    expect(portal.path()).toBe('/acknowledgment-form');
    screen.getByText('Access to this site is limited to authorized persons permitted by the trial sponsor.');
    await portal.user.click(screen.getByRole('button', { name: 'Sign Out' }));
    await screen.findByLabelText('Email');
    expect(portal.path()).toBe('/sign-in');
  });

  test('RTE-05 OPN-83 the form leads to sign-in when signed out', async () => {
    const signedOut = openPortal('/acknowledgment-form', [[renewSession, noSession]]);
    await screen.findByLabelText('Email');
    expect(signedOut.path()).toBe('/sign-in?redirect=%2Facknowledgment-form');
  });

  test('RTE-05 ROL-13 OPN-83 with TrialCard the form is there, and without it is not found', async () => {
    const shown = openPortal('/acknowledgment-form', sessionReplies({ modules: ['TrialCard'], trainingComplete: 0 }));
    await screen.findByRole('heading', { name: 'Training Acknowledgment' });
    shown.unmount();
    forgetPortal();
    const portal = openPortal('/acknowledgment-form', sessionReplies({ modules: ['Assessments'] }));
    await screen.findByText(/404/);
    expect(portal.path()).toBe('/not-found');
  });
});

describe('the admin guard', () => {
  const guarded = [
    '/management/care-groups',
    '/management/assessments',
    '/management/documents',
    '/settings/physician-user-management',
    '/settings/brand-management',
    '/settings/caregroup-management',
    '/settings/ctrx-partner-management',
    '/settings/product-management',
  ];

  test('RTE-41 PRM-04 PRM-17 OPN-37 without admin rights one is sent to the dashboard', () => {
    const given = { modules: every, adminRights: false };
    const sent = insideRoutes.filter(
      ({ path }) => endOf(path, given, { surveyEventId: 9 }) === '/dashboard' && path !== '/dashboard',
    );
    expect(sent.map(({ path }) => path)).toEqual(guarded);
    for (const path of guarded) expect(endOf(path, { modules: every })).toBe(path);
  });

  test('SEC-23 SEC-24 what is the company’s opens with sight of all of it, and else leads to the dashboard', () => {
    const given = { modules: every, type: 'Nurse' as const };
    const sent = guarded.filter((path) => endOf(path, given) === '/dashboard');
    expect(sent).toEqual(['/settings/physician-user-management', '/settings/brand-management']);
    for (const path of guarded) expect(endOf(path, { ...given, seesWholeCompany: true })).toBe(path);
  });

  test('OPN-37 the module rule comes before the admin guard', () => {
    expect(endOf('/management/documents', { modules: ['Assessments'], adminRights: false })).toBe('/not-found');
  });

  test.each([
    ['Site User', '/participants'],
    ['Sponsor', '/trial-dashboard'],
  ] as const)('OPN-82 without a dashboard the start page takes its place: a %s ends at %s', async (type, path) => {
    const portal = openPortal('/settings/product-management', sessionReplies({ type, adminRights: false }));
    await waitFor(() => expect(portal.path()).toBe(path));
  });
});

test('RTE-29 a page whose condition is not met is not found', async () => {
  const portal = openPortal('/chat', sessionReplies());
  await screen.findByText(/404/);
  expect(portal.path()).toBe('/not-found');
});

test('RTE-36 who is signed in and whose company has no start page reads so, with menu and sign-out around it', async () => {
  const portal = openPortal('/', sessionReplies({ modules: [] }));
  await screen.findByText(/^Your company has no start page yet\./);
  expect(portal.path()).toBe('/not-found');
  screen.getByText('404: The page you are looking for does not exist.');
  expect(screen.queryByRole('link', { name: 'Go to the start page' })).toBeNull();
  screen.getByRole('button', { name: 'Sign Out' });
  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeDefined();
  // Loaded anew it is the same.
  portal.unmount();
  forgetPortal();
  openPortal('/not-found', sessionReplies({ modules: ['TrialCard'] }));
  await screen.findByRole('button', { name: 'Sign Out' });
  screen.getByRole('link', { name: 'Go to the start page' });
});

test('SCP-01 RTE-38 moving between pages does not load the document anew', async () => {
  const portal = openPortal('/account', [
    ...sessionReplies({ type: 'Sponsor' }),
    [listTrials, { groups: [] }],
    [listToSign, { documents: [] }],
  ]);
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  await portal.user.click(screen.getByRole('link', { name: 'Documents' }));
  await screen.findByRole('heading', { level: 1, name: 'Documents' });
  await screen.findByRole('region', { name: 'User Management Report - Completed' });
  expect(portal.path()).toBe('/document');
  expect(portal.callsOf(renewSession)).toHaveLength(1);
});

test('the page of the parts is there in development and in no other mode', async () => {
  const portal = openPortal('/dev/kit', [[renewSession, noSession]], { mode: 'development' });
  await screen.findByRole('heading', { name: 'Parts of the portal' });
  portal.unmount();
  for (const mode of ['test', 'staging', 'production'] as const) {
    forgetPortal();
    const outside = openPortal('/dev/kit', [[renewSession, noSession]], { mode });
    await screen.findByText('404: The page you are looking for does not exist.');
    expect(outside.path()).toBe('/not-found');
    outside.unmount();
  }
});
