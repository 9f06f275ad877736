import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type CallFailure, isEmptyList } from '#api/failure.ts';
import { serverNow } from '#api/clock.ts';
import { AppTable } from '#kit/AppTable.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { Failed } from '#kit/States.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { OfPatient } from '#shared/OfPatient.tsx';
import { isSentOn, nextDayAfter } from './sent-on.ts';
import { useOutreach, useRemind } from './queries.ts';
import { Undelivered } from './Undelivered.tsx';

/** How a patient was reminded of one assessment, and once more today at most (ACT-06 to ACT-14, OPC-24). */
export function PreviousReminders(props: {
  uId: number;
  surveyEventId: number;
  surveyName: string;
  onClose: () => void;
}) {
  const { uId, surveyEventId, surveyName, onClose } = props;
  const { data, error, isLoading, refetch } = useOutreach(uId, surveyEventId);
  const isNone = isEmptyList(error);
  const history = isNone ? [] : data;
  const remind = useRemind();
  const [refused, setRefused] = useState<{ text: string } | null>(null);
  const isToday = history ? isSentOn(history, serverNow()) : false;
  const send = () => {
    setRefused(null);
    remind.mutate(
      { body: { u_id: uId, outreachType: 'reminder', surveyEventId } },
      {
        onSuccess: () => toastSuccess(`The patient is reminded of ${surveyName}.`),
        onError: (failure) => failure.status !== 401 && setRefused({ text: sentenceOfRefusal(failure) }),
      },
    );
  };
  return (
    <Dialog opened title="Previous Reminders" size="lg" onClose={onClose}>
      <Stack gap="sm">
        <OfPatient uId={uId} />
        <Text size="sm">{surveyName}</Text>
        {error && !history ? (
          <Failed message="There was a problem retrieving outreach history." onRetry={() => void refetch()} />
        ) : (
          <AppTable
            label="Previous Reminders"
            storeKey="outreach:reminders"
            pageKey={String(surveyEventId)}
            records={history ?? []}
            loading={isLoading}
            idAccessor="rowNumber"
            empty="No reminder was sent yet."
            columns={[
              {
                accessor: 'timeSent',
                title: 'Time Sent',
                card: 'head',
                noWrap: true,
                render: ({ timeSent }) => asClinicTime(timeSent),
              },
              { accessor: 'contactMethod', title: 'Contact Method' },
            ]}
          />
        )}
        <Undelivered uId={uId} surveyEventId={surveyEventId} />
        <DialogFooter
          refused={refused}
          says={
            isToday
              ? `One reminder can be sent a day. The next one can be sent from ${asClinicTime(nextDayAfter(serverNow()))}.`
              : ''
          }
        >
          <DialogCancel>Close</DialogCancel>
          <SubmitButton busy={remind.isPending} ready={history !== undefined && !isToday} onPress={send}>
            Send Another Reminder
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}

/** ACT-11, ACT-13: a refusal in the words of the server. */
const sentenceOfRefusal = (failure: CallFailure): string =>
  failure.status === 403 && failure.message ? failure.message : 'There was a problem sending a reminder.';
