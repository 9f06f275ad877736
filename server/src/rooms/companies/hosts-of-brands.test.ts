/** The brand of a company on a host of its own, and tried before that. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as api from '@portal/contract/companies/brand-endpoints.ts';
import { brandOfHost } from '@portal/contract/companies/endpoints.ts';
import { signIn, startMfaSetup } from '@portal/contract/identity/endpoints.ts';
import { readToSign } from '@portal/contract/signing/endpoints.ts';
import { forgotPassword } from '@portal/contract/identity/account-endpoints.ts';
import { inviteUser } from '@portal/contract/providers/user-endpoints.ts';
import { notifications } from '@portal/contract/providers/rules.ts';
import { createRequest } from '@portal/contract/shipments/endpoints.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Alarm } from '#platform/security/alarms.ts';
import { operate } from '../../operator/operate.ts';
import { aBrandedCompany, aBrandWithHost, aBrandWithoutHost } from '#test/brands.ts';
import { forward } from '#test/factors.ts';
import { aBuiltWebApp } from '#test/house.ts';
import { aPng } from '#test/image-corpus.ts';
import { mailsTo } from '#test/mails.ts';
import { aPersonWithAccount, goodPassword } from '#test/people.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { inProduction, productionBrands } from '#test/production.ts';
import { openShipments } from '#test/shipments.ts';
import { tellOfStepsDue } from '../shipments/tell-of-steps.ts';
import { brandToWriteIn } from './brand-to-write-in.ts';
import { giveHosts } from './hosts-of-brands.ts';

const operator = (portal: Portal, ...words: string[]) =>
  operate(words, async () => ({ ...portal.app, sendsMail: false, close: async () => {} }));
const give = (portal: Portal, host: string, brandId: number) =>
  operator(portal, 'give-host', '--host', host, '--company-brand', String(brandId));
const brandAt = async (portal: Portal, host: string) => (await portal.call(brandOfHost, { headers: { host } })).reply;
/** Until a running server has heard of it. */
const shows = (portal: Portal, host: string, name: string) =>
  vi.waitFor(async () => expect((await brandAt(portal, host)).name).toBe(name), { timeout: 8_000, interval: 50 });

/** What the page at an address says of its brand before any script has run. */
async function pageAt(portal: Portal, url: string, host = 'localhost') {
  const { body } = await portal.app.http.inject({ url, headers: { host } });
  const data = /<script type="application\/json" id="portal">(.*?)<\/script>/.exec(body)?.[1] ?? '{}';
  return {
    title: /<title>(.*)<\/title>/.exec(body)?.[1],
    icon: /<link rel="icon" href="(.*?)" \/>/.exec(body)?.[1],
    ...(JSON.parse(data) as { isTried?: boolean; brand: Awaited<ReturnType<typeof brandAt>> }),
  };
}

const day = (portal: Portal, days: number) =>
  new Date(portal.app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

/** A company with a brand that has everything which people see. */
async function aBrandToShow(portal: Portal, more: Record<string, unknown> = {}) {
  const company = await aBrandedCompany(portal);
  const images = [];
  for (const side of [8, 9, 10]) images.push((await company.upload(aPng(side, side))).reply.imageUrl);
  const [logo, favicon, signInImage] = images;
  const alert = (message: string, given: Record<string, unknown> = {}) => ({ message, severity: 'warning', ...given });
  const { reply } = await company.add({
    companyName: 'Northern Lights',
    logo,
    favicon,
    signInImage,
    primaryColour: '#7a1f5f',
    email: 'help@northern.example',
    supportNumber: '+16175550101',
    termsURL: 'https://northern.example/terms',
    alerts: [
      alert('Closed on Friday.', { from: day(portal, -1), until: day(portal, 1) }),
      alert('Next week.', { from: day(portal, 7) }),
      alert('For nurses.', { types: ['Nurse'] }),
    ],
    ...more,
  });
  const trial = async () =>
    (
      await company.admin.call(api.readBrandTrial, {
        query: { company_id: company.companyId, brand_id: reply.brandId },
      })
    ).reply;
  return { ...company, brandId: reply.brandId, logo, favicon, signInImage, trial };
}

const ofNorthern = {
  name: 'Northern Lights',
  title: 'Northern Lights',
  companyName: 'Northern Lights',
  colours: { primary: '#7a1f5f', onPrimary: '#ffffff' },
  email: 'help@northern.example',
  phone: '+1 617 555 0101',
};

test('BRN-01 BRN-04 BRN-05 BRN-06 BRN-07 BRN-08 BRN-09 BRN-12 BST-05 OPN-32 a host that was given to the brand of a company shows it before anybody signs in, and its own brand again when it is taken back', async () => {
  const portal = await openPortal({}, { dist: aBuiltWebApp() });
  const { brandId, logo, favicon, signInImage } = await aBrandToShow(portal);
  const usual = await brandAt(portal, 'localhost');
  expect((await brandAt(portal, 'portal.northern.example')).key).toBe('default');
  expect((await give(portal, 'portal.northern.example', brandId)).ok).toBe(true);
  await shows(portal, 'portal.northern.example', 'Northern Lights');
  const given = await brandAt(portal, 'Portal.Northern.Example:8443');
  expect(given).toMatchObject({
    ...ofNorthern,
    key: `brand-${brandId}`,
    logo,
    favicon,
    signInImage,
    showsFooter: true,
  });
  expect(given.terms).toBe(`${usual.terms}\n\nThe terms of Northern Lights: https://northern.example/terms`);
  expect(given.alerts).toEqual([
    { alertId: expect.any(Number) as number, message: 'Closed on Friday.', severity: 'warning' },
  ]);
  const page = await pageAt(portal, '/sign-in', 'portal.northern.example');
  expect(page).toMatchObject({ title: 'Northern Lights', icon: favicon, brand: given });
  expect(page.isTried).toBeUndefined();
  expect(Object.keys(page.brand).toSorted()).toEqual(Object.keys(given).toSorted());
  expect(await brandAt(portal, 'localhost')).toEqual(usual);
  expect((await operator(portal, 'take-host', '--host', 'portal.northern.example')).ok).toBe(true);
  await shows(portal, 'portal.northern.example', 'Trellis');
});

test('BST-05 BRN-08 what the brand of a company does not say, the brand of the installation says', async () => {
  const portal = await openPortal();
  const company = await aBrandedCompany(portal);
  const { brandId } = (await company.add({ companyName: 'Plain' })).reply;
  await give(portal, 'plain.example', brandId);
  await shows(portal, 'plain.example', 'Plain');
  const usual = await brandAt(portal, 'localhost');
  const own = { key: `brand-${brandId}`, name: 'Plain', title: 'Plain', companyName: 'Plain' };
  expect(await brandAt(portal, 'plain.example')).toEqual({ ...usual, ...own });
  // With an email of its own and no number, that of the installation would not help.
  await company.change({ brandId, email: 'own@plain.example' });
  await vi.waitFor(
    async () => expect((await brandAt(portal, 'plain.example')).email).toBe('own@plain.example'),
    15_000,
  );
  expect((await brandAt(portal, 'plain.example')).phone).toBeNull();
});

test('BRN-01 OPN-32 a change of a brand, and the days of its alerts, are seen on its host without any start, in every process', async () => {
  onItsOwn();
  const portal = await openPortal();
  const beside = await openPortal({}, { beside: portal });
  const { brandId, change } = await aBrandToShow(portal);
  await give(portal, 'portal.northern.example', brandId);
  for (const server of [portal, beside]) await shows(server, 'portal.northern.example', 'Northern Lights');
  await change({ brandId, companyName: 'Southern Lights', primaryColour: '#0f6b6b' });
  for (const server of [portal, beside]) {
    await shows(server, 'portal.northern.example', 'Southern Lights');
    expect((await brandAt(server, 'portal.northern.example')).colours.primary).toBe('#0f6b6b');
  }
  portal.app.clock.set(new Date(portal.app.clock.now().getTime() + 8 * 86_400_000));
  const shown = (await brandAt(portal, 'portal.northern.example')).alerts.map(({ message }) => message);
  expect(shown).toEqual(['Next week.']);
  // A process that starts later knows it from its start on.
  const later = await openPortal({}, { beside: portal });
  expect((await brandAt(later, 'portal.northern.example')).name).toBe('Southern Lights');
});

test('REL-04 a host that is given while the connections to the database are lost is shown when they are back', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { brandId } = await aBrandToShow(portal);
  await portal.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await vi.waitFor(async () => expect((await give(portal, 'portal.northern.example', brandId)).ok).toBe(true), {
    timeout: 8_000,
  });
  await shows(portal, 'portal.northern.example', 'Northern Lights');
});

test('SEC-18 production serves a host that was given and refuses it when it is taken back; links of mails lead to it over TLS', async () => {
  const portal = await openPortal(inProduction);
  const host = 'portal.northern.example';
  const { brandId, companyId } = await aBrandToShow(portal, { senderEmailName: 'Northern Care Team' });
  expect((await portal.call(brandOfHost, { headers: { host } })).code).toBe('unknown_host');
  await give(portal, host, brandId);
  await shows(portal, host, 'Northern Lights');
  const { email } = await aPersonWithAccount(portal, 'Nurse', { companyId });
  await portal.call(forgotPassword, { body: { email }, headers: { host } });
  const [mail] = await mailsTo(portal, email);
  expect(mail?.text).toContain('Northern Lights\nhelp@northern.example · +1 617 555 0101');
  expect(await portal.rows('select from_name, answers_to from message where recipient = $1', [email])).toEqual([
    { from_name: 'Northern Care Team', answers_to: 'help@northern.example' },
  ]);
  expect(mail?.html).toContain('background:#7a1f5f;color:#ffffff');
  // Where every link of a mail leads.
  expect(portal.app.brands.of(host)?.portalUrl).toBe(`https://${host}`);
  await operator(portal, 'take-host', '--host', host);
  await vi.waitFor(
    async () => expect((await portal.call(brandOfHost, { headers: { host } })).code).toBe('unknown_host'),
    15_000,
  );
});

test('BRN-10 MFA-13 SEC-13 the issuer of a second factor that is set up on the host of a company is its brand', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { brandId, companyId } = await aBrandToShow(portal);
  await give(portal, 'portal.northern.example', brandId);
  await shows(portal, 'portal.northern.example', 'Northern Lights');
  const headers = { host: 'portal.northern.example' };
  const { email } = await aPersonWithAccount(portal, 'Admin', { companyId });
  const first = await portal.call(signIn, { body: { email, password: goodPassword }, headers });
  const { challenge } = first.reply as { challenge: string };
  const { uri } = (await portal.call(startMfaSetup, { body: { challenge }, headers })).reply;
  expect(new URL(uri).searchParams.get('issuer')).toBe('Northern Lights');
});

test('BRN-01 BST-05 OPN-32 a brand is tried on the sign-in page before it has a host: everything that will be seen there, and nothing more', async () => {
  const portal = await openPortal({}, { dist: aBuiltWebApp() });
  const { trial, logo, favicon, signInImage, brandId } = await aBrandToShow(portal);
  const { path, hosts } = await trial();
  expect([path, hosts]).toEqual([expect.stringMatching(/^\/sign-in\?brand=\d+-[0-9a-f]{32}$/) as string, []]);
  const tried = await pageAt(portal, path);
  expect(tried).toMatchObject({ isTried: true, title: 'Northern Lights', icon: favicon });
  expect(tried.brand).toMatchObject({ ...ofNorthern, logo, favicon, signInImage });
  expect(tried.brand.alerts.map(({ message }) => message)).toEqual(['Closed on Friday.']);
  // No other page, and not the page itself without the key.
  expect((await pageAt(portal, path.replace('/sign-in', '/forgot-password'))).brand.key).toBe('default');
  expect((await pageAt(portal, '/sign-in')).brand.key).toBe('default');
  await give(portal, 'portal.northern.example', brandId);
  await shows(portal, 'portal.northern.example', 'Northern Lights');
  expect((await trial()).hosts).toEqual(['portal.northern.example']);
  const { terms: _terms, ...given } = (await pageAt(portal, '/sign-in', 'portal.northern.example')).brand;
  expect(tried.brand).toMatchObject(given);
});

test('SEC-22 SEC-18 a brand is tried by a key that nobody can guess, and never on a host of another company', async () => {
  const portal = await openPortal({}, { dist: aBuiltWebApp() });
  const [ours, theirs] = [await aBrandToShow(portal), await aBrandToShow(portal, { companyName: 'Others' })];
  const { path } = await ours.trial();
  const [, key = ''] = path.split('=');
  const foreign = key.replace(/^\d+/, String(theirs.brandId));
  for (const wrong of [
    foreign,
    'meridian',
    `${ours.brandId}`,
    `${ours.brandId}-${'0'.repeat(32)}`,
    `${key}x`,
    '',
    '%00',
  ])
    expect([wrong, (await pageAt(portal, `/sign-in?brand=${wrong}`)).isTried]).toEqual([wrong, undefined]);
  expect((await pageAt(portal, `/sign-in?brand=${key}&brand=${key}`)).isTried).toBeUndefined();
  expect((await pageAt(portal, `/sign-in?brand[a]=${key}`)).isTried).toBeUndefined();
  await give(portal, 'their.example', theirs.brandId);
  await give(portal, 'our.example', ours.brandId);
  await shows(portal, 'their.example', 'Others');
  await shows(portal, 'our.example', 'Northern Lights');
  const there = await pageAt(portal, path, 'their.example');
  expect([there.isTried, there.brand.name]).toEqual([undefined, 'Others']);
  expect((await pageAt(portal, path, 'our.example')).isTried).toBe(true);
  const stranger = await theirs.admin.call(api.readBrandTrial, {
    query: { company_id: theirs.companyId, brand_id: ours.brandId },
  });
  expect(stranger.status).toBe(404);
});

/** The brands of production, of which the one for Europe has these hosts. */
function aTableWithEurope(hosts: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-brands-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const table = JSON.parse(readFileSync(productionBrands, 'utf8')) as { key: string; hosts: string[] }[];
  const file = join(folder, 'brands.json');
  writeFileSync(file, JSON.stringify(table.map((brand) => (brand.key === 'europe' ? { ...brand, hosts } : brand))));
  return file;
}

test('BRN-08 BRN-12 BRN-13 when hosts of the installation have changed, the brand of a company goes by the portal of now, and says where that is', async () => {
  const BRANDS_FILE = aTableWithEurope(['EU.TrialCard.test']);
  const portal = await openPortal({ BRANDS_FILE, DEFAULT_PORTAL_URL: 'https://eu.trialcard.test' });
  const { admin, companyId, add, change } = await aBrandedCompany(portal);
  const { brandId: old } = (await add({ companyName: 'From before' })).reply;
  await portal.rows(`update company_brand set portal_url = 'https://old.example' where brand_id = $1`, [old]);
  const addresses = async () => {
    const { brand, portals } = (await admin.call(api.listBrands, { query: { company_id: companyId } })).reply;
    return brand.map(({ portalUrl }, at) => [portalUrl, portals?.[at]]);
  };
  expect(await addresses()).toEqual([['https://old.example', { brandId: old, url: 'https://eu.trialcard.test' }]]);
  await give(portal, 'company.example', old);
  await shows(portal, 'company.example', 'From before');
  const europe = await brandAt(portal, 'eu.trialcard.test');
  expect(europe.name).toBe('TrialCard Europe');
  const { logo, phone, terms, email, showsFooter } = europe;
  expect(await brandAt(portal, 'company.example')).toMatchObject({ logo, phone, terms, email, showsFooter });
  expect(await addresses()).toEqual([['https://old.example', { brandId: old, url: 'https://company.example' }]]);
  // BRN-13: sent back as it was read it changes nothing.
  expect((await change({ brandId: old, portalUrl: 'https://old.example' })).status).toBe(200);
});

test('BRN-01 SEC-18 a host that was given and stands in BRANDS_FILE later is no longer its company’s: nobody is invited or written to there, and the Brands page leads elsewhere', async () => {
  onItsOwn();
  const before = await openPortal();
  const companyId = await before.aCompany(['BrandManagement']);
  await aBrandWithHost(before, { companyId, host: 'northern.example' });
  const [northern] = await before.rows<{ id: number }>('select brand_id as id from host_brand');
  const [southern] = await aBrandWithoutHost(before, companyId, 'Southern Lights');
  const BRANDS_FILE = aTableWithEurope(['eu.trialcard.test', 'Northern.example']);
  const portal = await openPortal({ BRANDS_FILE }, { beside: before });
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  const urls = async () =>
    (await admin.call(api.listBrands, { query: { company_id: companyId } })).reply.portals?.map(({ url }) => url);
  const writtenIn = () =>
    portal.app.database.asSystem(async (tx) => (await brandToWriteIn(portal.app, tx, { companyId })).portalUrl);
  expect((await brandAt(portal, 'northern.example')).key).toBe('europe');
  expect(portal.app.brands.withKey(`brand-${northern?.id}`)).toBeUndefined();
  expect([await writtenIn(), await urls()]).toEqual(['https://localhost', ['https://localhost', 'https://localhost']]);
  // Of several hosts and brands the next one takes its place.
  forward(portal, 1_000);
  expect((await give(portal, 'southern.example', southern?.id as number)).said).toContain(
    'Links in mails of this brand lead there.',
  );
  await giveHosts(portal.app);
  expect([await writtenIn(), await urls()]).toEqual([
    'https://southern.example',
    ['https://localhost', 'https://southern.example'],
  ]);
  forward(portal, 1_000);
  expect((await give(portal, 'beside.example', northern?.id as number)).said).toContain(
    'Links in mails of this brand lead there.',
  );
  await giveHosts(portal.app);
  expect([await writtenIn(), await urls()]).toEqual([
    'https://beside.example',
    ['https://beside.example', 'https://southern.example'],
  ]);
});

test('BRN-08 BRN-12 without DEFAULT_PORTAL_URL a company has one portal, that of the brand which the operator last invited its people under: its hosts look like it, its trials, and the Brands page leads there', async () => {
  const portal = await openPortal({}, { dist: aBuiltWebApp() });
  const { admin, companyId, add } = await aBrandedCompany(portal);
  const [own, other] = [await add({ companyName: 'Own' }), await add({ companyName: 'Other' })];
  const company = ['--company', String(companyId)];
  const invite = async (email: string, brand: string) => {
    const words = ['invite-admin', ...company, '--admin-email', email, '--admin-type', 'Other', '--brand', brand];
    expect((await operator(portal, ...words)).ok).toBe(true);
  };
  const portals = async () =>
    (await admin.call(api.listBrands, { query: { company_id: companyId } })).reply.portals?.map(({ url }) => url);
  const usual = portal.app.brands.withKey('default')?.portalUrl;
  expect(await portals()).toEqual([usual, usual]);

  await invite(`first-of-${companyId}@clinic.example`, 'europe');
  const [europe, america] = ['http://eu.trialcard.test:3000', 'http://na.trialcard.test:3000'];
  expect(await portals()).toEqual([europe, europe]);
  await give(portal, 'one-portal.example', own.reply.brandId);
  await shows(portal, 'one-portal.example', 'Own');
  const looksOf = ({ logo, phone, terms, email }: Awaited<ReturnType<typeof brandAt>>) => ({
    logo,
    phone,
    terms,
    email,
  });
  const looks = async (host: string) => looksOf(await brandAt(portal, host));
  expect(await looks('one-portal.example')).toEqual(await looks('eu.trialcard.test'));
  expect(await portals()).toEqual(['http://one-portal.example:3000', europe]);
  const query = { company_id: companyId, brand_id: other.reply.brandId };
  const { path } = (await admin.call(api.readBrandTrial, { query })).reply;
  expect(looksOf((await pageAt(portal, path)).brand)).toEqual(await looks('eu.trialcard.test'));

  await invite(`second-of-${companyId}@clinic.example`, 'north-america');
  const looksLike = (host: string) =>
    vi.waitFor(async () => expect(await looks('one-portal.example')).toEqual(await looks(host)), {
      timeout: 8_000,
      interval: 50,
    });
  await looksLike('na.trialcard.test');
  expect(await portals()).toEqual(['http://one-portal.example:3000', america]);
  await operator(portal, 'cancel-invitation', ...company, '--email', `second-of-${companyId}@clinic.example`);
  await looksLike('eu.trialcard.test');
  expect(await portals()).toEqual(['http://one-portal.example:3000', europe]);
});

test('BRN-13 the Brands page says what the database says of hosts, also before this process has heard of it', async () => {
  const portal = await openPortal();
  const { admin, companyId, add } = await aBrandedCompany(portal);
  const { brandId } = (await add({ companyName: 'Own' })).reply;
  for (const host of ['first-of-two.example', 'another-of-two.example'])
    await portal.rows(
      'insert into host_brand (host, company_id, brand_id, given_at) values ($1, $2, $3, clock_timestamp())',
      [host, companyId, brandId],
    );
  const { portals } = (await admin.call(api.listBrands, { query: { company_id: companyId } })).reply;
  expect(portals).toEqual([{ brandId, url: 'http://first-of-two.example:3000' }]);
});

test.each([
  ['DEFAULT_PORTAL_URL', 'https://old.example.com/'],
  ['SPECIAL_PORTAL_URL', 'https://old.example.com'],
])(
  'SEC-18 OPN-31 production does not start while %s leads to a host that neither BRANDS_FILE nor the operator gave a brand, and whose links would be dead',
  async (name, url) => {
    onItsOwn();
    const portal = await openPortal(inProduction);
    for (let n = 1; n <= 6; n += 1) await portal.aCompany([]);
    const start = (more: Record<string, string>) => openPortal({ ...inProduction, ...more }, { beside: portal });
    await expect(start({ [name]: url })).rejects.toThrow(
      `${name} must lead to a host that a brand of BRANDS_FILE names, or that "give-host" gave to one: "old.example.com" is refused in production (is "${url}").`,
    );
    // Commands do what housekeeping does without serving anybody, so that the host can be given.
    await (await openPortal({ ...inProduction, [name]: url }, { beside: portal, serves: false })).stop();
    await (await start({ [name]: 'https://EU.trialcard.test/' })).stop();
    await aBrandWithHost(portal, { companyId: 1, host: 'old.example.com' });
    const served = await start({ [name]: url });
    expect((await brandAt(served, 'old.example.com')).name).toBe('old.example.com');
  },
);

test('SEC-18 OPN-31 an address that is left for a special company that is not there stops no start in production', async () => {
  onItsOwn();
  const portal = await openPortal({ ...inProduction, SPECIAL_PORTAL_URL: 'https://old.example.com' });
  expect((await brandAt(portal, 'eu.trialcard.test')).name).toBe('TrialCard Europe');
});

test('SEC-22 OPN-32 nobody speaks in the name of another company by working on its host', async () => {
  const portal = await openPortal();
  const [ours, theirs] = [await aBrandToShow(portal), await portal.aCompany(['ClinicalManagement'])];
  await give(portal, 'our.example', ours.brandId);
  await shows(portal, 'our.example', 'Northern Lights');
  const sent = async (companyId: number, email: string) => {
    const [group] = await portal.rows<{ id: number }>(
      `insert into care_group (company_id, kind, name, display_name, created_at) values ($1, 'group', 'Clinic', 'Clinic', now())
       returning care_group_id as id`,
      [companyId],
    );
    const gIds = [group?.id as number];
    const by = await portal.signedIn(
      await portal.aPerson('Nurse', { company_id: companyId, admin_rights: true }, gIds),
      'our.example',
    );
    const given = { providerType: 'Nurse', defaultListing: 0, adminRights: 0, prescriber: 0, sponsorId: null };
    const body = { companyId, gIds, email, ...given };
    const { status, message } = await by.call(inviteUser, { body, headers: { host: 'our.example' } });
    expect([status, message]).toEqual([200, undefined]);
    return (await mailsTo(portal, email))[0];
  };
  const own = await sent(ours.companyId, 'own@mail.example');
  expect([own?.text.includes('Northern Lights'), own?.text.includes('//our.example')]).toEqual([true, true]);
  const foreign = await sent(theirs, 'stranger@mail.example');
  expect(foreign?.text).toContain('Trellis');
  expect(`${foreign?.text} ${foreign?.html}`).not.toMatch(/Northern|northern|our\.example|#7a1f5f/);
});

/** A company at work in a portal that knows no hosts but those of its brands, and what its people and partners are told of a new request. */
async function aRequestFrom(hosts: { signedInAt: string; pharmacistAt: string }) {
  const s = await openShipments(inProduction);
  const { siteUser, pharmacist, adminAbroad } = s.people;
  await aBrandWithHost(s, { companyId: s.companyId, host: 'own.example' });
  await aBrandWithHost(s, { companyId: adminAbroad.companyId, host: 'stranger.example' });
  await aBrandWithHost(s, { companyId: s.companyId, host: 'taken.example' });
  await s.rows(`update partner set send_email = true, email = 'pharmacy@mail.example' where company_id = $1`, [
    s.companyId,
  ]);
  await s.rows(
    `insert into notification_preference (company_id, provider_id, name, description, enabled) values ($1, $2, $3, '', true)`,
    [s.companyId, pharmacist.providerId, notifications.shipments.name],
  );
  const { email } = (
    await s.rows<{ email: string }>(
      `update provider set email = 'pia@mail.example' where provider_id = $1
    returning email`,
      [pharmacist.providerId],
    )
  )[0]!;
  await s.signedIn(pharmacist.providerId, hosts.pharmacistAt);
  const by = await s.signedIn(siteUser.providerId, hosts.signedInAt);
  const { status } = await by.call(createRequest, { body: s.order(), headers: { host: hosts.signedInAt } });
  expect(status).toBe(200);
  await s.rows('delete from host_brand where host = $1', ['taken.example']);
  await giveHosts(s.app);
  forward(s, 5 * 60_000);
  await tellOfStepsDue(s.app);
  const nameIn = async (to: string) =>
    (await mailsTo(s, to)).map(
      ({ text, html }) => /own\.example|stranger\.example|Trellis/.exec(`${text} ${html}`)?.[0],
    );
  return { toPharmacist: await nameIn(email), toPharmacy: await nameIn('pharmacy@mail.example') };
}

test('SEC-22 ACC-02 a mail about a shipment request never speaks in the name of another company, on whose host it was placed or its reader works', async () => {
  expect(await aRequestFrom({ signedInAt: 'stranger.example', pharmacistAt: 'stranger.example' })).toEqual({
    toPharmacist: ['Trellis'],
    toPharmacy: ['Trellis'],
  });
  expect(await aRequestFrom({ signedInAt: 'own.example', pharmacistAt: 'stranger.example' })).toEqual({
    toPharmacist: ['Trellis'],
    toPharmacy: ['own.example'],
  });
});

test('ACC-02 who signed in last on a host that was taken back hears of a request in the brand of the host that it was placed on', async () => {
  expect(await aRequestFrom({ signedInAt: 'own.example', pharmacistAt: 'taken.example' })).toEqual({
    toPharmacist: ['own.example'],
    toPharmacy: ['own.example'],
  });
});

test('SEC-22 P11-18 of what is refused on the host of another company the administrators are not told in its name', async () => {
  const portal = await openPortal();
  await aBrandWithHost(portal, { companyId: await portal.aCompany(), host: 'strangers.example' });
  const nurse = await portal.signedIn(
    await portal.aPerson('Nurse', { company_id: await portal.aCompany() }),
    'strangers.example',
  );
  const told = new Promise<Alarm>((tell) => portal.app.alarms.listen(tell));
  const query = { srUuid: randomUUID(), signerUuid: randomUUID() };
  expect((await nurse.call(readToSign, { query, headers: { host: 'strangers.example' } })).status).toBe(404);
  expect(await told).toMatchObject({ what: 'refused', brand: { key: 'default' } });
});

test('SEC-39 who is kept out on the host of a company is on record for this company', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { brandId, companyId } = await aBrandToShow(portal);
  await give(portal, 'portal.northern.example', brandId);
  await shows(portal, 'portal.northern.example', 'Northern Lights');
  await portal.app.http.inject({
    method: 'POST',
    url: '/api/auth/sign-in',
    headers: { host: 'portal.northern.example' },
    payload: { email: 'nobody@nowhere.example', password: 'Wrong-Horse-9-Battery' },
  });
  await vi.waitFor(
    async () =>
      expect(await portal.rows(`select company_id from security_event where host = 'portal.northern.example'`)).toEqual(
        [{ company_id: companyId }],
      ),
    15_000,
  );
});
