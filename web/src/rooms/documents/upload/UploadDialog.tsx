import { Stack, Text, UnstyledButton } from '@mantine/core';
import { messages, type UploadType } from '@portal/contract/documents/rules.ts';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { Sheet } from '#kit/Sheet.tsx';
import type { Place } from './draft.ts';
import classes from './Upload.module.css';
import { UploadWizard } from './UploadWizard.tsx';

interface Props {
  place: Place;
  onView: (docId: number) => void;
  onClose: () => void;
}

/** Adds a document: which type it is, then its steps (DOC-12, LIB-01, OPS-51). */
export function UploadDialog({ place, onView, onClose }: Props) {
  const { modules } = useViewer();
  const [type, setType] = useState<UploadType | null>(null);
  const [isAsking, setAsking] = useState(false);
  const isShippingTrial = place?.group.type === 'clinicalTrial' && place.group.hasShippingRequest;
  const offered: readonly UploadType[] = place
    ? [
        'Read-Only PDF',
        ...(isShippingTrial ? (['Order Form'] as const) : []),
        ...(modules.includes('TrialCard') ? (['Acknowledgment Form'] as const) : []),
      ]
    : ['Read-Only PDF', 'Template'];

  if (type) return <UploadWizard type={type} place={place} onView={onView} onClose={onClose} />;
  return (
    <>
      <Sheet opened onClose={onClose} title="Select Upload Type">
        <Stack gap="xs">
          {offered.map((one, at) => (
            <UnstyledButton
              key={one}
              className={classes.type}
              aria-describedby={`about-type-${at}`}
              onClick={() => (one === 'Order Form' && place?.hasOrderForm ? setAsking(true) : setType(one))}
            >
              <Text span fw={500} display="block">
                {one}
              </Text>
              <Text span display="block" c="gray.7" id={`about-type-${at}`} aria-hidden>
                {about[one]}
              </Text>
            </UnstyledButton>
          ))}
        </Stack>
      </Sheet>
      {/* ODF-02, OPS-54. Asked before anything is filled in. */}
      <ConfirmDialog
        opened={isAsking}
        title="Replace order form"
        confirm="Confirm"
        onConfirm={() => setType('Order Form')}
        onClose={() => setAsking(false)}
      >
        <Text>{messages.replaceOrderForm}</Text>
        <Text c="gray.7" mt="xs">
          The present one leaves the trial. Signed copies stay.
        </Text>
      </ConfirmDialog>
    </>
  );
}

const about: Record<UploadType, string> = {
  'Read-Only PDF': 'To be read as it is, or signed by people you name.',
  'Order Form': 'Filled in and signed with each shipment request of this trial.',
  'Acknowledgment Form': 'Acknowledged by the people of this trial before they work in it.',
  Template: 'A form for patients, filled in and signed.',
};
