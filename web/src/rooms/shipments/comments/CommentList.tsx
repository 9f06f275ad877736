import { Group, Paper, Stack, Text, Tooltip } from '@mantine/core';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { ago, asMoment } from '#kit/today.ts';
import type { Comment } from '../queries.ts';
import { fullName } from '../sentences.ts';

/** What both sides have said about a request, the oldest first (CMT-01). */
export function CommentList({ comments }: { comments: readonly Comment[] }) {
  if (comments.length === 0) return <Text c="gray.7">No comments</Text>;
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Comments">
      {comments.map((comment) => (
        <Paper key={comment.commentId} component="li" withBorder p="sm" bg={comment.isMine ? 'gray.0' : undefined}>
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={600}>
              {fullName(comment)}{' '}
              <Text span size="sm" c="gray.7" fw={400}>
                {comment.type}
              </Text>
            </Text>
            <Group gap="xs">
              {!comment.isRead && !comment.isMine && <WordBadge colour="blue">New</WordBadge>}
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
