import { inviteUsers } from '@portal/contract/providers/user-endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { watchDownloads } from '#test/downloads.ts';
import { button, failure, openUsers, press } from '#test/users.tsx';
import type { Call } from '#test/portal.tsx';

const head = 'Email,Role,Care groups,Admin rights,Prescriber,Sponsor';
const three = [
  head,
  'ann@site.example,Site User,Boston General; Lyon Clinic,No,Yes,',
  'ben@site,Site User,Boston Genral,No,No,',
  'cleo@site.example,Sponsor,Aurelia Migraine Study,No,No,Aurelia Therapeutics',
].join('\r\n');
const problems = [
  { row: 2, field: 'email', message: 'is not a valid email' },
  { row: 2, field: 'careGroups', message: 'There is no care group “Boston Genral”.' },
];
/** As the server does it: the second row is wrong until its email is right, and nobody is invited on a dry run. */
const answerAsServer = ({ body }: Call) => {
  const given = body as { isDryRun: boolean; rows: { email: string }[] };
  const wrong = given.rows.findIndex(({ email }) => email === 'ben@site');
  const found = wrong < 0 ? [] : problems.map((one) => ({ ...one, row: wrong + 1 }));
  const invited = given.isDryRun || found.length > 0 ? 0 : given.rows.length;
  return { message: 'Checked.', invited, problems: found };
};
const start = async (answer: unknown = answerAsServer) => {
  const page = openUsers({ replies: [[inviteUsers, answer]] });
  await press(page.user, 'Invite from CSV');
  await screen.findByRole('dialog', { name: 'Invite from CSV' });
  return page;
};
const give = (content: BlobPart) => {
  const field = screen.getByLabelText(/^File/);
  fireEvent.change(field, { target: { files: [new File([content], 'people.csv', { type: 'text/csv' })] } });
};
const line = async (at: number) =>
  within(within(await screen.findByRole('table', { name: 'Invitations' })).getAllByRole('row')[at]!);
const asked = (page: Awaited<ReturnType<typeof start>>) =>
  page.callsOf(inviteUsers).map(({ body }) => {
    const { isDryRun, rows } = body as { isDryRun: boolean; rows: { email: string }[] };
    return [isDryRun, rows.map(({ email }) => email)];
  });

describe('inviting from a file', () => {
  test('USR-20 a file is checked first: each problem stands beside its row, and nobody is invited', async () => {
    const page = await start();
    give(three);
    const second = await line(2);
    expect(await second.findByText('is not a valid email')).toBeDefined();
    expect(second.getByText('There is no care group “Boston Genral”.')).toBeDefined();
    expect(second.getByText('2 problems')).toBeDefined();
    expect((await line(1)).getByText('In order')).toBeDefined();
    expect((await line(1)).queryByRole('button')).toBeNull();
    expect(screen.getByText('1 row has a problem. Correct or leave them out, then check again.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Invite \d/ })).toBeNull();
    expect(page.callsOf(inviteUsers)[0]?.sent).toEqual({
      companyId: 1,
      isDryRun: 1,
      rows: [
        {
          email: 'ann@site.example',
          providerType: 'Site User',
          careGroups: 'Boston General; Lyon Clinic',
          adminRights: 'No',
          prescriber: 'Yes',
          sponsor: '',
        },
        {
          email: 'ben@site',
          providerType: 'Site User',
          careGroups: 'Boston Genral',
          adminRights: 'No',
          prescriber: 'No',
          sponsor: '',
        },
        {
          email: 'cleo@site.example',
          providerType: 'Sponsor',
          careGroups: 'Aurelia Migraine Study',
          adminRights: 'No',
          prescriber: 'No',
          sponsor: 'Aurelia Therapeutics',
        },
      ],
    });
  });

  test('USR-20 a row is corrected, checked again, and then all are invited', async () => {
    const page = await start();
    give(three);
    const field = await screen.findByRole('textbox', { name: 'Row 2: Email' });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await page.user.clear(field);
    await page.user.write(field, 'ben@site.example');
    await press(page.user, 'Check again');
    expect(await screen.findByText('All 3 rows are in order. Nobody has been invited yet.')).toBeDefined();
    expect(asked(page).map(([isDryRun]) => isDryRun)).toEqual([true, true]);
    await press(page.user, 'Invite 3 people');
    expect(await screen.findByText('3 invitations sent.')).toBeDefined();
    expect(asked(page).at(-1)).toEqual([false, ['ann@site.example', 'ben@site.example', 'cleo@site.example']]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('USR-20 a row is left out, and the others are invited; their numbers stay those of the file', async () => {
    const page = await start();
    give(three);
    await press(page.user, 'Leave out row 2');
    expect((await line(2)).getAllByRole('cell')[0]?.textContent).toBe('3');
    await press(page.user, 'Check again');
    await press(page.user, 'Invite 2 people');
    await screen.findByText('2 invitations sent.');
    expect(asked(page).at(-1)).toEqual([false, ['ann@site.example', 'cleo@site.example']]);
  });

  test('USR-20 what became wrong between check and sending is shown, and nothing is taken for sent', async () => {
    const page = await start();
    give(`${head}\nann@site.example,Site User,Boston General,,,`);
    await screen.findByText('The row is in order. Nobody has been invited yet.');
    page.answer(inviteUsers, {
      message: 'Nobody was invited.',
      invited: 0,
      problems: [{ row: 1, field: 'email', message: 'A user with this email already exists.' }],
    });
    await press(page.user, 'Invite 1 person');
    expect(await screen.findByText('A user with this email already exists.')).toBeDefined();
    expect(button('Check again')).toBeDefined();
    expect(screen.queryByText('Invitation sent.')).toBeNull();
  });

  test('USR-20 OPC-88 that an e-mail is used is told as the file is sent; the row says so until it is corrected, whatever a check finds', async () => {
    const taken = 'A user with this email already exists.';
    const page = await start(({ body }: Call) => {
      const given = body as { isDryRun: boolean; rows: { email: string }[] };
      const at = given.isDryRun ? -1 : given.rows.findIndex(({ email }) => email === 'ben@site.example');
      const found = at < 0 ? [] : [{ row: at + 1, field: 'email', message: taken }];
      return { message: '', invited: given.isDryRun || at >= 0 ? 0 : given.rows.length, problems: found };
    });
    give(`${head}\nann@site.example,Site User,Boston,,,\nben@site.example,Site User,Boston,,,`);
    await press(page.user, 'Invite 2 people');
    expect(await (await line(2)).findByText(taken)).toBeDefined();
    expect(screen.getByText('1 row has a problem. Correct or leave them out, then check again.')).toBeDefined();
    await press(page.user, 'Check again');
    await waitFor(() => expect(asked(page).map(([isDryRun]) => isDryRun)).toEqual([true, false, true]));
    expect(await (await line(2)).findByText(taken)).toBeDefined();
    const field = screen.getByRole('textbox', { name: 'Row 2: Email' });
    await page.user.clear(field);
    await page.user.write(field, 'bo@site.example');
    await press(page.user, 'Check again');
    await press(page.user, 'Invite 2 people');
    expect(await screen.findByText('2 invitations sent.')).toBeDefined();
  });

  test('REL-06 a call that fails says so, keeps the rows, and the next press asks by the same key', async () => {
    const page = await start();
    give(`${head}\nann@site.example,Site User,Boston General,,,`);
    await screen.findByText('The row is in order. Nobody has been invited yet.');
    page.answer(inviteUsers, failure(500, ''));
    await press(page.user, 'Invite 1 person');
    expect((await screen.findByRole('alert')).textContent).toBe('There was a problem inviting the users.');
    page.answer(inviteUsers, answerAsServer);
    await press(page.user, 'Invite 1 person');
    await screen.findByText('Invitation sent.');
    const keys = page.callsOf(inviteUsers).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[1]).toBe(keys[2]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  test.each([
    ['Name,Role\nAnn,Nurse', 'The file has no column “Email”, “Care groups”.'],
    [head, 'The file has no rows.'],
    [`${head}\n${'a@b.example,Nurse,X,,,\n'.repeat(201)}`, 'The file has 201 rows. At most 200 are invited at once.'],
    [
      `${head}\nann@site.example,Nurse,X,,,\n"left open,Nurse,X,,,\n${'ben@site.example,Nurse,X,,,\n'.repeat(20)}`,
      'The file has a quote in line 3 that is not closed.',
    ],
    [
      `${head}\n"left open,Nurse,X,,,\nben@site.example,Nurse,"X",,,`,
      'The file has a quote in line 2 that is not closed.',
    ],
    [
      `${head}\nann@site.example,Nurse,X,,,\nben@site.example,Nurse,X,No,No,,Y`,
      'Line 3 has 7 values, but there are only 6 columns.',
    ],
    [`Email,Role,Care groups,EMAIL\nann@site.example,Nurse,X,`, 'The file has the column “Email” twice.'],
  ])('USR-20 a file that cannot be used says why, and is not sent', async (text, problem) => {
    const page = await start();
    give(text);
    expect(await screen.findByText(problem)).toBeDefined();
    expect(page.callsOf(inviteUsers)).toEqual([]);
    expect(isOff(button('Invite'))).toBe(true);
  });

  test('a file whose letters cannot be read says how to save it, and is not sent', async () => {
    const page = await start();
    give(Buffer.from(`${head}\nann@site.example,Site User,Zürich,,,`, 'latin1'));
    expect(await screen.findByText(/^This file is not saved as UTF-8/)).toBeDefined();
    expect(page.callsOf(inviteUsers)).toEqual([]);
    expect(isOff(button('Invite'))).toBe(true);
  });

  test('a file that was corrected is read again when it is chosen again at its place', async () => {
    const page = await start();
    const file = new File([three], 'people.csv', { type: 'text/csv' });
    await page.user.upload(screen.getByLabelText(/^File/), file);
    await line(2);
    await page.user.upload(screen.getByLabelText(/^File/), file);
    await waitFor(() => expect(page.callsOf(inviteUsers)).toHaveLength(2));
  });

  test('USR-20 columns are known by their headings, in whatever order and case; a mark before them is none', async () => {
    const page = await start();
    give('\ufeffCARE GROUPS;email;role\n"Boston General; Lyon Clinic";ann@site.example;Site User');
    await screen.findByText('The row is in order. Nobody has been invited yet.');
    expect(page.callsOf(inviteUsers)[0]?.sent).toMatchObject({
      rows: [{ email: 'ann@site.example', careGroups: 'Boston General; Lyon Clinic', adminRights: '' }],
    });
  });

  test('USR-20 a value that is too long is told beside its row without being sent', async () => {
    const page = await start();
    give(`${head}\n${'a'.repeat(201)},Nurse,X,,,`);
    expect(await screen.findByText('is too long (maximum is 200 characters)')).toBeDefined();
    expect(page.callsOf(inviteUsers)).toEqual([]);
  });

  test('USR-20 while the server is at work the dialog says at what, and cannot be closed', async () => {
    let go: (() => void) | undefined;
    await start(async (call: Call) => {
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      return answerAsServer(call);
    });
    give(`${head}\nann@site.example,Site User,Boston General,,,`);
    expect(await screen.findByRole('progressbar', { name: 'Checking the file' })).toBeDefined();
    expect(button('Cancel').disabled).toBe(true);
    await waitFor(() => expect(go).toBeDefined());
    go?.();
    expect(await screen.findByText('The row is in order. Nobody has been invited yet.')).toBeDefined();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test('SEC-32 the template has the headings that are read', async () => {
    const files = watchDownloads();
    const page = await start();
    await press(page.user, 'Download template');
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.name).toBe('Invitations_Template.csv');
    expect((await files[0]?.text)?.split('\r\n')[0]).toBe(head);
    give((await files[0]?.text) ?? '');
    expect(await screen.findByText('All 2 rows are in order. Nobody has been invited yet.')).toBeDefined();
  });
});
