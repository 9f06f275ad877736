import { searchDrugs } from '@portal/contract/drugs/endpoints.ts';
import { expect, test } from 'vitest';
import { aClinic, openClinic } from '#test/patients.ts';
import { openPortal } from '#test/portal.ts';
import { directoryOf } from './directory.ts';

test('DRG-01 DRG-02 DRG-05 OPC-71 CCN-08 a medication is found by a part of its names, ten at most, with strength and NDC', async () => {
  const s = await openClinic();
  const search = (query: object) => s.people.nurse.call(searchDrugs, { query: query as never });
  const lasix = await search({ field: 'name', term: 'LASI', limit: 10 });
  expect(lasix.reply.results[0]).toEqual({
    brandName: 'Lasix',
    genericName: 'furosemide',
    strength: '20 mg',
    dosageForm: 'tablet',
    ndc: '99901-1120',
  });
  expect((await search({ field: 'name', term: 'in  ' })).message).toBe('Enter at least 4 characters');
  expect((await search({ field: 'name', term: 'ator' })).reply.results.length).toBeGreaterThan(4);
  expect((await search({ field: 'name', term: 'statin' })).reply.results).toHaveLength(10);
  expect((await search({ field: 'name', term: 'nothing of the kind' })).reply.results).toEqual([]);
  expect((await search({ field: 'name', term: 'statin', limit: 11 })).status).toBe(400);
});

test('DRG-03 DRG-04 CER-20 an NDC is looked for by its leading digits, hyphens ignored; longer is 409, what is none is 410, also when short', async () => {
  const s = await openClinic();
  const search = (term: string) => s.people.nurse.call(searchDrugs, { query: { field: 'ndc', term } });
  expect((await search('99901-1120')).reply.results.map(({ brandName }) => brandName)).toEqual(['Lasix']);
  expect((await search('999011120')).reply.results).toHaveLength(1);
  const long = await search('9990111200');
  expect([long.status, long.code]).toEqual([409, 'NDC_LIMIT']);
  for (const term of ['99x', 'abc', '99901.1120']) {
    const { status, code } = await search(term);
    expect([term, status, code]).toEqual([term, 410, 'INVALID_NDC']);
  }
  expect((await search('999')).message).toBe('Enter at least 4 characters');
});

test.each([
  ['production', { DATABASE_URL: 'postgres://db/x?sslmode=verify-full', TLS_AT_EDGE: 'yes' }],
  ['staging', { DATABASE_URL: 'postgres://db/x' }],
])(
  'DRG-01 DRG-04 without a directory %s offers no sample data: the call says that none is set up, and what is wrong with a term as ever',
  async (PORTAL_MODE, more) => {
    const portal = await openPortal({ PORTAL_MODE, ...more });
    const { people } = await aClinic(portal);
    const search = async (field: 'name' | 'ndc', term: string) => {
      const answer = await people.nurse.call(searchDrugs, { query: { field, term } });
      return [answer.status, answer.code, answer.message];
    };
    const none = [409, 'drugs.none', 'This portal has no drug directory set up. Please type the medication yourself.'];
    expect(await search('name', 'lasix')).toEqual(none);
    expect(await search('ndc', '99901-1120')).toEqual(none);
    expect((await search('ndc', '99x'))[1]).toBe('INVALID_NDC');
    expect((await search('name', 'las'))[2]).toBe('Enter at least 4 characters');
  },
);

test('OPC-71 DRG-02 100,000 entries are looked through well within 100 ms', async () => {
  const drugs = Array.from({ length: 100_000 }, (_, n) => ({
    brandName: `Brand ${n}`,
    genericName: `generic ${n % 977}`,
    strength: '10 mg',
    dosageForm: 'tablet',
    ndc: `${10_000 + (n % 90_000)}-${n % 10_000}`,
  }));
  const directory = directoryOf(drugs);
  const times: number[] = [];
  for (const term of ['nowhere', 'neric 97', 'brand 99999', 'generic']) {
    const begun = performance.now();
    await directory.search({ field: 'name', term, limit: 10 });
    times.push(performance.now() - begun);
  }
  expect(times.sort((one, other) => one - other)[1]).toBeLessThan(100);
});
