import { Box, Stack, Text, Title } from '@mantine/core';
import type { TrialCard } from '@portal/contract/cards/endpoints.ts';
import { asImage } from './logo.ts';
import classes from './cards.module.css';

/** A card as its participant has it: the template of the trial with a name and a number on it (PCO-02, CRD-09). */
export function CardView({ card, name, trial }: { card: TrialCard; name: string; trial: string }) {
  return (
    <Stack gap="md">
      <section className={classes.card} aria-label="Card">
        {(card.mainLogo || card.optionalLogo) && (
          <div className={classes.logos}>
            {card.mainLogo && <img src={asImage(card.mainLogo)} alt={`Logo of ${trial}`} />}
            {card.optionalLogo && <img src={asImage(card.optionalLogo)} alt="" />}
          </div>
        )}
        <dl className={classes.numbers}>
          <Fact label="RxBIN" value={card.rxBin} />
          <Fact label="RxPCN" value={card.rxPcn} />
          <Fact label="RxGRP" value={card.rxGrp} />
          <Fact label={card.cardholderNameLabel} value={name} />
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
  );
}

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
