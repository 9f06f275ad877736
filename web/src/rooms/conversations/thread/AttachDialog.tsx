import { Radio, Stack, Text } from '@mantine/core';
import { longest } from '@portal/contract/conversations/rules.ts';
import type { Message } from '@portal/contract/conversations/shapes.ts';
import { listPatientDocuments } from '@portal/contract/patient-records/history-endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isEmptyList, sentenceOf } from '#api/failure.ts';
import { newKey } from '#api/new-key.ts';
import { read } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { tooLong } from '#kit/too-long.ts';
import { saidAs } from '#shared/way-on.ts';
import { useAttach } from '../queries.ts';
import { useDraft } from './drafts.ts';

/** Sends a document of the patient into the conversation: the members and the patient can open it there. */
export function AttachDialog(props: {
  convId: number;
  uId: number;
  /** Whoever is in a conversation stays in it when the patient is no longer theirs. */
  seesPatient: boolean;
  onClose: () => void;
  onSent: (message: Message) => void;
}) {
  const { convId, uId, seesPatient, onClose, onSent } = props;
  const { cpId: cp_id } = useViewer();
  const { data, error, refetch } = useQuery(read(listPatientDocuments, { query: { u_id: uId } }));
  const [docId, setDocId] = useState<number | null>(null);
  // It outlives the dialog where the conversation goes out of sight.
  const [message, setMessage] = useDraft('attachment', convId);
  // The same document with the same words is the same message: it is stored once.
  const intention = useRef({ content: '', clientKey: '' });
  const attach = useAttach();
  const isTooLong = tooLong(message, longest.message) !== undefined;
  const send = () => {
    if (docId === null || isTooLong) return;
    const content = JSON.stringify([docId, message.trim()]);
    if (intention.current.content !== content) intention.current = { content, clientKey: newKey() };
    const { clientKey } = intention.current;
    const body = { conv_id: convId, cp_id, docId, clientKey, ...(message.trim() && { message: message.trim() }) };
    const onSuccess = (reply: { message: Message }) => {
      setMessage('');
      onSent(reply.message);
    };
    attach.mutate({ body }, { onSuccess });
  };
  const documents = data?.documents ?? [];
  return (
    <Dialog
      opened
      title="Attach a document"
      dirty={message !== ''}
      mayClose={!attach.isPending}
      onClose={() => {
        setMessage('');
        onClose();
      }}
    >
      <Stack>
        {error && !data && !isEmptyList(error) ? (
          <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />
        ) : !data && !error ? (
          <Loading />
        ) : documents.length === 0 ? (
          <Empty
            message={
              seesPatient
                ? 'This patient has no documents. An administrator adds them on the patient’s page.'
                : 'You no longer have access to this patient, so there is no document that you could attach.'
            }
          />
        ) : (
          <Radio.Group
            label="Document of the patient"
            value={docId === null ? '' : String(docId)}
            onChange={(value) => setDocId(Number(value))}
          >
            <Stack gap="xs" mt="xs" mah="16rem" style={{ overflowY: 'auto' }}>
              {documents.map((one) => (
                <Radio
                  key={one.docId}
                  value={String(one.docId)}
                  label={one.friendlyName}
                  description={
                    <>
                      Uploaded {asClinicTime(one.timeUploaded)}
                      {one.isCorrected && (
                        <Text span display="block" fz="xs">
                          {' '}
                          Corrected by a later document
                        </Text>
                      )}
                    </>
                  }
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {documents.length > 0 && (
          <LimitedTextarea
            label="Message (optional)"
            rows={2}
            most={longest.message}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
        )}
        <DialogFooter
          refused={
            attach.error !== null &&
            saidAs(attach.error, { of: 'The document was', done: 'sent', press: 'Send document' })
          }
        >
          <DialogCancel disabled={attach.isPending} />
          <SubmitButton busy={attach.isPending} ready={docId !== null && !isTooLong} onPress={send}>
            Send document
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}
