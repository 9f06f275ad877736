import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { maxUploadBody } from '@portal/contract/documents/rules.ts';
import { siteDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import { expect, test } from 'vitest';
import { aLine, keptFiles, listening } from '#test/house.ts';
import { aPdf } from '#test/pdfs.ts';
import { openShipments, type Shipments } from '#test/shipments.ts';
import { onItsOwn } from '#test/portal.ts';

const upload = (s: Shipments, srId: number, file: Buffer, by = s.people.siteUser) =>
  by.call(siteDocuments.upload, {
    body: {
      srId,
      category: 2,
      filename: 'delivery.pdf',
      friendlyName: 'Delivery',
      contentType: 'application/pdf',
      data: file.toString('base64'),
    },
  });

test('SEC-22 SEC-23 OPS-07 a document is opened by the people of its site and of its partner and by administrators; for everybody else there is none', async () => {
  const s = await openShipments();
  const documents = {
    tablets: (await upload(s, await s.aRequest(), aPdf())).reply.docId,
    pens: (await upload(s, await s.aRequest({ products: [s.line(s.pen)] }), aPdf())).reply.docId,
  };
  const may = {
    tablets: ['admin', 'siteUser', 'other', 'nurse', 'pharmacist'],
    pens: ['admin', 'siteUser', 'other', 'nurse', 'wholesaler'],
  };
  for (const [kind, docId] of Object.entries(documents) as ['tablets' | 'pens', number][]) {
    const opened = expect.objectContaining({ docId }) as unknown;
    const nowhere = (await s.people.admin.call(fetchDocument, { query: { docId: 99_999 } })).body;
    for (const [who, person] of Object.entries(s.people)) {
      const { status, body } = await person.call(fetchDocument, { query: { docId } });
      const expected = may[kind].includes(who) ? [200, opened] : [404, nowhere];
      expect([kind, who, status, body]).toEqual([kind, who, ...expected]);
    }
    expect((await s.call(fetchDocument, { query: { docId } })).status).toBe(401);
  }
  const unattached = await s.signedIn(await s.aPerson('Wholesaler User', { company_id: s.companyId }));
  expect((await unattached.call(fetchDocument, { query: { docId: documents.pens } })).status).toBe(404);
});

test('PRV-07 neither the files nor the database hold the text of a document', async () => {
  onItsOwn();
  const s = await openShipments();
  await upload(s, await s.aRequest(), aPdf('Signed for by a neighbour'));
  const root = path.join(s.app.env.dataDir, 'files');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(root, name)).isFile(),
  );
  expect(files).toHaveLength(1);
  const raw = readFileSync(path.join(root, files[0] as string));
  for (const known of ['neighbour', '%PDF', 'Helvetica']) expect(raw.includes(known)).toBe(false);
  const tables = await s.rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  for (const { name } of tables)
    expect([
      name,
      await s.rows(`select 1 from ${name} t where t::text like '%neighbour%' or t::text like '%JVBERi%'`),
    ]).toEqual([name, []]);
});

test('REL-02 when an upload cannot be written down, its file does not stay behind either, and the next one goes well', async () => {
  onItsOwn();
  const s = await openShipments();
  const srId = await s.aRequest();
  const before = await s.fingerprint();
  await s.rows('alter table shipment_document rename to elsewhere');
  const answer = await upload(s, srId, aPdf());
  expect([answer.status, answer.message]).toEqual([500, 'A Problem occurred while saving the document']);
  await s.rows('alter table elsewhere rename to shipment_document');
  expect(await keptFiles(s)).toEqual([]);
  expect(await s.fingerprint()).toBe(before);
  expect((await upload(s, srId, aPdf())).status).toBe(200);
  expect(await keptFiles(s)).toHaveLength(1);
});

test('SEC-01 SEC-27 OPS-53 who may not upload, or announces too much, is refused before a byte of the body has come', async () => {
  const s = await openShipments();
  const { port } = await listening(s);
  const answered = async (token: string | null, length = maxUploadBody) => {
    const line = await aLine(port);
    line.socket.write(
      [
        `POST /api${siteDocuments.upload.path} HTTP/1.1`,
        'Host: localhost',
        'Content-Type: application/json',
        `Content-Length: ${length}`,
        ...(token ? [`Authorization: Bearer ${token}`] : []),
        '\r\n',
      ].join('\r\n'),
    );
    await expect.poll(() => line.heard(), { timeout: 5_000 }).toMatch(/^HTTP\/1\.1 \d{3}[^]*"code"/);
    return [line.heard().slice(9, 12), /"message":"([^"]+)"/.exec(line.heard())?.[1]];
  };
  for (const token of [null, 'x'.repeat(43)]) expect(await answered(token)).toEqual(['401', 'Request Denied']);
  for (const who of ['sponsor', 'pharmacist', 'wholesaler'] as const)
    expect([who, ...(await answered(s.people[who].token))]).toEqual([who, '403', 'You are not allowed to do this.']);
  // Who may, but says that it will be too much.
  const tooMuch = await answered(s.people.siteUser.token, maxUploadBody + 1);
  expect(tooMuch).toEqual(['413', 'File size is greater than 50MB']);
});
