import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { Conversation } from '@portal/contract/conversations/shapes.ts';
import { useNextRows } from '#kit/next-rows.ts';
import { NextRows } from '#kit/NextRows.tsx';
import { Empty, Failed } from '#kit/States.tsx';
import { ClearButton } from '#shared/ListToolbar.tsx';
import { nameAndBirth } from '#shared/name-and-birth.ts';
import classes from '../conversations.module.css';
import type { Look } from '../look.ts';
import { useConversations } from '../queries.ts';
import { isEmptyList } from '#api/failure.ts';
import { exactly, shortTime } from '../times.ts';
import { excerptOf } from './excerpt.ts';

/** CHT-03, CHT-09: the newest activity first. */
export function ConversationList(props: {
  look: Look;
  sought: string;
  filter: string;
  onOpen: (convId: number, msgId: number | null) => void;
  onClear: () => void;
}) {
  const { look, sought, filter, onOpen, onClear } = props;
  const conversations = useConversations(look, sought);
  const { data, error, isLoading, refetch, hasNextPage } = conversations;
  const { place, ask } = useNextRows<HTMLUListElement>(conversations);
  // CLN-09: a 404 is an empty list.
  if (error && !data && !isEmptyList(error))
    return <Failed message="Unable to load conversations." onRetry={() => void refetch()} />;
  if (isLoading)
    return (
      <Stack gap="xs" role="status" aria-label="Loading…">
        {Array.from({ length: 4 }, (_, n) => (
          <Skeleton key={n} height={44} />
        ))}
      </Stack>
    );
  const rows = data ?? [];
  if (rows.length === 0)
    return sought === '' ? (
      <Empty message={filter === 'Mine' ? 'You have no conversations yet.' : `No conversations under “${filter}”.`} />
    ) : (
      <Empty message={`No conversation matches “${sought}”.`} action={<ClearButton onClear={onClear} inList />} />
    );
  return (
    <Stack gap="xs">
      <ul ref={place} tabIndex={-1} className={classes.list} aria-label="Conversations">
        {rows.map((row) => (
          <li key={row.convId}>
            <Row
              row={row}
              sought={sought}
              isChosen={row.convId === look.conversation}
              onOpen={() => onOpen(row.convId, row.foundMessage?.msgId ?? null)}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <NextRows next={conversations} onAsk={ask}>
          Show more
        </NextRows>
      )}
    </Stack>
  );
}

function Row(props: { row: Conversation; sought: string; isChosen: boolean; onOpen: () => void }) {
  const { row, sought, isChosen, onOpen } = props;
  const { unreadMsgCount: unread } = row;
  return (
    <button type="button" className={classes.row} data-row={row.convId} aria-current={isChosen} onClick={onOpen}>
      <span className={classes.line}>
        <span className={`${classes.person} ${unread > 0 ? classes.strong : ''}`}>
          {nameAndBirth({ name: row.patientName, dob: row.dob })}
        </span>
        <time
          className={classes.quiet}
          dateTime={row.latestTimeStamp.toISOString()}
          title={exactly(row.latestTimeStamp)}
        >
          {shortTime(row.latestTimeStamp)}
        </time>
      </span>
      <span className={classes.line}>
        <span>{row.topic}</span>
        {unread > 0 && (
          <span className={classes.count}>
            {unread > 99 ? '99+' : unread}
            <VisuallyHidden> unread</VisuallyHidden>
          </span>
        )}
      </span>
      <span className={`${classes.line} ${classes.quiet}`}>
        {row.foundMessage ? (
          <FoundLine text={row.foundMessage.text} sought={sought} />
        ) : (
          <span>{row.latestMessage || row.careProviders}</span>
        )}
        <span>{row.state === 'closed' ? 'Closed' : row.assignedTo === null ? 'Unassigned' : ''}</span>
      </span>
    </button>
  );
}

/** What was looked for, with the words around it. */
function FoundLine({ text, sought }: { text: string; sought: string }) {
  const { before, found, after } = excerptOf(text, sought);
  return (
    <span>
      <VisuallyHidden>Found in a message: </VisuallyHidden>
      {before}
      <mark className={classes.hit}>{found}</mark>
      {after}
    </span>
  );
}
