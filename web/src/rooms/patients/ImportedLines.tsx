import { Stack, Text } from '@mantine/core';
import type { ImportedLine } from '@portal/contract/patients/import-endpoints.ts';
import { genders, patientTypes } from '@portal/contract/patients/rules.ts';
import { AppTable } from '#kit/AppTable.tsx';

/** What would come of each line of a file: those with a problem first, then those who may be there already. */
export function ImportedLines({ lines }: { lines: readonly ImportedLine[] }) {
  const rank = ({ problems, similar }: ImportedLine) => (problems.length > 0 ? 0 : similar.length > 0 ? 1 : 2);
  return (
    <AppTable
      label="Rows of the file"
      storeKey="patients:import"
      records={lines.toSorted((one, other) => rank(one) - rank(other) || one.line - other.line)}
      idAccessor="line"
      empty="The file has no rows."
      columns={[
        { accessor: 'line', title: 'Line', width: 64, textAlign: 'right' },
        { accessor: 'name', title: 'Name', card: 'head' },
        { accessor: 'gender', title: 'Gender', render: ({ gender }) => (gender === null ? '' : genders[gender]) },
        {
          accessor: 'patientType',
          title: 'Patient type',
          noWrap: true,
          render: ({ patientType }) => (patientType === null ? '' : patientTypes[patientType]),
        },
        { accessor: 'problems', title: 'What is to know', render: (line) => <Known line={line} /> },
      ]}
    />
  );
}

function Known({ line: { problems, similar } }: { line: ImportedLine }) {
  if (problems.length === 0 && similar.length === 0) return 'In order';
  return (
    <Stack gap={2}>
      {problems.map((one) => (
        <Text key={one} fz="inherit" c="red.9">
          {one}
        </Text>
      ))}
      {similar.length > 0 && (
        <Text fz="inherit" c="gray.7">
          Similar to {similar.map(({ name }) => name).join(', ')}
        </Text>
      )}
    </Stack>
  );
}
