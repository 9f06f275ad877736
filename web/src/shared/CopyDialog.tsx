import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { fetchCounting } from '#api/fetch-counting.ts';
import { useWork } from '#api/use-work.ts';
import { fromBase64 } from '#kit/base64.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { saveFile } from '#kit/save-file.ts';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { askForCopy, type Copied, wordsOfCopy } from './copied.ts';
import { documentWaitMs } from '#api/exchange.ts';

/** Has the records of a trial, a site or a person put together, and hands the file to the browser (P11-19, PRV-02). */
export function CopyDialog({ of, onClose }: { of: Copied; onClose: () => void }) {
  const [bytes, setBytes] = useState(0);
  const giveUp = useRef<AbortController | null>(null);
  useEffect(() => () => giveUp.current?.abort(), []);
  const copy = useWork(async () => {
    const stop = new AbortController();
    giveUp.current = stop;
    setBytes(0);
    const way = { signal: stop.signal, waitMs: documentWaitMs, fetch: fetchCounting(setBytes) };
    const made = await askForCopy(of, way).catch((error: unknown) => {
      if (stop.signal.aborted) return null;
      throw error;
    });
    const file = made && (await fromBase64(made.data, made.contentType));
    if (!file || stop.signal.aborted) return;
    saveFile(file, made.filename);
    toastSuccess(`${made.filename} is downloaded.`);
    onClose();
  });
  return (
    <Dialog opened title="Complete copy" mayClose={!copy.isPending} held={false} onClose={onClose}>
      <Stack>
        <Text>{wordsOfCopy(of)}</Text>
        <Text c="gray.7">Taking this copy is recorded.</Text>
        {copy.isPending && (
          <Stack gap={4} role="status">
            <progress aria-label="Complete copy" style={{ width: '100%' }} />
            <Text c="gray.7">
              {bytes === 0
                ? 'The copy is being made…'
                : `Receiving the copy: ${(bytes / 1_048_576).toFixed(1)} MB so far`}
            </Text>
          </Stack>
        )}
        <DialogFooter refused={copy.isError && { text: sentenceOf(copy.error) }}>
          {copy.isPending ? (
            <Button variant="default" onClick={() => giveUp.current?.abort()}>
              Cancel
            </Button>
          ) : (
            <DialogCancel />
          )}
          <SubmitButton busy={copy.isPending} onPress={() => copy.mutate()} data-autofocus>
            Make copy
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}
