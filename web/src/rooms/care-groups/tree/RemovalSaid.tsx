import { Stack, Text } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { useRemoval } from '../queries.ts';

/** What the removal of a group does, said before it is confirmed: its patients leave it, which nobody brings back. */
export function RemovalSaid({ group }: { group: CareGroup }) {
  const { data } = useRemoval(group.gId);
  const patients = patientsSaid(data, group);
  return (
    <Stack gap="xs">
      <Text>{group.groupName} disappears from every list. What was recorded of it stays in the audit trail.</Text>
      {patients && <Text>{patients}</Text>}
      <Text>This cannot be undone.</Text>
    </Stack>
  );
}

type Removal = NonNullable<ReturnType<typeof useRemoval>['data']>;

/** Until the numbers are there, or where they cannot be read, it is said without them. */
function patientsSaid(removal: Removal | undefined, { type }: CareGroup): string | undefined {
  const ends = 'and the assessments scheduled for it end.';
  if (removal === undefined) return type === 'careGroup' ? `Its patients leave it, ${ends}` : undefined;
  const { patients, patientsWithoutOther: alone } = removal;
  if (patients === 0) return undefined;
  const leave = patients === 1 ? '1 patient leaves it,' : `${patients.toLocaleString('en')} patients leave it,`;
  return [`${leave} ${ends}`, ...(alone > 0 ? [aloneSaid(alone, patients)] : [])].join(' ');
}

function aloneSaid(alone: number, patients: number): string {
  const after = 'no other care group, so that only people who see the whole company will still see';
  if (patients === 1) return `They are in ${after} them.`;
  return alone === 1
    ? `1 of them is in ${after} this patient.`
    : `${alone.toLocaleString('en')} of them are in ${after} them.`;
}
