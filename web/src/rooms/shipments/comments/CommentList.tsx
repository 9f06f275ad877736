import { Group, Paper, Stack, Text, Tooltip } from '@mantine/core';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { ago } from '#kit/ago.ts';
import { asMoment } from '#kit/today.ts';
import type { Comment } from '../queries.ts';
import { fullName } from '../sentences.ts';
import { isUnread, useReadAfter2s } from './read-after.ts';

/** What both sides have said about a request, the oldest first (CMT-01). Wherever it is shown, what is looked at counts as read (CMT-05). */
export function CommentList({ srId, comments }: { srId: number; comments: readonly Comment[] }) {
  const list = useReadAfter2s(srId);
  if (comments.length === 0) return <Text c="gray.7">No comments</Text>;
  return (
    <Stack
      gap="xs"
      m={0}
      p={0}
      style={{ listStyle: 'none' }}
      aria-label="Comments"
      renderRoot={(props) => <ul {...props} ref={list} />}
    >
      {comments.map((comment) => (
        <Paper
          key={comment.commentId}
          component="li"
          withBorder
          p="sm"
          bg={comment.isMine ? 'gray.0' : undefined}
          {...(isUnread(comment) && { 'data-unread': comment.commentId, tabIndex: -1 })}
        >
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={600}>
              {fullName(comment)}{' '}
              <Text span size="sm" c="gray.7" fw={400}>
                {comment.type}
              </Text>
            </Text>
            <Group gap="xs">
              {isUnread(comment) && <WordBadge colour="blue">New</WordBadge>}
              <Tooltip label={asMoment(comment.created)} events={{ hover: true, focus: true, touch: true }}>
                <Text size="sm" c="gray.7" component="time" dateTime={comment.created.toISOString()} tabIndex={0}>
                  {ago(comment.created)}
                </Text>
              </Tooltip>
            </Group>
          </Group>
          <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{comment.message}</Text>
        </Paper>
      ))}
    </Stack>
  );
}
