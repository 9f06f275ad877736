import { meets, type ModuleName, type UserType } from '@portal/contract/access.ts';
import { endpoints } from '@portal/contract/all.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aViewer, forgetPortal, openPortal, sessionReplies } from '#test/portal.tsx';
import { menuOf } from './menu.ts';
import { routeOf } from './routes.ts';

const ofTrials: ModuleName[] = ['TrialCard', 'ClinicalManagement', 'MD_Direct_Invite', 'BrandManagement', 'Reporting'];
const ofClinics: ModuleName[] = [
  'Assessments',
  'ClinicalManagement',
  'FollowUp',
  'Messaging',
  'NurseReorder',
  'BrandManagement',
  'Reporting',
];

test.each<[string, UserType, boolean, ModuleName[]]>([
  ['an Admin', 'Admin', true, ofTrials],
  ['an administrator of one trial', 'Other', true, ofTrials],
  ['a Site User', 'Site User', false, ofTrials],
  ['a Sponsor', 'Sponsor', false, ofTrials],
  ['a Pharmacy User', 'Pharmacy User', false, ofTrials],
  ['a Wholesaler User', 'Wholesaler User', false, ofTrials],
  ['an administrator of one clinic', 'Other', true, ofClinics],
  ['a nurse', 'Nurse', false, ofClinics],
])(
  'SCP-07 LIB-02 what a page in the menu of %s asks for as it opens, they may call',
  async (_, type, adminRights, modules) => {
    const person = { ...aViewer, type, adminRights, seesWholeCompany: type === 'Admin', modules };
    const paths = menuOf(person).flatMap(({ entries }) => entries.map(({ path }) => path));
    const asked = new Set<string>();
    const closed = new Set<string>();
    for (const path of paths) {
      const portal = openPortal(path, sessionReplies(person));
      await screen.findByRole('heading', { level: 1, name: routeOf(path)?.title });
      let before = 0;
      await waitFor(() => {
        const { length } = portal.calls;
        const isMore = length > before;
        before = length;
        expect(isMore).toBe(false);
      });
      for (const call of portal.calls) {
        const found = endpoints.find(({ endpoint }) => endpoint.method === call.method && endpoint.path === call.path);
        if (!found) throw new Error(`the contract has no ${call.method} ${call.path}`);
        asked.add(found.name);
        if (!meets(found.endpoint.access, person)) closed.add(`${found.name} on ${path}`);
      }
      portal.unmount();
      forgetPortal();
    }
    expect([...closed]).toEqual([]);
    expect(asked.size).toBeGreaterThan(paths.length);
  },
);
