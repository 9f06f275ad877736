import { copyParticipant, copyRecords } from '@portal/contract/audit/endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { watchDownloads } from '#test/downloads.ts';
import { renderPage, type Reply } from '#test/portal.tsx';
import { CompleteCopy } from './CompleteCopy.tsx';

const made = {
  filename: 'records-1.zip',
  contentType: 'application/zip' as const,
  data: btoa('PK the records'),
  documents: 2,
  entries: 9,
};
const admin = { type: 'Admin' as const, adminRights: true };
const open = (reply: Reply[1], viewer: object = admin) =>
  renderPage(
    <>
      <p>Documents</p>
      <CompleteCopy of={{ gId: 1, displayName: 'Aurelia Migraine Study' }} />
    </>,
    {
      viewer,
      replies: [[copyRecords, reply]],
    },
  );
const button = (name: string) => screen.getByRole('button', { name });
const ask = async ({ user }: ReturnType<typeof open>) => {
  await user.click(await screen.findByRole('button', { name: 'Complete copy' }));
  await screen.findByText(/^All records of Aurelia Migraine Study in one file/);
  await user.click(button('Make copy'));
};

test('P11-19 the records of a trial are downloaded as one file, and the dialog shows that it is made', async () => {
  const files = watchDownloads();
  let release: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (release = resolve));
  onTestFinished(() => release());
  const page = open(() => slow.then(() => made));
  await ask(page);
  expect(await screen.findByText('The copy is being made…')).toBeDefined();
  expect(screen.getByRole('progressbar', { name: 'Complete copy' })).toBeDefined();
  expect(screen.queryByText('Being sent…')).toBeNull();
  release();
  await screen.findByText('records-1.zip is downloaded.');
  expect(page.callsOf(copyRecords).map(({ query }) => query)).toEqual([{ g_id: 1 }]);
  expect(files.map(({ name }) => name)).toEqual(['records-1.zip']);
  expect(await files[0]?.text).toBe('PK the records');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('P11-19 what fails is said and can be asked for again; what is given up downloads nothing', async () => {
  const files = watchDownloads();
  const page = open({ status: 500, body: { code: 'unexpected', message: 'There was a problem making the copy.' } });
  await ask(page);
  expect((await screen.findByRole('alert')).textContent).toBe('There was a problem making the copy.');
  let release: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (release = resolve));
  page.answer(copyRecords, () => slow.then(() => made));
  await page.user.click(button('Make copy'));
  await screen.findByText('The copy is being made…');
  await page.user.click(button('Cancel'));
  release();
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(files).toEqual([]);
});

test.each([
  ['a sponsor', { type: 'Sponsor' as const, adminRights: true }],
  ['a pharmacy', { type: 'Pharmacy User' as const, adminRights: true }],
  ['a site user without admin rights', {}],
])('P11-19 %s is not offered it', async (_, viewer) => {
  open(made, viewer);
  await screen.findByText('Documents');
  expect(screen.queryByRole('button')).toBeNull();
});

test('PRV-02 what is held of a participant is downloaded as one file', async () => {
  const files = watchDownloads();
  const answer = { ...made, filename: 'participant-7.zip', accesses: 3 };
  const page = renderPage(<CompleteCopy of={{ participantId: 7, displayName: 'subject 123-456' }} />, {
    viewer: { ...admin, modules: ['TrialCard'] },
    replies: [[copyParticipant, answer]],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Complete copy' }));
  await screen.findByText(
    'All that is held of subject 123-456 in one file: where it came from, documents, who changed it and who saw it, as pages to read and with a program that checks that nothing is missing or changed. Readings that are archived, and those beyond the newest 100,000, are not in it, and it says so.',
  );
  await page.user.click(button('Make copy'));
  await screen.findByText('participant-7.zip is downloaded.');
  expect(page.callsOf(copyParticipant).map(({ query }) => query)).toEqual([{ participant_id: 7 }]);
  expect(files.map(({ name }) => name)).toEqual(['participant-7.zip']);
});
