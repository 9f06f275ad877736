import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { Dialog } from '#kit/Dialog.tsx';
import { Loading } from '#kit/States.tsx';
import { CommentList } from './CommentList.tsx';
import type { TaskProps } from './tasks.ts';
import { type Comment, useComments } from './queries.ts';
import { useCommenting } from './writes.ts';

/** The comments on a request. They count as read once they have been shown for 2 s (CMT-01 to CMT-07, CMT-10). */
export function CommentsDialog({ row, onClose }: TaskProps) {
  const { data = [], isPending } = useComments(row.srId);
  const { add, markRead, isPending: isSending } = useCommenting();
  const [text, setText] = useState('');
  const [asksToDiscard, setAsksToDiscard] = useState(false);
  useReadAfter2s(data, (commentIds) => markRead(row.srId, commentIds));
  const isBlank = text.trim() === '';
  const close = () => (isBlank ? onClose() : setAsksToDiscard(true));

  return (
    <>
      <Dialog opened onClose={close} title={`Comments on request ${row.srId}`} size="lg" mayClose={!isSending}>
        <Stack>
          {isPending ? <Loading label="Loading comments" /> : <CommentList comments={data} />}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (!isBlank) add(row.srId, text.trim(), () => setText(''));
            }}
          >
            <Textarea
              label="Comment"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              rows={3}
              resize="vertical"
              maxLength={2000}
              data-autofocus
            />
            <Group justify="flex-end" mt="sm">
              <Button type="submit" disabled={isBlank} loading={isSending}>
                Send
              </Button>
            </Group>
          </form>
        </Stack>
      </Dialog>
      <ConfirmDialog
        opened={asksToDiscard}
        title="Discard Comment?"
        confirm="Discard"
        cancel="Keep editing"
        danger
        onConfirm={onClose}
        onClose={() => setAsksToDiscard(false)}
      >
        Changes you made may not be saved
      </ConfirmDialog>
    </>
  );
}

/** CMT-05, CMT-06: whoever closes the dialog sooner leaves them unread. */
function useReadAfter2s(comments: readonly Comment[], markRead: (commentIds: number[]) => void) {
  const latest = useRef(markRead);
  useEffect(() => {
    latest.current = markRead;
  });
  const unread = comments.filter((comment) => !comment.isRead && !comment.isMine).map((comment) => comment.commentId);
  const shown = unread.join();
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => latest.current(shown.split(',').map(Number)), 2000);
    return () => clearTimeout(timer);
  }, [shown]);
}
