import { SimpleGrid, TextInput } from '@mantine/core';
import * as api from '@portal/contract/patient-records/endpoints.ts';
import { noContact } from '@portal/contract/patient-records/rules.ts';
import { maskPhone, phoneOfTyped, shownPhone } from '@portal/contract/patients/rules.ts';
import { useViewer } from '#api/viewer.ts';
import { type RecordKind, Records } from './Records.tsx';
import { useKind } from './use-kind.ts';

const labels = {
  contactName: 'Name',
  contactDetail: 'Detail',
  phoneNumber: 'Phone',
  phoneType: 'Type',
  phoneExtension: 'Extension',
  email: 'Email',
};
type Draft = Record<keyof typeof labels, string>;

const phoneForm = (phone: string) => (phone === '' ? '' : shownPhone(phone));

const draftOf = (row?: api.Contact): Draft => ({
  contactName: row?.contactName ?? '',
  contactDetail: row?.contactDetail ?? '',
  phoneNumber: phoneForm(row?.phoneNumber ?? ''),
  phoneType: row?.phoneType ?? '',
  phoneExtension: row?.phoneExtension ?? '',
  email: row?.email ?? '',
});

/** Digits are masked where they are typed at the end; a correction in the middle is left alone, or the caret would jump. */
function phoneTyped({ value, selectionStart }: HTMLInputElement, before: string): string {
  const isAtEnd = selectionStart === null || selectionStart === value.length;
  return isAtEnd && value.length > before.length && /^[\d-]*$/.test(value) ? maskPhone(value) : value;
}

const bodyOf = (uId: number, draft: Draft) => ({
  u_id: uId,
  ...draft,
  phoneNumber: draft.phoneNumber.trim() === '' ? '' : (phoneOfTyped(draft.phoneNumber.trim()) ?? 'invalid'),
  email: draft.email.trim(),
});

/** OPC-47. */
function problemsIn(draft: Draft): Partial<Draft> {
  const problems: Partial<Draft> = {};
  for (const { path, message } of api.addContact.body.safeParse(bodyOf(1, draft)).error?.issues ?? [])
    problems[path[0] as keyof Draft] ??= message;
  if (problems.phoneNumber && draft.phoneNumber.trim() !== '') problems.phoneNumber = 'Phone must be ddd-ddd-dddd';
  // The contract looks for one of them only once all else is right.
  if (!draft.phoneNumber.trim() && !draft.email.trim()) problems.phoneNumber = noContact;
  return problems;
}

/** PCN-01 to PCN-07. */
export function Contacts({ uId }: { uId: number }) {
  const { modules } = useViewer();
  const { add, change, remove, ...list } = useKind({
    list: api.listContacts,
    add: api.addContact,
    change: api.changeContact,
    remove: api.removeContact,
    asked: { query: { u_id: uId } },
    rowsOf: (reply) => ('contacts' in reply ? reply.contacts : []),
    changedIn: ({ body }) => body.contact_id,
  });
  const kind: RecordKind<api.Contact, Draft> = {
    thing: 'Contact',
    label: 'Contacts',
    empty: 'No contacts recorded',
    columns: [
      { accessor: 'contactName', title: 'Name', sortable: true, card: 'head' },
      { accessor: 'contactDetail', title: 'Detail' },
      { accessor: 'phoneNumber', title: 'Phone', noWrap: true, render: (row) => phoneForm(row.phoneNumber) },
      { accessor: 'phoneType', title: 'Type' },
      { accessor: 'phoneExtension', title: 'Extension' },
      { accessor: 'email', title: 'Email' },
    ],
    ...list,
    idOf: (row) => row.contactId,
    nameOf: (row) => row.contactName || row.email || phoneForm(row.phoneNumber),
    draftOf,
    fields: {
      labels,
      missing: { phoneNumber: `${labels.phoneNumber} or ${labels.email}` },
      shown: (draft, field) => draft[field],
    },
    problemsIn,
    inputs: (form) => (
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <TextInput label={labels.contactName} data-autofocus {...form.getInputProps('contactName')} />
        <TextInput label={labels.contactDetail} {...form.getInputProps('contactDetail')} />
        <TextInput
          label={labels.phoneNumber}
          description="ddd-ddd-dddd; a phone or an email is needed"
          type="tel"
          {...form.getInputProps('phoneNumber')}
          onChange={({ currentTarget: input }) =>
            form.setFieldValue('phoneNumber', (before) => phoneTyped(input, before))
          }
        />
        <TextInput
          label={labels.email}
          description="A phone or an email is needed"
          type="email"
          {...form.getInputProps('email')}
        />
        <TextInput label={labels.phoneType} {...form.getInputProps('phoneType')} />
        <TextInput label={labels.phoneExtension} inputMode="numeric" {...form.getInputProps('phoneExtension')} />
      </SimpleGrid>
    ),
    add: async (draft) => (await add({ body: bodyOf(uId, draft) })).contactId,
    change: (row, draft) =>
      change({ body: { ...bodyOf(uId, draft), contact_id: row.contactId, version: row.version } }),
    remove: (row) => remove({ query: { u_id: uId, contact_id: row.contactId, version: row.version } }),
    history: { uId, of: 'contact', one: (row) => ({ contact_id: row.contactId }) },
    readOnly: modules.includes('ReadOnlyPatientDetails'),
  };
  return <Records kind={kind} />;
}
