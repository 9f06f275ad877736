import { Stack, Text, UnstyledButton } from '@mantine/core';
import type { UploadType } from '@portal/contract/documents/rules.ts';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { Sheet } from '#kit/Sheet.tsx';
import type { Place } from './draft.ts';
import { ReplaceOrderForm } from './ReplaceOrderForm.tsx';
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
  // What corrects a signed document is a document like it, and no form.
  const [type, setType] = useState<UploadType | null>(place?.corrects ? 'Read-Only PDF' : null);
  /** The order form that is asked about, and that was agreed to be replaced. */
  const [asked, setAsked] = useState<number | null>(null);
  const isShippingTrial = place?.group.type === 'clinicalTrial' && place.group.hasShippingRequest;
  const offered: readonly UploadType[] = place
    ? [
        'Read-Only PDF',
        ...(isShippingTrial ? (['Order Form'] as const) : []),
        ...(modules.includes('TrialCard') ? (['Acknowledgment Form'] as const) : []),
      ]
    : ['Read-Only PDF', 'Template'];

  if (type) return <UploadWizard type={type} place={place} replaces={asked} onView={onView} onClose={onClose} />;
  return (
    <>
      <Sheet opened onClose={onClose} title="Select Upload Type">
        <Stack gap="xs">
          {offered.map((one, at) => (
            <UnstyledButton
              key={one}
              className={classes.type}
              aria-describedby={`about-type-${at}`}
              onClick={() => (one === 'Order Form' && place?.orderForm ? setAsked(place.orderForm) : setType(one))}
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
      {/* Asked before anything is filled in. */}
      <ReplaceOrderForm
        opened={asked !== null}
        onConfirm={() => setType('Order Form')}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

const about: Record<UploadType, string> = {
  'Read-Only PDF': 'To be read as it is, or signed by people you name.',
  'Order Form': 'Filled in and signed with each shipment request of this trial.',
  'Acknowledgment Form': 'Acknowledged by the people of this trial before they work in it.',
  Template: 'A form for patients, filled in and signed.',
};
