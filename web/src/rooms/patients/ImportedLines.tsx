import { Stack, Text } from '@mantine/core';
import type { ImportedLine } from '@portal/contract/patients/import-endpoints.ts';
import { genders, patientTypes } from '@portal/contract/patients/rules.ts';
import { AppTable } from '#kit/AppTable.tsx';
import { asDay } from '#kit/today.ts';

/** What would come of each line of a file, which has a name of its own: those with a problem first, then those who may be there already. */
export function ImportedLines({ lines, file }: { lines: readonly ImportedLine[]; file: string }) {
  const rank = (line: ImportedLine) => (line.problems.length > 0 ? 0 : isSimilar(line) ? 1 : 2);
  const names = new Map(lines.map(({ line, name }) => [line, name]));
  return (
    <AppTable
      label="Rows of the file"
      storeKey="patients:import"
      pageKey={file}
      records={lines.toSorted((one, other) => rank(one) - rank(other) || one.line - other.line)}
      idAccessor="line"
      empty="The file has no rows."
      columns={[
        { accessor: 'line', title: 'Line', width: 64, textAlign: 'right' },
        { accessor: 'name', title: 'Name', card: 'head' },
        // With the month in letters: whoever checks it sees which of two numbers was read as which.
        {
          accessor: 'dateOfBirth',
          title: 'Date of birth',
          noWrap: true,
          render: ({ dateOfBirth }) => asDay(dateOfBirth),
        },
        { accessor: 'gender', title: 'Gender', render: ({ gender }) => (gender === null ? '' : genders[gender]) },
        {
          accessor: 'patientType',
          title: 'Patient type',
          noWrap: true,
          render: ({ patientType }) => (patientType === null ? '' : patientTypes[patientType]),
        },
        { accessor: 'problems', title: 'Result', render: (line) => <Known line={line} names={names} /> },
      ]}
    />
  );
}

export const isSimilar = ({ similar, similarLine }: ImportedLine): boolean =>
  similar.length > 0 || similarLine !== null;

function Known({ line, names }: { line: ImportedLine; names: ReadonlyMap<number, string> }) {
  const { problems, similar, similarLine } = line;
  if (problems.length === 0 && !isSimilar(line)) return 'In order';
  return (
    <Stack gap={2}>
      {problems.map((one) => (
        <Text key={one} fz="inherit" c="red.9">
          {one}
        </Text>
      ))}
      {similarLine !== null && (
        <Text fz="inherit" c="gray.7">
          Similar to line {similarLine}, {names.get(similarLine)}
        </Text>
      )}
      {similar.length > 0 && (
        <Text fz="inherit" c="gray.7">
          Similar to {similar.map(({ name }) => name).join(', ')}
        </Text>
      )}
    </Stack>
  );
}
