/** How a brand looks, and when its alerts are shown. */
import * as api from '@portal/contract/companies/brand-endpoints.ts';
import { contrast, textOn } from '@portal/contract/companies/colours.ts';
import { expect, test } from 'vitest';
import { aBrandedCompany } from '#test/brands.ts';
import { aPng } from '#test/image-corpus.ts';
import { openPortal } from '#test/portal.ts';

test('BST-05 BST-12 CAG-31 P11-11 a brand has a colour, an icon and an image of its own; each change is on record with old and new', async () => {
  const portal = await openPortal();
  const { admin, companyId, add, change, read, upload } = await aBrandedCompany(portal);
  const [favicon, signInImage] = [(await upload(aPng(8, 8))).reply.imageUrl, (await upload(aPng(9, 9))).reply.imageUrl];
  const { brandId } = (await add({ companyName: 'Meridian' })).reply;
  const none = { favicon: null, signInImage: null, primaryColour: null };
  expect(await read(brandId)).toMatchObject([none]);
  const looks = { favicon, signInImage, primaryColour: ' #0F6B6B ' };
  expect((await change({ brandId, version: 1, ...looks })).reply.version).toBe(2);
  const shown = { favicon, signInImage, primaryColour: '#0f6b6b' };
  expect(await read(brandId)).toMatchObject([shown]);
  const logo = await admin.call(api.readLogo, { query: { company_id: companyId, brand_id: brandId } });
  expect(logo.body).toEqual({ logo: null, favicon });
  // As it was read it changes nothing; what is left out stays.
  const [before] = await read(brandId);
  expect((await change({ ...before })).reply.version).toBe(2);
  expect((await change({ brandId, primaryColour: '#ffd54f' })).reply.version).toBe(3);
  expect(await read(brandId)).toMatchObject([{ ...shown, primaryColour: '#ffd54f' }]);
  expect((await change({ brandId, primaryColour: '', favicon: '', signInImage: '' })).reply.version).toBe(4);
  expect(await read(brandId)).toMatchObject([none]);
  const entries = await portal.rows<{ changes: { field: string; old?: unknown; new?: unknown }[] }>(
    `select changes from audit_entry where action = 'brand.changed' and record_id = $1 order by seq`,
    [String(brandId)],
  );
  const colours = entries.flatMap(({ changes }) => changes.filter(({ field }) => field === 'primary_colour'));
  expect(colours.map((one) => [one.old ?? null, one.new ?? null])).toEqual([
    [null, '#0f6b6b'],
    ['#0f6b6b', '#ffd54f'],
    ['#ffd54f', null],
  ]);
});

test.each([['#808080'], ['red'], ['#fff'], ['#0f6b6b;background:url(//evil.example)'], ['javascript:alert(1)'], [5]])(
  'BRN-01 SEC-28 the colour %s is refused by the server: no colour, or one that no words stand out against',
  async (primaryColour) => {
    const portal = await openPortal();
    const { add, read } = await aBrandedCompany(portal);
    const answer = await add({ companyName: 'Meridian', primaryColour });
    expect([answer.status, Object.keys(answer.fields)]).toEqual([400, ['primaryColour']]);
    expect(await read()).toEqual([]);
  },
);

test('BRN-01 words on a colour are white or dark, whichever stands out more', () => {
  for (const [colour, words] of [
    ['#000000', '#ffffff'],
    ['#ffffff', '#212529'],
    ['#7a1f5f', '#ffffff'],
    ['#ffd54f', '#212529'],
  ] as const) {
    expect(textOn(colour)).toBe(words);
    expect(contrast(colour, words)).toBeGreaterThanOrEqual(4.5);
  }
});

test('SEC-22 an icon or an image of another company is answered like none', async () => {
  const portal = await openPortal();
  const [ours, theirs] = [await aBrandedCompany(portal), await aBrandedCompany(portal)];
  const { imageUrl } = (await theirs.upload(aPng(8, 8))).reply;
  for (const field of ['favicon', 'signInImage'])
    for (const image of [imageUrl, `/images/${'0'.repeat(32)}`])
      expect((await ours.add({ companyName: 'Meridian', [field]: image })).status).toBe(404);
});

test('BRN-15 OPN-32 an alert is shown on the days of its period alone, both included, by the day in UTC', async () => {
  const portal = await openPortal();
  const { admin, companyId, add, change, read } = await aBrandedCompany(portal);
  const day = (days: number) =>
    new Date(portal.app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const alert = (message: string, from?: string | null, until?: string | null) => ({
    message,
    severity: 'info',
    from,
    until,
  });
  const given = [
    alert('always'),
    alert('today', day(0), day(0)),
    alert('since yesterday', day(-1), null),
    alert('until tomorrow', null, day(1)),
    alert('from tomorrow', day(1)),
    alert('until yesterday', null, day(-1)),
  ];
  const { brandId } = (await add({ companyName: 'Meridian', alerts: given })).reply;
  const query = { company_id: companyId, brand_id: brandId, type: 'Admin' };
  const shown = (await admin.call(api.listBrandAlerts, { query })).reply.brandAlerts;
  expect(shown.map(({ message }) => message)).toEqual(['always', 'today', 'since yesterday', 'until tomorrow']);
  // Those who edit them see them all.
  const [brand] = await read(brandId);
  expect(brand?.alerts.map(({ from, until }) => [from, until])).toEqual(
    given.map(({ from, until }) => [from ?? null, until ?? null]),
  );
  for (const wrong of [alert('x', day(1), day(0)), alert('x', '2026-02-30'), alert('x', null, 'tomorrow')]) {
    const answer = await change({ brandId, alerts: [wrong] });
    expect([answer.status, Object.keys(answer.fields)[0]]).toEqual([
      400,
      expect.stringMatching(/^alerts\.0\.(from|until)$/) as string,
    ]);
  }
});

test('BRN-15 OPN-32 OPN-75 whoever is no brand administrator reads of a brand the alerts for their type on their days alone', async () => {
  const portal = await openPortal();
  const { companyId, add, read } = await aBrandedCompany(portal);
  const tomorrow = new Date(portal.app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  const alerts = [
    { message: 'For everybody', severity: 'info' },
    { message: 'For nurses', severity: 'info', types: ['Nurse'] },
    { message: 'For doctors', severity: 'info', types: ['Doctor'] },
    { message: 'For nurses tomorrow', severity: 'info', types: ['Nurse'], from: tomorrow },
  ];
  const { brandId } = (await add({ companyName: 'Meridian', alerts })).reply;
  expect((await read(brandId))[0]?.alerts).toHaveLength(4);
  const seenBy = async (type: 'Nurse' | 'Doctor' | 'Admin') => {
    const caller = await portal.signedIn(await portal.aPerson(type, { company_id: companyId, admin_rights: false }));
    const query = { company_id: companyId, brand_id: brandId };
    return (await caller.call(api.listBrands, { query })).reply.brand[0]?.alerts.map(({ message }) => message);
  };
  expect(await seenBy('Nurse')).toEqual(['For everybody', 'For nurses']);
  expect(await seenBy('Doctor')).toEqual(['For everybody', 'For doctors']);
  expect(await seenBy('Admin')).toEqual(['For everybody']);
  // Whatever type they ask for.
  for (const [type, own] of [
    ['Nurse', ['For everybody', 'For nurses']],
    ['Doctor', ['For everybody', 'For doctors']],
    ['Admin', ['For everybody']],
  ] as const)
    for (const asked of ['Nurse', 'Doctor', 'Admin']) {
      const caller = await portal.signedIn(await portal.aPerson(type, { company_id: companyId, admin_rights: false }));
      const query = { company_id: companyId, brand_id: brandId, type: asked };
      const { brandAlerts } = (await caller.call(api.listBrandAlerts, { query })).reply;
      expect([type, asked, brandAlerts.map(({ message }) => message)]).toEqual([type, asked, own]);
    }
});

test('REL-07 of two administrators who change a brand at once the second one is told what stands now, and nothing of the first is lost', async () => {
  const portal = await openPortal();
  const { companyId, admin, add, read } = await aBrandedCompany(portal);
  const other = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  const { brandId } = (await add({ companyName: 'Meridian' })).reply;
  const send = (by: typeof admin, primaryColour: string) =>
    by.call(api.changeBrand, { body: { company_id: companyId, brandId, version: 1, primaryColour } });
  const answers = await Promise.all([send(admin, '#0f6b6b'), send(other, '#7a1f5f')]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const won = answers[0].status === 200 ? '#0f6b6b' : '#7a1f5f';
  expect(await read(brandId)).toMatchObject([{ primaryColour: won, version: 2 }]);
});
