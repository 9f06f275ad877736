import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { expect, test } from 'vitest';
import { type Act, actOf } from '#platform/act/act.ts';
import { type Documents, openDocuments } from '#test/documents.ts';
import { aPdf } from '#test/pdfs.ts';
import { checkedPdf, copyDocument, readContent, replaceContent } from './door.ts';
import { onItsOwn } from '#test/portal.ts';

/** Work of a later room, as an administrator. */
const asAdmin = <T>(s: Documents, work: (act: Act<Act['viewer'] & { providerId: number }>) => Promise<T>): Promise<T> =>
  s.app.database.inCompany(s.companyId, (tx) =>
    work(
      actOf(
        tx,
        s.app.clock,
        {
          companyId: s.companyId,
          providerId: s.people.admin.providerId,
          firstName: 'Ada',
          lastName: 'Lovelace',
          type: 'Admin',
          host: 'localhost',
          requestId: 'test',
        },
        { files: s.app.files },
      ) as never,
    ),
  );
const textOf = async (s: Documents, docId: number) =>
  Buffer.from((await s.people.admin.call(fetchDocument, { query: { docId } })).reply.data, 'base64');

test('P11-08 P11-11 a document that gets another content keeps the earlier ones, and what was signed by all is only sealed', async () => {
  const s = await openDocuments();
  const docId = await s.attached(s.boston, 'Consent');
  const requestId = await s.asked(docId, [[s.people.atBoston.providerId, null]]);
  const put = async (text: string, by: 'filled' | 'signed' | 'sealed') => {
    const pdf = await checkedPdf(aPdf(text));
    return asAdmin(s, (act) => replaceContent(act, { documentId: docId, pdf, by }));
  };
  expect(await put('Filled', 'filled')).toMatchObject({ revision: 2, bytes: aPdf('Filled').length });
  expect(await put('Signed', 'signed')).toMatchObject({ revision: 3 });
  expect(await textOf(s, docId)).toEqual(aPdf('Signed'));
  expect((await s.list(s.boston))[0]).toMatchObject({ docId, version: 3 });

  const end = (state: string) =>
    s.rows('update signing_request set state = $1 where signing_request_id = $2', [state, requestId]);
  await end('completed');
  await expect(put('Changed', 'signed')).rejects.toThrow('document.signed');
  expect(await put('Sealed', 'sealed')).toMatchObject({ revision: 4 });
  for (const state of ['rejected', 'withdrawn']) {
    await end(state);
    for (const by of ['filled', 'signed', 'sealed'] as const)
      await expect(put('Changed', by)).rejects.toThrow('document.signed');
  }
  expect(await textOf(s, docId)).toEqual(aPdf('Sealed'));
  const earlier = await s.rows<{ revision: number; by: string; key: string }>(
    'select revision, replaced_by as by, key from document_revision join stored_file using (file_id) order by revision',
  );
  expect(earlier.map(({ revision, by }) => [revision, by])).toEqual([
    [1, 'filled'],
    [2, 'signed'],
    [3, 'sealed'],
  ]);
  const contents = await Promise.all(earlier.map(({ key }) => s.app.files.read(key)));
  expect(contents).toEqual([aPdf('Consent'), aPdf('Filled'), aPdf('Signed')]);
  const trail = await s.trailOf(docId);
  expect(trail.filter(({ action }) => action === 'document.replaced')).toHaveLength(3);
});

test('REL-08 of two new contents at once none is lost', async () => {
  onItsOwn();
  const s = await openDocuments();
  const docId = await s.saved();
  const pdf = await checkedPdf(aPdf('Filled'));
  const made = await Promise.all(
    [0, 1].map(() => asAdmin(s, (act) => replaceContent(act, { documentId: docId, pdf, by: 'filled' }))),
  );
  expect(made.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual([2, 3]);
  expect(await s.rows('select revision from document_revision order by 1')).toEqual([{ revision: 1 }, { revision: 2 }]);
});

test('AKF-03 P11-08 a copy of a template is a document of its own that names it, and stays when the template is deleted', async () => {
  const s = await openDocuments();
  const template = await s.attached(s.trial, 'Training', { isTrainingDoc: 1, userType: 'Admin' });
  const { id: copy } = await asAdmin(s, (act) => copyDocument(act, { templateId: template }));
  expect(copy).not.toBe(template);
  const text = await textOf(s, template);
  expect(await textOf(s, copy)).toEqual(text);
  expect(
    await s.rows('select template_id, friendly_name, is_template from document where document_id = $1', [copy]),
  ).toEqual([{ template_id: template, friendly_name: 'Training', is_template: false }]);
  // It is nobody's to hand on.
  expect((await s.attach(copy, s.boston)).status).toBe(404);
  await s.rows('update document set removed_at = now() where document_id = $1', [template]);
  expect(await textOf(s, copy)).toEqual(text);
  await expect(asAdmin(s, ({ tx, files }) => readContent(tx, files, template))).rejects.toThrow('not_found');
});
