import { listSiteUsers, listTrials, readSite } from '@portal/contract/care-groups/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import { createRequest, listForSite } from '@portal/contract/shipments/endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { aParticipant, aSite, aTrial, lyon } from '#test/participants.ts';
import { clocks } from '#test/clocks.ts';
import { areSame } from '#test/lost-answer.ts';
import { type Reply, renderPage } from '#test/portal.tsx';
import {
  aLine,
  aProduct,
  aRequest,
  aRow,
  noon,
  noSiteInfo,
  pen,
  siteAddress,
  siteInfo,
  siteReplies,
  strong,
} from '#test/shipments.ts';
import { RequestDialog, type RequestDialogProps } from './RequestDialog.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: noon });
});
afterEach(() => {
  vi.useRealTimers();
});

const created = { message: '', srIds: [80], orderForms: [] };

/** The dialog, open, once its site has been read. */
async function openDialog(props: Partial<RequestDialogProps> = {}, replies: Reply[] = []) {
  const onCreated = vi.fn();
  const onClose = vi.fn();
  const { site = aSite() } = props;
  const page = renderPage(
    <RequestDialog opened mode="create" onClose={onClose} onCreated={onCreated} {...props} site={site} />,
    {
      replies: [...siteReplies, [listTrials, { groups: [aTrial(), site, lyon] }], [createRequest, created], ...replies],
    },
  );
  await screen.findByRole('group', { name: 'Recipient' });
  return { ...page, onCreated, onClose };
}
type Page = Awaited<ReturnType<typeof openDialog>>;

const field = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const subject = (name = 'Subject number') => screen.getByRole<HTMLInputElement>('combobox', { name });
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' });
const choose = async ({ user }: Page, list: HTMLElement, option: string) => {
  await user.click(list);
  await user.click(await screen.findByRole('option', { name: option }));
};
const productField = (at = 0) => screen.getAllByRole('combobox', { name: 'Product' })[at] as HTMLElement;
const retype = async ({ user }: Page, input: HTMLElement, text: string) => {
  await user.clear(input);
  if (text) await user.type(input, text);
};
/** Everything that a request to the site needs. */
async function fillIn(page: Page) {
  await page.user.click(screen.getByRole('radio', { name: 'Trial site' }));
  await page.user.type(subject(), '101-001');
  await choose(page, productField(), 'Aurelix 50 mg, Tablet');
}
const bodyOf = (page: Page) => page.callsOf(createRequest)[0]?.body;

describe('the recipient', () => {
  test('SHC-07 SHC-16 nothing is chosen at first, the form says what is missing, and submit waits for it', async () => {
    const page = await openDialog();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Trial site' }).checked).toBe(false);
    expect(
      screen.getByText(
        /Still missing: Choose where to ship to; Enter the subject number; Choose a product in each line/,
      ),
    ).toBeDefined();
    expect(isOff(submit())).toBe(true);
    await fillIn(page);
    expect(isOff(submit())).toBe(false);
    expect(screen.getByText('Everything is filled in.')).toBeDefined();
  });

  test('SHC-07 a site without an address cannot be shipped to', async () => {
    const page = await openDialog({}, [[readSite, noSiteInfo]]);
    await fillIn(page);
    expect(screen.getByText('No Address')).toBeDefined();
    expect(isOff(submit())).toBe(true);
  });

  test('SHC-07 a participant without an address needs one for this shipment, and it is sent', async () => {
    const page = await openDialog();
    await fillIn(page);
    await page.user.click(screen.getByRole('radio', { name: 'Participant' }));
    expect(isOff(submit())).toBe(false);
    await retype(page, subject(), '101-002');
    expect(isOff(submit())).toBe(true);
    await page.user.type(field('Street'), '2 Oak Ave');
    await page.user.type(field('City'), 'Salem');
    await page.user.type(field('ZIP code'), '01970');
    expect(isOff(submit())).toBe(true);
    await page.user.type(field('State'), 'Massachusetts');
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page)).toMatchObject({
      toParticipant: true,
      address: { street: '2 Oak Ave', city: 'Salem', zip: '01970' },
    });
  });

  test('SHC-17 under the mask XXX-XX 123-45 is a subject number, 12345 and 123-456 are not', async () => {
    const page = await openDialog({ site: aSite({ subjectNumberMask: 'XXX-XX' }) });
    await fillIn(page);
    for (const [number, good] of [
      ['123-45', true],
      ['12345', false],
      ['123-456', false],
    ] as const) {
      await retype(page, subject(), number);
      expect(screen.queryByText('Please enter subject number in the format XXX-XX') === null, number).toBe(good);
      expect(isOff(submit()), number).toBe(!good);
    }
  });

  test('SHC-17 a subject number of 31 digits is not cut, which may be another one, and cannot be sent', async () => {
    const page = await openDialog({ site: aSite({ subjectNumberMask: null }) });
    await fillIn(page);
    await page.user.clear(subject());
    await page.user.write(subject(), '1'.repeat(31));
    expect(subject().value).toBe('1'.repeat(31));
    const said = 'Too long: it has 31 characters, and 30 at most are kept. Please shorten it by 1.';
    expect(screen.getByText(said)).toBeDefined();
    expect(isOff(submit())).toBe(true);
    await page.user.type(subject(), '{Backspace}');
    expect([screen.queryByText(said), isOff(submit())]).toEqual([null, false]);
  });

  test('SHC-17 a number that is not whole yet is not called wrong before it is left', async () => {
    const page = await openDialog({ site: aSite({ subjectNumberMask: 'XXX-XX' }) });
    const wrong = () => screen.queryByText('Please enter subject number in the format XXX-XX');
    for (const begun of ['1', '123', '123-', '123-4']) {
      await retype(page, subject(), begun);
      expect([begun, wrong()]).toEqual([begun, null]);
    }
    await page.user.tab();
    expect(wrong()).not.toBeNull();
    for (const never of ['1-', '123-4a', '1234']) {
      await retype(page, subject(), never);
      expect([never, wrong() !== null]).toEqual([never, true]);
    }
  });

  test('SHC-19 OPS-73 subject numbers are offered with names, found by them, and say what is on its way already', async () => {
    const rows = [aRow({ srId: 90 }), aRow({ srId: 91, status: 'received' })];
    const page = await openDialog({}, [[listForSite, { requests: rows }]]);
    await page.user.type(subject(), 'arch');
    const option = await screen.findByRole('option', { name: /101-001 Ann Archer/ });
    await waitFor(() => expect(option.textContent).toBe('101-001 Ann ArcherActive request 90: Aurelix 50 mg'));
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await page.user.click(option);
    expect(subject().value).toBe('101-001');
    expect(screen.getByText('Ann Archer. Active request 90: Aurelix 50 mg')).toBeDefined();
  });

  test('SHC-19 subject numbers are offered in their order, whatever the participants are called', async () => {
    const participants = [
      ['101-010', 'Archer'],
      ['101-2', 'Baker'],
      ['101-001', 'Cole'],
    ].map(([subjectNumber, lname], i) =>
      aParticipant({ participantId: 11 + i, subjectNumber: subjectNumber!, lname: lname! }),
    );
    const page = await openDialog({}, [[listParticipants, { participants }]]);
    await page.user.click(subject());
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent?.split(' ')[0])).toEqual(['101-001', '101-2', '101-010']);
  });

  test('SHC-18 a subject number is refused the second time', async () => {
    const page = await openDialog();
    await fillIn(page);
    await page.user.click(screen.getByRole('button', { name: 'Add subject number' }));
    expect(isOff(submit())).toBe(true);
    await page.user.type(subject('Subject number 2'), '101-001');
    expect(screen.getByText('Subject numbers must be unique within the request.')).toBeDefined();
    expect(isOff(submit())).toBe(true);
    await page.user.click(screen.getByRole('button', { name: 'Remove subject number 2' }));
    expect(isOff(submit())).toBe(false);
  });

  test('SHC-18 a request with as many subject numbers as it holds says so where more could be added', async () => {
    const participants = Array.from({ length: 100 }, (_, at) => ({
      participantId: 100 + at,
      subjectNumber: `101-${100 + at}`,
      fname: 'Ann',
      lname: 'Archer',
    }));
    await openDialog({ mode: 'reorder', from: aRequest({ participants }) });
    const full = 'A request can have at most 100 subject numbers.';
    expect(screen.getByText(full)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Add subject number' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Remove subject number 100' }));
    expect(screen.getByRole('button', { name: 'Add subject number' })).toBeDefined();
    expect(screen.queryByText(full)).toBeNull();
  });

  test('SHC-19 OPS-68 a known number names its participant, any other is a new participant', async () => {
    const page = await openDialog();
    await fillIn(page);
    expect(screen.getByText('Ann Archer')).toBeDefined();
    await page.user.click(screen.getByRole('button', { name: 'Add subject number' }));
    await page.user.type(subject('Subject number 2'), '999-999');
    expect(screen.getByText('New Participant')).toBeDefined();
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page).participants).toEqual([
      { participantId: 11, subjectNumber: '101-001', fname: 'Ann', lname: 'Archer' },
      { participantId: null, subjectNumber: '999-999', fname: 'New', lname: 'Participant' },
    ]);
  });

  const hasSaid = (words: string) => screen.getByText(words).getAttribute('role') === 'status';
  const colourOf = (words: string) => screen.getByText(words).style.color;

  test('SHC-19 OPS-68 numbers that fit and that no participant has are amber and named at the end of the form, and can be sent', async () => {
    const page = await openDialog();
    await fillIn(page);
    expect(hasSaid('Everything is filled in.')).toBe(true);
    await retype(page, subject(), '101-04');
    expect(colourOf('New Participant')).toBe('');
    await page.user.type(subject(), '1');
    expect(colourOf('New Participant')).toBe('var(--portal-amber)');
    expect(hasSaid('Everything is filled in. Subject number 101-041 belongs to no participant on record here.')).toBe(
      true,
    );
    expect(isOff(submit())).toBe(false);
    for (const [at, number] of ['101-002', '101-042', '101-043', '101-044'].entries()) {
      await page.user.click(screen.getByRole('button', { name: 'Add subject number' }));
      await page.user.type(subject(`Subject number ${at + 2}`), number);
    }
    expect(colourOf('Bo Berg')).toBe('');
    const several = 'Subject numbers 101-041, 101-042, 101-043, and 1 more belong to no participant on record here.';
    expect(hasSaid(`Everything is filled in. ${several}`)).toBe(true);
    await page.user.click(screen.getByRole('checkbox', { name: 'No Participant Data Needed' }));
    expect(hasSaid('Everything is filled in.')).toBe(true);
    await page.user.click(screen.getByRole('checkbox', { name: 'No Participant Data Needed' }));
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page).participants).toHaveLength(5);
  });

  test.each([
    ['that could not be read', { status: 500, body: { code: 'unexpected', message: 'broken' } }],
    ['of whom there are none yet', { participants: [] }],
  ])('SHC-19 SHP-24 beside participants %s no number is called unknown', async (_, participants) => {
    const page = await openDialog({}, [[listParticipants, participants]]);
    await fillIn(page);
    expect(colourOf('New Participant')).toBe('');
    expect(hasSaid('Everything is filled in.')).toBe(true);
  });

  test('SHC-19 the number of a participant who was deactivated says so, and cannot be sent', async () => {
    const page = await openDialog({}, [[listParticipants, { participants: [aParticipant({ isActive: false })] }]]);
    await fillIn(page);
    expect(screen.getByText('Ann Archer is deactivated')).toBeDefined();
    expect(isOff(submit())).toBe(true);
  });

  test('SHC-20 "No Participant Data Needed" waives the participants, but not for a shipment to one', async () => {
    const page = await openDialog();
    await fillIn(page);
    await page.user.click(screen.getByRole('checkbox', { name: 'No Participant Data Needed' }));
    expect(screen.queryByRole('combobox', { name: 'Subject number' })).toBeNull();
    await page.user.click(screen.getByRole('radio', { name: 'Participant' }));
    expect(screen.queryByRole('checkbox', { name: 'No Participant Data Needed' })).toBeNull();
    expect(subject()).toBeDefined();
    await page.user.click(screen.getByRole('radio', { name: 'Trial site' }));
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page)).toMatchObject({ participants: [], toParticipant: false });
  });
});

describe('an address that changes while the form is open', () => {
  const moved = { ...aParticipant().address!, street: '9 Brand New Road' };
  const changes = async (page: Page) => {
    page.answer(listParticipants, { participants: [aParticipant({ address: moved, addrId: 72, version: 5 })] });
    await page.live.tell({ type: 'participant.changed', id: 11, careGroupId: 2 });
    return within(
      (await screen.findByText('The address of Ann Archer has changed in the meantime.')).closest<HTMLElement>(
        '[role=alert]',
      )!,
    );
  };
  const open = async () => {
    const page = await openDialog();
    await fillIn(page);
    await page.user.click(screen.getByRole('radio', { name: 'Participant' }));
    return page;
  };
  const [before, now] = ['1 Beacon St', '9 Brand New Road'].map(
    (street) => `${street}, Boston, Massachusetts 02108, United States`,
  );

  test('SHC-07 the form shows the one on record at once, says that it has changed, and sends it', async () => {
    const page = await open();
    expect(screen.getByText('1 Beacon St')).toBeDefined();
    const said = await changes(page);
    for (const line of [`Before: ${before}`, `On record now: ${now}`, 'This request goes to the address on record.'])
      expect(said.getByText(line)).toBeDefined();
    expect(screen.getByText('9 Brand New Road')).toBeDefined();
    expect(screen.queryByText('1 Beacon St')).toBeNull();
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page)).toMatchObject({ address: moved });
  });

  test('SHC-07 what was typed over it stays and is sent, and what is on record now is said beside it', async () => {
    const page = await open();
    await page.user.click(screen.getByRole('button', { name: 'Ship to another address' }));
    await retype(page, field('Street'), '1 Holiday Lane');
    const said = await changes(page);
    for (const line of [`On record now: ${now}`, 'This request goes to the address that is entered below.'])
      expect(said.getByText(line)).toBeDefined();
    expect(field('Street').value).toBe('1 Holiday Lane');
    expect(screen.getByRole('button', { name: 'Use the address on record' })).toBeDefined();
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page)).toMatchObject({ address: { street: '1 Holiday Lane' } });
  });
});

describe('what changes of the site while the form is open', () => {
  test('SHC-07 SHP-22 the form shows the address that the site has by then, says that it has changed, and sends it', async () => {
    const page = await openDialog();
    await fillIn(page);
    const moved = { ...siteAddress, street: '9 Elm Street' };
    page.answer(readSite, { siteInfo: { ...siteInfo, address: moved }, version: 2 });
    await page.live.tell({ type: 'care_group.changed', id: 2, careGroupId: 2 });
    const title = await screen.findByText('The address of the trial site has changed in the meantime.');
    const said = within(title.closest<HTMLElement>('[role=alert]')!);
    for (const line of [
      'Before: 55 Fruit St, Boston, Massachusetts 02114, United States',
      'On record now: 9 Elm Street, Boston, Massachusetts 02114, United States',
    ])
      expect(said.getByText(line)).toBeDefined();
    expect(screen.queryByText('55 Fruit St')).toBeNull();
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page)).toMatchObject({ address: moved });
  });

  test('SHC-08 the form goes by what may be ordered of a product by then', async () => {
    const page = await openDialog();
    await fillIn(page);
    expect(isOff(submit())).toBe(false);
    page.answer(listProducts, [aProduct({ maxShipmentQuantity: 1, version: 2 }), strong, pen]);
    await page.live.tell({ type: 'product.changed', id: 1, careGroupId: 1 });
    expect(await screen.findByText('Quantity must be between 1 and 1.')).toBeDefined();
    expect(isOff(submit())).toBe(true);
  });

  test('SHC-08 what was typed in another unit than the product has by then is asked for again, and the unit goes with it', async () => {
    const page = await openDialog();
    await fillIn(page);
    await retype(page, field('Quantity (Bottle)'), '30');
    page.answer(listProducts, [aProduct({ quantityUnit: 'Carton', version: 2 }), strong, pen]);
    await page.live.tell({ type: 'product.changed', id: 1, careGroupId: 1 });
    const said = 'Its unit was “Bottle” and is “Carton” now, so its quantity has to be entered again.';
    expect(await screen.findByText(said)).toBeDefined();
    expect(field('Quantity (Carton)').value).toBe('');
    expect(isOff(submit())).toBe(true);
    await page.user.type(field('Quantity (Carton)'), '3');
    expect(screen.getByText(said)).toBeDefined();
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page).products).toMatchObject([{ productId: 1, quantity: 3, quantityUnit: 'Carton' }]);
  });

  test('SHC-11 directions and days of supply that become other ones in the catalogue are told, and kept until a press takes them over', async () => {
    const page = await openDialog();
    await fillIn(page);
    expect(screen.getByText('Everything is filled in.')).toBeDefined();
    const changed = aProduct({ directions: 'Two a day', daysOfSupplyDefault: 30, version: 2 });
    page.answer(listProducts, [changed, strong, pen]);
    await page.live.tell({ type: 'product.changed', id: 1, careGroupId: 1 });
    const said = await screen.findByText('Its usual directions are now “Two a day”.');
    expect(said.closest('[role=alert]')?.textContent).toContain('This product has been changed.');
    expect(screen.getByText('Its usual days of supply are now 30.')).toBeDefined();
    expect([field('Directions').value, field('Days of supply').value]).toEqual(['One a day', '60']);
    const footer =
      'Everything is filled in. The directions and days of supply of Aurelix 50 mg, Tablet are not the usual ones.';
    expect(screen.getByText(footer)).toBeDefined();
    expect(isOff(submit())).toBe(false);

    await page.user.click(screen.getByRole('button', { name: 'Use the usual directions' }));
    expect(field('Directions').value).toBe('Two a day');
    expect(document.activeElement).toBe(field('Directions'));
    expect(screen.queryByText('Its usual directions are now “Two a day”.')).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Use the usual days of supply' }));
    expect(document.activeElement).toBe(field('Days of supply'));
    expect(screen.queryByText('This product has been changed.')).toBeNull();
    expect(screen.getByText('Everything is filled in.')).toBeDefined();
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page).products).toMatchObject([{ directions: 'Two a day', daysOfSupply: 30 }]);
  });

  test('SHC-11 directions that were typed stay, and beside them it is told that other ones are usual by now', async () => {
    const page = await openDialog();
    await fillIn(page);
    await page.user.type(field('Directions'), ' with food');
    expect(screen.queryByText(/usual/)).toBeNull();
    page.answer(listProducts, [aProduct({ directions: 'Two a day', version: 2 }), strong, pen]);
    await page.live.tell({ type: 'product.changed', id: 1, careGroupId: 1 });
    expect(await screen.findByText('Its usual directions are now “Two a day”.')).toBeDefined();
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page).products).toMatchObject([{ directions: 'One a day with food', daysOfSupply: 60 }]);
  });

  test('SHC-11 usual directions that were taken over and are changed back in the catalogue are told again', async () => {
    const page = await openDialog();
    await fillIn(page);
    page.answer(listProducts, [aProduct({ directions: 'Two a day.', version: 2 }), strong, pen]);
    await page.live.tell({ type: 'product.changed', id: 1, careGroupId: 1 });
    expect(await screen.findByText('Its usual directions are now “Two a day”.')).toBeDefined();
    await page.user.click(screen.getByRole('button', { name: 'Use the usual directions' }));
    page.answer(listProducts, [aProduct({ version: 3 }), strong, pen]);
    await page.live.tell({ type: 'product.changed', id: 1, careGroupId: 1 });
    expect(await screen.findByText('Its usual directions are now “One a day”.')).toBeDefined();
    expect(field('Directions').value).toBe('Two a day.');
  });

  test('REL-17 a site that goes out of reach is told of, and what was typed stays', async () => {
    const page = await openDialog();
    await fillIn(page);
    page.answer(listTrials, { groups: [aTrial(), lyon] });
    await act(() => page.queryClient.invalidateQueries());
    expect(await screen.findByText('Boston General is not among your trial sites any more.')).toBeDefined();
    expect(subject().value).toBe('101-001');
    page.answer(listTrials, { groups: [aTrial(), aSite(), lyon] });
    await act(() => page.queryClient.invalidateQueries());
    await waitFor(() => expect(screen.queryByText(/not among your trial sites/)).toBeNull());
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
  });
});

describe('additional information', () => {
  test('SHC-05 SHC-06 over midnight the day goes on: what was today is no more, and what was tomorrow is today', async () => {
    vi.setSystemTime('2026-03-05T23:59:30Z');
    const page = await openDialog();
    await fillIn(page);
    expect(screen.getByText('This is today. Please check that it can arrive in time.')).toBeDefined();
    expect(isOff(submit())).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.queryByText(/^This is (today|tomorrow)/)).toBeNull();
    expect(screen.getAllByText('Date must be in the future.')).toHaveLength(2);
    expect(screen.getByText('Still missing: Need By Date; Next Order Date.')).toBeDefined();
    expect(isOff(submit())).toBe(true);
    await retype(page, field('Need By Date'), '06-Mar-2026');
    expect(screen.getByText('This is today. Please check that it can arrive in time.')).toBeDefined();
  });

  test('SHC-05 SHC-06 CON-15 needed by today and ordered again tomorrow, unless somebody says otherwise', async () => {
    await openDialog();
    expect(field('Need By Date').value).toBe('05-Mar-2026');
    expect(field('Next Order Date').value).toBe('06-Mar-2026');
  });

  test.each([
    // In Sydney the 6th has begun, in Los Angeles the 5th has not ended, and the server has the 6th.
    ['Australia/Sydney', '2026-03-05T21:00:00Z', true],
    ['America/Los_Angeles', '2026-03-06T02:00:00Z', false],
  ])('SHC-05 SHC-06 CON-15 in %s the days begin with one that is over nowhere', async (zone, now, isToday) => {
    vi.stubEnv('TZ', zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.setSystemTime(now);
    const page = await openDialog();
    await fillIn(page);
    expect([field('Need By Date').value, field('Next Order Date').value]).toEqual(['06-Mar-2026', '07-Mar-2026']);
    expect([screen.queryByText(/^This is today/), screen.queryByText(/^This is tomorrow/)].map(Boolean)).toEqual([
      isToday,
      isToday,
    ]);
    expect(isOff(submit())).toBe(false);
  });

  test('SHC-05 REL-10 in Sydney the day of the server may still be chosen while it is yesterday there', async () => {
    vi.stubEnv('TZ', 'Australia/Sydney');
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.setSystemTime('2026-03-05T21:00:00Z');
    const page = await openDialog();
    await fillIn(page);
    await retype(page, field('Need By Date'), '05-Mar-2026');
    await page.user.tab();
    expect(screen.getByText('This day is over where you are.')).toBeDefined();
    expect(isOff(submit())).toBe(false);
  });

  test('SHC-05 SHC-06 in Los Angeles a day that the server is past is refused, and not called today or tomorrow', async () => {
    vi.stubEnv('TZ', 'America/Los_Angeles');
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.setSystemTime('2026-03-06T02:00:00Z');
    const page = await openDialog();
    await fillIn(page);
    await retype(page, field('Need By Date'), '05-Mar-2026');
    await retype(page, field('Next Order Date'), '06-Mar-2026');
    await page.user.tab();
    expect(await screen.findAllByText('Date must be in the future.')).toHaveLength(2);
    expect(screen.queryByText(/^This is (?:today|tomorrow)/)).toBeNull();
  });

  test('OPS-77 that it is needed today, and ordered again tomorrow, is said beside the day and holds nothing up', async () => {
    const page = await openDialog();
    await fillIn(page);
    const today = () => screen.queryByText('This is today. Please check that it can arrive in time.');
    const tomorrow = () => screen.queryByText('This is tomorrow. You are reminded to order again then.');
    expect([today(), tomorrow()]).not.toContain(null);
    expect(isOff(submit())).toBe(false);
    await retype(page, field('Need By Date'), '06-Mar-2026');
    await retype(page, field('Next Order Date'), '07-Mar-2026');
    expect([today(), tomorrow()]).toEqual([null, null]);
  });

  test('SHC-05 SHC-06 SHC-16 OPS-77 it may be needed today but not yesterday, and ordered again from tomorrow on', async () => {
    const page = await openDialog();
    await fillIn(page);
    for (const [name, day, good] of [
      ['Need By Date', '', false],
      ['Need By Date', '04-Mar-2026', false],
      ['Need By Date', '05-Mar-2026', true],
      ['Next Order Date', '05-Mar-2026', false],
      ['Next Order Date', '06-Mar-2026', true],
    ] as const) {
      await retype(page, field(name), day);
      await page.user.tab();
      expect(screen.queryByText('Date must be in the future.') !== null, `${name} ${day}`).toBe(!good && day !== '');
      expect(isOff(submit()), `${name} ${day}`).toBe(!good);
    }
  });

  test.each([24, -24])(
    'SHC-05 SHC-06 REL-10 by a clock that is %i h off the days are those of the server',
    async (hours) => {
      clocks(noon, hours);
      const page = await openDialog();
      expect([field('Need By Date').value, field('Next Order Date').value]).toEqual(['05-Mar-2026', '06-Mar-2026']);
      await fillIn(page);
      for (const [name, day, good] of [
        ['Need By Date', '04-Mar-2026', false],
        ['Need By Date', '05-Mar-2026', true],
        ['Next Order Date', '05-Mar-2026', false],
        ['Next Order Date', '06-Mar-2026', true],
      ] as const) {
        await retype(page, field(name), day);
        await page.user.tab();
        expect(screen.queryByText('Date must be in the future.') !== null, `${name} ${day}`).toBe(!good);
        expect(isOff(submit()), `${name} ${day}`).toBe(!good);
      }
    },
  );

  test('SHC-05 SHC-06 a year in which a digit was mistyped is named with its field, and keeps the request from being sent', async () => {
    const page = await openDialog();
    await fillIn(page);
    for (const [name, good] of [
      ['Need By Date', '06-Mar-2026'],
      ['Next Order Date', '07-Mar-2026'],
    ] as const) {
      await retype(page, field(name), '31-Dec-9999');
      await page.user.tab();
      expect(screen.getByText(`${name} must lie between 01-Jan-1900 and 31-Dec-2199.`)).toBeDefined();
      expect(isOff(submit())).toBe(true);
      await retype(page, field(name), good);
      expect(screen.queryByText(/must lie between/)).toBeNull();
    }
    expect(isOff(submit())).toBe(false);
  });

  const people = [
    { cpId: 31, fName: 'Pia', lName: 'Scriber', email: 'p@x.example', prescriber: true },
    { cpId: 32, fName: ' ', lName: 'Nameless', email: 'n@x.example', prescriber: true },
    { cpId: 33, fName: 'Nora', lName: 'Nurse', email: 'o@x.example', prescriber: false },
  ];
  const withForms = aSite({ orderFormTemplate: 5 });

  test('SHC-03 SHC-04 OPS-76 a pharmacy product of a trial with order forms needs a prescriber, from those with a first name', async () => {
    const page = await openDialog({ site: withForms }, [[listSiteUsers, { users: people }]]);
    expect(screen.queryByRole('combobox', { name: 'Prescriber' })).toBeNull();
    await fillIn(page);
    expect(screen.getByText('Please select a prescriber', { selector: 'p' })).toBeDefined();
    expect(isOff(submit())).toBe(true);
    await page.user.click(screen.getByRole('combobox', { name: 'Prescriber' }));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Pia Scriber']);
    await page.user.click(screen.getByRole('option', { name: 'Pia Scriber' }));
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page).prescriberId).toBe(31);
  });

  test('SHC-02 SHC-03 SHC-04 a reorder starts with the prescriber of the earlier request, and asks anew where that one is not offered any more', async () => {
    for (const [prescriberId, shown] of [
      [31, 'Pia Scriber'],
      [32, ''],
    ] as const) {
      const from = aRequest({ prescriberId });
      const page = await openDialog({ mode: 'reorder', from, site: withForms }, [[listSiteUsers, { users: people }]]);
      expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Prescriber' }).value).toBe(shown);
      expect(screen.queryAllByText('Please select a prescriber', { selector: 'p' })).toHaveLength(shown ? 0 : 1);
      page.unmount();
    }
  });

  test.each<[string, Partial<RequestDialogProps>, string]>([
    ['a trial without order forms', { site: aSite() }, 'Aurelix 50 mg, Tablet'],
    ['a wholesaler product', { site: withForms }, 'Aurelix Pen, Injection'],
    ['a batch', { site: withForms, mode: 'batch' }, 'Aurelix 50 mg, Tablet'],
  ])('OPS-76 %s needs no prescriber', async (_, props, product) => {
    const page = await openDialog(props, [[listSiteUsers, { users: people }]]);
    await fillIn(page);
    if (product !== 'Aurelix 50 mg, Tablet') await choose(page, productField(), product);
    expect(screen.queryByRole('combobox', { name: 'Prescriber' })).toBeNull();
    expect(isOff(submit())).toBe(false);
  });
});

describe('a refusal', () => {
  const refused = (status: number, code: string, message: string, fields = {}) => ({
    status,
    body: { code, message, fields },
  });

  test('REL-06 REL-17 after a lost answer nobody says that nothing was sent; what is changed then is sent only if the first was not', async () => {
    const page = await openDialog({}, [[createRequest, () => Promise.reject(new TypeError('the line is dead'))]]);
    await fillIn(page);
    await page.user.click(submit());
    const says = async () => (await screen.findByRole('alert')).textContent;
    const title = 'It is not known whether the request was sent';
    const same = `${title}Unable to make request. Press “Submit” again without changing anything: it is done once only.`;
    expect(await says()).toBe(same);
    await page.user.type(subject(), '2');
    expect(await says()).toBe(
      `${title}It may have been sent as it was. Press “Submit” to find out: this one is sent only if the first was not.`,
    );
    await page.user.type(subject(), '{Backspace}');
    expect(await says()).toBe(same);
    page.answer(createRequest, created);
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(areSame(page.callsOf(createRequest))).toBe(true);
  });

  test('SHC-03 OPS-76 where the trial got an order form meanwhile, the refusal is told and the form asks for the prescriber', async () => {
    const message = 'Please select a prescriber';
    const page = await openDialog({}, [
      [
        listSiteUsers,
        { users: [{ cpId: 31, fName: 'Pia', lName: 'Scriber', email: 'p@x.example', prescriber: true }] },
      ],
      [createRequest, refused(400, 'invalid', message, { prescriberId: message })],
    ]);
    await fillIn(page);
    page.answer(listTrials, { groups: [aTrial(), aSite({ orderFormTemplate: 5 })] });
    await page.user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toContain('Please select a prescriber');
    await choose(page, await screen.findByRole('combobox', { name: 'Prescriber' }), 'Pia Scriber');
    page.answer(createRequest, created);
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(page.callsOf(createRequest).at(-1)?.body).toMatchObject({ prescriberId: 31 });
  });

  test.each([
    ['shipment.order_form_changed', 'The order form, or what it says, has just changed. Please submit again.'],
    [
      'shipment.order_form_unusable',
      'The order form of this trial cannot be used: Signer 2 has no signature field in it. Please ask an administrator to replace it.',
    ],
  ])('SHC-27 ERR-21 "%s" is told as it is, and can be tried again', async (code, message) => {
    const page = await openDialog({}, [[createRequest, refused(409, code, message)]]);
    await fillIn(page);
    await page.user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    page.answer(createRequest, created);
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
  });

  test('SHC-24 of several subject numbers those are named that have one of the products under way, until they or the products are others', async () => {
    const said = 'A shipment that is under way has one of these products for this subject number.';
    const sentence = 'Request contains the same product as an active shipment.';
    const refusal = (fields: object) => refused(400, 'shipment.same_product', sentence, fields);
    const page = await openDialog({}, [[createRequest, refusal({ 'participants.1.subjectNumber': said })]]);
    await fillIn(page);
    await page.user.click(screen.getByRole('button', { name: 'Add subject number' }));
    await page.user.type(subject('Subject number 2'), '101-002');
    await page.user.click(submit());
    const told = () => screen.queryByRole('alert')?.textContent ?? null;
    await waitFor(() => expect(told()).toBe(`The request was not sent${sentence} Subject number: 101-002.`));
    const saysOf = (name: string) => within(subject(name).closest<HTMLElement>('[data-subject]')!).queryByText(said);
    expect([saysOf('Subject number 1'), saysOf('Subject number 2') === null]).toEqual([null, false]);
    await choose(page, productField(), 'Aurelix 100 mg, Tablet');
    expect([told(), saysOf('Subject number 2')]).toEqual([null, null]);
    await choose(page, productField(), 'Aurelix 50 mg, Tablet');
    await page.user.click(screen.getByRole('button', { name: 'Remove subject number 2' }));
    expect(told()).toBeNull();
    page.answer(createRequest, refusal({ 'participants.0.subjectNumber': said }));
    await page.user.click(submit());
    await waitFor(() => expect(told()).toBe(`The request was not sent${sentence}`));
  });

  test('OPS-63 SHC-19 SHC-27 a subject number that another site has is refused where it was typed and below, until it is changed', async () => {
    const said = 'Another site of this trial has this subject number.';
    const taken = refused(400, 'invalid', said, { 'participants.1.subjectNumber': said });
    const page = await openDialog({}, [[createRequest, taken]]);
    await fillIn(page);
    await page.user.click(screen.getByRole('button', { name: 'Add subject number' }));
    await page.user.type(subject('Subject number 2'), '333-333');
    expect(screen.getByText('New Participant')).toBeDefined();
    await page.user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toContain(said);
    const saysOf = (name: string) => within(subject(name).closest<HTMLElement>('[data-subject]')!).queryByText(said);
    expect(saysOf('Subject number 1')).toBeNull();
    expect(saysOf('Subject number 2')).not.toBeNull();
    expect(screen.queryByText('New Participant')).toBeNull();
    await retype(page, subject('Subject number 2'), '333-334');
    expect(saysOf('Subject number 2')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('New Participant')).toBeDefined();
    page.answer(createRequest, created);
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
  });

  const addBoth = async (page: Page) => {
    await fillIn(page);
    await page.user.click(screen.getByRole('button', { name: 'Add product' }));
    await choose(page, productField(1), 'Aurelix 100 mg, Tablet');
  };
  const lineOf = (name: string) => within(screen.getByRole('group', { name: `Product line: ${name}` }));

  test('SHC-27 a product that was deleted meanwhile is named where it was chosen and below, and is not offered any more', async () => {
    const said = 'is not a product of this trial';
    const wire = refused(400, 'invalid', `products.1.productId ${said}`, { 'products.1.productId': said });
    const page = await openDialog({}, [[createRequest, wire]]);
    await addBoth(page);
    page.answer(listProducts, [aProduct(), pen]);
    await page.user.click(submit());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Aurelix 100 mg, Tablet is not a product of this trial.');
    expect(alert.textContent).not.toContain('productId');
    const gone =
      'Aurelix 100 mg, Tablet is not a product of this trial any more. Choose another one, or remove this line.';
    expect(await lineOf('Aurelix 100 mg, Tablet').findByText(gone)).toBeDefined();
    expect(lineOf('Aurelix 50 mg').queryByText(/any more/)).toBeNull();
    expect(isOff(submit())).toBe(true);
    await page.user.click(productField(1));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'Aurelix Pen, Injection',
    ]);
    await page.user.click(screen.getByRole('option', { name: 'Aurelix Pen, Injection' }));
    expect(screen.queryByRole('alert')).toBeNull();
    page.answer(createRequest, created);
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(page.callsOf(createRequest).at(-1)?.body).toMatchObject({ products: [{ productId: 1 }, { productId: 3 }] });
  });

  test('SHC-08 SHC-27 where the unit of a product was changed meanwhile, the refusal names the product, and its quantity is asked for again', async () => {
    const said =
      'The quantity was entered in “Bottle”, and the unit of this product is “Carton” now. Please enter it again.';
    const page = await openDialog({}, [
      [createRequest, refused(400, 'invalid', said, { 'products.1.quantityUnit': said })],
    ]);
    await addBoth(page);
    const strongLine = lineOf('Aurelix 100 mg');
    page.answer(listProducts, [aProduct(), { ...strong, quantityUnit: 'Carton' }, pen]);
    await page.user.click(submit());
    expect((await screen.findByText(`Aurelix 100 mg, Tablet: ${said}`)).closest('[role=alert]')).not.toBeNull();
    expect(page.callsOf(createRequest)[0]?.body).toMatchObject({
      products: [{ quantityUnit: 'Bottle' }, { quantityUnit: 'Bottle' }],
    });
    const quantity = await strongLine.findByRole<HTMLInputElement>('textbox', { name: 'Quantity (Carton)' });
    expect(quantity.value).toBe('');
    expect(isOff(submit())).toBe(true);
    await retype(page, quantity, '6');
    expect(screen.queryByText(`Aurelix 100 mg, Tablet: ${said}`)).toBeNull();
    page.answer(createRequest, created);
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
  });

  test('SHC-08 SHC-27 where the strength of a product was changed meanwhile, the refusal names it as it was, and its line says what it is called now', async () => {
    const said =
      'This product was chosen as “Aurelix 100 mg, Tablet” and is called “Aurelix 100 mg, 200 mg tablet” now. Please check that it is the right one.';
    const page = await openDialog({}, [
      [createRequest, refused(400, 'invalid', said, { 'products.1.productName': said })],
    ]);
    await addBoth(page);
    page.answer(listProducts, [aProduct(), { ...strong, dosageForm: '200 mg tablet' }, pen]);
    await page.user.click(submit());
    expect(await screen.findByText(`Aurelix 100 mg, Tablet: ${said}`)).toBeDefined();
    const renamed = 'Aurelix 100 mg, Tablet is called Aurelix 100 mg, 200 mg tablet now.';
    expect(await lineOf('Aurelix 100 mg').findByText(renamed)).toBeDefined();
    page.answer(createRequest, created);
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(page.callsOf(createRequest).map(({ body }) => body.products)).toMatchObject([
      [{ productName: 'Aurelix 50 mg, Tablet' }, { productName: 'Aurelix 100 mg, Tablet' }],
      [{ productName: 'Aurelix 50 mg, Tablet' }, { productName: 'Aurelix 100 mg, 200 mg tablet' }],
    ]);
  });

  test('SHC-08 SHC-27 where the maximum of a product was lowered meanwhile, the refusal names the product and its line has the new one', async () => {
    const said = 'Quantity must be between 1 and 6.';
    const page = await openDialog({}, [
      [createRequest, refused(400, 'invalid', said, { 'products.1.quantity': said })],
    ]);
    await addBoth(page);
    const strongLine = lineOf('Aurelix 100 mg');
    await retype(page, strongLine.getByRole('textbox', { name: 'Quantity (Bottle)' }), '9');
    page.answer(listProducts, [aProduct(), { ...strong, maxShipmentQuantity: 6 }, pen]);
    await page.user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toContain(`Aurelix 100 mg, Tablet: ${said}`);
    expect(strongLine.getByText(said)).toBeDefined();
    expect(lineOf('Aurelix 50 mg').queryByText(said)).toBeNull();
    await waitFor(() => expect(isOff(submit())).toBe(true));
    await retype(page, strongLine.getByRole('textbox', { name: 'Quantity (Bottle)' }), '6');
    expect(screen.queryByRole('alert')).toBeNull();
    page.answer(createRequest, created);
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
  });

  test('SHC-05 SHC-06 SHC-27 a refusal of a date says which date it means', async () => {
    const said = 'Date must be in the future.';
    for (const [name, label] of [
      ['dateRequired', 'Need By Date'],
      ['nextOrderDate', 'Next Order Date'],
    ] as const) {
      const page = await openDialog({}, [[createRequest, refused(400, 'invalid', said, { [name]: said })]]);
      await fillIn(page);
      await page.user.click(submit());
      expect((await screen.findByRole('alert')).textContent).toContain(`${label}: ${said}`);
      page.unmount();
    }
  });

  test('SHP-22 OPS-15 where the site has moved meanwhile, its address is read anew and can be sent', async () => {
    const said = 'A shipment to the trial site goes to the site’s own address. Please check it again.';
    const page = await openDialog({}, [[createRequest, refused(400, 'invalid', said, { address: said })]]);
    await fillIn(page);
    const moved = { ...siteAddress, street: '9 Elm Street' };
    page.answer(readSite, { siteInfo: { ...siteInfo, address: moved }, version: 2 });
    await page.user.click(submit());
    expect(await screen.findByText(said)).toBeDefined();
    expect(await screen.findByText('9 Elm Street')).toBeDefined();
    page.answer(createRequest, created);
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(page.callsOf(createRequest)[1]?.body).toMatchObject({ address: moved });
  });

  test('SHC-24 SHC-27 a refusal that quotes a field of the order form with “same” in its name says nothing of an active shipment', async () => {
    const message =
      'The order form of this trial cannot be used: the field “TextInput1_1_Required_Ship to same address” is too small. Please ask an administrator to replace it.';
    const page = await openDialog({}, [[createRequest, refused(409, 'shipment.order_form_unusable', message)]]);
    await fillIn(page);
    await page.user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toContain(message);
  });
});

describe('the products', () => {
  test('SHC-11 SHC-13 BAT-03 a line starts with what the catalogue says, and a batch with its own quantity', async () => {
    const page = await openDialog();
    await fillIn(page);
    expect(field('Quantity (Bottle)').value).toBe('2');
    expect(field('Days of supply').value).toBe('60');
    expect(field('Directions').value).toBe('One a day');
    page.unmount();
    const batch = await openDialog({ mode: 'batch' });
    await fillIn(batch);
    expect(field('Quantity (Bottle)').value).toBe('20');
  });

  test('PRV-04 whoever types directions for a product of a wholesaler is told who reads them, and of a pharmacy’s product not', async () => {
    const page = await openDialog();
    await choose(page, productField(), 'Aurelix Pen, Injection');
    const hint = 'Wholesalers can read this. Do not enter names or subject numbers.';
    const describedBy = () => {
      const ids = field('Directions').getAttribute('aria-describedby')?.split(' ') ?? [];
      return ids.map((id) => document.getElementById(id)?.textContent);
    };
    expect(describedBy()).toEqual([hint]);
    await choose(page, productField(), 'Aurelix 50 mg, Tablet');
    expect(describedBy()).toEqual([]);
  });

  test('SHC-08 SHC-09 SHC-10 SHC-16 BAT-04 OPS-78 quantity within the maximum of 30, at least a day of supply, directions not cleared', async () => {
    const page = await openDialog({ mode: 'batch' });
    await fillIn(page);
    for (const [name, text, problem] of [
      ['Quantity (Bottle)', '0', 'Quantity must be between 1 and 30.'],
      ['Quantity (Bottle)', '31', 'Quantity must be between 1 and 30.'],
      ['Quantity (Bottle)', '', 'Quantity must be between 1 and 30.'],
      ['Quantity (Bottle)', '2.5', 'Quantity must be a whole number.'],
      ['Quantity (Bottle)', '1e3', 'Quantity must be a whole number.'],
      ['Quantity (Bottle)', '-1', 'Quantity must be between 1 and 30.'],
      ['Quantity (Bottle)', '30', null],
      ['Quantity (Bottle)', '1', null],
      ['Days of supply', '0', 'Days of supply must be greater than 0.'],
      ['Days of supply', '2.5', 'Days of supply must be a whole number.'],
      ['Days of supply', '1', null],
      ['Directions', '', 'Directions must not be empty.'],
      ['Directions', 'At night', null],
    ] as const) {
      await retype(page, field(name), text);
      expect(field(name).value).toBe(text);
      expect(screen.queryByText(/ must (not )?be /)?.textContent ?? null, `${name} ${text}`).toBe(problem);
      expect(isOff(submit()), `${name} ${text}`).toBe(problem !== null);
    }
  });

  test('DOC-24 a negative quantity is 0 once its field is left', async () => {
    const page = await openDialog();
    await fillIn(page);
    for (const name of ['Quantity (Bottle)', 'Days of supply']) {
      await retype(page, field(name), '-5');
      await page.user.tab();
      expect([name, field(name).value]).toEqual([name, '0']);
    }
    expect(screen.getByText('Quantity must be between 1 and 30.')).toBeDefined();
    expect(isOff(submit())).toBe(true);
  });

  test('SHC-10 directions of 501 characters are kept whole, said to be too long, and cannot be sent', async () => {
    const page = await openDialog();
    await fillIn(page);
    const directions = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Directions' });
    expect(directions.tagName).toBe('TEXTAREA');
    await page.user.clear(directions);
    await page.user.write(directions, 'x'.repeat(498));
    // They stay one line.
    await page.user.type(directions, '{Enter}yz');
    expect(directions.value).toBe(`${'x'.repeat(498)} yz`);
    const said = 'Too long: it has 501 characters, and 500 at most are kept. Please shorten it by 1.';
    expect(screen.getByText(said)).toBeDefined();
    expect(screen.getByText('Still missing: Correct the product lines.')).toBeDefined();
    expect(isOff(submit())).toBe(true);
    await page.user.type(directions, '{Backspace}');
    expect([screen.queryByText(said), isOff(submit())]).toEqual([null, false]);
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page).products).toMatchObject([{ directions: `${'x'.repeat(498)} y` }]);
  });

  test('SHC-10 OPS-78 directions that were never filled are sent as N/A', async () => {
    const page = await openDialog({}, [[listProducts, [aProduct({ directions: '' })]]]);
    await fillIn(page);
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page).products).toEqual([
      {
        productId: 1,
        productName: 'Aurelix 50 mg, Tablet',
        quantity: 2,
        quantityUnit: 'Bottle',
        daysOfSupply: 60,
        directions: 'N/A',
      },
    ]);
  });

  test('a product from a list of the release before, which says nothing of names, is asked for without its name', async () => {
    const page = await openDialog({}, [[listProducts, [aProduct({ takesName: undefined })]]]);
    await fillIn(page);
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    const asked = { productId: 1, quantity: 2, quantityUnit: 'Bottle', daysOfSupply: 60, directions: 'One a day' };
    expect(page.callsOf(createRequest)[0]?.sent).toHaveProperty('products', [asked]);
  });

  test('PKG-12 lines of one drug, and what is on its way of it, are named with their form', async () => {
    const capsule = aProduct({ productId: 9, dosageForm: 'Capsule' });
    const page = await openDialog({}, [
      [listProducts, [aProduct(), capsule, strong]],
      [listForSite, { requests: [aRow({ srId: 90 })] }],
    ]);
    await fillIn(page);
    await screen.findByText('Ann Archer. Active request 90: Aurelix 50 mg, Tablet');
    await page.user.click(screen.getByRole('button', { name: 'Add product' }));
    await choose(page, productField(1), 'Aurelix 50 mg, Capsule');
    for (const form of ['Tablet', 'Capsule']) {
      const line = within(screen.getByRole('group', { name: `Product line: Aurelix 50 mg, ${form}` }));
      expect(line.getByRole('button', { name: `Remove Aurelix 50 mg, ${form}` })).toBeDefined();
    }
  });

  test('SHC-14 a product that is picked is not offered again', async () => {
    const page = await openDialog();
    await fillIn(page);
    await page.user.click(screen.getByRole('button', { name: 'Add product' }));
    expect(isOff(submit())).toBe(true);
    await page.user.click(productField(1));
    const offered = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(offered).toEqual(['Aurelix 100 mg, Tablet', 'Aurelix Pen, Injection']);
  });

  test('SHC-14 the keyboard goes to the line that was added, and to its neighbour once it is removed', async () => {
    const page = await openDialog();
    await page.user.click(screen.getByRole('button', { name: 'Add product' }));
    expect(document.activeElement).toBe(productField(1));
    await page.user.click(screen.getByRole('button', { name: 'Remove product 2' }));
    expect(document.activeElement).toBe(productField());
    await page.user.click(screen.getByRole('button', { name: 'Add subject number' }));
    expect(document.activeElement).toBe(subject('Subject number 2'));
    await page.user.click(screen.getByRole('button', { name: 'Remove subject number 2' }));
    expect(document.activeElement).toBe(subject());
  });

  test('SHC-15 with as many lines as the trial has products there is nothing left to add', async () => {
    const page = await openDialog({}, [[listProducts, [aProduct(), strong]]]);
    expect(screen.queryByText('You have reached the maximum number of products for this trial.')).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Add product' }));
    expect(screen.getByText('You have reached the maximum number of products for this trial.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Add product' })).toBeNull();
  });

  test.each([
    ['create', '2'],
    ['batch', '20'],
  ] as const)(
    'SHC-15 SHC-11 %s: the only product of a trial is chosen, so its maximum is reached indeed',
    async (mode, quantity) => {
      await openDialog({ mode }, [[listProducts, [aProduct()]]]);
      expect(await screen.findByText('You have reached the maximum number of products for this trial.')).toBeDefined();
      expect((productField() as HTMLInputElement).value).toBe('Aurelix 50 mg, Tablet');
      expect(field('Quantity (Bottle)').value).toBe(quantity);
      expect(screen.getByText(/^Still missing/).textContent).not.toContain('product');
    },
  );

  test('SHC-02 the only product of a trial is not chosen for somebody who orders another again', async () => {
    const from = aRequest({ products: [aLine({ productId: 2 })] });
    await openDialog({ mode: 'reorder', from }, [[listProducts, [aProduct()]]]);
    expect((productField() as HTMLInputElement).value).toBe('');
    expect(screen.getByText(/Choose a product in each line/)).toBeDefined();
  });

  test('OPS-74 of a product that no partner of the site supplies it is said who would have to, instead of that all is well', async () => {
    const page = await openDialog({}, [[listProducts, [{ ...aProduct(), isSupplied: false }]]]);
    await fillIn(page);
    expect(
      screen.getAllByText('No pharmacy of this site supplies Aurelix 50 mg, Tablet, so it cannot be sent.'),
    ).toHaveLength(2);
    expect(
      screen.getByText('Please ask your administrator to set its supplier, or choose a different product.'),
    ).toBeDefined();
    expect(screen.queryByText('Everything is filled in.')).toBeNull();
  });

  test('ERR-09 a product without a supplier type says so', async () => {
    const page = await openDialog({}, [[listProducts, [aProduct({ pharmacySupplied: false })]]]);
    await fillIn(page);
    expect(screen.getByText('This product does not have a supplier type.')).toBeDefined();
    expect(
      screen.getByText('Please add a supplier type in Care Group Management or select a different product.'),
    ).toBeDefined();
  });

  test('SHP-24 ERR-30 products and participants that cannot be read are none without an alert, and the products can be asked for again', async () => {
    const broken = { status: 500, body: { code: 'unexpected', message: 'broken' } };
    const page = await openDialog({}, [
      [listProducts, broken],
      [listParticipants, broken],
    ]);
    await page.user.type(subject(), '101-001');
    expect(screen.getByText('New Participant')).toBeDefined();
    expect(screen.queryByRole('combobox', { name: 'Product' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText('You have reached the maximum number of products for this trial.')).toBeNull();
    page.answer(listProducts, [aProduct(), strong]);
    await page.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Add product' })).toBeDefined();
    expect(screen.queryByText('The products of this trial could not be loaded.')).toBeNull();
  });

  test('SHC-15 a trial without products says so, and not that its maximum is reached', async () => {
    await openDialog({}, [[listProducts, []]]);
    expect(await screen.findByText('This trial has no products yet.')).toBeDefined();
    expect(screen.queryByText('You have reached the maximum number of products for this trial.')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add product' })).toBeNull();
  });
});

describe('sending', () => {
  test('SHC-21 OPS-67 CON-16 the request goes out with its days as the wire writes them, and what came back is handed on', async () => {
    const page = await openDialog();
    await fillIn(page);
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(page.onCreated.mock.calls[0]?.[0]).toMatchObject({ srIds: [80], orderForms: [] });
    expect(bodyOf(page)).toMatchObject({
      gId: 2,
      toParticipant: false,
      prescriberId: null,
      dateRequired: '2026-03-05',
      nextOrderDate: '2026-03-06',
      address: siteAddress,
      products: [{ productId: 1, quantity: 2, daysOfSupply: 60, directions: 'One a day' }],
      isBatchShipment: false,
      reorderSrId: null,
    });
  });

  test('SHC-16 a double click sends one call, with one key', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const page = await openDialog({}, [[createRequest, () => new Promise((resolve) => (answer = resolve))]]);
    await fillIn(page);
    await page.user.dblClick(submit());
    await page.user.click(submit());
    expect(page.callsOf(createRequest)).toHaveLength(1);
    expect(page.callsOf(createRequest)[0]?.headers.get('idempotency-key')).toMatch(/.{16,}/);
    answer(created);
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(page.callsOf(createRequest)).toHaveLength(1);
  });

  test('SHC-24 SHC-25 SHC-26 SHC-27 ERR-21 a refusal reads by what it contains, what was typed stays, and one may try again', async () => {
    const page = await openDialog();
    await fillIn(page);
    for (const [message, shown] of [
      ['it is the same', 'Request contains the same product as an active shipment.'],
      [
        'Request cannot be fulfilled.',
        'Shipping request contains products that cannot be fulfilled. Please contact your site administrator to configure the supplier for this product.',
      ],
      [
        'duplicate zero participant request',
        'Please cancel or receive existing shipment request before placing a new shipment request.',
      ],
      ['The moon is full.', 'The moon is full.'],
    ] as const) {
      page.answer(createRequest, { status: 400, body: { code: 'x', message } });
      await page.user.click(submit());
      await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(shown));
      expect(isOff(submit())).toBe(false);
      expect(subject().value).toBe('101-001');
    }
    expect(page.onCreated).not.toHaveBeenCalled();
    page.answer(createRequest, created);
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
  });
});

describe('leaving', () => {
  test.each<[string, (page: Page) => Promise<void>]>([
    ['Escape', ({ user }) => user.keyboard('{Escape}')],
    ['"Cancel"', ({ user }) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['the cross', ({ user }) => user.click(screen.getByRole('button', { name: 'Close' }))],
  ])('SHC-01 REL-17 %s asks before typed work is thrown away, and nothing when there is none', async (_, leave) => {
    const page = await openDialog();
    await page.user.type(subject(), '1');
    await page.user.tab();
    await leave(page);
    const question = within(await screen.findByRole('dialog', { name: 'Discard what you typed?' }));
    expect(page.onClose).not.toHaveBeenCalled();
    await page.user.click(question.getByRole('button', { name: 'Keep editing' }));
    expect(subject().value).toBe('1');
    await page.user.clear(subject());
    await page.user.tab();
    await leave(page);
    expect(page.onClose).toHaveBeenCalledOnce();
  });

  test('BAT-02 REL-17 another site starts anew only after a question', async () => {
    const page = await openDialog({ mode: 'batch' });
    await page.user.type(subject(), '1');
    await choose(page, screen.getByRole('combobox', { name: 'Trial site' }), 'Lyon Clinic');
    const question = within(await screen.findByRole('dialog', { name: 'Change the trial site?' }));
    await page.user.click(question.getByRole('button', { name: 'Keep editing' }));
    expect(subject().value).toBe('1');
  });
});

describe('other ways in', () => {
  test.each<[string, Partial<RequestDialogProps>, string]>([
    ['create', { mode: 'create' }, 'site'],
    ['reorder', { mode: 'reorder', from: aRequest({ toParticipant: true }) }, 'participant'],
  ])('SHC-01 %s begins on the first field, where it is opened anew as well', async (_, props, value) => {
    function Twice() {
      const [opened, setOpened] = useState(true);
      return (
        <>
          <button onClick={() => setOpened((before) => !before)}>again</button>
          <RequestDialog
            mode="create"
            site={aSite()}
            {...props}
            opened={opened}
            onClose={vi.fn()}
            onCreated={vi.fn()}
          />
        </>
      );
    }
    const { user } = renderPage(<Twice />, {
      replies: [...siteReplies, [listTrials, { groups: [aTrial(), aSite(), lyon] }]],
    });
    await screen.findByRole('group', { name: 'Recipient' });
    await waitFor(() => expect((document.activeElement as HTMLInputElement).value).toBe(value));
    // What the form asks for is known by now, and it stands there at once.
    await user.click(screen.getByText('again'));
    expect(screen.queryByRole('group', { name: 'Recipient' })).toBeNull();
    await user.click(screen.getByText('again'));
    await screen.findByRole('group', { name: 'Recipient' });
    expect((document.activeElement as HTMLInputElement).value).toBe(value);
  });

  test('SHC-02 REM-04 a reorder starts with the earlier request and names it; lines that stood in for others are left out', async () => {
    const from = aRequest({
      participants: [{ participantId: 11, subjectNumber: '101-001', fname: 'Ann', lname: 'Archer' }],
      products: [
        aLine({ isReplacedBy: 2, quantity: 7 }),
        aLine({ orderItemId: 502, productId: 2, replacementProduct: 1 }),
        aLine({ orderItemId: 503, productId: 99, drugName: 'No longer offered' }),
      ],
    });
    const page = await openDialog({ mode: 'reorder', from });
    expect(screen.getByRole('dialog', { name: 'Reorder Shipment' })).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Trial site' }).checked).toBe(true);
    expect(subject().value).toBe('101-001');
    expect(field('Quantity (Bottle)').value).toBe('7');
    expect(field('Directions').value).toBe('Twice a day');
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page)).toMatchObject({
      reorderSrId: 71,
      products: [{ productId: 1, quantity: 7, daysOfSupply: 30 }],
    });
  });

  /** What the catalogue says of the products. */
  const asUsual = { directions: 'One a day', daysOfSupply: 60 };

  test('SHC-02 a reorder says which products were deleted since, instead of that everything is filled in', async () => {
    const from = aRequest({
      products: [
        aLine(asUsual),
        aLine({ orderItemId: 502, productId: 98, drugName: 'Zed', dosageForm: '5 mg tab' }),
        aLine({ orderItemId: 503, productId: 99, drugName: 'Zed', dosageForm: '10 mg tab', isReplacedBy: 2 }),
        aLine({ orderItemId: 504, productId: 97, replacementProduct: 99 }),
      ],
    });
    const page = await openDialog({ mode: 'reorder', from });
    const said = screen.getByText('Left out: Zed, 5 mg tab; Zed, 10 mg tab.').closest('[role=alert]') as HTMLElement;
    expect(said.textContent).toContain('These products were deleted from the trial after the earlier request');
    expect(said.compareDocumentPosition(subject()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.getByText('Everything else is filled in. Left out: Zed, 5 mg tab; Zed, 10 mg tab.')).toBeDefined();
    expect(screen.queryByText('Everything is filled in.')).toBeNull();
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page).products).toMatchObject([{ productId: 1 }]);
  });

  test('SHC-02 a reorder asks for the quantity of a product that has another unit now, and names what is called otherwise now', async () => {
    const from = aRequest({
      products: [
        aLine({ ...asUsual, quantityUnit: 'Tablet', quantity: 30 }),
        aLine({ ...asUsual, orderItemId: 502, productId: 2, drugName: 'Aurelix forte', quantity: 4 }),
      ],
    });
    const page = await openDialog({ mode: 'reorder', from });
    const line = (name: string) => within(screen.getByRole('group', { name: `Product line: ${name}` }));
    const [first, second] = [line('Aurelix 50 mg'), line('Aurelix 100 mg')];
    const quantity = first.getByRole<HTMLInputElement>('textbox', { name: 'Quantity (Bottle)' });
    expect(quantity.value).toBe('');
    const otherUnit = 'Its unit was “Tablet” and is “Bottle” now, so its quantity has to be entered again.';
    expect(first.getByText(otherUnit).closest('[role=alert]')).not.toBeNull();
    const renamed = 'Aurelix forte, Tablet is called Aurelix 100 mg, Tablet now.';
    expect(second.getByText(renamed).closest('[role=alert]')).not.toBeNull();
    expect(second.getByRole<HTMLInputElement>('textbox', { name: 'Quantity (Bottle)' }).value).toBe('4');
    expect(isOff(submit())).toBe(true);
    await page.user.type(quantity, '2');
    expect(screen.getByText(`Everything is filled in. ${renamed}`)).toBeDefined();
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page).products).toMatchObject([
      { productId: 1, quantity: 2, quantityUnit: 'Bottle' },
      { productId: 2, quantity: 4, quantityUnit: 'Bottle' },
    ]);
  });

  test('SHC-02 SHC-11 a reorder keeps the directions and days of supply of the earlier request, and says where other ones are usual', async () => {
    const from = aRequest({
      products: [
        aLine({ daysOfSupply: 60 }),
        aLine({
          orderItemId: 502,
          productId: 2,
          drugName: 'Aurelix 100 mg',
          directions: 'One a day',
          daysOfSupply: 60,
        }),
      ],
    });
    const page = await openDialog({ mode: 'reorder', from });
    const line = (name: string) => within(screen.getByRole('group', { name: `Product line: ${name}` }));
    const [first, second] = [line('Aurelix 50 mg'), line('Aurelix 100 mg')];
    const said = first.getByText('Its usual directions are now “One a day”.').closest('[role=alert]');
    expect(said?.textContent).toContain('The earlier request differs from what is usual for this product now.');
    expect(screen.queryByText('This product has been changed.')).toBeNull();
    expect(first.queryByText(/Its usual days of supply/)).toBeNull();
    // What is as usual may be typed over, and nothing is said.
    await page.user.type(second.getByRole('textbox', { name: 'Directions' }), ' with food');
    expect(second.queryByText(/usual/)).toBeNull();
    const footer = 'Everything is filled in. The directions of Aurelix 50 mg, Tablet are not the usual ones.';
    expect(screen.getByText(footer)).toBeDefined();
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page).products).toMatchObject([
      { productId: 1, directions: 'Twice a day', daysOfSupply: 60 },
      { productId: 2, directions: 'One a day with food', daysOfSupply: 60 },
    ]);
  });

  test('SHC-02 SHC-11 one press takes the usual directions over into a reorder, after which others may be typed', async () => {
    const page = await openDialog({ mode: 'reorder', from: aRequest({ products: [aLine({ daysOfSupply: 60 })] }) });
    await page.user.click(screen.getByRole('button', { name: 'Use the usual directions' }));
    expect(screen.getByText('Everything is filled in.')).toBeDefined();
    await page.user.type(field('Directions'), ' with food');
    expect(screen.queryByText(/usual/)).toBeNull();
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page).products).toMatchObject([{ directions: 'One a day with food' }]);
  });

  test('REL-17 what was read of the site stays when it cannot be read again, and so does what was typed', async () => {
    const page = await openDialog();
    await fillIn(page);
    const reads = [readSite, listSiteUsers, listProducts, listParticipants];
    for (const call of reads) page.answer(call, { status: 500, body: { code: 'unexpected', message: '' } });
    const before = reads.map((call) => page.callsOf(call).length);
    await act(() => page.queryClient.invalidateQueries());
    expect(reads.map((call, i) => page.callsOf(call).length > (before[i] ?? 0))).toEqual(reads.map(() => true));
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page)).toMatchObject({
      participants: [{ subjectNumber: '101-001' }],
      products: [{ productId: 1 }],
      address: siteAddress,
    });
    for (const said of [
      'There was a problem loading the trial site.',
      'The products of this trial could not be loaded.',
    ])
      expect(screen.queryByText(said)).toBeNull();
  });

  test('SHC-02 ERR-30 of products that could not be read a reorder does not say that they were deleted', async () => {
    const failed: Reply = [listProducts, { status: 500, body: { code: 'unexpected', message: '' } }];
    await openDialog({ mode: 'reorder', from: aRequest() }, [failed]);
    expect(screen.getByText('The products of this trial could not be loaded.')).toBeDefined();
    expect(screen.queryByText(/Left out/)).toBeNull();
  });

  const elsewhere = { ...siteAddress, street: '9 Elm Street' };
  test.each<[string, number | null, string]>([
    ['somebody unknown', null, '101-099'],
    ['a participant for whom another address was given', 11, '101-001'],
  ])('SHC-02 a reorder for %s goes to the address of the earlier request', async (_, participantId, subjectNumber) => {
    const participants = [{ participantId, subjectNumber, fname: 'Ann', lname: 'Archer' }];
    const page = await openDialog({
      mode: 'reorder',
      from: aRequest({ toParticipant: true, participants, address: elsewhere }),
    });
    expect(field('Street').value).toBe('9 Elm Street');
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page)).toMatchObject({ toParticipant: true, address: elsewhere });
  });

  const onRecord = 'On record now: 1 Beacon St, Boston, Massachusetts 02108, United States';
  const earlierAddress = 'Earlier request: 9 Elm Street, Boston, Massachusetts 02114, United States';
  const hasDiffered = 'The earlier request went to another address than Ann Archer has on record now.';

  test('SHC-02 a reorder of what went to the address on record goes to the one on record now, and names both', async () => {
    const from = aRequest({ toParticipant: true, address: elsewhere, isAddressOnRecord: true });
    const page = await openDialog({ mode: 'reorder', from });
    const said = within(screen.getByText(hasDiffered).closest<HTMLElement>('[role=alert]')!);
    for (const line of [earlierAddress, onRecord, 'This request goes to the address on record.'])
      expect(said.getByText(line)).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'Street' })).toBeNull();
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page)).toMatchObject({ toParticipant: true, address: aParticipant().address });
  });

  test('SHC-02 a reorder to another address than the one on record names both, and one press takes the one on record', async () => {
    const page = await openDialog({ mode: 'reorder', from: aRequest({ toParticipant: true, address: elsewhere }) });
    const said = within(screen.getByText(hasDiffered).closest<HTMLElement>('[role=alert]')!);
    for (const line of [earlierAddress, onRecord, 'This request goes to the address that is entered below.'])
      expect(said.getByText(line)).toBeDefined();
    expect(screen.getByText('Another address for this request')).toBeDefined();
    expect(screen.queryByText('Address of the participant')).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Use the address on record' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ship to another address' }));
    expect(screen.getByText('Address of the participant')).toBeDefined();
    expect(screen.getByText('This request goes to the address on record.')).toBeDefined();
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page)).toMatchObject({ toParticipant: true, address: aParticipant().address });
  });

  test('SHC-02 a reorder to the home of a participant shows it as theirs', async () => {
    const { address } = aParticipant();
    await openDialog({ mode: 'reorder', from: aRequest({ toParticipant: true, address: address! }) });
    expect(screen.getByRole('button', { name: 'Ship to another address' })).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'Street' })).toBeNull();
  });

  test.each([
    ['has another number by now', [aParticipant({ subjectNumber: '101-077' })], '101-077', 11],
    [
      'has another number by now, and whose former one is somebody else’s',
      [aParticipant({ subjectNumber: '101-077' }), aParticipant({ participantId: 12, subjectNumber: '101-001' })],
      '101-077',
      11,
    ],
  ])('SHC-02 OPS-73 a reorder for a participant who %s is for the same participant', async (_, given, number, id) => {
    const from = aRequest({
      participants: [{ participantId: 11, subjectNumber: '101-001', fname: 'Ann', lname: 'Archer' }],
    });
    const page = await openDialog({ mode: 'reorder', from }, [[listParticipants, { participants: given }]]);
    expect(subject().value).toBe(number);
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page).participants).toMatchObject([{ participantId: id, subjectNumber: number }]);
  });

  test('SHC-02 OPS-73 a reorder for a participant who is at another site, with a number that is somebody else’s here, names nobody', async () => {
    const from = aRequest({
      participants: [{ participantId: 11, subjectNumber: '101-001', fname: 'Ann', lname: 'Archer' }],
    });
    await openDialog({ mode: 'reorder', from }, [
      [listParticipants, { participants: [aParticipant({ participantId: 12, subjectNumber: '101-001' })] }],
    ]);
    expect(subject().value).toBe('');
    expect(isOff(submit())).toBe(true);
  });

  test.each([
    ['is somebody else’s by now', { subjectNumber: '101-001' }],
    ['was another one’s by mistake', { subjectNumber: '101-009', isUncertain: true as const }],
  ])(
    'SHC-02 OPS-68 a reorder of what was asked for by a number alone that %s names nobody, and no address',
    async (_, asked) => {
      const participants = [{ participantId: null, fname: 'New', lname: 'Participant', ...asked }];
      await openDialog({ mode: 'reorder', from: aRequest({ toParticipant: true, participants, address: elsewhere }) });
      expect(subject().value).toBe('');
      expect(field('Street').value).toBe('');
      const said = screen.getByText(`Subject number ${asked.subjectNumber} may be another participant’s by now.`);
      expect(said.compareDocumentPosition(subject()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
      expect(screen.queryByText(hasDiffered)).toBeNull();
      expect(isOff(submit())).toBe(true);
    },
  );

  test('SHC-02 BAT-07 a batch that is asked for again is a batch again, for all of its subjects', async () => {
    const from = aRequest({
      isBatchShipment: true,
      participants: [
        { participantId: 11, subjectNumber: '101-001', fname: 'Ann', lname: 'Archer' },
        { participantId: null, subjectNumber: '101-099', fname: '', lname: '' },
      ],
    });
    const page = await openDialog({ mode: 'reorder', from });
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page)).toMatchObject({
      reorderSrId: 71,
      isBatchShipment: true,
      participants: [
        { participantId: 11, subjectNumber: '101-001' },
        { participantId: null, subjectNumber: '101-099' },
      ],
    });
  });

  test('SHC-02 SHC-19 a reorder for somebody who was deactivated says so before the form', async () => {
    const from = aRequest({
      participants: [{ participantId: 11, subjectNumber: '101-001', fname: 'Ann', lname: 'Archer' }],
    });
    await openDialog({ mode: 'reorder', from }, [
      [listParticipants, { participants: [aParticipant({ isActive: false })] }],
    ]);
    const said = screen.getByText('101-001 Ann Archer is deactivated.');
    expect(said.compareDocumentPosition(subject()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(said.closest('[role=alert]')?.textContent).toContain('Enter another subject number, or close this.');
    expect(isOff(submit())).toBe(true);
  });

  test('SHC-02 BAT-07 a reorder of a batch says of a participant who was deactivated that the number can be removed', async () => {
    const from = aRequest({
      isBatchShipment: true,
      participants: [
        { participantId: 11, subjectNumber: '101-001', fname: 'Ann', lname: 'Archer' },
        { participantId: 12, subjectNumber: '101-002', fname: 'Bo', lname: 'Berg' },
      ],
    });
    const both = [
      aParticipant({ isActive: false }),
      aParticipant({ participantId: 12, subjectNumber: '101-002', fname: 'Bo', lname: 'Berg' }),
    ];
    const page = await openDialog({ mode: 'reorder', from }, [[listParticipants, { participants: both }]]);
    const said = screen.getByText('101-001 Ann Archer is deactivated.').closest('[role=alert]');
    expect(said?.textContent).toContain('Remove this subject number, enter another one, or close this.');
    await page.user.click(screen.getByRole('button', { name: 'Remove subject number 1' }));
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page).participants).toMatchObject([{ participantId: 12 }]);
  });

  test('SHC-01 SHC-22 from a participant the form starts with that participant', async () => {
    await openDialog({ participant: aParticipant({ subjectNumber: '101-002' }) });
    expect(screen.getByRole('dialog', { name: 'Create Shipment Request' })).toBeDefined();
    expect(subject().value).toBe('101-002');
    expect(screen.getByText('Bo Berg')).toBeDefined();
  });

  test('BAT-02 BAT-07 a batch may go to another site and is marked as a batch', async () => {
    const page = await openDialog({ mode: 'batch' }, [[listProducts, [aProduct(), strong, pen]]]);
    const dialog = screen.getByRole('dialog', { name: 'Create Batch Shipment' });
    await choose(page, within(dialog).getByRole('combobox', { name: 'Trial site' }), 'Lyon Clinic');
    await screen.findByRole('group', { name: 'Recipient' });
    await fillIn(page);
    await page.user.click(submit());
    await waitFor(() => expect(page.onCreated).toHaveBeenCalledOnce());
    expect(bodyOf(page)).toMatchObject({ gId: 3, isBatchShipment: true });
    expect(page.onCreated.mock.calls).toEqual([[created, 3]]);
  });

  test('a batch is offered only for sites whose trial has shipping requests', async () => {
    const off = { ...lyon, hasShippingRequest: false };
    const page = await openDialog({ mode: 'batch' }, [[listTrials, { groups: [aTrial(), aSite(), off] }]]);
    await page.user.click(screen.getByRole('combobox', { name: 'Trial site' }));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Boston General']);
  });
});
