import { readProvider } from '@portal/contract/providers/endpoints.ts';
import { changeOwnDetails } from '@portal/contract/providers/own-endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { type Reply, ownReply, openPortal, renderPage, sessionReplies } from '#test/portal.tsx';
import { sessionState } from '#api/session.ts';
import { asDay, speakDates } from '#kit/today.ts';
import { OwnDetails } from './OwnDetails.tsx';

const stored = { phone: '+16175550123' };
const open = (replies: readonly Reply[] = [], own: object = {}) => {
  onTestFinished(() => speakDates());
  return renderPage(<OwnDetails />, { replies: [ownReply(stored, own), ...replies] });
};
const button = (name: string) => screen.findByRole('button', { name });
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const retype = async (page: ReturnType<typeof open>, name: string, text: string) => {
  await page.user.clear(field(name));
  await page.user.write(field(name), text);
};
const edit = async (page: ReturnType<typeof open>) => {
  await page.user.click(await button('Edit details'));
  return within(await screen.findByRole('dialog', { name: 'Edit your details' }));
};

test('ACC-01 SCN-04 the account shows names, type, phone, preferred contact and the language of dates', async () => {
  open([], { preferredContact: 1, dateLanguage: 'fr' });
  await button('Edit details');
  const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(facts).toEqual([
    ['First name', 'Sam'],
    ['Last name', 'Sites'],
    ['Type', 'Site User'],
    ['Email', 'boston@meridian.example'],
    ['Phone', '617-555-0123'],
    ['Preferred contact', 'Text (SMS)'],
    ['Language of dates', 'Français'],
  ]);
});

test('PRV-08 beside the preferred contact it is said that notices of the portal come by email all the same', async () => {
  const page = open();
  const sheet = await edit(page);
  const description = /^Notices of the portal always come by email\./;
  expect(sheet.getByRole('radiogroup', { name: 'Preferred contact', description })).toBeDefined();
});

test('ACC-01 SCN-04 what is saved is sent with the version, and the portal knows it at once', async () => {
  const page = open([[changeOwnDetails, { message: 'Saved.', version: 2 }]]);
  const sheet = await edit(page);
  await retype(page, 'Last name', 'Sites-Moreau');
  await page.user.click(sheet.getByRole('radio', { name: 'Text (SMS)' }));
  await page.user.selectOptions(sheet.getByRole('combobox', { name: 'Language of dates' }), 'Deutsch');
  page.answer(
    ...ownReply({ ...stored, lName: 'Sites-Moreau' }, { preferredContact: 1, dateLanguage: 'de', version: 2 }),
  );
  await page.user.click(sheet.getByRole('button', { name: 'Save' }));
  await screen.findByText('Your details were saved.');
  expect(page.callsOf(changeOwnDetails).map(({ sent }) => sent)).toEqual([
    {
      cp_id: 3,
      fName: 'Sam',
      lName: 'Sites-Moreau',
      phone: '+16175550123',
      preferredContact: 1,
      dateLanguage: 'de',
      version: 1,
    },
  ]);
  await screen.findByText('Sites-Moreau');
  expect(sessionState().viewer).toMatchObject({ fName: 'Sam', lName: 'Sites-Moreau' });
  expect(asDay('2026-12-05')).toBe('05-Dez.-2026');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('SCN-03 SCN-04 names are required, and whoever is reached by text needs a phone', async () => {
  const page = open([], { phone: null });
  const sheet = await edit(page);
  await page.user.clear(field('First name'));
  await page.user.click(sheet.getByRole('radio', { name: 'Text (SMS)' }));
  await page.user.click(sheet.getByRole('button', { name: 'Save' }));
  await sheet.findByText('is required');
  sheet.getByText('is required to receive texts');
  expect(page.callsOf(changeOwnDetails)).toEqual([]);
});

test('REL-07 what changed elsewhere is told, what was typed stays, and saving again goes on from there', async () => {
  const current = { fName: 'Samuel', lName: 'Sites', ...stored, preferredContact: 0, dateLanguage: null, version: 4 };
  const page = open([
    [changeOwnDetails, { status: 409, body: { code: 'stale', message: 'Changed.', detail: { current } } }],
  ]);
  const sheet = await edit(page);
  await retype(page, 'Last name', 'Moreau');
  await page.user.click(sheet.getByRole('button', { name: 'Save' }));
  await sheet.findByText('First name is now “Samuel”.');
  expect([field('First name').value, field('Last name').value]).toEqual(['Samuel', 'Moreau']);
  page.answer(changeOwnDetails, { message: 'Saved.', version: 5 });
  await page.user.click(sheet.getByRole('button', { name: 'Save' }));
  await screen.findByText('Your details were saved.');
  expect(page.callsOf(changeOwnDetails).at(-1)?.sent).toMatchObject({ fName: 'Samuel', lName: 'Moreau', version: 4 });
});

test('a failure keeps the form as it was typed, and says so in its footer', async () => {
  const page = open([[changeOwnDetails, { status: 500, body: { code: 'unexpected', message: '' } }]]);
  const sheet = await edit(page);
  await retype(page, 'Last name', 'Moreau');
  await page.user.click(sheet.getByRole('button', { name: 'Save' }));
  await sheet.findByText('Your details were not saved');
  expect(field('Last name').value).toBe('Moreau');
});

test('details that cannot be read leave the names, and can be asked for again', async () => {
  const page = open([[readProvider, { status: 500, body: { code: 'unexpected', message: '' } }]]);
  await screen.findByText('Unable to load your details.');
  screen.getByText('Sites');
  page.answer(...ownReply(stored));
  await page.user.click(await button('Try again'));
  await screen.findByText('617-555-0123');
});

test('SCN-05 whoever has chosen a language reads months in it from the first page on', async () => {
  onTestFinished(() => speakDates());
  const replies = sessionReplies();
  openPortal('/account', [...replies, ownReply({}, { dateLanguage: 'it' })]);
  await screen.findByText('Italiano');
  expect(asDay('2026-01-05')).toBe('05-gen-2026');
});
