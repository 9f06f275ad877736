import { Stack } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#kit/Dialog.tsx';
import { toastSuccess } from '#kit/toast.ts';
import type { SigningLink } from './queries.ts';
import { SignDocument } from './SignDocument.tsx';

/** One document over the list that it is signed from; afterwards the list is where the work goes on (SGN-20). */
export function SignSheet(props: {
  link: SigningLink;
  title: string;
  /** Shows the document, once it is signed. */
  onView: () => void;
  onClose: () => void;
}) {
  const { link, title, onView, onClose } = props;
  const [{ dirty, busy }, setHolds] = useState({ dirty: false, busy: false });
  const end = (sentence: string) => {
    toastSuccess(sentence, { label: 'View', onPress: onView });
    onClose();
  };
  return (
    <Dialog
      opened
      title={title}
      size="72rem"
      fills
      mayClose={!busy}
      dirty={dirty}
      discard={{ title: 'Discard what you filled in?', text: 'The document was not submitted yet.' }}
      returnTo={nextToSign}
      onClose={onClose}
    >
      <Stack gap="sm" flex={1} mih={0}>
        <SignDocument
          link={link}
          onHolds={setHolds}
          onSigned={({ isCompletelySigned }) =>
            end(
              isCompletelySigned
                ? `“${title}” is signed by everybody.`
                : `“${title}” is signed. It waits for the next signer.`,
            )
          }
          onRejected={() => end(`“${title}” is rejected.`)}
        />
      </Stack>
    </Dialog>
  );
}

/** What was signed has left its list: the keyboard goes on with the next one there. */
const nextToSign = () => document.querySelector<HTMLElement>('main [data-next-step="Sign"]');
