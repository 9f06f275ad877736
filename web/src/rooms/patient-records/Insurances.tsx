import { Checkbox, SimpleGrid } from '@mantine/core';
import type { Ours } from '@portal/contract/endpoint.ts';
import * as api from '@portal/contract/patient-records/endpoints.ts';
import { longest } from '@portal/contract/patient-records/rules.ts';
import { useViewer } from '#api/viewer.ts';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import { tooLong } from '#kit/too-long.ts';
import { type RecordKind, Records } from './Records.tsx';
import { useKind } from './use-kind.ts';
import { yesOrNo } from './words.ts';

type Row = Ours<typeof api.listInsurances.reply>['insurances'][number];
const texts = ['planName', 'planType', 'memberId', 'bin', 'pcn', 'group'] as const;
type Draft = Record<(typeof texts)[number], string> & { isPrimary: boolean };
const labels: Record<keyof Draft, string> = {
  planName: 'Plan Name',
  planType: 'Plan Type',
  memberId: 'Member ID',
  bin: 'BIN',
  pcn: 'PCN',
  group: 'Group',
  isPrimary: 'Primary',
};
const longestOf = (field: (typeof texts)[number]) =>
  field === 'planName' || field === 'planType' ? longest.name : longest.number;

const draftOf = (row?: Row): Draft => ({
  planName: row?.planName ?? '',
  planType: row?.planType ?? '',
  memberId: row?.memberId ?? '',
  bin: row?.bin ?? '',
  pcn: row?.pcn ?? '',
  group: row?.group ?? '',
  isPrimary: row?.isPrimary === 1,
});

/** INS-04: all but the tick (OPC-46). */
const problemsIn = (draft: Draft): Partial<Record<keyof Draft, string>> =>
  Object.fromEntries(
    texts.flatMap((field) => {
      const problem = draft[field].trim() === '' ? 'is required' : tooLong(draft[field], longestOf(field));
      return problem ? [[field, problem]] : [];
    }),
  );

/** INS-01 to INS-07. */
export function Insurances({ uId }: { uId: number }) {
  const { modules } = useViewer();
  const { add, change, remove, ...list } = useKind({
    list: api.listInsurances,
    add: api.addInsurance,
    change: api.changeInsurance,
    remove: api.removeInsurance,
    asked: { query: { u_id: uId } },
    rowsOf: (reply) => reply.insurances,
    changedIn: ({ body }) => body.insurance_id,
  });
  const kind: RecordKind<Row, Draft> = {
    thing: 'Insurance',
    label: 'Insurance',
    empty: 'No insurance recorded',
    columns: [
      { accessor: 'planName', title: 'Plan Name', sortable: true, card: 'head' },
      ...texts.slice(1).map((field) => ({ accessor: field, title: labels[field] })),
      { accessor: 'isPrimary', title: 'Primary', render: (row) => yesOrNo(row.isPrimary) },
    ],
    ...list,
    idOf: (row) => row.insuranceId,
    nameOf: (row) => `${row.planName}, ${row.memberId}`,
    draftOf,
    fields: {
      labels,
      shown: (draft, field) => (field === 'isPrimary' ? (draft.isPrimary ? 'Yes' : 'No') : draft[field]),
    },
    flags: ['isPrimary'],
    problemsIn,
    inputs: (form, { isNew }) => (
      <>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
          {texts.map((field) => (
            <LimitedTextInput
              key={field}
              label={labels[field]}
              required
              disabled={field === 'memberId' && !isNew}
              description={field === 'memberId' && !isNew ? 'It stays as it is' : undefined}
              most={longestOf(field)}
              autoComplete="off"
              data-autofocus={field === 'planName' || undefined}
              {...form.getInputProps(field)}
            />
          ))}
        </SimpleGrid>
        <Checkbox label={labels.isPrimary} {...form.getInputProps('isPrimary', { type: 'checkbox' })} />
      </>
    ),
    add: async (draft) => (await add({ body: { u_id: uId, ...draft } })).insuranceId,
    change: (row, draft) =>
      change({ body: { u_id: uId, ...draft, insurance_id: row.insuranceId, version: row.version } }),
    remove: (row) => remove({ query: { u_id: uId, insurance_id: row.insuranceId, version: row.version } }),
    history: { uId, of: 'insurance', one: (row) => ({ insurance_id: row.insuranceId }) },
    readOnly: modules.includes('ReadOnlyPatientDetails'),
  };
  return <Records kind={kind} />;
}
