import { Stack } from '@mantine/core';
import { useRef } from 'react';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import classes from '../conversations.module.css';
import { useBroadcasts } from '../queries.ts';
import { isEmptyList } from '#api/failure.ts';
import { exactly, shortTime } from '../times.ts';
import { memberWords } from './member-words.ts';

/** BCT-01: each row shows topic and member count. */
export function BroadcastList({ chosen, onOpen }: { chosen: number | null; onOpen: (rollupId: number) => void }) {
  const list = useRef<HTMLUListElement>(null);
  const { data, error, isLoading, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useBroadcasts();
  if (error && !data && !isEmptyList(error))
    return <Failed message="Unable to load conversations." onRetry={() => void refetch()} />;
  if (isLoading) return <Loading />;
  const rows = data ?? [];
  const showMore = async () => {
    // With the last of them the button goes away.
    if (!(await fetchNextPage()).hasNextPage) list.current?.focus();
  };
  if (rows.length === 0)
    return <Empty message="No broadcasts yet. A new conversation with several patients becomes one." />;
  return (
    <Stack gap="xs">
      <ul ref={list} tabIndex={-1} className={classes.list} aria-label="Broadcasts">
        {rows.map((row) => (
          <li key={row.rollupId}>
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its words, which lie deeper, are its name */}
            <button
              type="button"
              className={classes.row}
              data-row={row.rollupId}
              aria-current={row.rollupId === chosen}
              onClick={() => onOpen(row.rollupId)}
            >
              <span className={classes.line}>
                <span>{row.topic}</span>
                <time
                  className={classes.quiet}
                  dateTime={row.timeCreated.toISOString()}
                  title={exactly(row.timeCreated)}
                >
                  {shortTime(row.timeCreated)}
                </time>
              </span>
              <span className={`${classes.line} ${classes.quiet}`}>
                <span>{row.message || 'Nothing sent yet'}</span>
                <span>{memberWords(row)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <SubmitButton variant="default" busy={isFetchingNextPage} onPress={() => void showMore()}>
          Show more
        </SubmitButton>
      )}
    </Stack>
  );
}
