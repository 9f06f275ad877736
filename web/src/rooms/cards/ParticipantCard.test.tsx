import { type CardSending, printCard, readParticipantCard, sendCard } from '@portal/contract/cards/endpoints.ts';
import type { Participant } from '@portal/contract/participants/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aParticipant } from '#test/participants.ts';
import { renderPage, type Reply } from '#test/portal.tsx';
import { ParticipantCard } from './ParticipantCard.tsx';

const card = {
  rxBin: '61011',
  rxPcn: 'PCNXX',
  rxGrp: 'GRPXX',
  cardholderNameLabel: 'Cardholder Name:',
  cardholderIdLabel: 'Cardholder ID:',
  cardholderId: 'CTRX-000011',
  participants: 'Show this card.',
  claimSubmissions: 'Submit claims.',
  pharmacyInstructions: 'Scan it.',
  cardIntroduction: 'Welcome.',
  contactInfo: 'Help desk',
  mainLogo: null,
  optionalLogo: null,
  outreachPreference: true,
  emailUnsubscribed: false,
  lastEmail: null as CardSending | null,
  lastText: null as CardSending | null,
};
type Changes = Partial<typeof card> & { ways?: readonly ('Email' | 'Text')[] };
async function open(more: Partial<Participant> = {}, changes: Changes = {}, replies: Reply[] = []) {
  const page = renderPage(<ParticipantCard participant={aParticipant(more)} gId={2} onClose={() => undefined} />, {
    replies: [
      [readParticipantCard, { ...card, ...changes }],
      [sendCard, { message: 'Card sent successfully!', outreachId: 1 }],
      ...replies,
    ],
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Participant Card' }));
  await dialog.findByRole('button', { name: 'Print' });
  return { ...page, dialog };
}
type Opened = Awaited<ReturnType<typeof open>>;
const button = ({ dialog }: Opened, name: string) => dialog.getByRole<HTMLButtonElement>('button', { name });
const press = (page: Opened, name: string) => page.user.click(button(page, name));

test.each([
  ['Send by email', 'Email'],
  ['Send by text', 'Text'],
])('PCO-03 PCO-04 PCO-08 ERR-17 "%s" sends the card and says so', async (label, contactType) => {
  const page = await open();
  await press(page, label);
  expect(await screen.findByText('Card sent successfully!')).toBeDefined();
  expect(page.callsOf(sendCard).map(({ sent }) => sent)).toEqual([{ participant_id: 11, contactType, g_id: 2 }]);
  expect(page.callsOf(sendCard)[0]?.headers.get('idempotency-key')).toBeTruthy();
});

test('a card that is not configured yet is told of, with nothing to try again or send', async () => {
  const message = 'The card of this trial is not configured yet.';
  renderPage(<ParticipantCard participant={aParticipant()} gId={2} onClose={() => undefined} />, {
    replies: [[readParticipantCard, { status: 404, body: { code: 'card.not_configured', message } }]],
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Participant Card' }));
  expect(await dialog.findByText(message)).toBeDefined();
  expect(dialog.queryByRole('alert')).toBeNull();
  expect(dialog.getAllByRole('button')).toHaveLength(1);
});

test.each([
  [400, ''],
  [404, ''],
  [429, ''],
  [500, ''],
  // REL-06: a server that may have sent it all the same.
  [503, 'It is not known whether this was done.'],
])('PCO-09 ERR-17 a sending that fails with %d says to use the print option, once', async (status, more) => {
  const page = await open({}, {}, [[sendCard, { status, body: { code: 'unexpected', message: 'Internal.' } }]]);
  await press(page, 'Send by email');
  expect((await screen.findAllByRole('alert')).map((alert) => alert.textContent)).toEqual([
    `Unable to send trial card. Please try again later or use the print option.${more}`,
  ]);
});

test.each([
  [
    'a trial that does not reach out',
    {},
    { outreachPreference: false },
    [true, true],
    ['This trial does not send cards.'],
  ],
  ['no e-mail', { email: null }, {}, [true, false], ['This participant has no email.']],
  ['no phone', { phone: null }, {}, [false, true], ['This participant has no phone number.']],
  [
    'an unsubscribed e-mail',
    {},
    { emailUnsubscribed: true },
    [true, false],
    ['This participant has unsubscribed from emails.'],
  ],
  ['a portal that sends no texts', {}, { ways: ['Email'] }, [false, true], ['This portal sends no texts.']],
  [
    'a portal that sends nothing',
    {},
    { ways: [] },
    [true, true],
    ['This portal sends no emails. This portal sends no texts.'],
  ],
  ['all that is needed', {}, {}, [false, false], []],
] as const)(
  'PCO-05 PCO-06 PCO-07 PRV-08 %s decides which ways are open, and says why; print always is',
  async (_what, participant, changes, off, why) => {
    const page = await open(participant, changes);
    expect(['Send by email', 'Send by text'].map((name) => button(page, name).disabled)).toEqual(off);
    expect(button(page, 'Print').disabled).toBe(false);
    expect(page.dialog.queryAllByText(/^This (trial|participant|portal) /).map((one) => one.textContent)).toEqual(why);
  },
);

test('PCO-07 print hands the card over as a PDF, and says when it cannot', async () => {
  const files: { name: string; file: Blob }[] = [];
  let made: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    made = file as Blob;
    return 'blob:card';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    files.push({ name: this.download, file: made as Blob });
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const page = await open({}, { outreachPreference: false }, [
    [printCard, { filename: 'card-CTRX-000011.pdf', contentType: 'application/pdf', data: btoa('%PDF-1.7') }],
  ]);
  await press(page, 'Print');
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['card-CTRX-000011.pdf']));
  expect([files[0]?.file.type, await files[0]?.file.text()]).toEqual(['application/pdf', '%PDF-1.7']);
  expect(page.callsOf(printCard)[0]?.query).toEqual({ g_id: 2, participant_id: 11 });
  page.answer(printCard, { status: 500, body: { code: 'unexpected', message: 'Internal.' } });
  await press(page, 'Print');
  expect((await screen.findByRole('alert')).textContent).toBe('Unable to print the card. Please try again later.');
});

test('PCO-02 a card that is changed while it is shown is shown as it is now', async () => {
  const page = await open();
  page.answer(readParticipantCard, { ...card, rxGrp: 'GRPYY' });
  await page.live.tell({ type: 'care_group.changed', id: 1, careGroupId: 1 });
  expect(await page.dialog.findByText('GRPYY')).toBeDefined();
});

test('PCO-02 the card of each of two participants has their own name and number', async () => {
  for (const [fname, cardholderId] of [
    ['Ann', 'CTRX-000011'],
    ['Bob', 'CTRX-000012'],
  ] as const) {
    const page = await open({ fname }, { cardholderId });
    const shown = within(page.dialog.getByRole('region', { name: 'Card' }));
    expect([shown.getByText(`${fname} Archer`), shown.getByText(cardholderId)]).toHaveLength(2);
    page.unmount();
  }
});

test('PCO-03 it says to whom the card goes and when it was sent last; before it is sent again it is asked', async () => {
  const sentAt = new Date(2031, 2, 5, 14, 30);
  const page = await open(
    { email: 'ada@clinic.example', phone: '+16175550123' },
    { lastEmail: { recipient: 'old@clinic.example', sentAt } },
  );
  expect(
    page.dialog.getByText('Email: ada@clinic.example. Last sent to old@clinic.example on 05-Mar-2031 14:30.'),
  ).toBeDefined();
  expect(page.dialog.getByText('Text: 617-555-0123. Not sent yet.')).toBeDefined();
  const ask = () => screen.findByRole('dialog', { name: 'Send this card again?' });
  await press(page, 'Send by email');
  const question = 'It was sent to old@clinic.example on 05-Mar-2031 14:30. This time it goes to ada@clinic.example.';
  expect(within(await ask()).getByText(question)).toBeDefined();
  await page.user.click(within(await ask()).getByRole('button', { name: 'Cancel' }));
  expect(page.callsOf(sendCard)).toEqual([]);
  await press(page, 'Send by email');
  await page.user.click(within(await ask()).getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('Card sent successfully!')).toBeDefined();
  expect(page.callsOf(sendCard).map(({ sent }) => (sent as { contactType: string }).contactType)).toEqual(['Email']);
});

test('of a card that does not arrive it is said beside when it was sent last, of an email and of a text', async () => {
  const sentAt = new Date(2031, 2, 5, 14, 30);
  const alerts = (page: Opened) => page.dialog.queryAllByRole('alert').map((one) => one.textContent);
  const both = { email: 'ada@clinic.example', phone: '+16175550123' };
  const lastEmail = { recipient: 'ada@clinic.example', sentAt };
  const lastText = { recipient: '+16175550123', sentAt };
  const page = await open(both, {
    lastEmail: { ...lastEmail, isUndelivered: true },
    lastText: { ...lastText, isUndelivered: true },
  });
  expect(alerts(page)).toEqual([
    'This email does not arrive. Please check the address.',
    'This text does not arrive. Please check the phone number.',
  ]);
  page.unmount();
  const other = await open(both, { lastEmail: { ...lastEmail, isUndelivered: false }, lastText });
  expect(
    other.dialog.getByText('Email: ada@clinic.example. Last sent to ada@clinic.example on 05-Mar-2031 14:30.'),
  ).toBeDefined();
  expect(alerts(other)).toEqual([]);
});
