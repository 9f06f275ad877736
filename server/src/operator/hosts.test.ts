/** The hosts of companies, from the command line. */
import { expect, test } from 'vitest';
import { aBrandedCompany } from '#test/brands.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { giveHosts } from '#rooms/companies/door.ts';
import { operate } from './operate.ts';

const run = (portal: Portal, ...words: string[]) =>
  operate(words, async () => ({ ...portal.app, sendsMail: false, close: async () => {} }));

async function aBrand(portal: Portal, companyName = 'Northern Lights') {
  const company = await aBrandedCompany(portal);
  return { ...company, brandId: (await company.add({ companyName })).reply.brandId };
}

test('BRN-01 P11-16 an operator gives a host to the brand of a company and takes it back, on record in the trail of the company', async () => {
  const portal = await openPortal();
  const { brandId, companyId } = await aBrand(portal);
  expect(await run(portal, 'give-host', '--host', 'Portal.Northern.Example', '--company-brand', `${brandId}`)).toEqual({
    ok: true,
    said: `portal.northern.example shows the brand ${brandId} of the company ${companyId}. Running portals follow within seconds.\nIts name has to lead to the portal, with a certificate for it: that is your proxy's.\nThe brand has no logo, no icon, no sign-in image, no colour: there the portal's own is shown.`,
  });
  expect((await run(portal, 'list-companies')).said).toContain(
    `   brand ${brandId}: Northern Lights, portal.northern.example`,
  );
  expect(await run(portal, 'take-host', '--host', 'portal.northern.example')).toEqual({
    ok: true,
    said: `portal.northern.example no longer shows the brand ${brandId} of the company ${companyId}. Running portals follow within seconds.`,
  });
  expect(await portal.rows('select host from host_brand')).toEqual([]);
  const recorded = await portal.rows(
    `select company_id, actor_type, action, record_id, changes from audit_entry where action like 'brand.host%' order by seq`,
  );
  const entry = { company_id: companyId, actor_type: 'Operator', record_id: String(brandId) };
  expect(recorded).toEqual([
    { ...entry, action: 'brand.host_given', changes: [{ field: 'host', new: 'portal.northern.example' }] },
    { ...entry, action: 'brand.host_taken', changes: [{ field: 'host', old: 'portal.northern.example' }] },
  ]);
});

test('BRN-01 what cannot be given or taken is said in a sentence, and nothing is on record', async () => {
  const portal = await openPortal();
  const [ours, theirs] = [await aBrand(portal), await aBrand(portal, 'Others')];
  const give = (host: string, brandId: number | string) =>
    run(portal, 'give-host', '--host', host, '--company-brand', String(brandId));
  await give('portal.northern.example', ours.brandId);
  const before = await portal.rows('select count(*) from audit_entry');
  expect((await give('portal.northern.example', ours.brandId)).said).toBe(
    `portal.northern.example shows the brand ${ours.brandId} already.`,
  );
  expect((await give('portal.northern.example', theirs.brandId)).said).toBe(
    `portal.northern.example shows the brand ${ours.brandId}, "Northern Lights", of the company ${ours.companyId}. Take it back first: take-host --host portal.northern.example`,
  );
  expect((await give('na.trialcard.test', ours.brandId)).said).toBe(
    'na.trialcard.test is a host of the brand "north-america" of the installation, which BRANDS_FILE says.',
  );
  expect((await give('other.example', 999)).said).toBe(
    'There is no brand 999 of a company. "list-companies" shows their numbers.',
  );
  for (const wrong of [
    'https://portal.example.com',
    'portal.example.com:8443',
    'portal.example.com/sign-in',
    'portal',
    '10.0.0.9',
    '[::1]',
    'port al.example.com',
    '-a.example.com',
    'portal.example.com.',
    'pörtal.example.com',
    `${'a'.repeat(64)}.example.com`,
    '<b>.example.com',
  ])
    expect((await give(wrong, ours.brandId)).said).toBe(
      `--host must be the name of a host alone, such as portal.example.com (is "${wrong}").`,
    );
  expect((await give('x.example', 'northern')).said).toBe('--company-brand must be a number (is "northern").');
  expect((await run(portal, 'give-host')).said).toBe('--host is needed.\n--company-brand is needed.');
  expect((await run(portal, 'take-host', '--host', 'other.example')).said).toBe(
    'other.example was given to no brand of a company.',
  );
  expect((await run(portal, 'take-host', '--host', 'na.trialcard.test')).said).toBe(
    'na.trialcard.test is a host of the brand "north-america" of the installation, which BRANDS_FILE says.',
  );
  expect(await portal.rows('select count(*) from audit_entry')).toEqual(before);
  expect((await run(portal, '--help')).said).toContain('give-host --host … --company-brand …\n');
});

test('REL-07 of two operators who give a host at once one succeeds, and the other is told who has it', async () => {
  onItsOwn();
  const portal = await openPortal();
  const [ours, theirs] = [await aBrand(portal), await aBrand(portal, 'Others')];
  const told = await Promise.all(
    [ours, theirs].map(({ brandId }) =>
      run(portal, 'give-host', '--host', 'portal.example.com', '--company-brand', String(brandId)),
    ),
  );
  expect(told.filter(({ ok }) => ok)).toHaveLength(1);
  expect(told.find(({ ok }) => !ok)?.said).toContain('Take it back first');
  expect(await portal.rows('select host from host_brand')).toHaveLength(1);
});

test('SEC-18 an administrator is invited to the host of the company, and who takes the host back hears of links that lead there', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { brandId, companyId } = await aBrand(portal);
  await run(portal, 'give-host', '--host', 'portal.northern.example', '--company-brand', String(brandId));
  await giveHosts(portal.app.database, portal.app.brands);
  const invited = await run(
    portal,
    'invite-admin',
    '--company',
    String(companyId),
    '--admin-email',
    'ada@clinic.example',
    '--admin-type',
    'Other',
    '--brand',
    `brand-${brandId}`,
  );
  expect(invited.said).toMatch(/^http:\/\/portal\.northern\.example(:\d+)?\/register\?id=/m);
  expect((await run(portal, 'take-host', '--host', 'portal.northern.example')).said).toContain(
    '\nOne open invitation leads to a host of this brand: invite again who got a link to portal.northern.example.',
  );
});
