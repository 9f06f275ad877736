import { Group, Table, Text, VisuallyHidden } from '@mantine/core';
import type { NpiEntry } from '@portal/contract/delegates/endpoints.ts';
import { useState } from 'react';
import { PageButtons } from '#kit/PageButtons.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';

/** The NPIs of a delegate, so many a page (PHY-15); without `onEdit` and `onRemove` for reading only (PHY-14). */
export function NpiTable<T extends NpiEntry>(props: {
  label: string;
  entries: readonly T[];
  rows: 3 | 5;
  empty: string;
  onEdit?: (entry: T) => void;
  onRemove?: (entry: T) => void;
}) {
  const { label, entries, rows, empty, onEdit, onRemove } = props;
  const [wished, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(entries.length / rows));
  const page = Math.min(wished, pages);
  const shown = entries.slice((page - 1) * rows, page * rows);
  if (entries.length === 0)
    return (
      <Text size="sm" c="gray.7">
        {empty}
      </Text>
    );
  return (
    <>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Name</Table.Th>
            <Table.Th scope="col">NPI</Table.Th>
            {onEdit && (
              <Table.Th scope="col" w={60}>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((entry) => (
            <Table.Tr key={entry.npi}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {entry.fName} {entry.lName}
              </Table.Td>
              <Table.Td>{entry.npi}</Table.Td>
              {onEdit && (
                <Table.Td ta="right">
                  <RowMenu
                    label={`Actions for ${entry.npi}`}
                    items={[
                      { label: 'Edit', onClick: () => onEdit(entry) },
                      { label: 'Remove', danger: true, hidden: !onRemove, onClick: () => onRemove?.(entry) },
                    ]}
                  />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {pages > 1 && (
        <Group justify="space-between" mt="xs">
          <Text size="sm" c="gray.7" aria-live="polite">
            {(page - 1) * rows + 1}–{(page - 1) * rows + shown.length} of {entries.length}
          </Text>
          <PageButtons label={label} pages={pages} page={page} onPage={setPage} />
        </Group>
      )}
    </>
  );
}
