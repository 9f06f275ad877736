/** Cutting an image of a brand. The browser's pictures are stood in for, so that this file is alone in its process. */
import {
  addPublicImage,
  changeBrand,
  listCompanyEmails,
  listCompanyPhones,
} from '@portal/contract/companies/brand-endpoints.ts';
import { usualHours } from '@portal/contract/companies/brand-rules.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage, type Reply } from '#test/portal.tsx';
import { BrandDialog } from './BrandDialog.tsx';
import { ImageField } from './ImageField.tsx';

const drawn: number[][] = [];
beforeEach(() => {
  drawn.length = 0;
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    if (file.name === 'broken.png') throw new Error('no picture');
    return { width: 100, height: 100 };
  });
  const context = { clearRect: () => {}, drawImage: (_picture: unknown, ...place: number[]) => void drawn.push(place) };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) =>
    give(new Blob(['cut'], { type: 'image/png' })),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Logo() {
  const [value, setValue] = useState<string | null>(null);
  return <ImageField label="Brand logo" frame={{ width: 400, height: 100 }} value={value} onChange={setValue} />;
}
const imageUrl = `/images/${'a'.repeat(32)}`;
const uploaded = { message: 'Image uploaded.', imageUrl };
const open = (reply: unknown = uploaded) =>
  renderPage(<Logo />, {
    viewer: { type: 'Admin', adminRights: true, modules: ['BrandManagement'] },
    replies: [[addPublicImage, reply] as Reply],
  });
const field = () => screen.getByLabelText<HTMLInputElement>('Brand logo', { selector: 'input' });
/** However the browser was talked into offering it. */
const pick = async (name = 'logo.png', type = 'image/png') => {
  const input = await screen.findByLabelText('Brand logo', { selector: 'input' });
  fireEvent.change(input, { target: { files: [new File(['x'], name, { type })] } });
};
const cutting = () => screen.findByRole('group', { name: 'Cut brand logo' });

test('BST-03 an image is cut with the keyboard alone: sliders that have names move what is seen, and the focus goes on at the field', async () => {
  const page = open();
  await pick();
  const group = await cutting();
  const sliders = within(group).getAllByRole('slider');
  expect(sliders.map((one) => one.getAttribute('aria-label'))).toEqual(['Size', 'Left to right', 'Top to bottom']);
  expect(drawn.at(-1)).toEqual([150, 0, 100, 100]);
  const [size, across] = sliders as [HTMLElement, HTMLElement, HTMLElement];
  size.focus();
  await page.user.keyboard('{End}');
  await waitFor(() => expect(drawn.at(-1)?.slice(2)).toEqual([400, 400]));
  await page.user.tab();
  expect(document.activeElement).toBe(across);
  const before = drawn.length;
  await page.user.keyboard('{Home}');
  await waitFor(() => expect(drawn.length).toBeGreaterThan(before));
  await page.user.tab();
  await page.user.tab();
  expect(document.activeElement?.textContent).toBe('Use Image');
  await page.user.keyboard('{Enter}');
  const kept = await screen.findByRole<HTMLImageElement>('img', { name: 'Brand logo' });
  expect(kept.getAttribute('src')).toBe(imageUrl);
  expect(screen.queryByRole('group')).toBeNull();
  expect(document.activeElement).toBe(field());
  expect(page.callsOf(addPublicImage)[0]?.body).toMatchObject({ filename: 'logo.png', contentType: 'image/png' });
  await page.user.tab();
  await page.user.keyboard('{Enter}');
  expect(screen.queryByRole('img')).toBeNull();
  expect(document.activeElement).toBe(field());
});

test('BST-03 what was picked is let go of, and the focus is not lost', async () => {
  const page = open();
  await pick();
  await cutting();
  screen.getByRole('button', { name: 'Cancel Image' }).focus();
  await page.user.keyboard('{Enter}');
  expect(screen.queryByRole('group')).toBeNull();
  expect(document.activeElement).toBe(field());
  expect(page.callsOf(addPublicImage)).toEqual([]);
});

test('BST-03 with a pointer the picture is pulled, and only while a button is pressed', async () => {
  const page = open();
  await pick();
  const group = await cutting();
  within(group).getAllByRole('slider')[0]?.focus();
  await page.user.keyboard('{End}');
  await waitFor(() => expect(drawn.at(-1)?.slice(2)).toEqual([400, 400]));
  const canvas = group.querySelector('canvas') as HTMLCanvasElement;
  vi.spyOn(canvas, 'getBoundingClientRect').mockReturnValue({ width: 400, height: 100 } as DOMRect);
  const last = () => drawn.at(-1);
  const still = last();
  fireEvent.pointerMove(canvas, { buttons: 0, movementX: 0, movementY: 50 });
  expect(last()).toEqual(still);
  fireEvent.pointerMove(canvas, { buttons: 1, movementX: 0, movementY: 50 });
  await waitFor(() => expect(last()?.[1]).toBe((still?.[1] ?? 0) + 50));
});

test('SEC-30 BST-03 a file that is no image, one that cannot be read and one that the server refuses each say so, and can be followed by another', async () => {
  const page = open({
    status: 400,
    body: { code: 'image.not_accepted', message: 'Only PNG, JPEG and WebP images can be uploaded.' },
  });
  await pick('logo.svg', 'image/svg+xml');
  expect(await screen.findByText('Only PNG, JPEG and WebP images can be uploaded.')).toBeTruthy();
  await pick('broken.png');
  expect(await screen.findByText('The image cannot be read.')).toBeTruthy();
  await pick();
  await page.user.click(within(await cutting()).getByRole('button', { name: 'Use Image' }));
  expect(await screen.findByText('Only PNG, JPEG and WebP images can be uploaded.')).toBeTruthy();
  expect(field().getAttribute('aria-invalid')).toBe('true');
  page.answer(addPublicImage, uploaded);
  await page.user.click(within(await cutting()).getByRole('button', { name: 'Use Image' }));
  expect(await screen.findByRole('img', { name: 'Brand logo' })).toBeTruthy();
});

const brand = {
  company_id: 1,
  brandId: 7,
  brandKey: 'meridian',
  companyName: 'Meridian Trials',
  shortName: 'Meridian',
  street: '1 Main Street',
  street2: '',
  city: 'Boston',
  state: 'Massachusetts',
  zip: '02110',
  country: 'USA',
  addrId: 4,
  supportNumber: '+16175550101',
  email: 'hello@meridian.example',
  contactFax: null,
  hours: usualHours,
  brandHeaderUrl: null,
  logo: null,
  favicon: null,
  signInImage: null,
  primaryColour: null,
  senderEmailId: 11,
  contactEmailId: null,
  senderPhoneId: null,
  senderEmailName: 'Meridian Trials',
  termDocId: 5,
  termsURL: null,
  portalUrl: 'https://portal.example',
  alerts: [],
  version: 3,
};

test('BST-03 an image that is picked and neither used nor cancelled is not left out unsaid: the brand waits for it, from whichever tab it is saved', async () => {
  const onClose = vi.fn<() => void>();
  const page = renderPage(<BrandDialog brand={brand} onClose={onClose} />, {
    viewer: { type: 'Admin', adminRights: true, modules: ['BrandManagement'] },
    replies: [
      [addPublicImage, uploaded],
      [listCompanyEmails, { emails: [{ email_ID: 11, email: 'support@meridian.example', verified: true }] }],
      [listCompanyPhones, { phones: [] }],
      [changeBrand, { message: 'Brand updated.', version: 4 }],
    ],
  });
  const tab = (name: string) => screen.findByRole('tab', { name }).then((one) => page.user.click(one));
  const save = () => page.user.click(screen.getByRole('button', { name: 'Save' }));
  await tab('Brand Logo');
  await pick();
  await cutting();
  await tab('Hour of Operations');
  await save();
  expect(await screen.findByText('Use this image or cancel it first.')).toBeTruthy();
  expect(page.callsOf(changeBrand)).toEqual([]);
  await page.user.click(within(await cutting()).getByRole('button', { name: 'Use Image' }));
  await screen.findByRole('img', { name: 'Brand logo' });
  expect(screen.queryByText('Use this image or cancel it first.')).toBeNull();
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(page.callsOf(changeBrand)[0]?.body).toMatchObject({ logo: imageUrl });
});
