import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contrast } from '@portal/contract/companies/colours.ts';
import { brandOfHost } from '@portal/contract/companies/endpoints.ts';
import { expect, onTestFinished, test } from 'vitest';
import { readBrands } from '#platform/core/brands.ts';
import { openPortal } from '#test/portal.ts';
import { productionBrands } from '#test/production.ts';

const hosts = { default: 'localhost', 'north-america': 'na.trialcard.test', europe: 'eu.trialcard.test' };
const assets = path.join(import.meta.dirname, '../../../brands/assets');
const brandAt = async (portal: Awaited<ReturnType<typeof openPortal>>, host: string) =>
  (await portal.call(brandOfHost, { headers: { host } })).body as Record<string, unknown>;

test('BRN-01 BRN-02 BRN-04 BRN-05 BRN-06 BRN-07 BRN-08 BRN-09 three hosts of one server show three brands, before anybody signs in', async () => {
  const portal = await openPortal();
  const brands = [];
  for (const [key, host] of Object.entries(hosts)) {
    const brand = await brandAt(portal, host);
    expect(brand['key']).toBe(key);
    brands.push(brand);
  }
  for (const field of ['name', 'title', 'logo', 'signInImage', 'favicon', 'email', 'terms', 'companyName']) {
    expect({ field, different: new Set(brands.map((brand) => brand[field])).size }).toEqual({ field, different: 3 });
  }
});

test('BRN-03 OPN-28 any other host gets the default brand, in capitals and with a port too', async () => {
  const portal = await openPortal();
  for (const host of ['unknown.example', '127.0.0.1:3000', 'trialcard.test'])
    expect((await brandAt(portal, host))['key']).toBe('default');
  expect((await brandAt(portal, 'EU.TrialCard.test:8443'))['key']).toBe('europe');
});

test('BRN-08 BRN-12 Europe has no phone, and only the default brand shows the company footer', async () => {
  const portal = await openPortal();
  const fields = [];
  for (const host of Object.values(hosts)) {
    const { phone, showsFooter } = await brandAt(portal, host);
    fields.push([phone !== null, showsFooter]);
  }
  expect(fields).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ]);
});

test('BRN-10 a brand tells the browser what it shows and nothing else', async () => {
  const portal = await openPortal();
  const keys = [
    'alerts',
    'callLine',
    'callMode',
    'colours',
    'companyName',
    'demoMode',
    'email',
    'favicon',
    'key',
    'logo',
    'name',
    'phone',
    'showsFooter',
    'signInImage',
    'terms',
    'title',
  ];
  expect(Object.keys(await brandAt(portal, 'localhost')).sort()).toEqual(keys);
});

test('BRN-04 BRN-05 BRN-07 every image of a brand is there, is its own, and holds no script', () => {
  const seen = new Set<string>();
  for (const brand of readBrands({ mode: 'development', brandsFile: undefined }).all) {
    for (const image of [brand.logo, brand.signInImage, brand.favicon]) {
      const file = path.join(assets, image.replace(/^\/brands\//, ''));
      const text = existsSync(file) ? readFileSync(file, 'utf8') : `${image} is missing`;
      expect(text).toMatch(/^<svg xmlns/);
      expect(text).not.toMatch(/<script|\son\w+=|href=(?!"#)|<style/i);
      seen.add(text);
    }
  }
  expect(seen.size).toBe(9);
});

test('SEC-18 BRN-03 production serves the hosts of its brands and refuses any other', () => {
  const { of } = readBrands({ mode: 'production', brandsFile: productionBrands });
  expect(of('NA.trialcard.test')?.key).toBe('north-america');
  expect(of('unknown.example')).toBeNull();
});

test('BRN-01 the colours of every brand stand out, and a table whose colours do not is refused', () => {
  const { all } = readBrands({ mode: 'development', brandsFile: undefined });
  for (const { colours } of all) expect(contrast(colours.primary, colours.onPrimary)).toBeGreaterThanOrEqual(4.5);
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-brands-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const brandsFile = path.join(folder, 'brands.json');
  const pale = { ...all[0], colours: { primary: '#cccccc', onPrimary: '#ffffff' } };
  writeFileSync(brandsFile, JSON.stringify([pale]));
  expect(() => readBrands({ mode: 'development', brandsFile })).toThrow('do not stand out');
});

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
])('BRN-01 the contrast of %s and %s is %d to 1', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBeCloseTo(ratio, 2);
});

test('SEC-37 OPC-13 DEMO_MODE and CALL_MODE are off until they are turned on, and GET /brand says so to everybody', async () => {
  const usual = await openPortal();
  expect(await brandAt(usual, 'localhost')).toMatchObject({ demoMode: false, callMode: false });
  const demo = await openPortal({ DEMO_MODE: 'on' });
  expect(await brandAt(demo, 'eu.trialcard.test')).toMatchObject({ demoMode: true, callMode: false });
  const calls = await openPortal({ CALL_MODE: 'on', DEMO_MODE: 'off' });
  expect(await brandAt(calls, 'localhost')).toMatchObject({ demoMode: false, callMode: true, callLine: 'test' });
});
