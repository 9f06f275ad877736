import * as api from '@portal/contract/participants/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { clocks } from '#test/clocks.ts';
import { aParticipant, aSite, aTrial, lyon } from '#test/participants.ts';
import { renderPage, type Reply } from '#test/portal.tsx';
import { ParticipantDialog } from './ParticipantDialog.tsx';
import { sitesOf } from './sites.ts';

const sites = sitesOf([aTrial(), aSite(), lyon]);
const added: Reply = [api.addParticipant, { message: 'ok', participantId: 12 }];
const changed: Reply = [api.changeParticipant, { message: 'ok', version: 5 }];

function open(participant?: api.Participant, replies: Reply[] = []) {
  const close = vi.fn<() => void>();
  const [site = sites[0]] = sites;
  const page = renderPage(
    <ParticipantDialog opened sites={sites} site={site!} participant={participant} onClose={close} />,
    { replies },
  );
  return { ...page, close };
}
type User = ReturnType<typeof open>['user'];
const box = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const write = async (user: User, name: string | RegExp, text: string) => {
  await user.clear(await box(name));
  if (text) await user.paste(text);
  await user.tab();
};
const fill = async (user: User, subjectNumber = '101-009') => {
  await write(user, 'First Name', 'Bea');
  await write(user, 'Last Name', 'Baker');
  await write(user, 'Subject Number', subjectNumber);
  await write(user, 'Date of Birth', '05031980');
  await user.click(screen.getByRole('radio', { name: 'Male' }));
};
const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }));
const bodies = (page: ReturnType<typeof open>, endpoint: typeof api.addParticipant | typeof api.changeParticipant) =>
  page.callsOf(endpoint).map((call) => call.body);

describe('adding', () => {
  test('PAR-11 PAR-20 PAR-22 OPS-65 what is needed is sent, and nothing that was not given', async () => {
    const page = open(undefined, [added]);
    await fill(page.user);
    expect((await box('Date of Birth')).value).toBe('05/03/1980');
    await press(page.user, 'Add Participant');
    await waitFor(() => expect(page.close).toHaveBeenCalled());
    expect(bodies(page, api.addParticipant)).toEqual([
      { fname: 'Bea', lname: 'Baker', g_id: 2, dob: '1980-03-05', subject_number: '101-009', gender: 0 },
    ]);
    expect(await screen.findByText('Participant 101-009 was added.')).toBeDefined();
  });

  test('PAR-11 PAR-16 PAR-17 PAR-18 PAR-22 what is given beyond that is sent too', async () => {
    const page = open(undefined, [added]);
    await fill(page.user);
    await page.user.click(screen.getByRole('radio', { name: 'Female' }));
    await write(page.user, 'Email', 'Bea@Example.com');
    await write(page.user, 'Phone', '6175550123');
    await write(page.user, 'Street', '2 Beacon St');
    await write(page.user, 'City', 'Boston');
    await write(page.user, 'State', 'Massachusetts');
    await write(page.user, 'ZIP code', '02108');
    await press(page.user, 'Add Participant');
    await waitFor(() => expect(page.close).toHaveBeenCalled());
    expect(bodies(page, api.addParticipant)[0]).toMatchObject({
      gender: 1,
      email: 'bea@example.com',
      phone: '+16175550123',
      address: { street: '2 Beacon St', city: 'Boston', state: 'Massachusetts', zip: '02108', country: 'US' },
    });
  });

  test('OPS-65 the trial is preset to the picked site and may be another', async () => {
    const page = open(undefined, [added]);
    const trial = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Trial' });
    expect(trial.value).toBe('Boston General');
    await page.user.click(trial);
    await page.user.click(await screen.findByRole('option', { name: 'Lyon Clinic' }));
    await fill(page.user);
    await press(page.user, 'Add Participant');
    await waitFor(() => expect(bodies(page, api.addParticipant)[0]).toMatchObject({ g_id: 3 }));
  });

  test('PAR-19 name, subject number, date of birth and gender are required; nothing is sent without them', async () => {
    const page = open(undefined, [added]);
    await press(page.user, 'Add Participant');
    expect(await screen.findAllByText('is required')).toHaveLength(5);
    expect(page.callsOf(api.addParticipant)).toEqual([]);
    await waitFor(async () => expect(document.activeElement).toBe(await box('First Name')));
  });

  test.each([
    [
      'PAR-13 OPS-61 a subject number with letters',
      'Subject Number',
      '12A',
      'Please enter subject number in the format XXX-XXX',
    ],
    [
      'PAR-14 CON-08 a first name of 16 characters',
      'First Name',
      'x'.repeat(16),
      'The length of first name must be 15 characters or fewer.',
    ],
    [
      'PAR-15 CON-08 a last name of 21 characters',
      'Last Name',
      'x'.repeat(21),
      'The length of last name must be 20 characters or fewer.',
    ],
    ['PAR-16 a bad e-mail', 'Email', 'bea@', 'Email is not a valid email.'],
    [
      'PAR-16 CON-08 an e-mail of 151 characters',
      'Email',
      `${'x'.repeat(139)}@example.com`,
      'Email is too long (maximum is 150 characters).',
    ],
    ['PAR-17 a short phone number', 'Phone', '123', 'Invalid phone number'],
    ['PAR-18 ADR-12 a bad zip', 'ZIP code', '1234', 'Invalid zip code (e.g. 12345).'],
    ['PAR-19 a birth in the year 0', 'Date of Birth', '05/03/0000', 'Please enter a date as DD/MM/YYYY'],
    ['PAR-19 a birth in the future', 'Date of Birth', '05/03/2999', 'Date of Birth must not be in the future.'],
    ['a birth before 1900', 'Date of Birth', '31/12/1899', 'Date of Birth must not be before 01/01/1900.'],
    [
      'PAR-19 a year of two digits',
      'Date of Birth',
      '05/03/80',
      'Please enter the year with four digits, as in DD/MM/YYYY',
    ],
  ])('%s is refused in words, and nothing is sent', async (_, name, text, message) => {
    const page = open(undefined, [added]);
    await fill(page.user);
    await write(page.user, name, text);
    await press(page.user, 'Add Participant');
    expect(await screen.findByText(message)).toBeDefined();
    expect(page.callsOf(api.addParticipant)).toEqual([]);
  });

  test.each([24, -24])(
    'REL-10 PAR-19 a birth is in the future after the day of the server where the clock of the browser is %i hours ahead',
    async (hours) => {
      clocks(new Date('2026-03-05T12:00:00Z'), hours);
      const page = open(undefined, [added]);
      await fill(page.user);
      await write(page.user, 'Date of Birth', '06032026');
      await press(page.user, 'Add Participant');
      expect(await screen.findByText('Date of Birth must not be in the future.')).toBeDefined();
      expect(page.callsOf(api.addParticipant)).toEqual([]);
      await write(page.user, 'Date of Birth', '05032026');
      await press(page.user, 'Add Participant');
      await waitFor(() => expect(bodies(page, api.addParticipant)).toMatchObject([{ dob: '2026-03-05' }]));
    },
  );

  test.each([
    ['PAR-14 CON-08 a first name of 15 characters', 'First Name', 'x'.repeat(15)],
    ['PAR-15 CON-08 a last name of 20 characters', 'Last Name', 'x'.repeat(20)],
    ['PAR-13 OPS-62 a subject number off the mask', 'Subject Number', '12-34'],
    ['PAR-13 OPS-62 digits alone', 'Subject Number', '1234'],
  ])('%s is accepted', async (_, name, text) => {
    const page = open(undefined, [added]);
    await fill(page.user);
    await write(page.user, name, text);
    await press(page.user, 'Add Participant');
    await waitFor(() => expect(page.callsOf(api.addParticipant)).toHaveLength(1));
  });

  test('PAR-18 a half-filled address says what is missing', async () => {
    const page = open(undefined, [added]);
    await fill(page.user);
    await write(page.user, 'Street', '2 Beacon St');
    await press(page.user, 'Add Participant');
    expect(await screen.findAllByText('is required')).toHaveLength(3);
    expect(page.callsOf(api.addParticipant)).toEqual([]);
  });

  test('PAR-24 ERR-18 OPS-63 a refused participant is told in a dialog with "OK", and what was typed stays', async () => {
    const page = open(undefined, [
      [
        api.addParticipant,
        { status: 400, body: { code: 'participant.subject_taken', message: 'Subject number already exists.' } },
      ],
    ]);
    await fill(page.user);
    await press(page.user, 'Add Participant');
    const refusal = within(await screen.findByRole('dialog', { name: 'The participant was not added' }));
    expect(refusal.getByText('Subject number already exists.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    await page.user.click(refusal.getByRole('button', { name: 'OK' }));
    expect((await box('Subject Number')).value).toBe('101-009');
    expect(page.close).not.toHaveBeenCalled();
  });

  test('REL-17 after a lost answer nobody says that the participant was not added', async () => {
    const page = open(undefined, [[api.addParticipant, () => Promise.reject(new TypeError('the line is dead'))]]);
    await fill(page.user);
    await press(page.user, 'Add Participant');
    const refusal = await screen.findByRole('dialog', { name: 'It is not known whether the participant was added' });
    expect(
      within(refusal).getByText(
        'Unable to make request. Press “Add Participant” again without changing anything: it is done once only.',
      ),
    ).toBeDefined();
  });

  test('REL-06 a second try with the same content has the key of the first', async () => {
    const page = open(undefined, [
      [api.addParticipant, { status: 503, body: { code: 'unavailable', message: 'later' } }],
    ]);
    await fill(page.user);
    await press(page.user, 'Add Participant');
    await press(page.user, 'OK');
    page.answer(...(added as [typeof api.addParticipant, unknown]));
    await press(page.user, 'Add Participant');
    await waitFor(() => expect(page.close).toHaveBeenCalled());
    const keys = page.callsOf(api.addParticipant).map((call) => call.headers.get('idempotency-key'));
    expect(keys[0]).toBeTruthy();
    expect(new Set(keys).size).toBe(1);
  });
});

test('OPS-62 SHC-17 beside a number that is off the mask stands that nothing can be ordered for it, and it is taken', async () => {
  const page = open(undefined, [added]);
  const hint = 'Shipments can be requested only for numbers in this format.';
  const described = async () => {
    const field = await box('Subject Number');
    return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
  };
  expect(await described()).toBe('Format: XXX-XXX');
  await fill(page.user, '12-34');
  expect(await described()).toBe(`Format: XXX-XXX. ${hint}`);
  await write(page.user, 'Subject Number', '101-009');
  expect(await described()).toBe('Format: XXX-XXX');
  await write(page.user, 'Subject Number', '1234');
  await press(page.user, 'Add Participant');
  await waitFor(() => expect(page.close).toHaveBeenCalled());
});

test('PAR-13 SHC-17 a number that is typed without its dashes gets those of the mask as it is left, so that orders take it', async () => {
  const page = open(undefined, [added]);
  await fill(page.user, '717919');
  expect((await box('Subject Number')).value).toBe('717-919');
  await write(page.user, 'Subject Number', '71791');
  expect((await box('Subject Number')).value).toBe('71791');
  await write(page.user, 'Subject Number', '717920');
  await press(page.user, 'Add Participant');
  await waitFor(() => expect(page.close).toHaveBeenCalled());
  expect(bodies(page, api.addParticipant)).toMatchObject([{ subject_number: '717-920' }]);
});

test('PAR-13 SHC-17 so does one that is sent with Enter, out of its field', async () => {
  const page = open(undefined, [added]);
  await fill(page.user, '100-001');
  await page.user.clear(await box('Subject Number'));
  await page.user.type(await box('Subject Number'), '717920{Enter}');
  await waitFor(() => expect(page.close).toHaveBeenCalled());
  expect(bodies(page, api.addParticipant)).toMatchObject([{ subject_number: '717-920' }]);
});

test('OPS-62 a number on record that is off the mask stays as it is where nobody types another', async () => {
  const page = open(aParticipant({ subjectNumber: '717919' }));
  await page.user.click(await box('Subject Number'));
  await page.user.tab();
  expect((await box('Subject Number')).value).toBe('717919');
});

test('PAR-13 PAR-18 what was typed is checked when its field is left, before anything is sent', async () => {
  const page = open();
  await write(page.user, 'Subject Number', '12A');
  expect(await screen.findByText('Please enter subject number in the format XXX-XXX')).toBeDefined();
  await write(page.user, 'ZIP code', '1234');
  expect(await screen.findByText('Invalid zip code (e.g. 12345).')).toBeDefined();
});

describe('editing', () => {
  test('PAR-21 "Save" is enabled only while something differs', async () => {
    const page = open(aParticipant(), [changed]);
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(isOff(save)).toBe(true);
    await write(page.user, 'First Name', 'Anna');
    expect(isOff(save)).toBe(false);
    await write(page.user, 'First Name', 'Ann');
    expect(isOff(save)).toBe(true);
  });

  test('PAR-23 REL-07 everything is sent again, with the version that was read', async () => {
    const page = open(aParticipant(), [changed]);
    await write(page.user, 'First Name', 'Anna');
    await press(page.user, 'Save');
    await waitFor(() => expect(page.close).toHaveBeenCalled());
    expect(bodies(page, api.changeParticipant)).toEqual([
      {
        participant_id: 11,
        fname: 'Anna',
        lname: 'Archer',
        g_id: 2,
        dob: '1980-03-05',
        subject_number: '101-001',
        gender: 1,
        email: 'ann@example.com',
        phone: '+16175550123',
        address: aParticipant().address,
        addressChanged: false,
        addrId: 71,
        version: 4,
      },
    ]);
  });

  test('PAR-23 a changed address is marked as changed', async () => {
    const page = open(aParticipant(), [changed]);
    const kept = () => screen.queryByText('Requests under way keep the address they were placed with.');
    await write(page.user, 'Last Name', 'Baker');
    expect(kept()).toBeNull();
    await write(page.user, 'Street', '3 Beacon St');
    expect(kept()).not.toBeNull();
    await press(page.user, 'Save');
    await waitFor(() =>
      expect(bodies(page, api.changeParticipant)[0]).toMatchObject({
        addressChanged: true,
        addrId: 71,
        address: { street: '3 Beacon St' },
      }),
    );
  });

  test('PAR-16 PAR-17 an e-mail and a phone that are emptied are taken away', async () => {
    const page = open(aParticipant(), [changed]);
    await write(page.user, 'Email', '');
    await write(page.user, 'Phone', '');
    await press(page.user, 'Save');
    await waitFor(() => expect(bodies(page, api.changeParticipant)[0]).toMatchObject({ email: null, phone: null }));
  });

  test('REL-07 a stale edit keeps what was typed, says what the other changed, and is saved on their version', async () => {
    const theirs = aParticipant({ version: 5, lname: 'Archer-Lee', fname: 'Annette' });
    const page = open(aParticipant(), [
      [
        api.changeParticipant,
        {
          status: 409,
          body: { code: 'stale', message: 'Someone else has changed this in the meantime. Please look at it again.' },
        },
      ],
      [api.listParticipants, { participants: [theirs] }],
    ]);
    await write(page.user, 'First Name', 'Anna');
    await press(page.user, 'Save');
    const told = within(await screen.findByRole('alert'));
    expect(told.getByText('Someone else has changed this participant in the meantime')).toBeDefined();
    expect(told.getByText(/First Name is now “Annette”\. What you typed is still in the field/)).toBeDefined();
    expect(told.getByText('Last Name is now “Archer-Lee”.')).toBeDefined();
    expect((await box('First Name')).value).toBe('Anna');
    expect((await box('Last Name')).value).toBe('Archer-Lee');
    expect(page.close).not.toHaveBeenCalled();
    page.answer(api.changeParticipant, { message: 'ok', version: 6 });
    await press(page.user, 'Save');
    await waitFor(() => expect(page.close).toHaveBeenCalled());
    expect(bodies(page, api.changeParticipant)[1]).toMatchObject({ fname: 'Anna', lname: 'Archer-Lee', version: 5 });
  });

  test('REL-07 a stale edit of which nothing shows says so, and can be saved again', async () => {
    const page = open(aParticipant(), [
      [api.changeParticipant, { status: 409, body: { code: 'stale', message: 'stale' } }],
      [api.listParticipants, { participants: [aParticipant({ version: 9 })] }],
    ]);
    await write(page.user, 'First Name', 'Anna');
    await press(page.user, 'Save');
    expect(await screen.findByText(/None of these fields has changed/)).toBeDefined();
    page.answer(api.changeParticipant, { message: 'ok', version: 10 });
    await press(page.user, 'Save');
    await waitFor(() => expect(page.close).toHaveBeenCalled());
    expect(bodies(page, api.changeParticipant)[1]).toMatchObject({ fname: 'Anna', version: 9 });
  });
});

describe('leaving', () => {
  test.each([
    ['Escape', (user: User) => user.keyboard('{Escape}')],
    ['the cross', (user: User) => press(user, 'Close')],
    ['Cancel', (user: User) => press(user, 'Cancel')],
  ])('what was typed is thrown away by %s only after a question', async (_way, leave) => {
    const page = open(undefined, [added]);
    await write(page.user, 'First Name', 'Bea');
    await leave(page.user);
    const question = await screen.findByRole('dialog', { name: 'Discard what you typed?' });
    expect(page.close).not.toHaveBeenCalled();
    await page.user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect((await box('First Name')).value).toBe('Bea');
    await leave(page.user);
    await press(page.user, 'Discard');
    expect(page.close).toHaveBeenCalledTimes(1);
  });

  test('a form that nothing was typed in closes at once', async () => {
    const page = open(undefined, [added]);
    await box('First Name');
    await page.user.keyboard('{Escape}');
    expect(page.close).toHaveBeenCalledTimes(1);
  });
});
