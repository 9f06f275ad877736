import { Group, Image, Stack, Text } from '@mantine/core';
import type { CardOfRequest } from '@portal/contract/shipments/endpoints.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { Facts } from './Facts.tsx';
import type { TaskProps } from '../tasks.ts';
import { useCard } from '../queries.ts';
import { fullName, loadFailure } from '../sentences.ts';

/** SHV-07, ROL-27: the card of the participant of a request; of several, that of the one the server names. */
export function CardInfo({ row, onClose }: TaskProps) {
  const { data, isPending, isError, refetch } = useCard(row.srId);
  return (
    <Dialog opened onClose={onClose} title={`Card info of request ${row.srId}`} size="lg">
      {isPending && <Loading label="Loading the card" />}
      {isError && <Failed message={loadFailure} onRetry={() => void refetch()} />}
      {data && (data.trialCard ? <Card card={data.trialCard} /> : <Empty message="This request has no card." />)}
    </Dialog>
  );
}

/** Logos are stored as base64, with or without their type before it (CRD-06). */
const asImage = (stored: string): string => (stored.startsWith('data:') ? stored : `data:image/png;base64,${stored}`);

function Card({ card }: { card: CardOfRequest }) {
  const logos = [card.mainLogo, card.optionalLogo].filter((logo) => logo !== null);
  return (
    <Stack>
      {logos.length > 0 && (
        <Group>
          {logos.map((logo) => (
            <Image key={logo} src={asImage(logo)} alt="" h={48} w="auto" fit="contain" />
          ))}
        </Group>
      )}
      <Facts
        facts={[
          ['RxBIN', card.rxBin],
          ['RxPCN', card.rxPcn],
          ['RxGrp', card.rxGrp],
          [card.cardholderNameLabel, fullName(card)],
          [card.cardholderIdLabel, card.cardholderId],
        ]}
      />
      {[
        card.cardIntroduction,
        card.participants,
        card.pharmacyInstructions,
        card.claimSubmissions,
        card.contactInfo,
      ].map(
        (text, i) =>
          text && (
            <Text key={i} size="sm" style={{ whiteSpace: 'pre-line' }}>
              {text}
            </Text>
          ),
      )}
    </Stack>
  );
}
