import * as api from '@portal/contract/documents/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import DocumentLibrary from '#pages/DocumentLibrary.tsx';
import { aListedDocument, aPdf, contentOf, drawsPdfs } from '#test/documents.ts';
import { openPortal, renderPage, type Reply, sessionReplies } from '#test/portal.tsx';

drawsPdfs();

const administrator = {
  type: 'Admin' as const,
  adminRights: true,
  modules: ['ClinicalManagement' as const],
};
const consent = aListedDocument({ docId: 61, friendlyName: 'Consent', isTemplate: true, g_id: null });
const leaflet = aListedDocument({ docId: 62, friendlyName: 'Leaflet', g_id: null });
const open = (documents = [consent, leaflet], replies: Reply[] = [], route = '/management/documents') =>
  renderPage(<DocumentLibrary />, {
    viewer: administrator,
    route,
    replies: [[api.listLibrary, { documents }], ...replies],
  });
const table = () => screen.findByRole('table', { name: 'Document Library' });
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1);
const act = async (user: ReturnType<typeof open>['user'], name: string, label: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['View', 'Delete']);
  await user.click(screen.getByRole('menuitem', { name: label }));
};

test('LIB-02 LIB-07 the library is a table of names and actions, which tells templates from PDFs that are only read', async () => {
  const { callsOf } = open();
  await screen.findByText('Consent');
  expect(
    within(await table())
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Name', 'Action']);
  expect((await rows()).map((row) => row.firstChild?.textContent)).toEqual(['ConsentTemplate', 'LeafletRead-Only PDF']);
  expect(callsOf(api.listLibrary)[0]?.query).toEqual({ companyId: 1 });
});

test('LIB-02 CON-02 five are shown at first, and 5, 10 or 25 can be', async () => {
  const six = [1, 2, 3, 4, 5, 6].map((n) => aListedDocument({ docId: n, friendlyName: `Letter ${n}` }));
  const { user } = open(six);
  await screen.findByText('Letter 1');
  expect(await rows()).toHaveLength(5);
  const sizes = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Document Library: rows per page' });
  expect([...sizes.options].map(({ text, value }) => [text, value])).toEqual([
    ['5', '5'],
    ['10', '10'],
    ['25', '25'],
  ]);
  expect(sizes.value).toBe('5');
  await user.selectOptions(sizes, '25');
  expect(await rows()).toHaveLength(6);
});

test('LIB-04 ERR-20 ERR-30 an empty library says so, and so does one that could not be read', async () => {
  const page = open([]);
  expect(await screen.findByText('No documents to display')).toBeDefined();
  page.unmount();
  open([], [[api.listLibrary, { status: 500, body: { code: 'unexpected', message: 'broken' } }]]);
  expect(await screen.findByText('No documents to display')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('LIB-03 a document is viewed', async () => {
  const { user, router } = open([leaflet], [[api.fetchDocument, contentOf(leaflet, aPdf(['Take with water']))]]);
  await act(user, 'Leaflet', 'View');
  expect(
    await within(await screen.findByRole('dialog', { name: 'Leaflet' })).findByText('Take with water'),
  ).toBeDefined();
  expect(router.state.location.search).toEqual({ view: 62 });
});

test('LIB-03 LIB-05 LIB-08 a document is deleted after a question; the list is read anew also when that fails', async () => {
  const refused = { status: 500, body: { code: 'document.in_use', message: 'The document is used by Cardiology.' } };
  const page = open([consent], [[api.removeFromLibrary, refused]]);
  await act(page.user, 'Consent', 'Delete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete document' }));
  expect(dialog.getByText('Are you sure you would like to delete this document?')).toBeDefined();
  await page.user.click(dialog.getByRole('button', { name: 'Confirm' }));
  const alert = await dialog.findByRole('alert');
  expect(within(alert).getByText('Failed to delete the document.')).toBeDefined();
  expect(within(alert).getByText('The document is used by Cardiology.')).toBeDefined();
  await waitFor(() => expect(page.callsOf(api.listLibrary)).toHaveLength(2));
  page.answer(api.removeFromLibrary, { message: 'ok' });
  page.answer(api.listLibrary, { documents: [] });
  await page.user.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('No documents to display')).toBeDefined();
  expect(page.callsOf(api.removeFromLibrary)[0]?.query).toEqual({ companyId: 1, docId: 61 });
  expect(page.callsOf(api.deleteDocument)).toEqual([]);
});

test('LIB-07 the list is narrowed to templates, and by what is searched for', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Template 1' }));
  expect((await rows()).map((row) => row.firstChild?.textContent)).toEqual(['ConsentTemplate']);
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'leaf');
  expect(screen.getByText('No document matches “leaf” and “Template”.')).toBeDefined();
});

test('LIB-01 LIB-03 whoever does not see the whole company changes nothing of its library', async () => {
  const { user } = renderPage(<DocumentLibrary />, {
    viewer: { ...administrator, type: 'Pharmacist', seesWholeCompany: false },
    route: '/management/documents',
    replies: [[api.listLibrary, { documents: [leaflet] }]],
  });
  await user.click(await screen.findByRole('button', { name: 'Actions for Leaflet' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['View']);
  expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
});

test('ROL-12 with module ClinicalManagement an administrator opens the library', async () => {
  openPortal('/management/documents', [...sessionReplies(administrator), [api.listLibrary, { documents: [leaflet] }]]);
  expect(await screen.findByRole('heading', { name: 'Document Library' })).toBeDefined();
  expect(await screen.findByText('Leaflet')).toBeDefined();
});

test('LIB-02 what somebody else adds to the library appears without a reload', async () => {
  const page = open([leaflet]);
  await screen.findByText('Leaflet');
  page.answer(api.listLibrary, { documents: [consent, leaflet] });
  await page.live.tell({ type: 'library.changed', id: 61 });
  expect(await screen.findByText('Consent')).toBeDefined();
});
