import { Button, Skeleton } from '@mantine/core';
import { useId } from 'react';
import { sentenceOf } from '#api/failure.ts';
import classes from './reports.module.css';
import { useCardsSent, useParticipantCounts, useSiteCount } from './queries.ts';

/** The four numbers of the chosen trial or site (DSH-01, DSH-04 to DSH-07). */
export function NumberCards({ gId }: { gId: number | null }) {
  const participants = useParticipantCounts(gId);
  const cards = useCardsSent(gId);
  const sites = useSiteCount(gId);
  return (
    <div className={classes.cards}>
      <NumberCard
        name="DEACTIVATED PARTICIPANTS"
        read={participants}
        number={participants.data?.deactivatedParticipants}
      />
      <NumberCard name="ACTIVE PARTICIPANTS" read={participants} number={participants.data?.activeParticipants} />
      <NumberCard name="CTRx CARDS SENT THIS MONTH" read={cards} number={cards.data?.outreachCount.totalSent} />
      <NumberCard name="TRIAL SITES" read={sites} number={sites.data?.siteCount.numConfiguredSites} />
    </div>
  );
}

/** One number: a dash before a trial is chosen, 0 beside the reason when it could not be read (OPN-47, OPN-52). */
function NumberCard(props: {
  name: string;
  number: number | undefined;
  read: { isLoading: boolean; isError: boolean; error: unknown; refetch: () => unknown };
}) {
  const { name, number, read } = props;
  const heading = useId();
  const failed = read.isError && number === undefined;
  return (
    <section className={classes.card} aria-labelledby={heading} aria-busy={read.isLoading}>
      <h2 id={heading} className={classes.name}>
        {name}
      </h2>
      {read.isLoading ? (
        <Skeleton h={40} w={80} role="img" aria-label="Loading" />
      ) : (
        <span className={classes.number}>{failed ? 0 : (number?.toLocaleString('en') ?? '-')}</span>
      )}
      {failed && (
        <div role="alert" className={classes.failure}>
          {sentenceOf(read.error)}
          <Button variant="default" size="compact-sm" onClick={() => void read.refetch()}>
            Try again
          </Button>
        </div>
      )}
    </section>
  );
}
