import { listLibrary } from '@portal/contract/documents/endpoints.ts';
import * as api from '@portal/contract/workflows/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { aListedDocument } from '#test/documents.ts';
import { aReply, renderPage, type Reply } from '#test/portal.tsx';
import { DocumentsTab } from './DocumentsTab.tsx';
import type { WorkflowDocument } from './queries.ts';

const consent: WorkflowDocument = {
  docId: 61,
  friendlyName: 'Consent',
  triggerId: 5,
  triggerType: 'Time',
  triggerValue: '3d',
  triggerDescription: 'Before the first visit',
  triggerIdentifier: 'doc|61|2',
  version: 4,
};
const library = [
  aListedDocument({ docId: 61, friendlyName: 'Consent' }),
  aListedDocument({ docId: 62, friendlyName: 'Leaflet' }),
];
const open = (documents: readonly WorkflowDocument[] = [consent], replies: Reply[] = []) =>
  renderPage(<DocumentsTab gId={2} />, {
    viewer: { type: 'Admin', adminRights: true, modules: ['ClinicalManagement'] },
    replies: [
      [api.listWorkflowDocuments, documents],
      [listLibrary, { documents: library }],
      [api.addWorkflowDocument, { message: 'ok', triggerId: 6 }],
      [api.changeWorkflowDocument, { message: 'ok', version: 5 }],
      [api.removeWorkflowDocument, { message: 'ok' }],
      ...replies,
    ],
  });
type User = ReturnType<typeof open>['user'];
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const text = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const add = async (user: User) => {
  await user.click(await screen.findByRole('button', { name: 'Add document' }));
  await screen.findByRole('dialog', { name: 'Add document' });
};
const choose = async (user: User, name: string) => {
  await user.click(select('Document'));
  await user.click(await screen.findByRole('option', { name }));
};
const view = async (user: User) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for Consent' }));
  await user.click(await screen.findByRole('menuitem', { name: 'View' }));
  return screen.findByRole('dialog', { name: 'Consent' });
};

test('CGW-17 the documents of a group stand with what triggers each', async () => {
  const { callsOf } = open();
  const row = (await screen.findByText('Consent')).closest('tr') as HTMLElement;
  expect(
    screen.getByText('Library documents planned for patients in this group. The portal does not send them by itself.'),
  ).toBeDefined();
  expect(
    within(row)
      .getAllByRole('cell')
      .slice(0, 4)
      .map(({ textContent }) => textContent),
  ).toEqual(['Consent', 'Time', 'After 3 days', 'Before the first visit']);
  expect(callsOf(api.listWorkflowDocuments)[0]?.query).toEqual({ companyId: 1, gId: 2 });
});

test('CGW-06 CGW-07 CGW-09 CGW-12 CGW-15 one of the library that is not there yet is added once everything is filled in', async () => {
  const page = open();
  const { user, callsOf } = page;
  await add(user);
  await user.click(select('Document'));
  expect((await screen.findAllByRole('option', { hidden: false })).map((one) => one.textContent)).toContain('Leaflet');
  expect(screen.queryByRole('option', { name: 'Consent' })).toBeNull();
  await user.click(screen.getByRole('option', { name: 'Leaflet' }));
  expect(
    within(select('Trigger type'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose a type', 'Time']);
  expect(screen.getByText('Still missing: a trigger type; a trigger value; a trigger description.')).toBeDefined();
  await user.selectOptions(select('Trigger type'), 'Time');
  await user.write(text('Trigger value'), '2');
  await user.selectOptions(select('Unit'), 'Weeks');
  expect(isOff(button('Add'))).toBe(true);
  await user.write(text('Trigger description'), 'Two weeks in');
  expect(isOff(button('Add'))).toBe(false);
  page.answer(api.listWorkflowDocuments, [consent, { ...consent, docId: 62, triggerId: 6, friendlyName: 'Leaflet' }]);
  await user.click(button('Add'));
  expect(await screen.findByText('“Leaflet” is added to this group.')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Actions for Leaflet' })).toBeDefined();
  expect(callsOf(api.addWorkflowDocument)[0]?.body).toEqual({
    gId: 2,
    companyId: 1,
    docActivity: { docId: 62, triggerType: 'Time', triggerValue: '2w', triggerDescription: 'Two weeks in' },
  });
});

test.each([
  ['Days', '3d'],
  ['Weeks', '3w'],
  ['Months', '3M'],
])(
  'CGW-08 CGW-15 what triggers a document is looked at and changed to 3 %s, which is sent as %s',
  async (unit, value) => {
    const { user, callsOf } = open();
    await view(user);
    expect(text('Trigger value').value).toBe('3');
    expect(select('Unit').selectedOptions[0]?.textContent).toBe('Days');
    expect(text('Trigger description').value).toBe('Before the first visit');
    await user.selectOptions(select('Unit'), unit);
    await user.click(button('Confirm'));
    expect(await screen.findByText('“Consent” is changed.')).toBeDefined();
    expect(callsOf(api.changeWorkflowDocument)[0]?.body).toEqual({
      gId: 2,
      companyId: 1,
      version: 4,
      docActivity: {
        docId: 61,
        triggerType: 'Time',
        triggerValue: value,
        triggerDescription: 'Before the first visit',
      },
    });
  },
);

test('CGW-07 without a value, or with 0, a change cannot be confirmed', async () => {
  const { user } = open();
  await view(user);
  await user.clear(text('Trigger value'));
  expect(isOff(button('Confirm'))).toBe(true);
  await user.write(text('Trigger value'), '0');
  expect(isOff(button('Confirm'))).toBe(true);
  await user.clear(text('Trigger value'));
  await user.write(text('Trigger value'), '1');
  expect(isOff(button('Confirm'))).toBe(false);
  await user.clear(text('Trigger description'));
  expect(isOff(button('Confirm'))).toBe(true);
});

test('what is refused is said in the dialog, and what was filled in stays', async () => {
  const body = { code: 'workflow.already', message: 'The document is already part of this workflow.' };
  const { user } = open([], [[api.addWorkflowDocument, { status: 409, body }]]);
  await add(user);
  await choose(user, 'Consent');
  await user.selectOptions(select('Trigger type'), 'Time');
  await user.write(text('Trigger value'), '1');
  await user.selectOptions(select('Unit'), 'Months');
  await user.write(text('Trigger description'), 'Later');
  await user.click(button('Add'));
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('The document is already part of this workflow.')).toBeDefined();
  expect(text('Trigger description').value).toBe('Later');
});

test('CGW-20 a document is taken out of the group after a question', async () => {
  const page = open();
  await page.user.click(await screen.findByRole('button', { name: 'Actions for Consent' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  expect(await screen.findByText('Would you like to remove “Consent” from this group?')).toBeDefined();
  expect(
    screen.getByText('It is no longer planned for patients in this group, and stays in the library.'),
  ).toBeDefined();
  page.answer(api.listWorkflowDocuments, []);
  await page.user.click(button('Remove'));
  expect(await screen.findByText('No documents to display')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.callsOf(api.removeWorkflowDocument)[0]?.query).toEqual({ companyId: 1, gId: 2, docId: 61 });
});

test('CLN-19 before a document is taken out, "Close" keeps it', async () => {
  const { user, callsOf } = open();
  await user.click(await screen.findByRole('button', { name: 'Actions for Consent' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove document' });
  expect(within(dialog).getByRole('button', { name: 'Remove' })).toBeDefined();
  await user.click(within(dialog).getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Consent')).toBeDefined();
  expect(callsOf(api.removeWorkflowDocument)).toEqual([]);
});

test('CGW-08 CGW-15 REL-07 a trigger that somebody else has changed is taken over, what was typed stays, and confirming again goes on from there', async () => {
  const current = { ...consent, triggerDescription: 'After the first visit', triggerValue: '2w', version: 9 };
  const body = { code: 'stale', message: 'Someone else has changed this.', detail: { current } };
  const page = open([consent], [[api.changeWorkflowDocument, { status: 409, body }]]);
  await view(page.user);
  await page.user.clear(text('Trigger value'));
  await page.user.write(text('Trigger value'), '5');
  await page.user.click(button('Confirm'));
  expect(await screen.findByText('Someone else has changed this trigger in the meantime')).toBeDefined();
  expect(
    screen.getByText('Trigger value is now “2 weeks”. What you typed is still in the field; saving replaces theirs.'),
  ).toBeDefined();
  expect([text('Trigger value').value, select('Unit').value, text('Trigger description').value]).toEqual([
    '5',
    'd',
    'After the first visit',
  ]);
  page.answer(api.changeWorkflowDocument, { message: 'ok', version: 10 });
  await page.user.click(button('Confirm'));
  expect(await screen.findByText('“Consent” is changed.')).toBeDefined();
  expect(page.callsOf(api.changeWorkflowDocument).at(-1)?.body).toMatchObject({
    version: 9,
    docActivity: { triggerValue: '5d', triggerDescription: 'After the first visit' },
  });
});

test('CGW-06 CGW-09 a document is chosen from the whole library, however many portions it has', async () => {
  const { user, callsOf } = open(
    [consent],
    [
      [
        listLibrary,
        ({ query }: { query: { after?: number } }) =>
          query.after === 61
            ? { documents: [aListedDocument({ docId: 5, friendlyName: 'The oldest' })] }
            : aReply(listLibrary, { documents: [library[0]] }, { 'x-more': '61' }),
      ],
    ],
  );
  await add(user);
  await choose(user, 'The oldest');
  expect(callsOf(listLibrary)).toHaveLength(2);
});

test('documents of a group that could not be read are no empty list: it says so, in words of ours, and they can be read again', async () => {
  const page = open(
    [],
    [[api.listWorkflowDocuments, { status: 500, body: { code: 'unexpected', message: 'broken' } }]],
  );
  expect(await screen.findByText('There was a problem loading the documents of this group.')).toBeDefined();
  expect(screen.queryByText('No documents to display')).toBeNull();
  page.answer(api.listWorkflowDocuments, [consent]);
  await page.user.click(button('Try again'));
  expect(await screen.findByText('Consent')).toBeDefined();
});
