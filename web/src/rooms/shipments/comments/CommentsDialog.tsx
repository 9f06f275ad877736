import { Box, Group, Stack } from '@mantine/core';
import { longestComment } from '@portal/contract/shipments/rules.ts';
import { useRef, useState } from 'react';
import { Dialog } from '#kit/Dialog.tsx';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import { Refusal } from '#kit/Refusal.tsx';
import { Loading } from '#kit/States.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { tooLong } from '#kit/too-long.ts';
import { refusedAs } from '#shared/way-on.ts';
import { CommentList } from './CommentList.tsx';
import type { TaskProps } from '../tasks.ts';
import { useComments } from '../queries.ts';
import { wholesalerReads } from '../sentences.ts';
import { useIsReadByWholesaler } from '../sides.ts';
import { useCommenting } from '../writes.ts';

/** The comments on a request. They count as read once they have been on the screen for 2 s (CMT-01 to CMT-07, CMT-10). */
export function CommentsDialog({ row, onClose }: TaskProps) {
  const { data = [], isPending } = useComments(row.srId);
  const { add, isPending: isSending, failure } = useCommenting();
  const isReadByWholesaler = useIsReadByWholesaler(row);
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const isBlank = text.trim() === '';
  const isReady = !isBlank && !tooLong(text, longestComment);
  const onSent = () => {
    setText('');
    field.current?.focus();
  };

  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Comments on request ${row.srId}`}
      size="lg"
      mayClose={!isSending}
      dirty={!isBlank}
      discard={{ title: 'Discard Comment?', text: 'Changes you made may not be saved' }}
    >
      <Stack>
        {isPending ? <Loading label="Loading comments" /> : <CommentList srId={row.srId} comments={data} />}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady) add(row.srId, text.trim(), onSent);
          }}
        >
          <LimitedTextarea
            ref={field}
            label="Comment"
            description={isReadByWholesaler && wholesalerReads}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            rows={3}
            resize="vertical"
            most={longestComment}
            data-autofocus
          />
          {failure && !isSending && (
            <Box mt="sm">
              <Refusal {...refusedAs(failure, { of: 'The comment was', done: 'sent', press: 'Send' })} />
            </Box>
          )}
          <Group justify="flex-end" mt="sm">
            <SubmitButton ready={isReady} busy={isSending}>
              Send
            </SubmitButton>
          </Group>
        </form>
      </Stack>
    </Dialog>
  );
}
