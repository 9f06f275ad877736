import '#kit/later-styles.ts';
import { Anchor, Button, Checkbox, Group, Stack, Tabs, Text } from '@mantine/core';
import type { Ours } from '@portal/contract/endpoint.ts';
import { sentences, type WhyUntold } from '@portal/contract/conversations/rules.ts';
import type { BroadcastMessage, Recipient } from '@portal/contract/conversations/shapes.ts';
import { shownBirthDate } from '@portal/contract/patients/rules.ts';
import { useRef, useState } from 'react';
import type { listBroadcasts } from '@portal/contract/conversations/broadcast-endpoints.ts';
import { isEmptyList, isNotThere } from '#api/failure.ts';
import { AppTable } from '#kit/AppTable.tsx';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { Notice } from '#kit/Notice.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { DotAndWord } from '#shared/DotAndWord.tsx';
import { nameAndBirth } from '#shared/name-and-birth.ts';
import classes from '../conversations.module.css';
import { useBroadcast, useBroadcastMessages, useRecipients } from '../queries.ts';
import { useUnsentToAll } from '../thread/drafts.ts';
import { linked } from '../thread/linked.tsx';
import { OutOfSight } from '../thread/OutOfSight.tsx';
import { SendBox } from '../thread/SendBox.tsx';
import { exactly } from '../times.ts';
import { Title } from '../Title.tsx';
import { outOfSightWords, skippedWords, undeliveredWords, unreachableWords } from '../untold.ts';
import { memberWords } from './member-words.ts';
import { sentAfterAll, shortOf, useSendToAll } from './use-send-to-all.ts';

interface Props {
  rollupId: number;
  onBack: () => void;
  /** Left out where patients have no page (OPN-80). */
  onPatient: ((uId: number) => void) | undefined;
}

/** BCT-04: who a broadcast reaches, and what was sent. */
export function BroadcastPane({ rollupId, onBack, onPatient }: Props) {
  const { data, error, refetch } = useBroadcast(rollupId);
  // Of one that is out of sight nothing stays that was read before.
  if (error && isNotThere(error)) return <Gone rollupId={rollupId} message={error.message} onBack={onBack} />;
  if (error && !data) return <Failed message={sentences.loadFailed} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return <Opened data={data} rollupId={rollupId} onBack={onBack} onPatient={onPatient} />;
}

function Gone({ rollupId, ...rest }: Pick<Props, 'rollupId' | 'onBack'> & { message: string }) {
  return <OutOfSight what="broadcast" unsent={useUnsentToAll(rollupId)} {...rest} />;
}

function Opened({ data, rollupId, onBack, onPatient }: Props & { data: Ours<typeof listBroadcasts.reply> }) {
  // Whoever has just begun one has something to write.
  const [tab, setTab] = useState<'members' | 'messages'>(data.broadcastId === null ? 'messages' : 'members');
  /** The message that the members are shown for; null is the newest. */
  const [of, setOf] = useState<BroadcastMessage | null>(null);
  const [isLateOnly, setLateOnly] = useState(false);
  const membersTab = useRef<HTMLButtonElement>(null);
  const showMembers = (message: BroadcastMessage | null) => {
    setOf(message);
    setTab('members');
    // What was pressed goes away.
    membersTab.current?.focus();
  };
  return (
    <Stack gap="sm">
      <header className={classes.head}>
        <div>
          <Title>{data.topic}</Title>
          <Text size="sm">{(data.careProviderNames ?? '').split(',').join(', ')}</Text>
          <Text size="sm" c="gray.7">
            {memberWords(data)}
          </Text>
        </div>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
      </header>
      <Tabs value={tab} onChange={(next) => setTab(next === 'messages' ? next : 'members')} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab ref={membersTab} value="members">
            Members
          </Tabs.Tab>
          <Tabs.Tab value="messages">Messages</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="members" pt="sm">
          <Members
            rollupId={rollupId}
            of={of}
            isNothingSent={data.broadcastId === null}
            isLateOnly={isLateOnly}
            onLateOnly={setLateOnly}
            onNewest={() => showMembers(null)}
            onPatient={onPatient}
          />
        </Tabs.Panel>
        <Tabs.Panel value="messages" pt="sm">
          <Sent
            rollupId={rollupId}
            patients={data.numOfPatients ?? 0}
            onMembers={(message, isLate) => {
              setLateOnly(isLate);
              showMembers(message);
            }}
          />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

const words = { waiting: 'Waiting', delivered: 'Delivered', read: 'Read', skipped: 'Not sent' } as const;
const reasons = {
  not_active: 'Not active now',
  unreachable: 'Cannot be told now',
  undelivered: 'Mail or text does not arrive',
} as const;
const dots = { waiting: 'gray', delivered: 'blue', read: 'green', skipped: 'red' } as const;

function Members(
  props: Pick<Props, 'rollupId' | 'onPatient'> & {
    of: BroadcastMessage | null;
    isNothingSent: boolean;
    isLateOnly: boolean;
    onLateOnly: (isLateOnly: boolean) => void;
    onNewest: () => void;
  },
) {
  const { rollupId, onPatient, of, isNothingSent, isLateOnly, onLateOnly, onNewest } = props;
  const { data, error, isLoading, refetch } = useRecipients(rollupId, of?.broadcastId ?? null);
  if (error && !data && !isEmptyList(error))
    return <Failed message={sentences.loadFailed} onRetry={() => void refetch()} />;
  const late = (data ?? []).filter(({ isLate }) => isLate).length;
  return (
    <Stack gap="sm">
      {of && (
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Text size="sm" lineClamp={2}>
            How far the message of {exactly(of.timeSent)} came: “{of.message}”
          </Text>
          <Button variant="default" size="compact-sm" flex="none" onClick={onNewest}>
            Show newest
          </Button>
        </Group>
      )}
      {(late > 0 || isLateOnly) && (
        <Checkbox
          label={`Only patients who have not read it after a day (${late})`}
          checked={isLateOnly}
          onChange={(event) => onLateOnly(event.currentTarget.checked)}
        />
      )}
      <AppTable<Recipient>
        label="Members"
        storeKey="broadcast:members"
        pageSize={5}
        pageKey={`${rollupId} ${of?.broadcastId} ${isLateOnly}`}
        records={(data ?? []).filter(({ isLate }) => isLate || !isLateOnly)}
        loading={isLoading}
        idAccessor="convId"
        empty="No members."
        columns={[
          {
            accessor: 'patientName',
            title: 'Patient',
            card: 'head',
            sortable: true,
            render: ({ uId, patientName, dob, seesPatient }) => {
              const named = nameAndBirth({ name: patientName, dob });
              return seesPatient && onPatient ? (
                <Anchor component="button" type="button" fz="inherit" ta="left" onClick={() => onPatient(uId)}>
                  {named}
                </Anchor>
              ) : (
                named
              );
            },
          },
          {
            accessor: 'state',
            title: of ? 'This message' : 'Newest message',
            sortable: true,
            render: ({ state, isLate, untold }) => (
              <>
                {isNothingSent ? (
                  '–'
                ) : (
                  <DotAndWord colour={isLate ? 'orange' : dots[state]}>
                    {isLate ? 'Not read after a day' : words[state]}
                  </DotAndWord>
                )}
                {untold && (
                  <Text size="xs" c="gray.7">
                    {reasons[untold]}
                  </Text>
                )}
              </>
            ),
          },
          {
            accessor: 'readAt',
            title: 'Read',
            noWrap: true,
            sortable: true,
            sortValue: ({ readAt }) => readAt?.getTime(),
            render: ({ readAt }) => (readAt ? exactly(readAt) : '–'),
          },
        ]}
      />
    </Stack>
  );
}

const namesOf = (some: readonly Recipient[]): string[] =>
  some.map(({ patientName, dob }) => (dob ? `${patientName} (born ${shownBirthDate(dob)})` : patientName));

/** A number that leads to the members it counts. */
function Count({ says, of, onPress }: { says: string; of: string; onPress: () => void }) {
  return (
    <Anchor component="button" type="button" fz="inherit" aria-label={`${says} ${of}: show members`} onClick={onPress}>
      {says}
    </Anchor>
  );
}

function Sent({
  rollupId,
  patients,
  onMembers,
}: Pick<Props, 'rollupId'> & { patients: number; onMembers: (of: BroadcastMessage, isLate: boolean) => void }) {
  const { data, error, isLoading, refetch } = useBroadcastMessages(rollupId);
  const recipients = useRecipients(rollupId, null);
  const [seen, lost] = [true, false].map((isSeen) =>
    (recipients.data ?? []).filter(({ seesPatient }) => seesPatient === isSeen),
  ) as [Recipient[], Recipient[]];
  const untold = (why: WhyUntold) => namesOf(seen.filter((one) => one.untold === why));
  const [unreachable, undelivered, idle] = [untold('unreachable'), untold('undelivered'), untold('not_active')];
  /** The server sends it to those alone whom the sender sees and who are active; until they are known, to all at most. */
  const reached = recipients.data ? seen.length - idle.length : patients;
  const { text, setText, isSending, question, ask, answer, problem, earlier } = useSendToAll(rollupId, data);
  const others = question ? earlier.filter((one) => one.text !== question.text) : [];
  if (error && !data && !isEmptyList(error))
    return <Failed message={sentences.loadFailed} onRetry={() => void refetch()} />;
  return (
    <Stack gap="sm">
      <AppTable<BroadcastMessage>
        label="Messages"
        storeKey="broadcast:messages"
        pageSize={5}
        sizes={['5', '10', '25', '100']}
        pageKey={String(rollupId)}
        records={data ?? []}
        loading={isLoading}
        idAccessor="broadcastId"
        empty="Nothing has been sent yet."
        columns={[
          {
            accessor: 'message',
            title: 'Message',
            card: 'head',
            render: ({ message }) => (
              <span style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{linked(message)}</span>
            ),
          },
          { accessor: 'senderName', title: 'Sent by' },
          { accessor: 'timeSent', title: 'Sent', noWrap: true, render: ({ timeSent }) => exactly(timeSent) },
          {
            accessor: 'read',
            title: 'Read',
            textAlign: 'right',
            noWrap: true,
            render: (row) => (
              <Count says={`${row.read} of ${row.delivered}`} of="read" onPress={() => onMembers(row, false)} />
            ),
          },
          {
            accessor: 'unreadAfterDay',
            title: 'Not read after a day',
            textAlign: 'right',
            render: (row) => (
              <Count
                says={String(row.unreadAfterDay)}
                of="not read after a day"
                onPress={() => onMembers(row, row.unreadAfterDay > 0)}
              />
            ),
          },
        ]}
      />
      {problem && <Notice tone="error">{problem}</Notice>}
      {earlier.map(
        (one) =>
          one.isStored && (
            <Notice key={one.text} tone="warning">
              {sentAfterAll(one.text)}
            </Notice>
          ),
      )}
      <Group gap="xs">
        <Text size="sm" c="gray.7">
          Sent to every active patient in this broadcast whom you see, each in their own conversation.
        </Text>
      </Group>
      {unreachable.length > 0 && <Notice tone="warning">{unreachableWords(unreachable)}</Notice>}
      {undelivered.length > 0 && <Notice tone="warning">{undeliveredWords(undelivered)}</Notice>}
      {idle.length > 0 && <Notice tone="warning">{skippedWords(idle)}</Notice>}
      {lost.length > 0 && <Notice tone="warning">{outOfSightWords(namesOf(lost))}</Notice>}
      <SendBox label="Message to all" busy={isSending} text={text} onText={setText} onSend={ask} />
      <ConfirmDialog
        opened={question !== null}
        title={`Send to ${reached.toLocaleString('en')} ${reached === 1 ? 'patient' : 'patients'}?`}
        confirm="Send"
        onConfirm={() => answer(true)}
        onClose={() => answer(false)}
      >
        {others.map((one) => (
          <Text key={one.text} mb="sm" style={{ overflowWrap: 'anywhere' }}>
            {one.isStored
              ? `“${shortOf(one.text)}” was sent. Send this as well?`
              : `It is not known whether “${shortOf(one.text)}” was sent. Send this as well?`}
          </Text>
        ))}
        <Text lineClamp={6} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {question?.text}
        </Text>
      </ConfirmDialog>
    </Stack>
  );
}
