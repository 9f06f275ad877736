import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { siteDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import { expect, test } from 'vitest';
import { aBuiltWebApp } from '#test/house.ts';
import { aPdf } from '#test/pdfs.ts';
import { openPortal } from '#test/portal.ts';
import { openShipments } from '#test/shipments.ts';

test('OPN-03 loading /document anew gives the page, and /api/document gives the document', async () => {
  const pages = await openPortal({}, { dist: aBuiltWebApp() });
  for (const [url, status] of [
    ['/document', 200],
    ['/document?docId=1', 200],
    ['/patients', 200],
    ['/patient', 200],
    // Calls are called so, and no pages: the portal says that there is none.
    ['/care-providers', 404],
    ['/trials', 404],
    ['/brand', 404],
  ] as const) {
    const page = await pages.app.http.inject({ url, headers: { host: 'localhost', accept: 'text/html' } });
    expect([url, page.statusCode, page.headers['content-type']]).toEqual([url, status, 'text/html; charset=utf-8']);
    expect(page.body).toContain('<div id="root"></div>');
  }
  // Below the base there are calls alone, and no call is there without it.
  const nothing = await pages.app.http.inject({ url: '/api/acknowledgment-form', headers: { host: 'localhost' } });
  expect([nothing.statusCode, nothing.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);

  const portal = await openShipments();
  const data = aPdf().toString('base64');
  const body = {
    srId: await portal.aRequest(),
    category: 2,
    filename: 'slip.pdf',
    friendlyName: 'Slip',
    contentType: 'application/pdf',
    data,
  };
  const { docId } = (await portal.people.siteUser.call(siteDocuments.upload, { body })).reply;
  const headers = { host: 'localhost', authorization: `Bearer ${portal.people.siteUser.token}` };
  const called = await portal.app.http.inject({ url: `/api${fetchDocument.path}?docId=${docId}`, headers });
  expect([called.statusCode, called.json()]).toEqual([
    200,
    {
      docId,
      friendlyName: 'Slip',
      filename: 'slip.pdf',
      contentType: 'application/pdf',
      data: expect.any(String) as string,
      signatures: [],
      corrects: null,
      correctedBy: [],
      g_id: portal.siteId,
      mayVerify: false,
      mayCorrect: false,
    },
  ]);
});
