import { Box, Stack, Text, Title } from '@mantine/core';
import type { Participant } from '@portal/contract/participants/endpoints.ts';
import { sentenceOf } from '#api/failure.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import classes from './participants.module.css';
import { useCard } from './queries.ts';

/** The trial's card with this participant's name and number on it (PAR-06), for reading. */
export function CardDialog({
  participant,
  gId,
  onClose,
}: {
  participant: Participant;
  gId: number;
  onClose: () => void;
}) {
  const { data: card, error, refetch } = useCard(gId, participant.participantId);
  return (
    <Dialog opened onClose={onClose} title="Participant Card" size="lg">
      {!card && !error && <Loading label="Loading the card" />}
      {!card && error && <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />}
      {card && (
        <Stack gap="md">
          <section className={classes.card} aria-label="Card">
            {(card.mainLogo || card.optionalLogo) && (
              <div className={classes.logos}>
                {card.mainLogo && <img src={asImage(card.mainLogo)} alt={`Logo of ${participant.trial}`} />}
                {card.optionalLogo && <img src={asImage(card.optionalLogo)} alt="" />}
              </div>
            )}
            <dl className={classes.numbers}>
              <Fact label="RxBIN" value={card.rxBin} />
              <Fact label="RxPCN" value={card.rxPcn} />
              <Fact label="RxGRP" value={card.rxGrp} />
              <Fact label={card.cardholderNameLabel} value={`${participant.fname} ${participant.lname}`} />
              <Fact label={card.cardholderIdLabel} value={card.cardholderId} />
            </dl>
            <Text size="sm" className={classes.text}>
              {card.cardIntroduction}
            </Text>
          </section>
          <Part title="Participants" text={card.participants} />
          <Part title="Pharmacy Instructions" text={card.pharmacyInstructions} />
          <Part title="Claim Submissions" text={card.claimSubmissions} />
          <Part title="Contact Information" text={card.contactInfo} />
        </Stack>
      )}
    </Dialog>
  );
}

/** Logos are stored as base64, with or without their type before it (CRD-06). */
const asImage = (stored: string): string => (stored.startsWith('data:') ? stored : `data:image/png;base64,${stored}`);

const Fact = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </>
);

function Part({ title, text }: { title: string; text: string }) {
  if (!text) return null;
  return (
    <Box>
      <Title order={3}>{title}</Title>
      <Text size="sm" className={classes.text}>
        {text}
      </Text>
    </Box>
  );
}
