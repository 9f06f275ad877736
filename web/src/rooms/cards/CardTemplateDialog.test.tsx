import { addCard, type CardTemplate, changeCard, readCard } from '@portal/contract/cards/endpoints.ts';
import { cardTexts, newCard } from '@portal/contract/cards/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pageData } from '#api/page.ts';
import { markup } from '../../../../contract/test/hostile-markup.ts';
import { aTrial } from '#test/participants.ts';
import { renderPage, type Reply } from '#test/portal.tsx';
import { newUser } from '#test/user.ts';
import { CardTemplateDialog } from './CardTemplateDialog.tsx';

const aCard = (more: Partial<CardTemplate> = {}): CardTemplate => ({
  ...newCard({ name: 'Trellis', email: 'help@trellis.example', phone: null }),
  rxBin: '610020',
  mainLogo: 'iVBORw0KGgo=',
  optionalLogo: null,
  g_id: 1,
  version: 4,
  ...more,
});
const saved: Reply[] = [
  [addCard, { message: 'Card saved.', gId: 1, version: 1 }],
  [changeCard, { message: 'Card saved.', gId: 1, version: 5 }],
];
async function open(card: CardTemplate | null, replies: Reply[] = saved) {
  const onClose = vi.fn();
  const page = renderPage(<CardTemplateDialog group={aTrial()} opened onClose={onClose} />, {
    viewer: { type: 'Admin', adminRights: true },
    replies: [[readCard, { trialCard: card }], ...replies],
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Card Template Information' }));
  await dialog.findByRole('textbox', { name: 'RxBIN' });
  return { ...page, dialog, onClose };
}
type Opened = Awaited<ReturnType<typeof open>>;
const field = ({ dialog }: Opened, name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name });
const add = ({ user, dialog }: Opened) => user.click(dialog.getByRole('button', { name: 'Add' }));
const show = ({ user, dialog }: Opened, view: 'Edit' | 'Preview') =>
  user.click(dialog.getByRole('radio', { name: view }));
const png = () => new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'logo.png', { type: 'image/png' });

test('CRD-03 CRD-04 CRD-05 OPS-37 the card of a trial without one starts with its defaults, and its help desk is the brand’s', async () => {
  const page = await open(null);
  await waitFor(() => expect(document.activeElement).toBe(field(page, 'RxBIN')));
  for (const name of ['RxBIN', 'RxPCN', 'RxGRP']) expect(field(page, name).value).toBe('XXXXX');
  expect(field(page, 'Cardholder name label').value).toBe('Cardholder Name:');
  expect(field(page, 'Cardholder ID label').value).toBe('Cardholder ID:');
  const { name, email } = pageData().brand;
  for (const paragraph of ['Card introduction', 'Participants', 'Pharmacy instructions', 'Claim submissions'])
    expect(field(page, paragraph).value).toMatch(/\w.*Help desk/);
  expect(field(page, 'Contact information').value).toContain(`Help desk of ${name}: `);
  expect(field(page, 'Contact information').value).toContain(email);
});

test('CRD-08 CRD-09 the preview shows the card as it is being written, and on the way back all is as it was', async () => {
  const page = await open(aCard());
  await page.user.clear(field(page, 'RxGRP'));
  await page.user.write(field(page, 'RxGRP'), 'NEWGROUP');
  await page.user.clear(field(page, 'Claim submissions'));
  await show(page, 'Preview');
  const card = within(page.dialog.getByRole('region', { name: 'Card' }));
  for (const text of ['610020', 'NEWGROUP', 'Cardholder Name:']) expect(card.getByText(text)).toBeDefined();
  expect(card.getByRole('img').getAttribute('src')).toBe('data:image/png;base64,iVBORw0KGgo=');
  expect(page.dialog.queryByRole('heading', { name: 'Claim Submissions' })).toBeNull();
  expect(page.dialog.queryByRole('textbox', { name: 'RxGRP' })).toBeNull();
  await show(page, 'Edit');
  expect([field(page, 'RxGRP').value, field(page, 'Claim submissions').value]).toEqual(['NEWGROUP', '']);
  expect(page.callsOf(changeCard)).toEqual([]);
});

test.each([
  ['a trial without a card', null, addCard, 0],
  ['a card that is there', aCard(), changeCard, 4],
] as const)(
  'CRD-11 CRD-13 of %s the Add button sends the call, says so and closes',
  async (_what, card, endpoint, version) => {
    const page = await open(card);
    await page.user.clear(field(page, 'RxPCN'));
    await page.user.write(field(page, 'RxPCN'), 'PCN7');
    await show(page, 'Preview');
    await add(page);
    await waitFor(() => expect(page.onClose).toHaveBeenCalled());
    const sent = [...page.callsOf(addCard), ...page.callsOf(changeCard)];
    expect(sent.map(({ method }) => method)).toEqual([endpoint.method]);
    expect(sent[0]?.sent).toMatchObject({ g_id: 1, rxPcn: 'PCN7', rxBin: card ? '610020' : 'XXXXX', version });
    // The logo was not touched.
    expect(sent[0]?.sent).not.toHaveProperty('mainLogo');
    expect(await screen.findByText('The card of Aurelia Migraine Study was saved.')).toBeDefined();
  },
);

test('CRD-06 CRD-07 SEC-30 only pictures can be picked as logos; they are sent as base64, and can be taken away', async () => {
  const page = await open(aCard());
  const picker = page.dialog.getByLabelText<HTMLInputElement>('Optional logo');
  expect(picker.accept).toBe('image/png,image/jpeg,image/webp');
  for (const [name, type] of [
    ['card.pdf', 'application/pdf'],
    ['logo.svg', 'image/svg+xml'],
  ] as const) {
    // Past the browser's own filter, as by dragging.
    await newUser({ applyAccept: false }).upload(picker, new File(['x'], name, { type }));
    const refusal = await page.dialog.findByText('Only PNG, JPEG and WebP images can be uploaded.');
    await page.user.upload(picker, png());
    await waitFor(() => expect(refusal.isConnected).toBe(false));
    expect((await page.dialog.findByRole('img', { name: 'Optional logo' })).getAttribute('src')).toBe(
      'data:image/png;base64,iVBORw==',
    );
  }
  await page.user.click(page.dialog.getByRole('button', { name: 'Remove main logo' }));
  await add(page);
  await waitFor(() => expect(page.callsOf(changeCard)).toHaveLength(1));
  expect(page.callsOf(changeCard)[0]?.sent).toMatchObject({ mainLogo: null, optionalLogo: 'iVBORw==' });
});

test('CRD-12 a wrong field is named before anything is sent, and what the server refuses stands at its field', async () => {
  const page = await open(aCard());
  await page.user.clear(field(page, 'RxBIN'));
  await show(page, 'Preview');
  await add(page);
  expect(await page.dialog.findByText('is required')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(field(page, 'RxBIN')));
  expect(page.callsOf(changeCard)).toEqual([]);
  await page.user.type(field(page, 'RxBIN'), '1');
  const body = { code: 'invalid', message: 'The image is damaged.', fields: { optionalLogo: 'The image is damaged.' } };
  page.answer(changeCard, { status: 400, body });
  await add(page);
  expect((await page.dialog.findByRole('alert')).textContent).toContain('The image is damaged.');
  expect(field(page, 'RxBIN').value).toBe('1');
  expect(page.onClose).not.toHaveBeenCalled();
});

test('what is too long is named when its field is left, what is missing only once the card is sent', async () => {
  const page = await open(aCard());
  await page.user.clear(field(page, 'RxPCN'));
  await page.user.clear(field(page, 'RxBIN'));
  await page.user.write(field(page, 'RxBIN'), 'X'.repeat(21));
  await page.user.tab();
  expect(await page.dialog.findByText('is too long (maximum is 20 characters)')).toBeDefined();
  expect(page.dialog.queryByText('is required')).toBeNull();
  await add(page);
  expect(await page.dialog.findByText('is required')).toBeDefined();
  expect(page.callsOf(changeCard)).toEqual([]);
});

test('REL-07 whoever is too late sees what has changed, keeps what they typed, takes over the rest, and a second Add sends that', async () => {
  const page = await open(aCard({ optionalLogo: 'AAAA' }));
  await page.user.clear(field(page, 'RxBIN'));
  await page.user.type(field(page, 'RxBIN'), '777');
  await page.user.upload(page.dialog.getByLabelText('Optional logo'), png());
  await page.dialog.findByRole('img', { name: 'Optional logo' });
  await show(page, 'Preview');
  page.answer(changeCard, { status: 409, body: { code: 'stale', message: 'Someone else has changed this.' } });
  const theirs = aCard({ rxBin: '888', rxGrp: 'THEIRS', mainLogo: 'BBBB', optionalLogo: 'CCCC', version: 9 });
  page.answer(readCard, { trialCard: theirs });
  await add(page);
  expect(await page.dialog.findByText('Someone else has changed this card in the meantime')).toBeDefined();
  const kept = 'What you typed is still in the field; saving replaces theirs.';
  expect(page.dialog.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    `RxBIN is now “888”. ${kept}`,
    'RxGRP is now “THEIRS”.',
    'Main logo is now “another picture”.',
    `Optional logo is now “another picture”. ${kept}`,
  ]);
  expect([field(page, 'RxBIN').value, field(page, 'RxGRP').value]).toEqual(['777', 'THEIRS']);
  page.answer(changeCard, { message: 'Card saved.', gId: 1, version: 10 });
  await add(page);
  await waitFor(() => expect(page.onClose).toHaveBeenCalled());
  const sent = page.callsOf(changeCard).at(-1)?.sent;
  expect(sent).toMatchObject({ rxBin: '777', rxGrp: 'THEIRS', optionalLogo: 'iVBORw==', version: 9 });
  // It stays as they have saved it.
  expect(sent).not.toHaveProperty('mainLogo');
});

test('REL-07 a first card that somebody else has saved meanwhile is taken over but for what was typed', async () => {
  const page = await open(null);
  await page.user.clear(field(page, 'RxBIN'));
  await page.user.type(field(page, 'RxBIN'), '777');
  page.answer(addCard, { status: 409, body: { code: 'stale', message: 'Someone else has changed this.' } });
  page.answer(readCard, { trialCard: aCard({ rxGrp: 'THEIRS', version: 1 }) });
  await add(page);
  expect(await page.dialog.findByText('RxGRP is now “THEIRS”.')).toBeDefined();
  await add(page);
  await waitFor(() => expect(page.callsOf(changeCard)).toHaveLength(1));
  expect(page.callsOf(changeCard)[0]?.sent).toMatchObject({ rxBin: '777', rxGrp: 'THEIRS', version: 1 });
});

test('CRD-08 typed work is thrown away only after a question, and a card that cannot be read says so', async () => {
  const page = await open(aCard());
  await page.user.type(field(page, 'RxBIN'), '1');
  await page.user.keyboard('{Escape}');
  expect(await screen.findByRole('dialog', { name: 'Discard what you typed?' })).toBeDefined();
  await page.user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(page.onClose).toHaveBeenCalledTimes(1);
  page.unmount();
  renderPage(<CardTemplateDialog group={aTrial()} opened onClose={() => undefined} />, {
    replies: [[readCard, { status: 404, body: { code: 'not_found', message: 'Not found.' } }]],
  });
  expect(await screen.findByText('Not found.')).toBeDefined();
});

test('SEC-28 markup in the texts of a card makes no element in the preview and is read as it was typed', async () => {
  /** What stands in the preview when its texts, one after the other, say this. */
  const drawn = async (said: readonly string[]) => {
    const page = await open(
      aCard({ ...Object.fromEntries(cardTexts.map((name, i) => [name, said[i] ?? 'plain'])), mainLogo: null }),
    );
    await show(page, 'Preview');
    const preview = page.dialog.getByRole('region', { name: 'Card' }).parentElement!;
    const shown = {
      elements: [...preview.querySelectorAll('*')].map((one) => one.tagName).join(),
      text: preview.textContent,
    };
    page.unmount();
    return shown;
  };
  const { elements } = await drawn([]);
  for (let from = 0; from < markup.length; from += cardTexts.length) {
    const said = markup.slice(from, from + cardTexts.length);
    const shown = await drawn(said);
    expect(shown.elements).toBe(elements);
    for (const text of said) expect(shown.text).toContain(text.trim());
  }
});
