import { Checkbox, Group, Select } from '@mantine/core';
import type { Address } from '@portal/contract/addresses/rules.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import * as api from '@portal/contract/patient-records/endpoints.ts';
import {
  addressTypes,
  asAddress,
  asPatientAddress,
  type PatientAddress,
} from '@portal/contract/patient-records/rules.ts';
import { fromAttributes, toAttributes } from '@portal/contract/patients/fields.ts';
import { addressLine, emptyAddress, problemsOf, sameAddress } from '#shared/address-form.ts';
import { AddressSection } from '#shared/AddressFields.tsx';
import { type RecordKind, Records } from './Records.tsx';
import { useKind } from './use-kind.ts';
import { yesOrNo } from './words.ts';

type Row = Ours<typeof api.listAddresses.reply>['addresses'][number];
interface Draft {
  addressType: string | null;
  address: Address;
  isPrimary: boolean;
  isShipping: boolean;
  isBilling: boolean;
}
const labels: Record<keyof Draft, string> = {
  addressType: 'Type',
  address: 'Address',
  isPrimary: 'Primary',
  isShipping: 'Shipping',
  isBilling: 'Billing',
};
const flags = ['isPrimary', 'isShipping', 'isBilling'] as const;
const noParts: PatientAddress = { country: '', street: '', street_2: '', city: '', state: '', zip: '' };

const addressOf = (row: Row): Address => asAddress({ ...noParts, ...fromAttributes(row.address) });

const draftOf = (row?: Row): Draft => ({
  addressType: row?.addressType ?? null,
  address: row ? addressOf(row) : emptyAddress,
  isPrimary: row?.isPrimary === 1,
  isShipping: row?.isShipping === 1,
  isBilling: row?.isBilling === 1,
});

const bodyOf = (uId: number, { addressType, address, ...given }: Draft) => ({
  u_id: uId,
  addressType: addressTypes.find((type) => type === addressType) ?? 'Other',
  address: toAttributes(asPatientAddress(address)) as { Name: keyof PatientAddress; Value: string }[],
  ...given,
});

function problemsIn({ addressType, address }: Draft): Partial<Record<keyof Draft, string>> {
  const [problem] = Object.values(problemsOf(address));
  return { ...(addressType ? {} : { addressType: 'is required' }), ...(problem ? { address: problem } : {}) };
}

const shown = (draft: Draft, field: keyof Draft): string => {
  if (field === 'address') return addressLine(draft.address);
  return field === 'addressType' ? (draft.addressType ?? '') : draft[field] ? 'Yes' : 'No';
};

/** PAD-01 to PAD-06. They can be changed also where the other details cannot (CLN-18). */
export function Addresses({ uId }: { uId: number }) {
  const { add, change, remove, ...list } = useKind({
    list: api.listAddresses,
    add: api.addAddress,
    change: api.changeAddress,
    remove: api.removeAddress,
    asked: { query: { u_id: uId } },
    rowsOf: (reply) => reply.addresses,
    changedIn: ({ body }) => body.addr_id,
  });
  const kind: RecordKind<Row, Draft> = {
    thing: 'Address',
    label: 'Address',
    empty: 'No addresses recorded',
    columns: [
      { accessor: 'addressType', title: 'Type', sortable: true, card: 'head' },
      { accessor: 'address', title: 'Address', render: (row) => addressLine(addressOf(row)) },
      ...flags.map((flag) => ({ accessor: flag, title: labels[flag], render: (row: Row) => yesOrNo(row[flag]) })),
    ],
    ...list,
    idOf: (row) => row.addrId,
    nameOf: (row) => `${row.addressType}, ${addressLine(addressOf(row))}`,
    draftOf,
    fields: {
      labels,
      shown,
      same: (a, b) =>
        a !== null && b !== null && typeof a === 'object' && typeof b === 'object' ? sameAddress(a, b) : a === b,
    },
    flags,
    problemsIn,
    inputs: (form, { sent }) => (
      <>
        <Select
          label={labels.addressType}
          data={addressTypes}
          required
          allowDeselect={false}
          data-autofocus
          comboboxProps={{ transitionProps: { duration: 0 } }}
          {...form.getInputProps('addressType')}
        />
        <AddressSection
          legend="Address"
          value={form.values.address}
          showProblems={sent}
          onChange={(address) => form.setFieldValue('address', address as never)}
        />
        <Group gap="lg">
          {flags.map((flag) => (
            <Checkbox key={flag} label={labels[flag]} {...form.getInputProps(flag, { type: 'checkbox' })} />
          ))}
        </Group>
      </>
    ),
    add: async (draft) => (await add({ body: bodyOf(uId, draft) })).addrId,
    change: (row, draft) => change({ body: { ...bodyOf(uId, draft), addr_id: row.addrId, version: row.version } }),
    remove: (row) => remove({ query: { u_id: uId, addr_id: row.addrId, version: row.version } }),
    history: { uId, of: 'address', one: (row) => ({ addr_id: row.addrId }) },
    readOnly: false,
  };
  return <Records kind={kind} />;
}
