import '#kit/all-styles.ts';
import { Title } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { newQueryClient } from '#api/queries.ts';
import { onSessionEnd } from '#api/session.ts';
import { useViewerOrNobody } from '#api/viewer.ts';
import { Toasts } from '#kit/Toasts.tsx';
import { OpenFrame } from '#rooms/identity/OpenFrame.tsx';
import { TermsNotice } from '#rooms/identity/signing-in/TermsNotice.tsx';
import { OwnTraining } from '#rooms/signing/training/OwnTraining.tsx';

/** `/acknowledgment-form`: the training that a person acknowledges before they work (ACK, AKF). It stands outside of the shell. */
export default function AcknowledgmentForm() {
  const viewer = useViewerOrNobody();
  const [client] = useState(newQueryClient);
  useEffect(() => onSessionEnd(() => client.clear()), [client]);
  return (
    <QueryClientProvider client={client}>
      <Toasts />
      <OpenFrame>
        <Title order={1}>Training Acknowledgment</Title>
        {/* Whoever has just signed out is on their way to the sign-in page. */}
        {viewer && <OwnTraining terms={<TermsNotice />} />}
      </OpenFrame>
    </QueryClientProvider>
  );
}
