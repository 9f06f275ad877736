import * as configuration from '@portal/contract/care-groups/configuration-endpoints.ts';
import { type CareGroup, listCareGroups, readSite, readTrial } from '@portal/contract/care-groups/endpoints.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import * as sponsors from '@portal/contract/care-groups/sponsor-endpoints.ts';
import { listSitePharmacies } from '@portal/contract/partners/endpoints.ts';
import { listPharmacies } from '@portal/contract/partners/manage-endpoints.ts';
import type { Viewer } from '#api/session.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addressReplies } from '#test/address-service.ts';
import { isOff } from '#test/buttons.ts';
import { aSite, aTrial } from '#test/participants.ts';
import { renderPage, type Reply } from '#test/portal.tsx';
import { Configuration } from './Configuration.tsx';

const asked = 'Would you like to configure this care group?';
const bare = {
  subjectNumberMask: null,
  subjectNumberLength: null,
  outreachPreference: false,
  hasCard: false,
  hasShippingRequest: false,
  sponsorId: null,
  sponsorName: null,
  pdmiGroupNumber: null,
  status: 0,
  version: 1,
};
const configured = {
  ...bare,
  subjectNumberMask: 'XXX-XXX',
  hasCard: true,
  hasShippingRequest: true,
  sponsorId: 1,
  sponsorName: 'Aurelia Therapeutics',
  pdmiGroupNumber: 'P-7',
  version: 4,
};
const named = (spId: number, sponsorName: string, version = 1) => ({ spId, sponsorName, company_id: 1, version });
const done = { message: 'ok', gId: 1, version: 2 };
const openIt = async (group: CareGroup, replies: Reply[], viewer: Partial<Viewer> = { type: 'Admin' }) => {
  let closed = 0;
  const page = renderPage(<Configuration group={group} onClose={() => (closed += 1)} />, {
    viewer: { adminRights: true, ...viewer },
    replies: [
      ...addressReplies,
      [listCareGroups, { groups: [group] }],
      [sponsors.listSponsors, { sponsors: [named(1, 'Aurelia Therapeutics'), named(2, 'Bexley Pharma', 5)] }],
      ...replies,
    ],
  });
  await screen.findByRole('form', { name: 'Group Configurations' });
  return { ...page, closed: () => closed };
};
const newTrial = (replies: Reply[] = []) =>
  openIt(aTrial({ groupConfigMode: 'Create', version: 1 }), [
    [readTrial, { trialInfo: bare }],
    [configuration.configureTrial, done],
    ...replies,
  ]);
const oldTrial = (replies: Reply[] = []) =>
  // The list may be newer than what the form shows: it is the form's version that counts (REL-07).
  openIt(aTrial({ version: 7 }), [
    [readTrial, { trialInfo: configured }],
    [configuration.reconfigureTrial, done],
    ...replies,
  ]);
type User = Awaited<ReturnType<typeof openIt>>['user'];
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const pick = async (user: User, label: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
};
const configure = async (user: User, answer: 'Configure' | 'Cancel' = 'Configure') => {
  await user.click(button('Configure'));
  await user.click(within(await screen.findByRole('dialog', { name: asked })).getByRole('button', { name: answer }));
};

/** Everything is read anew, as after the line was cut; the answer to this call comes once the screen has seen that it is asked. */
async function readAnew(
  { queryClient, answer, callsOf }: Awaited<ReturnType<typeof openIt>>,
  of: Endpoint,
  reply: object,
) {
  const theirs = Promise.withResolvers<object>();
  answer(of, () => theirs.promise);
  await act(async () => void queryClient.invalidateQueries());
  await waitFor(() => expect(callsOf(of)).toHaveLength(2));
  await act(async () => theirs.resolve(reply));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
}

describe('a trial', () => {
  test('the dialog says which group it configures', async () => {
    await openIt(aTrial({ displayName: 'Aurelia Migraine Study' }), [[readTrial, { trialInfo: bare }]]);
    const whole = within(screen.getByRole('dialog', { name: 'Group Configurations' }));
    expect(whole.getByText('Aurelia Migraine Study')).toBeDefined();
  });

  test('REL-07 what was typed stays while a colleague’s change is read anew, and is sent as made from what was there before', async () => {
    const page = await oldTrial();
    const { user, callsOf } = page;
    await user.click(box('Outreach Preference'));
    await readAnew(page, readTrial, { trialInfo: { ...configured, hasShippingRequest: false, version: 9 } });
    expect([box('Outreach Preference').checked, box('Shipment Order').checked]).toEqual([true, true]);
    await configure(user);
    await waitFor(() => expect(callsOf(configuration.reconfigureTrial)[0]?.sent).toMatchObject({ version: 4 }));
  });

  test('the dialog opens with the focus in its first field', async () => {
    await newTrial();
    await waitFor(() => expect(document.activeElement).toBe(field('Subject Number Mask')));
  });

  test('TRC-01 TRC-03 CGP-11 a new one has the defaults: no mask, no sponsor, nothing chosen', async () => {
    await newTrial();
    expect(screen.getByRole('dialog', { name: 'Group Configurations' })).toBeDefined();
    expect(field('Subject Number Mask').value).toBe('');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Sponsor' }).value).toBe('');
    expect(['Outreach Preference', 'Shipment Order', 'Card'].map((name) => box(name).checked)).toEqual([
      false,
      false,
      false,
    ]);
    expect(screen.queryByRole('checkbox', { name: 'PDMI Group' })).toBeNull();
    expect(isOff(button('Configure'))).toBe(true);
  });

  test.each([
    ['XXX', true],
    ['XX-X', true],
    ['XXX-XXX-XXX', true],
    ['-XX', false],
    ['XX--X', false],
    ['XX-', false],
    ['xxx', false],
    ['123', false],
    ['', false],
  ])('TRC-04 TRC-08 with the mask “%s” it can be configured: %s', async (mask, fits) => {
    const { user } = await oldTrial();
    expect(isOff(button('Configure'))).toBe(true);
    await user.click(box('Outreach Preference'));
    expect(isOff(button('Configure'))).toBe(false);
    await user.clear(field('Subject Number Mask'));
    if (mask) await user.write(field('Subject Number Mask'), mask);
    expect(screen.queryAllByText('Invalid Subject Format')).toHaveLength(fits ? 0 : 1);
    expect(isOff(button('Configure'))).toBe(!fits);
  });

  test('TRC-04 TRC-05 TRC-02 TRC-09 TRC-10 ROL-19 a mask, also one that is cleared again, and a sponsor are asked for, and only confirming posts the first configuration', async () => {
    const { user, callsOf, closed } = await newTrial();
    await user.write(field('Subject Number Mask'), 'XXX-XXX');
    expect(isOff(button('Configure'))).toBe(true);
    await pick(user, 'Sponsor', 'Bexley Pharma');
    expect(isOff(button('Configure'))).toBe(false);
    await user.clear(field('Subject Number Mask'));
    expect(isOff(button('Configure'))).toBe(true);
    expect(screen.getByText('Invalid Subject Format')).toBeDefined();
    await user.type(field('Subject Number Mask'), 'XX');
    expect(screen.queryByText('Invalid Subject Format')).toBeNull();
    await configure(user, 'Cancel');
    expect(callsOf(configuration.configureTrial)).toEqual([]);
    await configure(user);
    await waitFor(() => expect(closed()).toBe(1));
    expect(callsOf(configuration.configureTrial).map(({ sent }) => sent)).toEqual([
      {
        g_id: 1,
        outreachPreference: 0,
        hasCard: 0,
        hasShippingRequest: 0,
        subjectNumberMask: 'XX',
        status: 0,
        sponsorId: 2,
        version: 1,
      },
    ]);
    expect(callsOf(configuration.reconfigureTrial)).toEqual([]);
    expect(await screen.findByText('Trial AUR-101 was configured.')).toBeDefined();
  });

  test('TRC-06 TRC-07 TRC-10 with card and PDMI group its number is asked for, and a later configuration is put', async () => {
    const { user, callsOf } = await oldTrial();
    expect([box('PDMI Group').checked, field('PDMI Group Number').value]).toEqual([true, 'P-7']);
    await user.clear(field('PDMI Group Number'));
    expect(isOff(button('Configure'))).toBe(true);
    await user.type(field('PDMI Group Number'), 'P-8');
    await configure(user);
    await waitFor(() => expect(callsOf(configuration.reconfigureTrial)).toHaveLength(1));
    expect(callsOf(configuration.reconfigureTrial)[0]?.sent).toMatchObject({
      pdmiGroupNumber: 'P-8',
      status: 0,
      version: 4,
    });
    expect(callsOf(configuration.configureTrial)).toEqual([]);
  });

  test('TRC-06 TRC-07 without a PDMI group its number is neither asked for nor sent', async () => {
    const { user, callsOf } = await oldTrial();
    await user.click(box('PDMI Group'));
    expect(screen.queryByRole('textbox', { name: 'PDMI Group Number' })).toBeNull();
    await configure(user);
    await waitFor(() => expect(callsOf(configuration.reconfigureTrial)).toHaveLength(1));
    expect(callsOf(configuration.reconfigureTrial)[0]?.sent).not.toHaveProperty('pdmiGroupNumber');
  });

  test.each([
    [
      'shipping',
      'Shipment Order',
      'This trial has active shipping requests.',
      'Can not remove Shipment Order from this trial.',
    ],
    ['the card', 'Card', 'This trial has participants who hold a card.', 'Can not remove Card from this trial.'],
    ['anything else', 'Outreach Preference', 'The sponsor is gone.', 'The sponsor is gone.'],
  ])(
    'TRC-11 TRC-12 TRC-13 ERR-06 a refusal that speaks of %s is told in its sentence, and what was chosen stays',
    async (_row, name, message, shown) => {
      const { user } = await oldTrial([
        [configuration.reconfigureTrial, { status: 400, body: { code: 'invalid', message } }],
      ]);
      const before = box(name).checked;
      await user.click(box(name));
      await configure(user);
      expect((await screen.findByRole('alert')).textContent).toBe(shown);
      expect(box(name).checked).toBe(!before);
    },
  );

  test('REL-07 of a configuration that somebody else has saved meanwhile every change is told, what was typed stays, and the next try names the new version', async () => {
    const page = await oldTrial([
      [configuration.reconfigureTrial, { status: 409, body: { code: 'stale', message: 'stale' } }],
    ]);
    const { user, callsOf, answer, closed } = page;
    answer(readTrial, {
      trialInfo: {
        ...configured,
        subjectNumberMask: 'XX-XX',
        hasShippingRequest: false,
        sponsorId: 2,
        pdmiGroupNumber: 'P-9',
        version: 9,
      },
    });
    await user.click(box('Outreach Preference'));
    await user.clear(field('PDMI Group Number'));
    await user.type(field('PDMI Group Number'), 'P-8');
    await configure(user);
    const told = (await screen.findByRole('alert')).textContent ?? '';
    expect(told).toContain('Someone else has changed this care group');
    expect(told).toContain('Subject Number Mask is now “XX-XX”.');
    expect(told).toContain('Shipment Order is now “Off”.');
    expect(told).toContain('Sponsor is now “Bexley Pharma”.');
    expect(told).toContain('PDMI Group Number is now “P-9”. What you typed is still in the field');
    expect([box('Outreach Preference').checked, box('Shipment Order').checked]).toEqual([true, false]);
    expect(field('PDMI Group Number').value).toBe('P-8');
    answer(configuration.reconfigureTrial, done);
    await configure(user);
    await waitFor(() => expect(closed()).toBe(1));
    expect(callsOf(configuration.reconfigureTrial).map(({ sent }) => (sent as { version: number }).version)).toEqual([
      4, 9,
    ]);
    expect(callsOf(configuration.reconfigureTrial)[1]?.sent).toEqual({
      g_id: 1,
      outreachPreference: 1,
      hasCard: 1,
      hasShippingRequest: 0,
      subjectNumberMask: 'XX-XX',
      status: 0,
      sponsorId: 2,
      pdmiGroupNumber: 'P-8',
      version: 9,
    });
  });
});

describe('its sponsors', () => {
  const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

  test('SPO-02 OPS-03 one is added, and chosen at once', async () => {
    const { user, callsOf, answer } = await newTrial([[sponsors.addSponsor, { message: 'ok', spId: 3, version: 1 }]]);
    answer(sponsors.listSponsors, { sponsors: [named(1, 'Aurelia Therapeutics'), named(3, 'Cirrus')] });
    await user.click(button('Add sponsor'));
    const box = await dialog('Add Sponsor');
    await user.write(box.getByRole('textbox', { name: 'Sponsor Name' }), 'Cirrus');
    await user.click(box.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Sponsor' }).value).toBe('Cirrus'),
    );
    expect(callsOf(sponsors.addSponsor).map(({ sent }) => sent)).toEqual([{ company_id: 1, sponsorName: 'Cirrus' }]);
    expect(callsOf(sponsors.listSponsors)[0]?.query).toEqual({ company_id: 1 });
  });

  test('SEC-23 SPO-05 who has admin rights at some trials chooses one, and is offered no change of any', async () => {
    const ofTrial = { type: 'Site User' as const, seesWholeCompany: false };
    await openIt(aTrial({ version: 7 }), [[readTrial, { trialInfo: configured }]], ofTrial);
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Sponsor' })).toBeDefined();
    for (const name of ['Add sponsor', 'Rename sponsor', 'Delete sponsor'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('SPO-02 OPS-03 the chosen one is renamed, with the version that was read', async () => {
    const { user, callsOf } = await newTrial([[sponsors.changeSponsor, { message: 'ok', spId: 2, version: 6 }]]);
    expect(['Rename sponsor', 'Delete sponsor'].map((name) => isOff(button(name)))).toEqual([true, true]);
    await pick(user, 'Sponsor', 'Bexley Pharma');
    await user.click(button('Rename sponsor'));
    const box = await dialog('Rename Sponsor');
    await user.clear(box.getByRole('textbox', { name: 'Sponsor Name' }));
    await user.write(box.getByRole('textbox', { name: 'Sponsor Name' }), 'Bexley');
    await user.click(box.getByRole('button', { name: 'Rename' }));
    await waitFor(() => expect(callsOf(sponsors.changeSponsor)).toHaveLength(1));
    expect(callsOf(sponsors.changeSponsor)[0]?.sent).toEqual({
      company_id: 1,
      sponsorName: 'Bexley',
      spId: 2,
      version: 5,
    });
    expect(callsOf(configuration.configureTrial)).toEqual([]);
  });

  test('REL-07 a sponsor that somebody else has renamed meanwhile is told, what was typed stays, and the next try names its version', async () => {
    const current = named(2, 'Bexley Group', 6);
    const { user, callsOf, answer } = await newTrial([
      [sponsors.changeSponsor, { status: 409, body: { code: 'stale', message: 'stale', detail: { current } } }],
    ]);
    await pick(user, 'Sponsor', 'Bexley Pharma');
    await user.click(button('Rename sponsor'));
    const box = await dialog('Rename Sponsor');
    await user.clear(box.getByRole('textbox', { name: 'Sponsor Name' }));
    await user.write(box.getByRole('textbox', { name: 'Sponsor Name' }), 'Bexley');
    await user.click(box.getByRole('button', { name: 'Rename' }));
    expect((await box.findByRole('alert')).textContent).toContain('Sponsor Name is now “Bexley Group”.');
    expect(box.getByRole<HTMLInputElement>('textbox', { name: 'Sponsor Name' }).value).toBe('Bexley');
    answer(sponsors.changeSponsor, { message: 'ok', spId: 2, version: 7 });
    await user.click(box.getByRole('button', { name: 'Rename' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Rename Sponsor' })).toBeNull());
    expect(callsOf(sponsors.changeSponsor).map(({ sent }) => (sent as { version: number }).version)).toEqual([5, 6]);
  });

  test('SPO-03 a deletion is asked about, and only confirming sends it', async () => {
    const { user, callsOf } = await newTrial([[sponsors.removeSponsor, { message: 'ok' }]]);
    await pick(user, 'Sponsor', 'Bexley Pharma');
    await user.click(button('Delete sponsor'));
    await user.click((await dialog('Do you want to delete this sponsor?')).getByRole('button', { name: 'Cancel' }));
    expect(callsOf(sponsors.removeSponsor)).toEqual([]);
    await user.click(button('Delete sponsor'));
    await user.click((await dialog('Do you want to delete this sponsor?')).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(callsOf(sponsors.removeSponsor).map(({ query }) => query as unknown)).toEqual([
        { spId: 2, company_id: 1 },
      ]),
    );
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Sponsor' }).value).toBe(''));
  });

  test('SPO-04 ERR-07 OPS-39 a refused deletion is told in red', async () => {
    const message = 'You cannot delete a sponsor that is assigned to a trial.';
    const { user } = await oldTrial([
      [sponsors.removeSponsor, { status: 400, body: { code: 'sponsor.assigned', message } }],
    ]);
    await waitFor(() => expect(isOff(button('Delete sponsor'))).toBe(false));
    await user.click(button('Delete sponsor'));
    await user.click((await dialog('Do you want to delete this sponsor?')).getByRole('button', { name: 'Delete' }));
    const told = await screen.findByText(message);
    expect(told.getAttribute('style')).toContain('var(--mantine-color-red-9)');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Sponsor' }).value).toBe('Aurelia Therapeutics');
    // It goes away with whatever is done next.
    await user.click(box('Outreach Preference'));
    expect(screen.queryByText(message)).toBeNull();
    await user.click(button('Delete sponsor'));
    await user.click((await dialog('Do you want to delete this sponsor?')).getByRole('button', { name: 'Delete' }));
    await screen.findByText(message);
    await user.click(button('Configure'));
    await screen.findByRole('dialog', { name: asked });
    expect(screen.queryByText(message)).toBeNull();
  });
});

describe('a site', () => {
  const address = {
    street: '1 Beacon St',
    street2: '',
    city: 'Boston',
    state: 'Massachusetts',
    zip: '02108',
    country: 'USA',
  };
  const info = {
    address,
    phone: '+16175550123',
    extension: '12',
    studyContact: 'Dana',
    studyContactEmail: 'dana@clinic.example',
    notes: 'Ring twice',
    pharmacyPartners: [5],
    version: 3,
  };
  const names = new Map([
    [5, 'Northgate Pharmacy'],
    [6, 'Southgate Pharmacy'],
    [7, 'Westgate Pharmacy'],
  ]);
  const pharmacies = [...names].map(([ppId, pharmacyName]) => ({
    ppId,
    pharmacyName,
    phoneNumber: null,
    faxNumber: null,
    email: null,
    sendEmail: false,
    address: null,
    companyId: 1,
    version: 1,
  }));
  const connectedOnes = (...ppIds: number[]) => ({
    pharmacyPartners: pharmacies.filter(({ ppId }) => ppIds.includes(ppId)),
  });
  const write = async (user: User) => {
    await waitFor(() => expect(field('Country').value).toBe('United States'));
    await user.write(field('Street'), '1 Beacon St');
    await user.write(field('City'), 'Boston');
    await user.write(field('State'), 'Massachusetts');
    await user.type(field('ZIP code'), '02108');
  };
  const sentPharmacies = (calls: readonly { sent: unknown }[]) =>
    calls.map(({ sent }) => (sent as { pharmacyPartners: number[] }).pharmacyPartners);
  const openSite = (siteInfo: typeof info | null, replies: Reply[] = []) =>
    openIt(aSite({ groupConfigMode: siteInfo ? 'Edit' : 'Create', version: 8 }), [
      [readSite, { siteInfo, version: 3 }],
      [listPharmacies, { pharmacyPartners: pharmacies }],
      [listSitePharmacies, connectedOnes()],
      [configuration.configureSite, done],
      [configuration.reconfigureSite, done],
      ...replies,
    ]);

  test('REL-07 what was typed stays while a colleague’s change is read anew, and is sent as made from what was there before', async () => {
    const page = await openSite(info);
    const { user, callsOf } = page;
    await user.type(field('Notes'), '!');
    await readAnew(page, readSite, { siteInfo: { ...info, notes: 'Knock' }, version: 9 });
    expect(field('Notes').value).toBe('Ring twice!');
    await configure(user);
    await waitFor(() => expect(callsOf(configuration.reconfigureSite)[0]?.sent).toMatchObject({ version: 3 }));
  });

  test('the dialog opens with the focus in its first field', async () => {
    await openSite(null);
    await waitFor(() => expect(document.activeElement).toBe(field('Country')));
  });

  test('STC-01 STC-02 STC-03 STC-04 STC-05 OPS-36 a new one is in the USA, and posted once it is confirmed', async () => {
    const { user, callsOf, closed } = await openSite(null);
    await waitFor(() => expect(field('Country').value).toBe('United States'));
    expect(isOff(button('Configure'))).toBe(true);
    await user.write(field('Street'), '1 Beacon St');
    await user.write(field('City'), 'Boston');
    expect(isOff(button('Configure'))).toBe(true);
    await user.write(field('State'), 'Massachusetts');
    await user.type(field('ZIP code'), '02108');
    await pick(user, 'Pharmacy Partners', 'Southgate Pharmacy');
    expect(isOff(button('Configure'))).toBe(false);
    await configure(user, 'Cancel');
    expect(callsOf(configuration.configureSite)).toEqual([]);
    await configure(user);
    await waitFor(() => expect(closed()).toBe(1));
    expect(callsOf(configuration.configureSite).map(({ sent }) => sent)).toEqual([
      {
        g_id: 2,
        address,
        phone: '',
        extension: '',
        studyContact: '',
        studyContactEmail: '',
        notes: '',
        pharmacyPartners: [6],
        version: 3,
      },
    ]);
  });

  test('STC-05 pharmacies of one name are chosen, and shown once they are, by a name that tells them apart', async () => {
    const chain = pharmacies.map((one) => ({
      ...one,
      pharmacyName: 'Northgate Pharmacy',
      address: { ...address, city: one.ppId === 6 ? 'Lyon' : 'Boston', street: `${one.ppId} Main Street` },
    }));
    const { user } = await openSite(null, [[listPharmacies, { pharmacyPartners: chain }]]);
    await pick(user, 'Pharmacy Partners', 'Northgate Pharmacy (Lyon)');
    await pick(user, 'Pharmacy Partners', 'Northgate Pharmacy (Boston, 7 Main Street)');
    expect(screen.getAllByText(/^Northgate Pharmacy/).map((one) => one.textContent)).toEqual(
      expect.arrayContaining(['Northgate Pharmacy (Lyon)', 'Northgate Pharmacy (Boston, 7 Main Street)']),
    );
  });

  test('STC-01 STC-03 STC-05 OPS-35 a configured one shows what it has; once something has changed it is put', async () => {
    const { user, callsOf, closed } = await openSite(info);
    expect(
      [field('Extension'), field('Study Contact'), field('Study Contact Email'), field('Notes')].map(
        ({ value }) => value,
      ),
    ).toEqual(['12', 'Dana', 'dana@clinic.example', 'Ring twice']);
    expect(isOff(button('Configure'))).toBe(true);
    await user.clear(field('Study Contact Email'));
    await user.write(field('Study Contact Email'), 'dana');
    await user.tab();
    expect(await screen.findByText('is not a valid email')).toBeDefined();
    expect(isOff(button('Configure'))).toBe(true);
    await user.write(field('Study Contact Email'), '@clinic.example');
    await user.type(field('Notes'), '!');
    await configure(user);
    await waitFor(() => expect(closed()).toBe(1));
    expect(callsOf(configuration.reconfigureSite).map(({ sent }) => sent)).toEqual([
      { ...info, notes: 'Ring twice!', g_id: 2, version: 3 },
    ]);
    expect(callsOf(configuration.configureSite)).toEqual([]);
  });

  test('SHP-22 whoever changes the address of a site reads that requests under way keep the former one', async () => {
    const { user } = await openSite(info);
    const kept = () => screen.queryByText('Requests under way keep the address they were placed with.');
    await user.type(field('Notes'), '!');
    expect(kept()).toBeNull();
    await user.type(field('Street'), ' East');
    expect(kept()).not.toBeNull();
  });

  test('STC-01 SEC-27 an extension is digits, at most ten; one from before that rule is marked at once', async () => {
    const { user } = await openSite({ ...info, extension: 'ask Dana' });
    expect(screen.getByText('must be at most 10 digits')).toBeDefined();
    await user.clear(field('Extension'));
    await user.write(field('Extension'), '12345678901');
    expect(field('Extension').value).toBe('12345678901');
    expect(screen.getByText('must be at most 10 digits')).toBeDefined();
    expect(isOff(button('Configure'))).toBe(true);
    await user.type(field('Extension'), '{Backspace}');
    expect(screen.queryByText('must be at most 10 digits')).toBeNull();
    expect(isOff(button('Configure'))).toBe(false);
    await user.clear(field('Extension'));
    await user.type(field('Extension'), '12a');
    expect(screen.getByText('must be at most 10 digits')).toBeDefined();
    expect(isOff(button('Configure'))).toBe(true);
  });

  test('REL-07 a site that somebody else has configured first is told field by field, and put with its version', async () => {
    const { user, callsOf, answer, closed } = await openSite(null, [
      [configuration.configureSite, { status: 400, body: { code: 'stale', message: 'stale' } }],
    ]);
    await waitFor(() => expect(field('Country').value).toBe('United States'));
    await user.write(field('Street'), '9 Other St');
    await user.write(field('City'), 'Boston');
    await user.write(field('State'), 'Massachusetts');
    await user.type(field('ZIP code'), '02108');
    answer(readSite, { siteInfo: { ...info, version: 4 }, version: 4 });
    await configure(user);
    const told = (await screen.findByRole('alert')).textContent ?? '';
    expect(told).toContain('Address is now “1 Beacon St, Boston');
    expect(told).toContain('What you typed is still in the field');
    expect(told).toContain('Pharmacy Partners is now “Northgate Pharmacy”.');
    expect([field('Street').value, field('Notes').value]).toEqual(['9 Other St', 'Ring twice']);
    await configure(user);
    await waitFor(() => expect(closed()).toBe(1));
    expect(callsOf(configuration.configureSite)).toHaveLength(1);
    expect(callsOf(configuration.reconfigureSite).map(({ sent }) => sent)).toEqual([
      { ...info, address: { ...address, street: '9 Other St' }, g_id: 2, version: 4 },
    ]);
  });

  test('OPS-35 STC-01 STC-03 a new one says which pharmacies are connected already, offers the others, and keeps them', async () => {
    const { user, callsOf, closed } = await openSite(null, [[listSitePharmacies, connectedOnes(5)]]);
    expect(await screen.findByText('Connected already: Northgate Pharmacy.')).toBeDefined();
    await write(user);
    const partners = screen.getByRole('combobox', { name: 'Pharmacy Partners' });
    expect(partners.getAttribute('aria-describedby')).toBeTruthy();
    await user.click(partners);
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Southgate Pharmacy',
      'Westgate Pharmacy',
    ]);
    await user.click(screen.getByRole('option', { name: 'Southgate Pharmacy' }));
    // What was picked is taken off again; what is connected cannot be.
    await user.click(partners);
    await user.keyboard('{Backspace}{Backspace}{Backspace}');
    await configure(user);
    await waitFor(() => expect(closed()).toBe(1));
    expect(sentPharmacies(callsOf(configuration.configureSite))).toEqual([[5]]);
  });

  test('OPS-35 REL-07 a pharmacy that somebody else connects to a new one meanwhile is told and stays, with what was picked', async () => {
    const { user, callsOf, answer, closed } = await openSite(null, [
      [listSitePharmacies, connectedOnes(5)],
      [configuration.configureSite, { status: 400, body: { code: 'stale', message: 'stale' } }],
    ]);
    await write(user);
    await pick(user, 'Pharmacy Partners', 'Southgate Pharmacy');
    answer(readSite, { siteInfo: null, version: 4 });
    answer(listSitePharmacies, connectedOnes(5, 7));
    await configure(user);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Pharmacy Partners is now “Northgate Pharmacy, Westgate Pharmacy”.',
    );
    expect(screen.getByText('Connected already: Northgate Pharmacy, Westgate Pharmacy.')).toBeDefined();
    answer(readSite, { siteInfo: { ...info, pharmacyPartners: [5, 7], version: 5 }, version: 5 });
    await configure(user);
    await waitFor(() => expect(callsOf(configuration.configureSite)).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText(/Connected already/)).toBeNull());
    // It is configured now: the field shows the whole list, with what was picked, and so it is sent.
    await configure(user);
    await waitFor(() => expect(closed()).toBe(1));
    expect(sentPharmacies(callsOf(configuration.configureSite))).toEqual([
      [5, 6],
      [5, 7, 6],
    ]);
    expect(sentPharmacies(callsOf(configuration.reconfigureSite))).toEqual([[5, 7, 6]]);
  });

  test('STC-06 what the server refuses stands at its field, and what was typed stays', async () => {
    const { user } = await openSite(info, [
      [
        configuration.reconfigureSite,
        {
          status: 400,
          body: { code: 'invalid', message: 'Invalid phone number', fields: { phone: 'Invalid phone number' } },
        },
      ],
    ]);
    await user.type(field('Notes'), '!');
    await configure(user);
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid phone number');
    expect(field('Notes').value).toBe('Ring twice!');
  });
});

test('typed work is thrown away only after a question', async () => {
  const { user, closed } = await newTrial();
  await user.type(field('Subject Number Mask'), 'X');
  await user.click(button('Cancel'));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(closed()).toBe(0);
  await user.click(button('Cancel'));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(closed()).toBe(1);
});
