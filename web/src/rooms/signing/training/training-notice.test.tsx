import { listTrainingForms } from '@portal/contract/signing/training-endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '#test/portal.tsx';
import { TrainingNotice } from './TrainingNotice.tsx';

const form = {
  docId: 50,
  g_id: 4,
  friendlyName: 'Good Clinical Practice',
  userTypes: 'Site User',
  people: 7,
  signed: 5,
};
const open = (forms: object[]) =>
  renderPage(<TrainingNotice gId={4} />, {
    viewer: { type: 'Admin', adminRights: true },
    replies: [[listTrainingForms, { acknowledgementTemplates: forms }]],
  });

test('ACK-10 the dashboard says of which training signatures are missing, and leads to the forms', async () => {
  open([form, { ...form, docId: 51, friendlyName: 'Safety', signed: 7 }]);
  await screen.findByText(
    'Good Clinical Practice: 5 of 7 people have signed. The others sign it before their first page.',
  );
  expect(screen.queryByText(/Safety/)).toBeNull();
  expect(screen.getByRole('link', { name: 'See the acknowledgment forms' }).getAttribute('href')).toBe(
    '/document?group=4',
  );
});

test('ACK-10 where everybody has signed, nothing is said', async () => {
  const page = open([{ ...form, signed: 7 }]);
  await waitFor(() => expect(page.callsOf(listTrainingForms)).toHaveLength(1));
  expect(screen.queryByText('Training')).toBeNull();
});
