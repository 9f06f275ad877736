import { Button, Text, VisuallyHidden } from '@mantine/core';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { serverNow } from '#api/clock.ts';
import { CallFailure } from '#api/failure.ts';
import { lineDownFor } from '#api/live.ts';
import { useViewer } from '#api/viewer.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { standingNotices } from '#kit/page-edges.ts';
import { dayOf, today } from '#kit/today.ts';
import { newEntry } from './new-release.ts';
import classes from './StandingNotices.module.css';

/** What is to be known on every page for as long as it holds. It is loaded after the first page. */
export function StandingNotices({ reload = () => location.reload() }: { reload?: () => void }) {
  return (
    <div ref={standingNotices} className={classes.all}>
      <SessionEnd />
      <Updated reload={reload} />
      <NotUpdated />
    </div>
  );
}

/** Read out once, whatever time is shown. What typed work depends on stands above every dialog. */
function Standing({
  spoken,
  text,
  place,
  action,
}: {
  spoken: string;
  text: string | null;
  place: 'page' | 'above';
  action?: ReactNode;
}) {
  return (
    <div className={place === 'above' ? classes.above : undefined}>
      <VisuallyHidden role="status">{text && spoken}</VisuallyHidden>
      {text && (
        <Text className={classes.notice} size="sm">
          {text}
          {action}
        </Text>
      )}
    </div>
  );
}

const lookMs = 5_000;
/** The time, and the day where it is not today, as the rest of the shell shows it (CLN-25). */
function momentOf(at: Date): string {
  const moment = asClinicTime(at);
  return dayOf(at) === today() ? moment.slice(moment.indexOf(', ') + 2) : moment;
}

const endIsNearMs = 10 * 60_000;
/** SEC-04: the server ends a session twelve hours after the sign-in, whatever is being typed. */
function SessionEnd() {
  const { endsAt } = useViewer();
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const look = () => setNear(endsAt.getTime() - serverNow().getTime() <= endIsNearMs);
    look();
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  }, [endsAt]);
  return (
    <Standing
      place="above"
      spoken="Your session ends in less than ten minutes. Please save what you are doing and sign in again."
      text={
        isNear ? `Your session ends at ${momentOf(endsAt)}. Please save what you are doing and sign in again.` : null
      }
    />
  );
}

const askAgainMs = 60_000;
/** What a page meets that began with another release than the server's: it can neither read what comes nor ask for it. */
const isOfOtherRelease = (failure: unknown): boolean =>
  failure instanceof CallFailure &&
  (failure.status === 200 ||
    failure.code === 'no_such_call' ||
    Object.values(failure.fields).includes('is not a field of this call'));

/** REL-17: says that the page is of an earlier release than the server, and never loads it anew by itself: what was typed would be lost. */
function Updated({ reload }: { reload: () => void }) {
  const client = useQueryClient();
  const [isUpdated, setUpdated] = useState(false);
  useEffect(() => {
    let askedAt = -Infinity;
    const look = (failure: unknown) => {
      if (!isOfOtherRelease(failure) || performance.now() - askedAt < askAgainMs) return;
      askedAt = performance.now();
      newEntry().then(
        (entry) => entry !== null && setUpdated(true),
        () => undefined,
      );
    };
    for (const { state } of client.getQueryCache().getAll()) look(state.error);
    const stops = [
      client.getQueryCache().subscribe((told) => {
        if (told.type === 'updated' && told.action.type === 'error') look(told.action.error);
      }),
      client.getMutationCache().subscribe((told) => {
        if (told.type === 'updated' && told.action.type === 'error') look(told.action.error);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
  return (
    <Standing
      place="page"
      spoken="The portal was updated."
      text={isUpdated ? 'The portal was updated. Load this page anew.' : null}
      action={
        <Button variant="default" size="compact-sm" ml="xs" onClick={reload}>
          Load anew
        </Button>
      }
    />
  );
}

/** Shorter than this nobody is told: what is polled is some 60 s old at most. */
const oldMs = 90_000;
const againMs = 20_000;
/** How often what is shown is read while the line does not tell of changes. What never gets old, such as an opened document, is left. */
const withoutLineMs = 60_000;

/** Without an answer, or with that of a proxy or of a server that is not there for anybody. A refusal is no sign of that. */
const isAway = (failure: unknown): boolean =>
  failure instanceof CallFailure && (failure.status === 0 || failure.status > 500);
/** Shown now, read before, and not to be had any more. */
const isOutdated = ({ state, meta }: Query): boolean =>
  state.status === 'error' && state.dataUpdatedAt > 0 && isAway(state.error) && !meta?.['saysItsAge'];
const outdatedIn = (client: QueryClient): Query[] =>
  client.getQueryCache().findAll({ type: 'active', predicate: isOutdated });

/**
 * REL-17: says since when what is shown was not updated, while the server cannot be reached. What failed is read again by itself, and
 * all that is shown and can get old while the line is down: then either it is up to date, or it fails and is told of.
 */
function NotUpdated() {
  const client = useQueryClient();
  const [since, setSince] = useState<number | null>(null);
  useEffect(() => {
    /** What has failed again after it failed once. */
    let failedBefore = new Set<string>();
    const look = () => {
      const old = outdatedIn(client)
        .filter(({ queryHash, state }) => failedBefore.has(queryHash) && Date.now() - state.dataUpdatedAt >= oldMs)
        .map(({ state }) => state.dataUpdatedAt);
      setSince(old.length > 0 ? Math.min(...old) : null);
    };
    const readAgain = async () => {
      const failed = new Set(outdatedIn(client).map(({ queryHash }) => queryHash));
      await client.refetchQueries({ type: 'active', predicate: isOutdated }, { cancelRefetch: false });
      failedBefore = new Set(outdatedIn(client).flatMap(({ queryHash }) => (failed.has(queryHash) ? queryHash : [])));
      look();
    };
    const readWithoutLine = () => {
      if (lineDownFor() < oldMs) return;
      void client.refetchQueries({ type: 'active', predicate: (query) => query.isStale() }, { cancelRefetch: false });
    };
    const timers = [
      setInterval(look, lookMs),
      setInterval(() => void readAgain(), againMs),
      setInterval(readWithoutLine, withoutLineMs),
    ];
    return () => {
      for (const timer of timers) clearInterval(timer);
    };
  }, [client]);
  return (
    <Standing
      place="page"
      spoken="What is shown is not up to date: the server cannot be reached."
      text={since === null ? null : `Not updated since ${momentOf(byServer(since))}. The portal tries again by itself.`}
    />
  );
}

/** A browser's clock may be wrong (REL-10). */
const byServer = (at: number): Date => new Date(serverNow().getTime() - (Date.now() - at));
