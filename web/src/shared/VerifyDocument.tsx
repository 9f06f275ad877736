import { Button, Stack, Text, Title } from '@mantine/core';
import { readFieldName } from '@portal/contract/signing/field-names.ts';
import { verifyDocument } from '@portal/contract/signing/endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotThere, sentenceOf } from '#api/failure.ts';
import { read } from '#api/queries.ts';
import { DialogFooter } from '#kit/Dialog.tsx';
import { Notice } from '#kit/Notice.tsx';
import { Sheet } from '#kit/Sheet.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { asDay } from '#kit/today.ts';
import classes from './VerifyDocument.module.css';

type Verified = Ours<typeof verifyDocument.reply>;

/** Says in words what the server finds when it checks a signed document anew (P11-03, P11-04). */
export function VerifyDocument(props: { docId: number; title: string; onClose: () => void }) {
  const { docId, title, onClose } = props;
  const { data, error, isFetching, refetch } = useQuery({
    ...read(verifyDocument, { query: { docId } }),
    // Each look is a check of its own, and one that somebody asked for.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Sheet opened title={`Verify: ${title}`} size="xl" onClose={onClose}>
      {error && (
        <Failed
          message={isNotThere(error) ? 'This document can no longer be opened.' : sentenceOf(error)}
          onRetry={isNotThere(error) ? undefined : () => void refetch()}
        />
      )}
      {!error && !data && <Loading label="Checking the document" />}
      {!error && data && (
        <Stack>
          <Finding {...data} />
          <Part title="What was checked">
            <Sentences of={data.checked} />
          </Part>
          {data.signatures.length > 0 && (
            <>
              <Part title="Signatures">
                {data.signatures.map((signature) => (
                  <Signature key={signature.fieldName} {...signature} />
                ))}
              </Part>
              <Part title="Seal">
                <Text>
                  {data.sealedAt
                    ? `Sealed ${asStamp(data.sealedAt)}.`
                    : (data.missingSeal ?? 'Waiting: the document is sealed within a minute of the last signature.')}
                </Text>
              </Part>
            </>
          )}
          <DialogFooter>
            <SubmitButton variant="default" busy={isFetching} onPress={() => void refetch()}>
              Check again
            </SubmitButton>
            <Button onClick={onClose}>Close</Button>
          </DialogFooter>
        </Stack>
      )}
    </Sheet>
  );
}

const Finding = ({ valid, problems, signatures }: Verified) =>
  valid ? (
    <Notice tone="info" title={signatures.length > 0 ? 'This document is valid.' : 'There is nothing to verify.'}>
      {signatures.length > 0 && 'Nothing differs from what was signed.'}
    </Notice>
  ) : (
    <Notice tone="error" title="This document is not valid.">
      <Sentences of={problems} />
    </Notice>
  );

/** P11-03, P11-17: name, account, meaning and time, as they are printed on the document. */
const Signature = ({ name, email, cpId, reason, date, fieldName, hash }: Verified['signatures'][number]) => (
  <div>
    <Text fw={600}>{name}</Text>
    <Text style={{ overflowWrap: 'anywhere' }}>
      {email}, number {cpId}
    </Text>
    <Text>{reason}</Text>
    <Text>
      <time dateTime={date.toISOString()}>{asStamp(date)}</time>
    </Text>
    <Text c="gray.7" size="sm">
      Field {fieldWords(fieldName)}, SHA-384 of the drawing:
    </Text>
    <Text className={classes.hash}>{hash}</Text>
  </div>
);

const fieldWords = (name: string): string => {
  const said = readFieldName(name);
  return said ? `${said.type} ${said.index + 1} of signer ${said.signer}` : name;
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={3} size="h4" mb="xs">
      {title}
    </Title>
    <Stack gap="sm">{children}</Stack>
  </section>
);

const Sentences = ({ of }: { of: readonly string[] }) => (
  <Text component="ul" className={classes.list}>
    {of.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </Text>
);

/** The server's time with its zone, as it is printed: `23-Nov-2026 14:03:27 UTC`. */
const asStamp = (date: Date): string => {
  const iso = date.toISOString();
  return `${asDay(iso)} ${iso.slice(11, 19)} UTC`;
};
