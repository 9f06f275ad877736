import type { ModuleName } from '@portal/contract/access.ts';
import { type CareGroup, listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/documents/endpoints.ts';
import { listToSign, requestSignatures } from '@portal/contract/signing/endpoints.ts';
import { listTrainingForms } from '@portal/contract/signing/training-endpoints.ts';
import { listPeopleOfGroups } from '@portal/contract/user-reports/endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { useState } from 'react';
import DocumentLibrary from '#pages/DocumentLibrary.tsx';
import Documents from '#pages/Documents.tsx';
import { isOff } from '#test/buttons.ts';
import { aListedDocument, aPdf, drawsPdfs } from '#test/documents.ts';
import { aSite, aTrial } from '#test/participants.ts';
import { losesFirstAnswer } from '#test/lost-answer.ts';
import { type Call, renderPage, type Reply } from '#test/portal.tsx';
import { allLeaves, sendsUploads } from '#test/uploads.ts';
import { newUser } from '#test/user.ts';
import { openForm } from '../builder/read-form.ts';
import { buildForm } from '../builder/write-form.ts';
import {
  coloursOf,
  type Draft,
  inOrder,
  missingOf,
  newDraft,
  type Place,
  type Recipient,
  withOneMore,
  withRecipients,
} from './draft.ts';
import { UploadDialog } from './UploadDialog.tsx';

drawsPdfs();
sendsUploads();

const done = { message: 'ok' };
const saved = { message: 'ok', documentId: 88 };
const asked = { message: 'ok', srUuid: null, docId: 88 };
const broken = { status: 500, body: { code: 'unexpected', message: '' } };

const person = (cpID: number, name: string, status = 'Has site access') => ({
  cpID,
  name,
  email: `${name.toLowerCase()}@meridian.example`,
  type: 'Site User',
  status,
  prescriber: false,
  trainingComplete: false,
  trainingDocId: null,
  gIds: [1],
  recentlyDeactivated: false,
  recentlyInvited: false,
  recentlyRegistered: false,
  recentlyRemoved: false,
});
const people = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve'].map((name, at) => person(31 + at, name));

const aurelia = aTrial();
const boston = aSite();
const replies: Reply[] = [
  [
    listPeopleOfGroups,
    {
      careProviders: [
        ...people,
        person(40, 'Gone', 'Deactivated - Site access revoked'),
        // They see no documents that are sent round.
        { ...person(41, 'Sponsor'), type: 'Sponsor' },
        { ...person(42, 'Pharmacist'), type: 'Pharmacy User' },
      ],
    },
  ],
  [api.saveDocument, saved],
  [requestSignatures, asked],
  [api.attachToGroups, done],
  [api.deleteDocument, done],
];
// As in a browser that was told to show every file.
const hands = () => newUser({ applyAccept: false });

const onView = vi.fn<(docId: number) => void>();
/** The question for the type, of a trial that ships unless it is said otherwise. */
function open(
  given: { group?: CareGroup; orderForm?: number; replies?: Reply[]; ofOneSite?: boolean; modules?: ModuleName[] } = {},
) {
  const { group = aurelia, orderForm = null, ofOneSite = false, modules = ['TrialCard'] } = given;
  const place = { group, groups: [aurelia, boston], orderForm };
  const page = renderPage(<Upload place={place} />, {
    viewer: { type: ofOneSite ? 'Site User' : 'Admin', adminRights: true, seesWholeCompany: !ofOneSite, modules },
    replies: [...replies, ...(given.replies ?? [])],
  });
  return { ...page, user: hands() };
}
function Upload({ place }: { place: Place }) {
  const [opened, setOpened] = useState(true);
  return opened ? <UploadDialog place={place} onView={onView} onClose={() => setOpened(false)} /> : null;
}
/** The whole page, from its button on. */
async function openPage(more: Reply[] = []) {
  const page = renderPage(<Documents />, {
    viewer: { type: 'Admin', adminRights: true },
    route: '/document?group=1',
    replies: [
      ...replies,
      [listTrials, { groups: [aurelia, boston] }],
      [api.listGroupDocuments, { documents: [] }],
      [listToSign, { documents: [] }],
      [listTrainingForms, { acknowledgementTemplates: [] }],
      ...more,
    ],
  });
  const user = hands();
  await pressUpload(user);
  return { ...page, user };
}
async function openLibrary() {
  const page = renderPage(<DocumentLibrary />, {
    viewer: { type: 'Admin', adminRights: true, modules: ['ClinicalManagement'] },
    route: '/management/documents',
    replies: [
      [api.listLibrary, { documents: [] }],
      [api.addToLibrary, saved],
      [requestSignatures, asked],
    ],
  });
  const user = hands();
  await pressUpload(user);
  return { ...page, user };
}
const pressUpload = async (user: User) => {
  const upload = await screen.findByRole<HTMLButtonElement>('button', { name: 'Upload' });
  await waitFor(() => expect(upload.disabled).toBe(false));
  await user.click(upload);
};
type User = ReturnType<typeof newUser>;

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const types = async () => {
  const dialog = within(await screen.findByRole('dialog', { name: 'Select Upload Type' }));
  return dialog.getAllByRole('button').slice(1);
};
const begin = async (user: User, type: string) => {
  await user.click((await types()).find((one) => one.textContent?.startsWith(type)) as HTMLElement);
  await screen.findByRole('dialog', { name: `Upload: ${type}` });
};
const steps = () =>
  within(screen.getByRole('list', { name: 'Steps' }))
    .getAllByRole('listitem')
    .map((one) => one.textContent?.replace(/^\d/, ''));
const at = () =>
  within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem', { current: 'step' })[0]?.textContent;
const pdf = (name = 'Protocol v2.pdf') => new File([aPdf(['Chapter one'])], name, { type: 'application/pdf' });
const aField = {
  id: 'f0',
  name: 'Signature' as const,
  label: '',
  value: '',
  required: true,
  boundingColor: '#1864ab',
  signer: 1,
  groupId: null,
  page: 0,
  x: 20,
  y: 50,
  width: 80,
  height: 35,
};
/** The same with a signature field for each of these signers. */
const signable = async (...signers: number[]) => {
  const bytes = new Uint8Array(await pdf().arrayBuffer());
  const fields = signers.map((signer, place) => ({ ...aField, id: `f${place}`, signer, y: 50 * signer }));
  const built = await buildForm(bytes, { ...(await openForm(bytes)), fields });
  return new File([new Uint8Array(built)], 'Protocol v2.pdf', { type: 'application/pdf' });
};
/** The first signer has a labelled text, too. */
const labelled = async () => {
  const bytes = new Uint8Array(await (await signable(1, 2)).arrayBuffer());
  const form = await openForm(bytes);
  const text = { ...aField, id: 'f9', name: 'TextInput' as const, label: 'Weight', y: 200 };
  const built = await buildForm(bytes, { ...form, fields: [...form.fields, text] });
  return new File([new Uint8Array(built)], 'Protocol v2.pdf', { type: 'application/pdf' });
};
const isBuilding = () => screen.findByText('Signature', { selector: 'button' });
const pick = (user: User, file: File = pdf()) => user.upload(screen.getByLabelText(/^File/), file);
const next = (user: User) => user.click(button('Next'));
const finish = async (user: User) => {
  await screen.findByText('Chapter one');
  await user.click(button('Finish'));
};
const bodyOf = (call: Call | undefined) => ({
  ...call?.body,
  data: call?.body.data && atob(call.body.data).slice(0, 5),
});

describe('what is uploaded', () => {
  test('DOC-12 OPS-51 a trial with shipping requests has three types', async () => {
    open();
    expect((await types()).map((one) => one.firstChild?.textContent)).toEqual([
      'Read-Only PDF',
      'Order Form',
      'Acknowledgment Form',
    ]);
  });

  test.each([
    ['a trial without them', aTrial({ hasShippingRequest: false })],
    ['a site', boston],
  ])('DOC-12 %s has no order form', async (_, group) => {
    open({ group });
    expect((await types()).map((one) => one.firstChild?.textContent)).toEqual(['Read-Only PDF', 'Acknowledgment Form']);
  });

  test('DOC-12 ROL-36 without TrialCard there is no acknowledgment form', async () => {
    open({ group: boston, modules: ['ClinicalManagement'] });
    expect((await types()).map((one) => one.firstChild?.textContent)).toEqual(['Read-Only PDF']);
  });

  test('LIB-01 OPS-51 the library has two types', async () => {
    await openLibrary();
    expect((await types()).map((one) => one.firstChild?.textContent)).toEqual(['Read-Only PDF', 'Template']);
  });

  test.each([
    ['UPW-02', 'Read-Only PDF', ['Upload', 'Recipient', 'Review']],
    ['UPW-04', 'Order Form', ['Upload', 'Recipient', 'Build', 'Review And Submit']],
    ['UPW-04', 'Acknowledgment Form', ['Upload', 'Recipient', 'Build', 'Review And Submit']],
  ])('UPW-02 UPW-04 (%s) the steps of a document of the type %s', async (_, type, wanted) => {
    const { user } = open();
    await begin(user, type);
    expect(steps()).toEqual(wanted);
  });

  test.each([
    ['UPW-01', 'Read-Only PDF', ['Upload', 'Review And Submit']],
    ['UPW-03 OPS-52', 'Template', ['Upload', 'Build', 'Review And Submit']],
  ])('UPW-01 UPW-03 OPS-52 (%s) the steps of the type %s in the library', async (_, type, wanted) => {
    const { user } = await openLibrary();
    await begin(user, type);
    expect(steps()).toEqual(wanted);
  });

  test('ODF-02 OPS-54 where there is an order form its replacement is asked first, and cancelling keeps it', async () => {
    const { user, callsOf } = open({ orderForm: 31 });
    const [, orderForm] = await types();
    await user.click(orderForm as HTMLElement);
    expect(
      await screen.findByText('An order form already exists for this trial. Do you want to replace it?'),
    ).toBeDefined();
    await user.click(button('Cancel'));
    expect(screen.queryByRole('dialog', { name: 'Upload: Order Form' })).toBeNull();
    await user.click(button(/^Order Form/));
    await user.click(button('Confirm'));
    expect(await screen.findByRole('dialog', { name: 'Upload: Order Form' })).toBeDefined();
    expect(callsOf(api.saveDocument)).toEqual([]);
  });
});

describe('the file', () => {
  test('UPW-05 UPW-06 a file and a name are wanted, and the pages are shown before anything is sent', async () => {
    const { user, calls } = open();
    await begin(user, 'Read-Only PDF');
    expect(isOff(button('Next'))).toBe(true);
    expect(screen.getByText('Still missing: a PDF; a name.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    await pick(user);
    expect(await screen.findByText('Chapter one')).toBeDefined();
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    expect(name.value).toBe('Protocol v2');
    await user.clear(name);
    expect(screen.getByText('Still missing: a name.')).toBeDefined();
    await user.write(name, 'Protocol');
    expect(isOff(button('Next'))).toBe(false);
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test.each([
    ['UPW-14', new File(['x'], 'scan.png', { type: 'image/png' }), 'Only PDF files can be uploaded.'],
    ['UPW-06', new File([], 'empty.pdf', { type: 'application/pdf' }), 'The file is empty.'],
  ])('UPW-06 UPW-14 (%s) what is no PDF is refused: %s', async (_, file, sentence) => {
    const { user } = open();
    await begin(user, 'Read-Only PDF');
    await pick(user, file);
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(isOff(button('Next'))).toBe(true);
  });

  const named = (content: string) => new File([content], 'Protocol v2.pdf', { type: 'application/pdf' });
  const gone = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
  test.each([
    ['does not begin as one', named('PK, a renamed archive\n%%EOF')],
    ['was cut off', named(aPdf(['Chapter one']).slice(0, -20))],
    ['cannot be read', Object.assign(pdf(), { slice: () => ({ arrayBuffer: gone }) })],
  ])('UPW-06 UPW-14 SEC-31 a file that is named as a PDF and %s is refused when it is chosen', async (_, file) => {
    const { user } = open();
    await begin(user, 'Read-Only PDF');
    await pick(user, file);
    expect((await screen.findByRole('alert')).textContent).toBe('The file is not a PDF, or it is damaged.');
    expect(screen.getByText('Still missing: a PDF.')).toBeDefined();
    expect(isOff(button('Next'))).toBe(true);
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
    await pick(user);
    expect(await screen.findByText('Chapter one')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(isOff(button('Next'))).toBe(false);
  });

  test('UPW-15 CER-67 CLN-24 OPS-53 CON-08 a file over 50 MB is refused', async () => {
    const { user } = open();
    await begin(user, 'Read-Only PDF');
    const large = pdf('large.pdf');
    Object.defineProperty(large, 'size', { value: 50 * 1_048_576 + 1 });
    await pick(user, large);
    expect(await screen.findByText('File size is greater than 50MB')).toBeDefined();
    expect(isOff(button('Next'))).toBe(true);
  });

  test('what was filled in is still there after Back, and closing asks first', async () => {
    const { user } = open();
    await begin(user, 'Acknowledgment Form');
    await pick(user);
    await next(user);
    await user.click(screen.getByRole('checkbox', { name: 'Sponsor' }));
    await user.click(button('Back'));
    expect(screen.getByText(/^Protocol v2\.pdf, \d+ KB$/)).toBeDefined();
    await next(user);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Sponsor' }).checked).toBe(true);
    await user.click(button('Back to Document Lists'));
    expect(await screen.findByRole('dialog', { name: 'Discard this upload?' })).toBeDefined();
    await user.click(button('Keep editing'));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Sponsor' }).checked).toBe(true);
    await user.click(button('Back to Document Lists'));
    await user.click(button('Discard'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('the name of the new step has the focus', async () => {
    const { user } = open();
    await begin(user, 'Order Form');
    await pick(user);
    await next(user);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Recipient'));
  });
});

describe('the recipients', () => {
  const toRecipients = async (user: User, type: string, file = pdf()) => {
    await begin(user, type);
    await pick(user, file);
    await next(user);
  };

  test('UPW-07 AKF-06 ROL-33 an acknowledgment form wants at least one of the five user types', async () => {
    const { user } = open();
    await toRecipients(user, 'Acknowledgment Form');
    expect(screen.getAllByRole('checkbox').map((one) => one.closest('div')?.parentElement?.textContent)).toEqual([
      'Admin',
      'Site User',
      'Pharmacy Partner',
      'Wholesaler Partner',
      'Sponsor',
    ]);
    expect(isOff(button('Next'))).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: 'Site User' }));
    expect(isOff(button('Next'))).toBe(false);
  });

  test('ODF-04 ROL-35 an order form is signed by SiteUser, then by Prescriber', async () => {
    const { user } = open();
    await toRecipients(user, 'Order Form');
    const list = within(screen.getByRole('list', { name: 'Recipients' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Signer 1SiteUser',
      'Signer 2Prescriber',
    ]);
  });

  const asksPeople = async (user: User, file = pdf()) => {
    await toRecipients(user, 'Read-Only PDF', file);
    await user.click(screen.getByRole('checkbox', { name: 'Ask people to sign it' }));
  };
  const recipients = () =>
    within(screen.getByRole('list', { name: 'Recipients' }))
      .queryAllByRole('listitem')
      .map((one) => [
        within(one).getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value,
        one.getAttribute('data-colour'),
      ]);
  const name = (n: number) => screen.getByRole('textbox', { name: `Name of recipient ${n}` });
  const email = (n: number) => screen.getByRole('textbox', { name: `Email of recipient ${n}` });
  const add = async (user: User, n: number, who: string) => {
    await user.click(button('Add recipient'));
    await user.write(name(n), who);
    await user.write(email(n), `${who}@meridian.example`);
  };

  test('UPW-09 UPW-12 UPW-13 CON-13 recipients are added once the last has a name, sorted, and have four colours in turn', async () => {
    const { user } = open();
    await asksPeople(user);
    expect(steps()).toEqual(['Upload', 'Recipient', 'Build', 'Review']);
    await user.click(button('Add recipient'));
    expect(button('Add recipient').disabled).toBe(true);
    await user.write(name(1), 'Ann');
    for (const [at_, who] of ['Ben', 'Cleo', 'Dan', 'Eve'].entries()) await add(user, at_ + 2, who);
    const before = recipients();
    expect(before.map(([who]) => who)).toEqual(['Ann', 'Ben', 'Cleo', 'Dan', 'Eve']);
    const colours = before.map(([, colour]) => colour);
    expect(new Set(colours).size).toBe(4);
    expect(colours[4]).toBe(colours[0]);
    await user.click(button('Move recipient 5 up'));
    await user.click(button('Remove recipient 2'));
    expect(recipients().map(([who]) => who)).toEqual(['Ann', 'Cleo', 'Eve', 'Dan']);
    expect(screen.getByRole('textbox', { name: 'Name of recipient 4' })).toBeDefined();
  });

  test('BLD-10 CON-13 while fields are placed each recipient keeps their colour, but for one that somebody before has', () => {
    const colours = ['#1', '#2', '#3', '#4', '#5', '#6'];
    let people: Recipient[] = [];
    for (let n = 0; n < 5; n += 1) people = withOneMore(people, colours).map((one) => ({ ...one, name: 'Ann' }));
    expect(people.map(({ color }) => color)).toEqual(['#1', '#2', '#3', '#4', '#1']);
    const draft = { ...newDraft(null), isSigned: true, recipients: people };
    expect(coloursOf('Read-Only PDF', draft, colours)).toEqual(['#1', '#2', '#3', '#4', '#5']);
    expect(coloursOf('Order Form', draft, colours)).toEqual(['#1', '#2']);
  });

  test('UPW-10 each needs a name and a valid email of somebody of these groups', async () => {
    const { user } = open();
    await asksPeople(user);
    expect(screen.getByText('Still missing: a recipient.')).toBeDefined();
    await user.click(button('Add recipient'));
    expect(screen.getByText('Still missing: a name of recipient 1.')).toBeDefined();
    await user.write(name(1), 'Ann');
    await user.write(email(1), 'ann@');
    await user.tab();
    expect(screen.getByText('Invalid email format')).toBeDefined();
    expect(isOff(button('Next'))).toBe(true);
    await user.clear(email(1));
    await user.write(email(1), 'stranger@elsewhere.example');
    expect(screen.getByText('No one in these care groups has this email.')).toBeDefined();
    expect(isOff(button('Next'))).toBe(true);
    await user.clear(email(1));
    await user.write(email(1), 'Ann@meridian.example');
    expect(isOff(button('Next'))).toBe(false);
  });

  test('UPW-09 people are offered by name, which brings their email; who has left, or could not sign it, is not', async () => {
    const { user } = open();
    await asksPeople(user);
    await user.click(button('Add recipient'));
    await user.click(name(1));
    const list = within(await screen.findByRole('listbox', { name: 'Name of recipient 1' }));
    expect(list.queryByRole('option', { name: /Gone|Sponsor|Pharmacist/ })).toBeNull();
    await user.click(list.getByRole('option', { name: 'Cleo, cleo@meridian.example' }));
    expect((email(1) as HTMLInputElement).value).toBe('cleo@meridian.example');
  });

  test('UPW-08 UPW-11 UPW-18 whoever is asked needs a field to sign in, and is asked in the order that was set', async () => {
    const { user, callsOf } = open();
    await asksPeople(user, await signable(2));
    await add(user, 1, 'ANN');
    await add(user, 2, 'Ben');
    await user.click(button('Move recipient 2 up'));
    const ofBen = recipients()[0]?.[1];
    await next(user);
    await isBuilding();
    expect(screen.getByText('There is no signature field for Ben yet.')).toBeDefined();
    // The colour of his line is that of his fields.
    expect(ofBen).toMatch(/^#/);
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'New fields are for' }).value).toBe('1. Ben');
    expect(document.querySelector('[data-colour]')?.getAttribute('data-colour')).toBe(ofBen);
    await next(user);
    expect(await screen.findByText('Still missing: a signature field for Ben.')).toBeDefined();
    expect(screen.getByText('Go back to “Build” and place it there.')).toBeDefined();
    expect(isOff(button('Finish'))).toBe(true);
    for (let n = 1; n <= 3; n += 1) await user.click(button('Back'));
    await pick(user, await signable(1, 2));
    await next(user);
    await next(user);
    await isBuilding();
    await next(user);
    expect(await screen.findByText('Ben, Ben@meridian.example')).toBeDefined();
    expect(screen.getAllByText('1 × Signature')).toHaveLength(2);
    await finish(user);
    await waitFor(() => expect(callsOf(api.attachToGroups)).toHaveLength(1));
    expect(callsOf(requestSignatures)[0]?.body).toEqual({
      docId: 88,
      uploaderOwned: false,
      requestRequired: true,
      signers: [
        { cpId: 32, name: 'Ben', email: 'ben@meridian.example', signerNum: 1 },
        { cpId: 31, name: 'ANN', email: 'ann@meridian.example', signerNum: 2 },
      ],
    });
  });

  /** Ann signs at the height of 50, Ben at that of 100; then they are chosen anew. */
  const annAndBenPlaced = async () => {
    const page = open();
    const { user } = page;
    await asksPeople(user, await signable(1, 2));
    await add(user, 1, 'Ann');
    await add(user, 2, 'Ben');
    await next(user);
    await isBuilding();
    await user.click(button('Back'));
    return page;
  };
  /** To the end; the signers that were sent, and the height at which each signs. */
  const finished = async ({ user, callsOf }: ReturnType<typeof open>) => {
    await next(user);
    await isBuilding();
    await next(user);
    await finish(user);
    await waitFor(() => expect(callsOf(api.attachToGroups)).toHaveLength(1));
    const { data } = (callsOf(api.saveDocument)[0] as Call).body as { data: string };
    const { fields } = await openForm(new Uint8Array(Buffer.from(data, 'base64')));
    const { signers } = (callsOf(requestSignatures)[0] as Call).body as { signers: { name: string }[] };
    return {
      signers: signers.map((one) => one.name),
      heights: fields
        .toSorted((a, b) => a.signer - b.signer)
        .map(({ signer, y, boundingColor }) => [signer, y, boundingColor]),
    };
  };

  test('UPW-11 UPW-12 fields stay with the recipient they were placed for when the order changes', async () => {
    const page = await annAndBenPlaced();
    await page.user.click(button('Move recipient 2 up'));
    const [ofBen, ofAnn] = recipients().map(([, colour]) => colour);
    expect(await finished(page)).toEqual({
      signers: ['Ben', 'Ann'],
      heights: [
        [1, 100, ofBen],
        [2, 50, ofAnn],
      ],
    });
  });

  test('UPW-11 UPW-12 the fields of a recipient who is removed go with them, which is said and can be undone; the others keep theirs', async () => {
    const page = await annAndBenPlaced();
    const { user } = page;
    const brought = vi.spyOn(Element.prototype, 'scrollIntoView');
    await user.click(button('Remove recipient 1'));
    const said = screen.getByText('The fields of Ann were removed, too: 1 × Signature.').closest('[role="status"]');
    expect(said).not.toBeNull();
    // Below a long list, or on a phone, it would be out of sight.
    expect(brought.mock.contexts).toContain(said);
    brought.mockRestore();
    expect(recipients().map(([who]) => who)).toEqual(['Ben']);
    await user.click(button('Undo'));
    expect(screen.queryByText(/were removed, too/)).toBeNull();
    expect(recipients().map(([who]) => who)).toEqual(['Ann', 'Ben']);
    await waitFor(() => expect(document.activeElement).toBe(name(1)));
    await user.click(button('Remove recipient 1'));
    const [[, ofBen] = []] = recipients();
    // Somebody new has none of hers.
    await add(user, 2, 'Cleo');
    await next(user);
    await isBuilding();
    expect(screen.getByText('There is no signature field for Cleo yet.')).toBeDefined();
    await user.click(button('Back'));
    await user.click(button('Remove recipient 2'));
    // Nothing of hers was taken.
    expect(screen.queryByText(/were removed, too/)).toBeNull();
    expect(await finished(page)).toEqual({ signers: ['Ben'], heights: [[1, 100, ofBen]] });
  });

  test('another file takes the placed fields along, which is said and can be undone; one that is refused takes the place of nothing', async () => {
    const page = await annAndBenPlaced();
    const { user } = page;
    await user.click(button('Back'));
    const shown = () => screen.getByText(/, \d+ KB$/).textContent?.split(',')[0];
    await pick(user, new File(['x'], 'scan.png', { type: 'image/png' }));
    expect(await screen.findByText('Only PDF files can be uploaded.')).toBeDefined();
    expect([shown(), isOff(button('Next'))]).toEqual(['Still chosen: Protocol v2.pdf', false]);
    expect(screen.queryByText(/removed with the file/)).toBeNull();
    const brought = vi.spyOn(Element.prototype, 'scrollIntoView');
    await pick(user, pdf('Other.pdf'));
    const said = screen.getByText('The 2 placed fields were removed with the file.').closest('[role="status"]');
    expect(brought.mock.contexts).toContain(said);
    brought.mockRestore();
    const named = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value;
    expect([shown(), named()]).toEqual(['Other.pdf', 'Other']);
    expect(screen.queryByText('Only PDF files can be uploaded.')).toBeNull();
    await user.click(button('Undo'));
    expect(screen.queryByText(/removed with the file/)).toBeNull();
    expect([shown(), named()]).toEqual(['Protocol v2.pdf', 'Protocol v2']);
    const field = screen.getByLabelText<HTMLInputElement>(/^File/);
    expect([document.activeElement, field.files]).toEqual([field, expect.objectContaining({ length: 0 })]);
    await next(user);
    const { signers, heights } = await finished(page);
    expect(signers).toEqual(['Ann', 'Ben']);
    expect(heights.map(([signer, y]) => [signer, y])).toEqual([
      [1, 50],
      [2, 100],
    ]);
  });

  test('what was placed in a file comes back also where two were chosen by mistake, and a name that was typed since stays', async () => {
    const { user } = await annAndBenPlaced();
    await user.click(button('Back'));
    await pick(user, new File(['no PDF'], 'Broken.pdf', { type: 'application/pdf' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The file is not a PDF, or it is damaged.');
    await pick(user, pdf('Other.pdf'));
    const named = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    await user.clear(named);
    await user.write(named, 'Consent');
    await user.click(button('Undo'));
    expect(named.value).toBe('Consent');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText(/^Protocol v2\.pdf, \d+ KB$/)).toBeDefined();
    expect(isOff(button('Next'))).toBe(false);
  });

  test('UPW-11 whoever is named in the place of a recipient signs in their fields, also after nobody was asked for a while', async () => {
    const page = await annAndBenPlaced();
    const { user } = page;
    await user.clear(name(1));
    await user.write(name(1), 'Cleo');
    await user.clear(email(1));
    await user.write(email(1), 'cleo@meridian.example');
    await user.click(screen.getByRole('checkbox', { name: 'Ask people to sign it' }));
    await user.click(screen.getByRole('checkbox', { name: 'Ask people to sign it' }));
    const { signers, heights } = await finished(page);
    expect(signers).toEqual(['Cleo', 'Ben']);
    expect(heights.map(([signer, y]) => [signer, y])).toEqual([
      [1, 50],
      [2, 100],
    ]);
  });

  test('BLD-10 a field has the colour that its recipient has among the others, whoever is removed before them', () => {
    const colours = ['#1', '#2', '#3', '#4', '#5', '#6'];
    let people: Recipient[] = [];
    for (let n = 0; n < 6; n += 1) people = withOneMore(people, colours).map((one) => ({ ...one, name: 'Ann' }));
    const fields = people.map(({ recId, signingOrder }) => ({
      ...aField,
      id: `f${recId}`,
      signer: signingOrder,
      boundingColor: colours[recId - 1] ?? '',
    }));
    const draft = {
      ...newDraft(null),
      isSigned: true,
      recipients: people,
      fields: { pages: [], foreign: [], fields },
    };
    const after = withRecipients(draft, inOrder(people.slice(1)), colours);
    expect(after.fields?.fields.map(({ id, signer, boundingColor }) => [id, signer, boundingColor])).toEqual([
      ['f2', 1, '#2'],
      ['f3', 2, '#3'],
      ['f4', 3, '#4'],
      ['f5', 4, '#1'],
      ['f6', 5, '#5'],
    ]);
  });

  test('BLD-10 a field takes the colour that its recipient has now, also where their number stays', () => {
    const colours = ['#1', '#2', '#3', '#4', '#5', '#6'];
    const one = (recipients: readonly Recipient[]) =>
      withOneMore(recipients, colours).map((person) => ({ ...person, name: 'Ann' }));
    let people: Recipient[] = [];
    for (let n = 0; n < 5; n += 1) people = one(people);
    const fields = [{ ...aField, id: 'f5', signer: 5, boundingColor: '#5' }];
    let draft = {
      ...newDraft(null),
      isSigned: true,
      recipients: people as readonly Recipient[],
      fields: { pages: [], foreign: [], fields } as Draft['fields'],
    };
    // The second one goes, whose colour is then the fifth's, until somebody comes who has it.
    const rest = inOrder(people.filter(({ recId }) => recId !== 2));
    for (const next of [rest, one(rest), one(one(rest))]) {
      draft = { ...draft, ...withRecipients(draft, next, colours) };
      const ofFields = draft.fields?.fields.map(({ signer, boundingColor }) => [signer, boundingColor]);
      expect(ofFields).toEqual([[4, coloursOf('Read-Only PDF', draft, colours)[3]]]);
    }
  });

  test('BLD-11 a label that is too long is no reason to wait where its field can have none', () => {
    const fields = [{ ...aField, id: 'f1', name: 'TextInput', label: 'x'.repeat(101), signer: 1 } as const];
    const draft = { ...newDraft(null), fields: { pages: [], foreign: [], fields } };
    expect(missingOf('Build', 'Read-Only PDF', draft)).toEqual(['a shorter label of a field']);
    const ofSecond = { ...draft, fields: { ...draft.fields, fields: fields.map((one) => ({ ...one, signer: 2 })) } };
    expect(missingOf('Build', 'Read-Only PDF', ofSecond)).toEqual([]);
  });

  test('UPW-12 BLD-11 whoever signs first no more is said to have lost the labels of their fields, which can be undone and come back', async () => {
    const page = open();
    const { user } = page;
    await asksPeople(user, await labelled());
    await add(user, 1, 'Ann');
    await add(user, 2, 'Ben');
    await next(user);
    await isBuilding();
    await user.click(button('Back'));
    const told = 'The labels of Ann’s fields are left out: only the first recipient’s fields can have labels.';
    await user.click(button('Move recipient 2 up'));
    expect(screen.getByText(told).closest('[role="status"]')).not.toBeNull();
    await user.click(button('Undo'));
    expect(screen.queryByText(told)).toBeNull();
    expect(recipients().map(([who]) => who)).toEqual(['Ann', 'Ben']);
    await user.click(button('Move recipient 1 down'));
    expect(screen.getByText(told)).toBeDefined();
    await user.click(button('Move recipient 2 up'));
    expect(screen.queryByText(told)).toBeNull();
    await next(user);
    await isBuilding();
    await next(user);
    await finish(user);
    await waitFor(() => expect(page.callsOf(api.attachToGroups)).toHaveLength(1));
    const { data } = (page.callsOf(api.saveDocument)[0] as Call).body as { data: string };
    const { fields } = await openForm(new Uint8Array(Buffer.from(data, 'base64')));
    expect(fields.map(({ signer, label }) => [signer, label])).toContainEqual([1, 'Weight']);
  });

  test('a field that is placed while the review is made is in the review and in what is sent', async () => {
    const { user, callsOf } = open();
    await asksPeople(user, await signable(1));
    await add(user, 1, 'Ann');
    await next(user);
    fireEvent.click(await screen.findByRole('button', { name: 'Checkbox' }));
    fireEvent.click(button('Next'));
    fireEvent.click(screen.getByRole('button', { name: 'Text input' }));
    await waitFor(() => expect(isOff(button('Next'))).toBe(false));
    expect(at()).toBe('3Build');
    await next(user);
    expect(await screen.findByText(/1 × Text input/)).toBeDefined();
    await finish(user);
    await waitFor(() => expect(callsOf(api.attachToGroups)).toHaveLength(1));
    const { data } = (callsOf(api.saveDocument)[0] as Call).body as { data: string };
    const { fields } = await openForm(new Uint8Array(Buffer.from(data, 'base64')));
    expect(fields.map(({ name }) => name).toSorted()).toEqual(['Checkbox', 'Signature', 'TextInput']);
  });
});

describe('saving', () => {
  const added = aListedDocument({ docId: 88, friendlyName: 'Protocol v2' });
  /** A read-only PDF up to its last step. */
  const toReview = async (user: User) => {
    await begin(user, 'Read-Only PDF');
    await pick(user);
    await next(user);
    await next(user);
    await screen.findByText('Chapter one');
  };

  test('UPW-16 UPW-19 UPW-21 a read-only PDF is saved and added to its groups and those below, and is in the list', async () => {
    const { user, callsOf, answer } = await openPage();
    answer(api.listGroupDocuments, () => ({ documents: callsOf(api.attachToGroups).length > 0 ? [added] : [] }));
    await begin(user, 'Read-Only PDF');
    await pick(user);
    await next(user);
    await user.click(screen.getByRole('checkbox', { name: 'Also in every group below' }));
    await next(user);
    expect(at()).toBe('3Review');
    await finish(user);
    expect(await screen.findByText('Document “Protocol v2” is uploaded.')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Actions for Protocol v2' })).toBeDefined();
    expect(bodyOf(callsOf(api.saveDocument)[0])).toEqual({
      company_id: 1,
      isTemplate: false,
      uploaderOwned: false,
      fileDescription: 'Read-Only PDF',
      filename: 'Protocol v2.pdf',
      friendlyName: 'Protocol v2',
      contentType: 'application/pdf',
      data: '%PDF-',
    });
    expect(callsOf(requestSignatures)).toEqual([]);
    expect(callsOf(api.attachToGroups)[0]?.body).toEqual({
      docId: 88,
      g_id: [1],
      cascade: true,
      userType: null,
      isOrderForm: false,
      isTrainingDoc: false,
    });
    expect(document.activeElement).toBe(button('Upload'));
  });

  test('UPW-08 UPW-18 UPW-19 ODF-03 an order form is saved as a template for its two signers and attached as order form', async () => {
    const { user, callsOf } = open();
    await begin(user, 'Order Form');
    await pick(user);
    await next(user);
    await next(user);
    expect(at()).toBe('3Build');
    expect(
      await screen.findByText(
        'Still missing: a field on the page. There is no signature field for SiteUser and Prescriber yet.',
      ),
    ).toBeDefined();
    expect(isOff(button('Next'))).toBe(true);
    (await isBuilding()).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('There is no signature field for Prescriber yet.')).toBeDefined();
    expect(isOff(button('Next'))).toBe(false);
    for (let n = 1; n <= 2; n += 1) await user.click(button('Back'));
    await pick(user, await signable(1, 2));
    await next(user);
    await next(user);
    await isBuilding();
    await next(user);
    await finish(user);
    await waitFor(() => expect(callsOf(api.attachToGroups)).toHaveLength(1));
    expect(callsOf(api.saveDocument)[0]?.body.isTemplate).toBe(true);
    expect(callsOf(requestSignatures)[0]?.body).toEqual({
      docId: 88,
      uploaderOwned: false,
      requestRequired: false,
      signers: [
        { userType: 'SiteUser', name: 'SiteUser', signerNum: 1 },
        { userType: 'Prescriber', name: 'Prescriber', signerNum: 2 },
      ],
    });
    expect(callsOf(api.attachToGroups)[0]?.body).toMatchObject({ docId: 88, g_id: 1, isOrderForm: true });
  });

  test('AKF-06 OPS-55 an acknowledgment form keeps that it is one, and for whom', async () => {
    const { user, callsOf } = open();
    await begin(user, 'Acknowledgment Form');
    await pick(user, await signable(1));
    await next(user);
    await user.click(screen.getByRole('checkbox', { name: 'Sponsor' }));
    await user.click(screen.getByRole('checkbox', { name: 'Site User' }));
    await next(user);
    await isBuilding();
    await next(user);
    await finish(user);
    await waitFor(() => expect(callsOf(api.attachToGroups)).toHaveLength(1));
    expect(callsOf(api.attachToGroups)[0]?.body).toMatchObject({
      g_id: 1,
      userType: ['Site User', 'Sponsor'],
      isOrderForm: false,
      isTrainingDoc: true,
    });
  });

  test('AKF-06 SEC-23 an acknowledgment form of whoever has only some groups is for site users, and the step says who can add others', async () => {
    const { user } = open({ ofOneSite: true });
    await begin(user, 'Acknowledgment Form');
    await pick(user, await signable(1));
    await next(user);
    const offered = screen.getAllByRole('checkbox').map((one) => (one as HTMLInputElement).value);
    expect(offered).toEqual(['Site User']);
    expect(screen.getByText(/An administrator of the whole company can add forms for other users\./)).toBeDefined();
  });

  test('REL-17 UPW-19 an upload whose trial goes out of reach stays with its fields; what it was for is refused with a sentence, and the saved file goes with the upload', async () => {
    const refused = { status: 404, body: { code: 'care_group.not_found', message: 'No such trial.' } };
    const page = await openPage([[api.attachToGroups, refused]]);
    const { user, callsOf } = page;
    await begin(user, 'Order Form');
    await pick(user, await signable(1, 2));
    await next(user);
    await next(user);
    await isBuilding();
    page.answer(listTrials, { groups: [] });
    await page.live.tell({ type: 'care_group.changed', id: 1 });
    await act(() => page.queryClient.invalidateQueries());
    await waitFor(() => expect(callsOf(listTrials).length).toBeGreaterThan(1));
    await act(async () => undefined);
    expect(at()).toBe('3Build');
    await next(user);
    await finish(user);
    expect(within(await screen.findByRole('alert')).getByText('Failed to add documents to care groups')).toBeDefined();
    await user.click(button('Back to Document Lists'));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(callsOf(api.deleteDocument).map(({ query }) => query.docId)).toEqual([88]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('LIB-06 OPS-52 UPW-21 ROL-34 a template goes to the library, for all patients', async () => {
    const page = await openLibrary();
    const { user, callsOf } = page;
    await begin(user, 'Template');
    await pick(user, await signable(1));
    await next(user);
    await isBuilding();
    await next(user);
    page.answer(api.listLibrary, { documents: [{ ...added, isTemplate: true, g_id: null }] });
    await finish(user);
    expect(await screen.findByRole('button', { name: 'Actions for Protocol v2' })).toBeDefined();
    expect(bodyOf(callsOf(api.addToLibrary)[0])).toMatchObject({ company_id: 1, isTemplate: true, data: '%PDF-' });
    expect(callsOf(requestSignatures)[0]?.body).toMatchObject({
      requestRequired: false,
      signers: [{ userType: 'All Patients', name: 'All Patients', signerNum: 1 }],
    });
    expect(callsOf(api.attachToGroups)).toEqual([]);
  });

  test.each([
    ['UPW-17 ERR-12', api.saveDocument, 'A Problem occurred while saving the document'],
    ['UPW-18 ERR-13', requestSignatures, 'Failed to create a signature request.'],
    ['UPW-19 ERR-15', api.attachToGroups, 'Failed to add documents to care groups'],
  ])(
    'UPW-17 UPW-18 UPW-19 ERR-12 ERR-13 ERR-15 REL-06 (%s) what fails is said, and Finish goes on from there without the file being chosen again',
    async (_, call, sentence) => {
      const page = open({ replies: [[call, broken]] });
      const { user, callsOf } = page;
      await begin(user, 'Order Form');
      await pick(user, await signable(1, 2));
      await next(user);
      await next(user);
      await isBuilding();
      await next(user);
      await finish(user);
      const alert = await screen.findByRole('alert');
      expect(within(alert).getByText(sentence)).toBeDefined();
      expect(alert.textContent).toBe(`${sentence}Nothing is lost: all of it is still here. Press “Finish” again.`);
      expect(document.activeElement).toBe(alert);
      page.answer(call, call === requestSignatures ? asked : call === api.saveDocument ? saved : done);
      await user.click(button('Finish'));
      expect(await screen.findByText('Document “Protocol v2” is uploaded.')).toBeDefined();
      for (const one of [api.saveDocument, requestSignatures, api.attachToGroups])
        expect(callsOf(one)).toHaveLength(one === call ? 2 : 1);
      expect(new Set(callsOf(call).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    },
  );

  test('REL-08 ODF-02 OPS-54 where another order form was added meanwhile it is asked once more: Cancel keeps that one, Confirm replaces it', async () => {
    const question = 'An order form already exists for this trial. Do you want to replace it?';
    const body = { code: 'document.order_form_exists', message: question, detail: { orderFormTemplate: 32 } };
    const page = open({ orderForm: 31, replies: [[api.attachToGroups, { status: 409, body }]] });
    const { user, callsOf } = page;
    const [, orderForm] = await types();
    await user.click(orderForm as HTMLElement);
    await user.click(button('Confirm'));
    await screen.findByRole('dialog', { name: 'Upload: Order Form' });
    await pick(user, await signable(1, 2));
    await next(user);
    await next(user);
    await isBuilding();
    await next(user);
    await finish(user);
    const asked_ = () => screen.findByRole('dialog', { name: 'Replace order form' });
    expect(within(await asked_()).getByText(question)).toBeDefined();
    await user.click(within(await asked_()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Replace order form' })).toBeNull());
    expect(callsOf(api.attachToGroups).map((call) => call.body.replaces)).toEqual([31]);
    await user.click(button('Finish'));
    page.answer(api.attachToGroups, done);
    await user.click(within(await asked_()).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Document “Protocol v2” is uploaded.')).toBeDefined();
    expect(callsOf(api.attachToGroups).map((call) => call.body.replaces)).toEqual([31, 31, 32]);
    const keys = callsOf(api.attachToGroups).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(3);
    expect([callsOf(api.saveDocument), callsOf(requestSignatures)].map((calls) => calls.length)).toEqual([1, 1]);
  });

  test('UPW-17 ERR-12 an answer without the number of a document is the same failure', async () => {
    const { user } = open({ replies: [[api.saveDocument, () => new Response('{"message":"ok"}')]] });
    await toReview(user);
    await user.click(button('Finish'));
    expect((await screen.findByRole('alert')).textContent).toBe('A Problem occurred while saving the document');
  });

  test('UPW-17 SEC-31 the reason of the server stands below the sentence', async () => {
    const body = { code: 'document.not_pdf', message: 'The file is not a PDF, or it is damaged.' };
    const { user } = open({ replies: [[api.saveDocument, { status: 400, body }]] });
    await toReview(user);
    await user.click(button('Finish'));
    expect(
      within(await screen.findByRole('alert')).getByText('The file is not a PDF, or it is damaged.'),
    ).toBeDefined();
  });

  test('UPW-19 a document that was added by a try whose answer was lost is not a failure', async () => {
    const page = open({ replies: [[api.attachToGroups, () => Promise.reject(new TypeError('gone'))]] });
    await toReview(page.user);
    await page.user.click(button('Finish'));
    await screen.findByRole('alert');
    const body = { code: 'document.already_attached', message: 'The document is already in this care group.' };
    page.answer(api.attachToGroups, { status: 409, body });
    await page.user.click(button('Finish'));
    expect(await screen.findByText('Document “Protocol v2” is uploaded.')).toBeDefined();
  });

  test('what was saved for an upload that is discarded, or that is another one now, is deleted again', async () => {
    const page = open({ replies: [[api.attachToGroups, broken]] });
    await toReview(page.user);
    await page.user.click(button('Finish'));
    await screen.findByRole('alert');
    await page.user.click(button('Back to Document Lists'));
    await page.user.click(button('Discard'));
    await waitFor(() => expect(page.callsOf(api.deleteDocument).map(({ query }) => query)).toEqual([{ docId: 88 }]));
  });

  test('how much has left is shown; "Cancel upload" ends it, and Finish begins again with the same key', async () => {
    let release: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (release = resolve));
    const page = open({ replies: [[api.saveDocument, () => slow.then(() => saved)]] });
    onTestFinished(() => release());
    await toReview(page.user);
    await page.user.click(button('Finish'));
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Upload' });
    await waitFor(() => expect(bar.value).toBe(0.25));
    expect(screen.getByText('Sending 0.0 MB: 25 %')).toBeDefined();
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(screen.getByRole('dialog', { name: 'Upload: Read-Only PDF' })).toBeDefined();
    await page.user.click(button('Cancel upload'));
    await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Upload' })).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
    page.answer(api.saveDocument, saved);
    await page.user.click(button('Finish'));
    expect(await screen.findByText('Document “Protocol v2” is uploaded.')).toBeDefined();
    const keys = page.callsOf(api.saveDocument).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  const dead = () => Promise.reject(new TypeError('the line is dead'));
  /** From the last step back to the first and again to the last, with another name. */
  const rename = async (user: User, to: string, back = 2) => {
    for (let n = 0; n < back; n += 1) await user.click(button('Back'));
    const name = screen.getByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.write(name, to);
    for (let n = 0; n < back; n += 1) await user.click(button('Next'));
    await screen.findByText('Chapter one');
  };
  /** What was saved and deleted, in its order: a name, or a number. */
  const made = ({ calls }: { calls: readonly Call[] }) =>
    calls
      .filter(({ method, path }) => method === 'DELETE' || /^\/documents?(\/library)?$/.test(path))
      .filter(({ method }) => method !== 'GET')
      .map(({ method, body, query }) => (method === 'DELETE' ? query.docId : body.friendlyName));
  const notKnown = 'It is not known whether this step was done';

  test('UPW-17 LIB-01 REL-06 what is renamed after its answer was lost does not stay in the library under its first name', async () => {
    const page = await openLibrary();
    const { user } = page;
    page.answer(api.addToLibrary, losesFirstAnswer({ message: 'ok', documentId: 7 }, saved));
    page.answer(api.removeFromLibrary, done);
    await begin(user, 'Read-Only PDF');
    await pick(user);
    await next(user);
    await finish(user);
    expect((await screen.findByRole('alert')).textContent).toBe(
      `${notKnown}A Problem occurred while saving the document. Press “Finish” again without changing anything: it is done once only.`,
    );
    await rename(user, 'Protocol', 1);
    await user.click(button('Finish'));
    await screen.findByText('Document “Protocol” is uploaded.');
    // The first one is asked for by its own key, so that it can be taken away.
    expect(made(page)).toEqual(['Protocol v2', 'Protocol v2', 7, 'Protocol']);
    const keys = page.callsOf(api.addToLibrary).map(({ headers }) => headers.get('idempotency-key'));
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
  });

  test.each([
    ['when all of it had left is asked for and deleted', true, ['Protocol v2', 'Protocol v2', 7, 'Protocol']],
    ['before that never came to be, and is not sent once more', false, ['Protocol v2', 'Protocol']],
  ])('REL-06 an upload that is cancelled %s, where another one follows', async (_, isWhole, wanted) => {
    if (isWhole) allLeaves();
    const page = open({ replies: [[api.saveDocument, () => new Promise(() => undefined)]] });
    await toReview(page.user);
    await page.user.click(button('Finish'));
    await screen.findByText(isWhole ? 'Sent. The document is being checked…' : 'Sending 0.0 MB: 25 %');
    await page.user.click(button('Cancel upload'));
    await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Upload' })).toBeNull());
    page.answer(api.saveDocument, ({ body }: Call) =>
      body.friendlyName === 'Protocol' ? saved : { ...saved, documentId: 7 },
    );
    await rename(page.user, 'Protocol');
    await page.user.click(button('Finish'));
    await screen.findByText('Document “Protocol” is uploaded.');
    expect(made(page)).toEqual(wanted);
  });

  test('REL-06 discarding what may have been uploaded says so, and deletes it', async () => {
    const page = open({ replies: [[api.saveDocument, losesFirstAnswer({ message: 'ok', documentId: 7 }, saved)]] });
    await toReview(page.user);
    await page.user.click(button('Back to Document Lists'));
    expect(await screen.findByText('The document was not uploaded yet.')).toBeDefined();
    await page.user.click(button('Keep editing'));
    await page.user.click(button('Finish'));
    await screen.findByText(notKnown);
    await page.user.click(button('Back to Document Lists'));
    expect(
      await screen.findByText('The document may have been uploaded already. What was uploaded will be deleted.'),
    ).toBeDefined();
    await page.user.click(button('Discard'));
    await waitFor(() => expect(made(page)).toEqual(['Protocol v2', 'Protocol v2', 7]));
  });

  test('UPW-19 REL-06 REL-17 what was saved first is deleted before another one is saved, however often that fails', async () => {
    const page = open({
      replies: [
        [api.attachToGroups, dead],
        [api.deleteDocument, dead],
      ],
    });
    await toReview(page.user);
    await page.user.click(button('Finish'));
    await screen.findByText(notKnown);
    await rename(page.user, 'Protocol');
    page.answer(api.attachToGroups, done);
    await page.user.click(button('Finish'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(
      'Your first try, “Protocol v2”, could not be taken backUnable to make request. Nothing is lost: all of it is still here. Press “Finish” again.',
    );
    expect(made(page)).toEqual(['Protocol v2', 88]);
    page.answer(api.deleteDocument, done);
    await page.user.click(button('Finish'));
    await screen.findByText('Document “Protocol” is uploaded.');
    expect(made(page)).toEqual(['Protocol v2', 88, 88, 'Protocol']);
  });

  test('UPW-19 REL-06 what was deleted by a try whose answer was lost is gone, and the other one is saved', async () => {
    const page = open({ replies: [[api.attachToGroups, broken]] });
    page.answer(api.deleteDocument, { status: 404, body: { code: 'not_found', message: 'Not found.' } });
    await toReview(page.user);
    await page.user.click(button('Finish'));
    await screen.findByRole('alert');
    await rename(page.user, 'Protocol');
    page.answer(api.attachToGroups, done);
    await page.user.click(button('Finish'));
    await screen.findByText('Document “Protocol” is uploaded.');
    expect(made(page)).toEqual(['Protocol v2', 88, 'Protocol']);
  });

  test('REL-17 where what was saved could not be deleted as the wizard was closed, it is said', async () => {
    const page = open({
      replies: [
        [api.attachToGroups, broken],
        [api.deleteDocument, dead],
      ],
    });
    await toReview(page.user);
    await page.user.click(button('Finish'));
    await screen.findByRole('alert');
    await page.user.click(button('Back to Document Lists'));
    await page.user.click(button('Discard'));
    expect(await screen.findByText('“Protocol v2” could not be taken back, and may still be there.')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('UPW-21 "View" in the message opens what was uploaded', async () => {
    const { user } = open();
    await toReview(user);
    await user.click(button('Finish'));
    await user.click(await screen.findByRole('button', { name: 'View' }));
    expect(onView.mock.calls).toEqual([[88]]);
  });

  test('a double press saves once', async () => {
    const { user, callsOf } = open();
    await toReview(user);
    await user.dblClick(button('Finish'));
    await screen.findByText('Document “Protocol v2” is uploaded.');
    expect(callsOf(api.saveDocument)).toHaveLength(1);
  });
});
