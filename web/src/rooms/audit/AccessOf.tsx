import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { serverNow } from '#api/clock.ts';
import { sentenceOf } from '#api/failure.ts';
import { FactList } from '#kit/FactList.tsx';
import { Failed } from '#kit/States.tsx';
import { accessFacts } from './access-row.ts';
import { DayField } from './DayField.tsx';
import { useAccessReport } from './queries.ts';

/** Which access somebody had at the end of a day (P11-16). */
export function AccessOf({ cpId, name }: { cpId: number; name: string }) {
  const last = serverNow().toISOString().slice(0, 10);
  const [day, setDay] = useState(last);
  const { data, isLoading, error, refetch } = useAccessReport(day, last);
  const account = data?.accounts.find((one) => one.cpId === cpId);
  return (
    <Stack gap="sm">
      <DayField day={day} last={last} onDay={setDay} />
      {error && !data && <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />}
      {isLoading && (
        <Text size="sm" c="gray.7">
          Loading…
        </Text>
      )}
      {data && !account && (
        <Text size="sm" c="gray.7">
          {name} had no access on this day.
        </Text>
      )}
      {account && <FactList facts={accessFacts(account)} />}
    </Stack>
  );
}
