import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { serverNow } from '#api/clock.ts';
import { sentenceOf } from '#api/failure.ts';
import { DateField } from '#kit/DateField.tsx';
import { FactList } from '#kit/FactList.tsx';
import { Failed } from '#kit/States.tsx';
import { accessFacts } from './access-row.ts';
import { useAccessReport } from '../queries.ts';
import { onlyPeopleOf, whyNotKept } from './whose.ts';

/** Which access somebody had at the end of a day (P11-16). */
export function AccessOf({ cpId, name }: { cpId: number; name: string }) {
  const last = serverNow().toISOString().slice(0, 10);
  // The report is of all accounts, and dear: it is asked for only of a day that somebody wants to know about.
  const [day, setDay] = useState<string | null>(null);
  const { data, isLoading, error, refetch } = useAccessReport(day, last);
  const account = data?.accounts.find((one) => one.cpId === cpId);
  return (
    <Stack gap="sm">
      <DateField
        label="Day (UTC)"
        value={day}
        max={last}
        error={day !== null && day > last ? 'This day is in the future.' : undefined}
        onChange={setDay}
      />
      {error && !data && <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />}
      {isLoading && (
        <Text size="sm" c="gray.7">
          Loading…
        </Text>
      )}
      {data && !account && (
        <Text size="sm" c="gray.7">
          {data.groups
            ? [`${name} is not in the access report of this day.`, ...onlyPeopleOf(data)].join(' ')
            : `${name} had no access on this day.`}
        </Text>
      )}
      {account && <FactList facts={accessFacts(account)} />}
      {account &&
        whyNotKept([account]).map((sentence) => (
          <Text key={sentence} size="sm" c="gray.7">
            {sentence}
          </Text>
        ))}
    </Stack>
  );
}
