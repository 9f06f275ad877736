import { Button, Table, Text, TextInput } from '@mantine/core';
import { type Field, fields, type Problem, type Row, titles } from './file.ts';
import classes from './invite.module.css';

/** The rows of a file; what is wrong with one stands beside it, where it can be corrected or left out. */
export function InvitationRows(props: {
  rows: readonly Row[];
  problems: ReadonlyMap<number, readonly Problem[]>;
  disabled: boolean;
  onCorrect: (line: number, field: Field, value: string) => void;
  onLeaveOut: (line: number) => void;
}) {
  const { rows, problems, disabled, onCorrect, onLeaveOut } = props;
  const cell = ({ line, values }: Row, field: Field, found: readonly Problem[]) => {
    const wrong = found.filter((one) => one.field === field).map(({ message }) => message);
    if (found.length === 0) return values[field] || '–';
    return (
      <TextInput
        size="xs"
        aria-label={`Row ${line}: ${titles[field]}`}
        value={values[field]}
        error={wrong.join(' ') || undefined}
        disabled={disabled}
        autoComplete="off"
        onChange={(event) => onCorrect(line, field, event.currentTarget.value)}
      />
    );
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={classes.rows} role="group" aria-label="Rows of the file" tabIndex={0}>
      <Table aria-label="Invitations" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Row</Table.Th>
            {fields.map((field) => (
              <Table.Th key={field} scope="col">
                {titles[field]}
              </Table.Th>
            ))}
            <Table.Th scope="col">Check</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => {
            const found = problems.get(row.line) ?? [];
            return (
              <Table.Tr key={row.line} data-wrong={found.length > 0 || undefined}>
                <Table.Td data-title="Row">{row.line}</Table.Td>
                {fields.map((field) => (
                  <Table.Td key={field} data-title={titles[field]}>
                    {cell(row, field, found)}
                  </Table.Td>
                ))}
                <Table.Td data-title="">
                  {found.length === 0 ? (
                    'In order'
                  ) : (
                    <>
                      <Text size="sm" c="red.9">
                        {found.length === 1 ? '1 problem' : `${found.length} problems`}
                      </Text>
                      {found
                        .filter(({ field }) => !Object.hasOwn(titles, field))
                        .map(({ message }) => (
                          <Text key={message} size="sm" c="red.9">
                            {message}
                          </Text>
                        ))}
                      <Button
                        variant="default"
                        size="compact-xs"
                        disabled={disabled}
                        aria-label={`Leave out row ${row.line}`}
                        onClick={() => onLeaveOut(row.line)}
                      >
                        Leave out
                      </Button>
                    </>
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}
