import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { readSetUp } from '@portal/contract/pricing/set-up-endpoints.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import classes from './reports.module.css';
import { useCardsSent, useParticipantCounts, useSiteCount } from './queries.ts';

/** The four numbers of the chosen trial or site (DSH-01, DSH-04 to DSH-07). */
export function NumberCards({ gId, siteCount }: { gId: number | null; siteCount: number }) {
  const participants = useParticipantCounts(gId);
  const cards = useCardsSent(gId);
  const sites = useSiteCount(gId);
  const configured = sites.data?.siteCount.numConfiguredSites;
  return (
    <div className={classes.cards}>
      <NumberCard
        name="DEACTIVATED PARTICIPANTS"
        read={participants}
        number={participants.data?.deactivatedParticipants}
      />
      <NumberCard name="ACTIVE PARTICIPANTS" read={participants} number={participants.data?.activeParticipants} />
      <NumberCard name="CTRx CARDS SENT THIS MONTH" read={cards} number={cards.data?.outreachCount.totalSent} />
      <NumberCard name="TRIAL SITES" read={sites} number={configured}>
        {gId !== null && configured !== undefined && configured < siteCount && (
          <OfSites trialId={gId} all={siteCount} bare={siteCount - configured} />
        )}
      </NumberCard>
    </div>
  );
}

/** DSH-07 counts those that are configured: there are more of them below the trial. The trial's page says what each lacks. */
function OfSites({ trialId, all, bare }: { trialId: number; all: number; bare: number }) {
  const words = `of ${all.toLocaleString('en')}: ${bare.toLocaleString('en')} ${bare === 1 ? 'is' : 'are'} not configured`;
  return meets(readSetUp.access, useViewer()) ? (
    <Anchor
      component={Link}
      size="sm"
      to="/settings/caregroup-management"
      search={{ trial: trialId } as never}
      style={{ alignSelf: 'flex-start' }}
    >
      {words}
    </Anchor>
  ) : (
    <Text size="sm" c="gray.7">
      {words}
    </Text>
  );
}

/** One number: a dash before a trial is chosen, 0 beside the reason when it could not be read (OPN-47, OPN-52). */
function NumberCard(props: {
  name: string;
  number: number | undefined;
  read: { isLoading: boolean; isError: boolean; error: unknown; refetch: () => unknown };
  /** What else there is to know of it. */
  children?: ReactNode;
}) {
  const { name, number, read, children } = props;
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
      {children}
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
