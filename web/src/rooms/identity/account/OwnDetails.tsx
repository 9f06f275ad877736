import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { FactList } from '#kit/FactList.tsx';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Failed } from '#kit/States.tsx';
import { ShownPhone } from '#shared/ShownPhone.tsx';
import { contactWords, languageWords, ownRead } from './own-details.ts';

const EditDetails = lazyDialog(() => import('./EditDetails.tsx'), 'default');

/** ACC-01, and what a person may change of it. */
export function OwnDetails() {
  const { cpId, type, email, ...viewer } = useViewer();
  const own = useQuery(ownRead(cpId));
  const [isEditing, edit] = useState(false);
  // The session knows the names before, and also when this cannot be read.
  const { fName, lName } = own.data?.provider ?? viewer;
  const known = own.data?.provider;
  const facts: [string, ReactNode][] = [
    ['First name', fName],
    ['Last name', lName],
    ['Type', type],
    ['Email', email],
    ...(known
      ? ([
          ['Phone', known.phone && <ShownPhone number={known.phone} />],
          ['Preferred contact', contactWords[known.preferredContact]],
          ['Language of dates', languageWords[known.dateLanguage ?? 'en']],
        ] satisfies [string, ReactNode][])
      : []),
  ];
  return (
    <Stack gap="md">
      <FactList facts={facts} />
      {own.isError && !known && <Failed message="Unable to load your details." onRetry={() => void own.refetch()} />}
      {known && (
        <Group>
          <Button variant="default" size="xs" onClick={() => edit(true)}>
            Edit details
          </Button>
        </Group>
      )}
      {known && isEditing && <EditDetails own={known} onClose={() => edit(false)} />}
    </Stack>
  );
}
