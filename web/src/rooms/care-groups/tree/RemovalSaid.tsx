import { Stack, Text } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { WaitingSaid } from '#shared/WaitingSaid.tsx';
import { useRemoval } from '../queries.ts';

/** What the removal of a group does, said before it is confirmed: its patients and documents leave it, which nobody brings back. */
export function RemovalSaid({ group }: { group: CareGroup }) {
  const { data } = useRemoval(group.gId);
  const patients = patientsSaid(data, group);
  const documents = documentsSaid(data);
  return (
    <Stack gap="xs">
      <Text>{group.groupName} disappears from every list. What was recorded of it stays in the audit trail.</Text>
      {patients && <Text>{patients}</Text>}
      {data && (
        <WaitingSaid
          flags={data.openFlags ?? 0}
          followUps={data.plannedFollowUps ?? 0}
          of={data.patientsWithoutOther === 1 ? 'this patient' : 'these patients'}
          seenBy="only people who see the whole company see"
        />
      )}
      {documents && <Text>{documents}</Text>}
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

function documentsSaid(removal: Removal | undefined): string | undefined {
  if (!removal) return 'Its documents leave it.';
  const { documents = 0, documentsToSign: toSign = 0 } = removal;
  if (documents === 0) return undefined;
  return [
    leavingSaid(documents, toSign),
    documents === 1
      ? 'Where no other care group has it, it stays with who uploaded or signs it. Administrators who see the whole company can still open it, though no list shows it.'
      : 'Those in no other care group stay with who uploaded or signs them. Administrators who see the whole company can still open them, though no list shows them.',
    ...(toSign > 0 ? ['Delete what should not be signed any more first.'] : []),
  ].join(' ');
}

function leavingSaid(documents: number, toSign: number): string {
  const leave = documents === 1 ? '1 document leaves it' : `${documents.toLocaleString('en')} documents leave it`;
  if (toSign === 0) return `${leave}.`;
  if (documents === 1) return `${leave}, and it waits for signatures.`;
  const wait = toSign === 1 ? '1 of them waits' : `${toSign.toLocaleString('en')} of them wait`;
  return `${leave}, and ${wait} for signatures.`;
}
