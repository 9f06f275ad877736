import { Group, Stack, Text } from '@mantine/core';
import type { CardSending } from '@portal/contract/cards/endpoints.ts';
import { type Reachable, cardNotSent, cardSent, sendProblem } from '@portal/contract/cards/rules.ts';
import type { Participant } from '@portal/contract/participants/endpoints.ts';
import { IconDeviceMobileMessage, IconMail, IconPrinter } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { whetherDone } from '#api/unanswered.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { Dialog, DialogFooter } from '#kit/Dialog.tsx';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
import { asMoment } from '#kit/today.ts';
import { NotArriving } from '#shared/NotArriving.tsx';
import { ShownPhone } from '#shared/ShownPhone.tsx';
import { CardView } from './CardView.tsx';
import { useCard, usePrint, useSendCard } from './queries.ts';

/** The card of a participant (PAR-06), and the ways in which it reaches them (PCO-03). */
export function ParticipantCard({
  participant,
  gId,
  onClose,
}: {
  participant: Participant;
  gId: number;
  onClose: () => void;
}) {
  const { participantId, fname, lname, trial } = participant;
  const { data: card, error, refetch } = useCard(gId, participantId);
  // OPS-27: a trial is ready for its sites before its card is.
  const isNotConfigured = error?.code === 'card.not_configured';
  return (
    <Dialog opened onClose={onClose} title="Participant Card" size="lg">
      {!card && !error && <Loading label="Loading the card" />}
      {!card && error && isNotConfigured && <Empty message={sentenceOf(error)} />}
      {!card && error && !isNotConfigured && <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />}
      {card && (
        <Stack gap="md">
          <CardView card={card} name={`${fname} ${lname}`} trial={trial} />
          <Ways
            gId={gId}
            participantId={participantId}
            to={{ ...card, email: participant.email, phone: participant.phone }}
            last={{ Email: card.lastEmail, Text: card.lastText }}
            onRefused={() => void refetch()}
          />
        </Stack>
      )}
    </Dialog>
  );
}

const ways = [
  { way: 'Email', label: 'Send by email', Icon: IconMail },
  { way: 'Text', label: 'Send by text', Icon: IconDeviceMobileMessage },
] as const;
type Way = (typeof ways)[number]['way'];

function Ways(props: {
  gId: number;
  participantId: number;
  to: Reachable;
  /** When it was sent the last time, and where to. */
  last: Record<Way, CardSending | null>;
  /** What was offered may have changed since: it is read anew, and says why. */
  onRefused: () => void;
}) {
  const { gId, participantId, to, last, onRefused } = props;
  const send = useSendCard();
  const { print, isPending } = usePrint(gId, participantId);
  const id = useId();
  const problems = ways.map(({ way }) => sendProblem(way, to));
  const sentAs = send.isPending ? send.variables.body.contactType : null;
  const [again, setAgain] = useState<Way | null>(null);
  const before = again && last[again];
  const press = (way: Way) => (last[way] ? setAgain(way) : deliver(way));
  const deliver = (contactType: Way) => {
    if (send.isPending) return;
    send.mutate(
      { body: { participant_id: participantId, contactType, g_id: gId } },
      {
        onSuccess: () => toastSuccess(cardSent),
        onError: (failure) => {
          if (failure.status === 401) return;
          toastFailure(cardNotSent, whetherDone(failure));
          onRefused();
        },
      },
    );
  };
  return (
    <DialogFooter>
      <Stack gap="xs">
        <Group justify="flex-end" gap="sm">
          <SubmitButton
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            busy={isPending}
            onPress={() => void print()}
          >
            Print
          </SubmitButton>
          {ways.map(({ way, label, Icon }, i) => (
            <SubmitButton
              key={way}
              leftSection={<Icon size={18} aria-hidden />}
              disabled={problems[i] !== null}
              aria-describedby={problems[i] ? id : undefined}
              busy={sentAs === way}
              onPress={() => press(way)}
            >
              {label}
            </SubmitButton>
          ))}
        </Group>
        {ways.map(({ way }) => (
          <Sending key={way} way={way} to={to} last={last[way]} />
        ))}
        {ways.map(({ way }) => last[way]?.isUndelivered && <NotArriving key={way} way={way} />)}
        {/* In sight: a button that cannot be pressed takes no focus, and shows no tooltip on a phone. */}
        <Text id={id} size="sm" c="gray.7" ta="right">
          {[...new Set(problems.filter((one) => one !== null))].join(' ')}
        </Text>
      </Stack>
      <ConfirmDialog
        opened={again !== null}
        title="Send this card again?"
        confirm="Send again"
        onConfirm={() => {
          if (again) deliver(again);
          setAgain(null);
        }}
        onClose={() => setAgain(null)}
      >
        {again && before && (
          <Text>
            It was sent to <Recipient way={again} to={before.recipient} /> on {asMoment(before.sentAt)}. This time it
            goes to <Recipient way={again} to={recipientOf(again, to) ?? ''} />.
          </Text>
        )}
      </ConfirmDialog>
    </DialogFooter>
  );
}

const recipientOf = (way: Way, { email, phone }: Reachable) => (way === 'Email' ? email : phone);

const Recipient = ({ way, to }: { way: Way; to: string }) => (way === 'Email' ? to : <ShownPhone number={to} />);

/** To whom it goes, and when it went last; nothing where it never went and cannot. */
function Sending({ way, to, last }: { way: Way; to: Reachable; last: CardSending | null }) {
  const recipient = recipientOf(way, to);
  if (!recipient && !last) return null;
  return (
    <Text size="sm" c="gray.7" ta="right">
      {way}: {recipient ? <Recipient way={way} to={recipient} /> : 'none'}.{' '}
      {last ? (
        <>
          Last sent to <Recipient way={way} to={last.recipient} /> on {asMoment(last.sentAt)}.
        </>
      ) : (
        'Not sent yet.'
      )}
    </Text>
  );
}
