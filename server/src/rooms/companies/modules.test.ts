import { companyModules } from '@portal/contract/companies/endpoints.ts';
import { me } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { aBuiltWebApp } from '#test/house.ts';
import { openPortal } from '#test/portal.ts';

test('SCP-03 the modules are spelled exactly so: those that the shell knows, and three that it stores', async () => {
  const portal = await openPortal();
  const ofTheShell = [
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
  ] as const;
  const stored = ['Insurance', 'ReadOnlyPatientDetails', 'MFA'] as const;
  const companyId = await portal.aCompany([...ofTheShell, ...stored]);
  const nurse = await portal.signedIn(await portal.aPerson('Nurse', { company_id: companyId }));
  const { body } = await nurse.call(companyModules, { query: { company_id: companyId } });
  const { modules } = body as { modules: { modId: number; name: string; basicAuthAllowed: number }[] };
  expect(modules.map(({ name }) => name).sort()).toEqual([...ofTheShell, ...stored].sort());
  expect(new Set(modules.map(({ modId }) => modId)).size).toBe(14);
});

test('a module that this release does not know, as the next one may have, is left out and keeps nobody away', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany(['TrialCard']);
  await portal.rows(`insert into company_module (company_id, name) values ($1, 'Telehealth')`, [companyId]);
  const nurse = await portal.signedIn(await portal.aPerson('Nurse', { company_id: companyId }));
  const modules = await nurse.call(companyModules, { query: { company_id: companyId } });
  expect(modules.reply.modules.map(({ name }) => name)).toEqual(['TrialCard']);
  const own = await nurse.call(me, {});
  expect(own.reply.modules.map(({ name }) => name)).toEqual(['TrialCard']);
});

test.each(['test', 'staging', 'production'])(
  'SCN-11 there is a mode %s, and every page of the portal is told it',
  async (mode) => {
    const production = { DATABASE_URL: 'postgres://db/x?sslmode=verify-full', TLS_AT_EDGE: 'yes' };
    const portal = await openPortal(
      { PORTAL_MODE: mode, ...(mode === 'production' ? production : {}) },
      { dist: aBuiltWebApp() },
    );
    for (const url of ['/', '/sign-in', '/register?id=x', '/participants']) {
      const { body } = await portal.app.http.inject({ url, headers: { host: 'na.trialcard.test' } });
      const data = /id="portal">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}';
      expect([url, (JSON.parse(data) as { mode?: string }).mode]).toEqual([url, mode]);
    }
  },
);
