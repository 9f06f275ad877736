import { Button, Group, Stack, Text } from '@mantine/core';
import { type Reachable, cardNotSent, cardSent, sendProblem } from '@portal/contract/cards/rules.ts';
import type { Participant } from '@portal/contract/participants/endpoints.ts';
import { IconDeviceMobileMessage, IconMail, IconPrinter } from '@tabler/icons-react';
import { useId } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { Dialog, DialogFooter } from '#kit/Dialog.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
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
  return (
    <Dialog opened onClose={onClose} title="Participant Card" size="lg">
      {!card && !error && <Loading label="Loading the card" />}
      {!card && error && <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />}
      {card && (
        <Stack gap="md">
          <CardView card={card} name={`${fname} ${lname}`} trial={trial} />
          <Ways
            gId={gId}
            participantId={participantId}
            to={{ ...card, email: participant.email, phone: participant.phone }}
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

function Ways(props: {
  gId: number;
  participantId: number;
  to: Reachable;
  /** What was offered may have changed since: it is read anew, and says why. */
  onRefused: () => void;
}) {
  const { gId, participantId, to, onRefused } = props;
  const send = useSendCard();
  const { print, isPending } = usePrint(gId, participantId);
  const id = useId();
  const problems = ways.map(({ way }) => sendProblem(way, to));
  const sentAs = send.isPending ? send.variables.body.contactType : null;
  const deliver = (contactType: 'Email' | 'Text') => {
    if (send.isPending) return;
    send.mutate(
      { body: { participant_id: participantId, contactType, g_id: gId } },
      {
        onSuccess: () => toastSuccess(cardSent),
        onError: ({ status }) => {
          if (status === 401) return;
          toastFailure(cardNotSent);
          onRefused();
        },
      },
    );
  };
  return (
    <DialogFooter>
      <Stack gap="xs">
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            loading={isPending}
            onClick={() => void print()}
          >
            Print
          </Button>
          {ways.map(({ way, label, Icon }, i) => (
            <Button
              key={way}
              leftSection={<Icon size={18} aria-hidden />}
              disabled={problems[i] !== null}
              aria-describedby={problems[i] ? id : undefined}
              loading={sentAs === way}
              onClick={() => deliver(way)}
            >
              {label}
            </Button>
          ))}
        </Group>
        {/* In sight: a button that cannot be pressed takes no focus, and shows no tooltip on a phone. */}
        <Text id={id} size="sm" c="gray.7" ta="right">
          {[...new Set(problems.filter((one) => one !== null))].join(' ')}
        </Text>
      </Stack>
    </DialogFooter>
  );
}
