import { Stack } from '@mantine/core';
import { useNextRows } from '#kit/next-rows.ts';
import { NextRows } from '#kit/NextRows.tsx';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import classes from '../conversations.module.css';
import { useBroadcasts } from '../queries.ts';
import { isEmptyList } from '#api/failure.ts';
import { exactly, shortTime } from '../times.ts';
import { memberWords } from './member-words.ts';

/** BCT-01: each row shows topic and member count. */
export function BroadcastList({ chosen, onOpen }: { chosen: number | null; onOpen: (rollupId: number) => void }) {
  const broadcasts = useBroadcasts();
  const { data, error, isLoading, refetch, hasNextPage } = broadcasts;
  const { place, ask } = useNextRows<HTMLUListElement>(broadcasts);
  if (error && !data && !isEmptyList(error))
    return <Failed message="Unable to load conversations." onRetry={() => void refetch()} />;
  if (isLoading) return <Loading />;
  const rows = data ?? [];
  if (rows.length === 0)
    return <Empty message="No broadcasts yet. A new conversation with several patients becomes one." />;
  return (
    <Stack gap="xs">
      <ul ref={place} tabIndex={-1} className={classes.list} aria-label="Broadcasts">
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
        <NextRows next={broadcasts} onAsk={ask}>
          Show more
        </NextRows>
      )}
    </Stack>
  );
}
