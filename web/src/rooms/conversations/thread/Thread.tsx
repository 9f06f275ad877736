import { Button, Group, Stack, Text } from '@mantine/core';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Notice } from '#kit/Notice.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import classes from '../conversations.module.css';
import { useConversation, useSetState } from '../queries.ts';
import { isNotThere } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { untoldWords } from '../untold.ts';
import { useDraft, useUnsent } from './drafts.ts';
import { Messages } from './Messages.tsx';
import { type NextPlace, useNextPlace } from './next-place.ts';
import { OutOfSight } from './OutOfSight.tsx';
import { SendBox } from './SendBox.tsx';
import { ThreadHead } from './ThreadHead.tsx';
import { type Sought, useThread } from './use-thread.ts';

const AttachDialog = lazyDialog(() => import('./AttachDialog.tsx'), 'AttachDialog');

interface Props {
  convId: number;
  sought: Sought | null;
  onBack: () => void;
  /** Left out where patients have no page (OPN-80). */
  onPatient: ((uId: number) => void) | undefined;
}

/** One conversation: who it is about, what was written, and the box to write (CHT-02). */
export function Thread(props: Props) {
  const { convId, sought, onBack } = props;
  const { data: conversation, error, refetch } = useConversation(convId);
  const written = useRef<Reading>(null);
  const next = useNextPlace();
  // Of one that is out of sight, as its patient was removed or emergency access ended, nothing stays that was read before.
  if (conversation && !isNotThere(error))
    return (
      <Stack gap="sm">
        <ThreadHead
          conversation={conversation}
          seenTo={() => written.current?.seenTo() ?? 0}
          onBehind={() => void written.current?.catchUp()}
          next={next}
          {...props}
        />
        {conversation.untold && (
          <Notice tone="warning">{untoldWords(conversation.patientName, conversation.untold)}</Notice>
        )}
        {conversation.isMember ? (
          <Written
            onReading={written}
            next={next}
            convId={convId}
            sought={sought}
            uId={conversation.uId}
            seesPatient={conversation.seesPatient}
            isClosed={conversation.state === 'closed'}
            version={conversation.version}
            untold={conversation.untold && conversation.patientName}
          />
        ) : (
          <Text c="gray.7">You do not take part in this conversation. Take it to read and write messages.</Text>
        )}
      </Stack>
    );
  if (error && isNotThere(error)) return <Gone convId={convId} message={error.message} onBack={onBack} />;
  if (error) return <Failed message="Unable to load conversations." onRetry={() => void refetch()} />;
  return <Loading />;
}

function Gone({ convId, ...rest }: Pick<Props, 'convId' | 'onBack'> & { message: string }) {
  return <OutOfSight what="conversation" unsent={useUnsent(convId)} {...rest} />;
}

/** What the head asks of the messages below it. */
type Reading = Pick<ReturnType<typeof useThread>, 'seenTo' | 'catchUp'>;

function Written(props: {
  onReading: Ref<Reading>;
  next: NextPlace;
  convId: number;
  sought: Sought | null;
  uId: number;
  seesPatient: boolean;
  isClosed: boolean;
  version: number;
  /** The name of a patient who is told of no message now. */
  untold: string | null;
}) {
  const { onReading, next, convId, sought, uId, seesPatient, isClosed, version, untold } = props;
  const thread = useThread(convId, sought);
  const { seenTo, catchUp } = thread;
  useImperativeHandle(onReading, () => ({ seenTo, catchUp }));
  const [text, setText] = useDraft('conversation', convId);
  const [attaching, setAttaching] = useState(false);
  const reopen = useSetState();
  const { cpId: cp_id } = useViewer();
  if (thread.isFailed) return <Failed message="Unable to load conversations." onRetry={() => void thread.catchUp()} />;
  if (!thread.loaded) return <Loading />;
  return (
    <Stack gap="sm">
      {thread.isReaching ? (
        <div className={classes.messages}>
          <Loading label="Loading earlier messages" />
        </div>
      ) : (
        <Messages
          {...thread.loaded}
          sought={sought}
          isLoadingOlder={thread.isLoadingOlder}
          pending={thread.pending}
          onOlder={() => void thread.loadOlder()}
          onSeen={thread.see}
          onSendAgain={thread.sendAgain}
          onDiscard={thread.discard}
          next={next}
        />
      )}
      {isClosed ? (
        <Group gap="sm">
          <Text>This conversation is closed.</Text>
          <SubmitButton
            variant="default"
            busy={reopen.isPending}
            onPress={() =>
              reopen.mutate(
                { body: { conv_id: convId, cp_id, state: 'open', version } },
                { onSuccess: () => next.go() },
              )
            }
          >
            Reopen
          </SubmitButton>
        </Group>
      ) : (
        <SendBox
          place={next.place}
          text={text}
          onText={setText}
          says={untold ? `What you write stays in this conversation. ${untold} is not told of it now.` : undefined}
          onSend={(message) => {
            thread.send(message);
            setText('');
          }}
          before={
            <Button variant="default" onClick={() => setAttaching(true)}>
              Attach
            </Button>
          }
        />
      )}
      {attaching && (
        <AttachDialog
          convId={convId}
          uId={uId}
          seesPatient={seesPatient}
          onClose={() => setAttaching(false)}
          onSent={(message) => {
            thread.take(message);
            setAttaching(false);
          }}
        />
      )}
    </Stack>
  );
}
