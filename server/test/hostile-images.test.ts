import { setLogo } from '@portal/contract/companies/brand-endpoints.ts';
import { expect, test } from 'vitest';
import { aBrandedCompany } from './brands.ts';
import { keptFiles } from './house.ts';
import { printOf } from './hostile-house.ts';
import { damagedImages, ladenImages, notImages, page } from './hostile-images.ts';
import { aPng, hostileImages } from './image-corpus.ts';
import { openPortal, type Portal } from './portal.ts';

const names = [
  ['logo.png', 'image/png'],
  ['logo.svg', 'image/svg+xml'],
  ['logo.png.html', 'text/html'],
  ['../../logo.png\u202e', 'image/jpeg; charset=html'],
] as const;

async function aCompanyWithLogo(portal: Portal) {
  const company = await aBrandedCompany(portal);
  await company.add({ companyName: 'Trellis' });
  const asLogo = (file: Buffer) =>
    company.admin.call(setLogo, {
      body: {
        company_id: company.companyId,
        filename: 'logo.png',
        contentType: 'image/png',
        data: file.toString('base64'),
      },
    });
  return { ...company, asLogo };
}
const at = (
  portal: Portal,
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' | 'POST' = 'GET',
) => portal.app.http.inject({ method, url, headers: { host: 'localhost', ...headers } });

test('SEC-30 a file that is no PNG, JPEG or WebP is refused under any name and type, and nothing of it is kept', {
  timeout: 300_000,
}, async () => {
  const portal = await openPortal();
  const { upload, asLogo } = await aCompanyWithLogo(portal);
  const before = [await printOf(portal), await keptFiles(portal)];
  for (const [what, file] of Object.entries(notImages())) {
    for (const [filename, contentType] of names) {
      const { status, code } = await upload(file, { filename, contentType });
      expect([what, filename, status, code]).toEqual([what, filename, 400, 'image.not_accepted']);
    }
    expect([what, (await asLogo(file)).code]).toEqual([what, 'image.not_accepted']);
  }
  expect([await printOf(portal), await keptFiles(portal)]).toEqual(before);
});

test('SEC-30 a damaged image, and one that would cost much to open, is refused soon, and nothing of it is kept', {
  timeout: 300_000,
}, async () => {
  const portal = await openPortal();
  const { upload, asLogo } = await aCompanyWithLogo(portal);
  const corpus = {
    ...(await damagedImages()),
    ...Object.fromEntries(Object.entries(await hostileImages()).map(([what, { file }]) => [what, file])),
  };
  // Loads what opens images.
  expect((await upload(aPng(8, 8))).status).toBe(200);
  const before = [await printOf(portal), await keptFiles(portal)];
  for (const [what, file] of Object.entries(corpus)) {
    const from = performance.now();
    const answer = await upload(file);
    expect([what, answer.status, answer.code?.startsWith('image.')]).toEqual([what, 400, true]);
    expect([what, performance.now() - from < 5_000]).toEqual([what, true]);
    expect([what, (await asLogo(file)).status]).toEqual([what, 400]);
  }
  expect([await printOf(portal), await keptFiles(portal)]).toEqual(before);
  expect(portal.logged.filter((line) => line.includes('"event":"unexpected"'))).toEqual([]);
});

test('SEC-30 of an image that carries a page along only the picture is kept, and opened directly it cannot act as a page', {
  timeout: 300_000,
}, async () => {
  const portal = await openPortal();
  const { upload } = await aCompanyWithLogo(portal);
  for (const [what, file] of Object.entries(await ladenImages())) {
    const answer = await upload(file, { filename: 'x.html', contentType: 'text/html' });
    expect([what, answer.status, answer.message]).toEqual([what, 200, undefined]);
    const url = answer.reply.imageUrl;
    for (const accept of ['text/html', '*/*', 'image/svg+xml', 'application/xhtml+xml']) {
      const served = await at(portal, url, { accept, 'sec-fetch-dest': 'document' });
      expect([what, accept, served.statusCode]).toEqual([what, accept, 200]);
      expect([what, served.headers['content-type']]).toEqual([
        what,
        what.includes('JPEG') ? 'image/jpeg' : 'image/png',
      ]);
      expect(served.headers['x-content-type-options']).toBe('nosniff');
      expect(String(served.headers['content-security-policy']).split('; ')).toEqual(
        expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'", 'sandbox']),
      );
      for (const part of ['pwned', '<script', 'doctype', 'PK\x03\x04', 'acTL', 'zTXt'])
        expect([what, part, served.rawPayload.includes(part)]).toEqual([what, part, false]);
    }
    // No other spelling of its address is another kind of file, and nobody can post to it.
    for (const other of [`${url}.html`, `${url}.svg`, `${url}/`, `${url}/index.html`, `${url}%2ehtml`, `${url};.html`])
      expect([other, (await at(portal, other)).statusCode]).toEqual([other, 404]);
    for (const query of ['?x=.html', '?callback=pwned', '?content-type=text/html'])
      expect((await at(portal, url + query)).headers['content-type']).toMatch(/^image\//);
    expect((await at(portal, url, {}, 'POST')).statusCode).toBe(404);
    const head = await at(portal, url, {}, 'HEAD');
    expect([head.statusCode, head.headers['x-content-type-options'], head.body]).toEqual([200, 'nosniff', '']);
  }
  expect(page).toContain('pwned');
});
