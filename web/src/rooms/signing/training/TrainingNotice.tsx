import { Anchor, Text } from '@mantine/core';
import { listTrainingForms } from '@portal/contract/signing/training-endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '#api/queries.ts';
import { Notice } from '#kit/Notice.tsx';

/** Who of a trial or a site cannot begin to work yet, since a training form waits for their signature (ACK-10). */
export function TrainingNotice({ gId }: { gId: number }) {
  const { data } = useQuery(read(listTrainingForms, { query: { g_id: gId } }));
  const waiting = (data?.acknowledgementTemplates ?? []).filter(({ people, signed }) => signed < people);
  if (waiting.length === 0) return null;
  return (
    <Notice tone="info" title="Training">
      {waiting.map(({ docId, friendlyName, people, signed }) => (
        <Text key={docId} size="sm">
          {friendlyName}: {signed.toLocaleString('en')} of {people.toLocaleString('en')} people have signed. The others
          sign it before their first page.
        </Text>
      ))}
      <Anchor component={Link} to="/document" search={{ group: gId } as never} size="sm" c="inherit" td="underline">
        See the acknowledgment forms
      </Anchor>
    </Notice>
  );
}
