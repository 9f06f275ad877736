import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { searchDrugs } from '@portal/contract/drugs/endpoints.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aClinic } from '#test/patients.ts';
import { openPortal } from '#test/portal.ts';
import { publicDirectory } from './public-directory.ts';

const away = 'The drug directory cannot be reached at the moment. Please try again, or type the medication yourself.';
const lasix = {
  product_ndc: '0039-0067',
  brand_name: 'Lasix',
  generic_name: 'FUROSEMIDE',
  labeler_name: 'Validus',
  dosage_form: 'TABLET, FILM COATED',
  active_ingredients: [{ name: 'FUROSEMIDE', strength: '20 mg/1' }],
  packaging: [{ package_ndc: '0039-0067-10' }],
};

/** A directory outside the portal, which answers as it is told to and notes what it was asked. */
async function aDirectory(answer: (reply: ServerResponse, asked: URL) => void) {
  const asked: { url: URL; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://directory');
    asked.push({ url, headers: request.headers });
    answer(reply, url);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/drug/ndc.json`, asked };
}
const json = (reply: ServerResponse, body: unknown, status = 200) =>
  void reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

async function openWith(url: string, more: Record<string, string> = {}) {
  const portal = await openPortal({ DRUG_DIRECTORY_URL: url, ...more });
  const { people } = await aClinic(portal);
  return {
    portal,
    search: (term: string, field = 'name') => people.nurse.call(searchDrugs, { query: { field, term, limit: 10 } }),
  };
}

test('DRG-02 DRG-05 CAC-14 OPC-71 PRV-12 with a public directory configured it is asked for the words alone, and its answer is shown in our form', async () => {
  const { url, asked } = await aDirectory((reply) => json(reply, { meta: {}, results: [lasix] }));
  const { search } = await openWith(url, { DRUG_DIRECTORY_KEY: 'key-1' });
  const { status, reply } = await search('lasix" OR brand_name:* fur');
  expect([status, reply]).toEqual([
    200,
    {
      results: [
        {
          brandName: 'Lasix',
          genericName: 'FUROSEMIDE',
          strength: '20 mg/1',
          dosageForm: 'tablet, film coated',
          ndc: '0039-0067',
        },
      ],
    },
  ]);
  expect(asked).toHaveLength(1);
  const [{ url: told, headers }] = asked as [(typeof asked)[number]];
  expect(told.searchParams.get('search')).toBe(
    '(brand_name:*lasix* AND brand_name:*or* AND brand_name:*brand* AND brand_name:*name* AND brand_name:*fur*)' +
      ' OR (generic_name:*lasix* AND generic_name:*or* AND generic_name:*brand* AND generic_name:*name* AND generic_name:*fur*)',
  );
  expect([...told.searchParams.keys()]).toEqual(['search', 'limit']);
  expect(headers.authorization).toBe(`Basic ${Buffer.from('key-1:').toString('base64')}`);
  expect(Object.keys(headers).filter((name) => /cookie|referer|forwarded|request-id|trace/.test(name))).toEqual([]);
  // The same words once more are not asked again.
  await search('Lasix  or brand name FUR');
  expect(asked).toHaveLength(1);
});

test('DRG-05 of a combination each strength says whose it is, in whatever order the directory has them', async () => {
  const combination = {
    ...lasix,
    brand_name: 'Lisinopril and Hydrochlorothiazide',
    generic_name: 'Lisinopril and Hydrochlorothiazide',
    active_ingredients: [
      { name: 'HYDROCHLOROTHIAZIDE', strength: '12.5 mg/1' },
      { name: 'LISINOPRIL', strength: '20 mg/1' },
    ],
  };
  const { url } = await aDirectory((reply) => json(reply, { results: [combination] }));
  const { search } = await openWith(url);
  expect((await search('lisinopril')).reply.results.map(({ strength }) => strength)).toEqual([
    'HYDROCHLOROTHIAZIDE 12.5 mg/1; LISINOPRIL 20 mg/1',
  ]);
});

test('DRG-03 DRG-04 CCN-08 an NDC is asked for in each form that its digits may have, and what does not begin with them is left out', async () => {
  const { url, asked } = await aDirectory((reply) =>
    json(reply, { results: [lasix, { ...lasix, product_ndc: '00390-067' }, { ...lasix, product_ndc: '1039-0067' }] }),
  );
  const { search } = await openWith(url);
  const { reply } = await search('0039-006', 'ndc');
  expect(reply.results.map(({ ndc }) => ndc)).toEqual(['0039-0067', '00390-067']);
  expect(asked[0]?.url.searchParams.get('search')).toBe(
    'product_ndc.exact:0039-006* OR product_ndc.exact:00390-06* OR product_ndc.exact:003900-6*',
  );
  expect((await search('12x4', 'ndc')).status).toBe(410);
  expect((await search('1234567890', 'ndc')).status).toBe(409);
  expect((await search('las')).status).toBe(400);
  expect(asked).toHaveLength(1);
});

test('DRG-06 OPC-71 what the directory does not know is an empty answer', async () => {
  const { url } = await aDirectory((reply) => json(reply, { error: { code: 'NOT_FOUND' } }, 404));
  const { search } = await openWith(url);
  expect((await search('nothing of the kind')).reply).toEqual({ results: [] });
  expect((await search('*** ???')).reply).toEqual({ results: [] });
});

test.each([
  ['answers with an error', (reply: ServerResponse) => json(reply, {}, 500), 'HTTP 500'],
  ['has had enough', (reply: ServerResponse) => json(reply, {}, 429), 'HTTP 429'],
  [
    'leads elsewhere',
    (reply: ServerResponse) => void reply.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    'HTTP 302',
  ],
  ['says what is no answer', (reply: ServerResponse) => void reply.end('<html>'), 'EFORM'],
  ['answers in another form', (reply: ServerResponse) => json(reply, { results: [{ ndc: 1 }] }), 'EFORM'],
  ['does not end', (reply: ServerResponse) => void reply.end('x'.repeat(1_100_000)), 'ESIZE'],
  ['hangs up', (reply: ServerResponse) => void reply.destroy(), 'UND_ERR_SOCKET'],
])(
  'SEC-33 REL-12 PRV-05 a directory that %s is away, in one sentence, and the log repeats neither words nor answer',
  async (_, answer, problem) => {
    const { url, asked } = await aDirectory(answer);
    const { portal, search } = await openWith(url);
    const failed = await search('markerword');
    expect([failed.status, failed.code, failed.message]).toEqual([503, 'drugs.away', away]);
    expect(asked).toHaveLength(1);
    const said = portal.logged.filter((line) => line.includes('drug directory away'));
    expect(said.map((line) => (JSON.parse(line) as { problem: string }).problem)).toEqual([problem]);
    expect(portal.logged.join()).not.toContain('markerword');
    // A failure is not remembered.
    await search('markerword');
    expect(asked).toHaveLength(2);
  },
);

test('SEC-33 a directory that stands still is given up in time', async () => {
  const { url } = await aDirectory(() => {});
  const noted: unknown[] = [];
  const log = { warn: (_: string, fields?: object) => void noted.push(fields) };
  const directory = publicDirectory({ url, key: undefined, log, limitMs: 50 });
  const begun = performance.now();
  await expect(directory.search({ field: 'name', term: 'lasix', limit: 10 })).rejects.toMatchObject({
    code: 'drugs.away',
  });
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(noted).toEqual([{ problem: 'ETIMEDOUT' }]);
});

test('SEC-33 nobody waits longer than 5 s for a directory', async () => {
  const { url } = await aDirectory(() => {});
  const limits = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation(() => AbortSignal.abort(new DOMException('late', 'TimeoutError')));
  onTestFinished(() => limits.mockRestore());
  const directory = publicDirectory({ url, key: undefined, log: { warn: () => {} } });
  const search = directory.search({ field: 'name', term: 'lasix', limit: 10 });
  await expect(search).rejects.toMatchObject({ code: 'drugs.away' });
  expect(limits.mock.calls).toEqual([[5_000]]);
});

test('SEC-33 letters that turn or hide others do not come through, nor more than a line', async () => {
  const { url } = await aDirectory((reply) =>
    json(reply, {
      results: [{ ...lasix, brand_name: `La\u202esix\n${'x'.repeat(1_500)}`, active_ingredients: 'none' }],
    }),
  );
  const { search } = await openWith(url);
  const [drug] = (await search('lasix')).reply.results;
  expect([drug?.brandName, drug?.strength]).toEqual([`La six ${'x'.repeat(992)}…`, '']);
});

test('OPC-71 the strengths of a product of many ingredients come whole, and no number of them is cut', async () => {
  const strengths = Array.from({ length: 20 }, (_, n) => `${n + 1}.125 ug/0.5mL`);
  const { url } = await aDirectory((reply) =>
    json(reply, {
      results: [{ ...lasix, active_ingredients: strengths.map((strength) => ({ name: 'A', strength })) }],
    }),
  );
  const { search } = await openWith(url);
  expect((await search('lasix')).reply.results[0]?.strength).toBe(
    strengths.map((strength) => `A ${strength}`).join('; '),
  );
});

test.each([
  ['without the strength of one', [{ name: 'A' }, { name: 'B', strength: '20 mg/1' }], 'A; B 20 mg/1'],
  ['without any strength', [{ name: 'A' }, { name: 'B' }], ''],
])(
  'DRG-05 a combination that comes %s has no strength that is not its own',
  async (_, active_ingredients, strength) => {
    const { url } = await aDirectory((reply) => json(reply, { results: [{ ...lasix, active_ingredients }] }));
    const { search } = await openWith(url);
    expect((await search('lasix')).reply.results[0]?.strength).toBe(strength);
  },
);
