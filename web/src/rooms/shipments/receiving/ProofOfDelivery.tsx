import { Stack, Text } from '@mantine/core';
import { uploadTypes } from '@portal/contract/shipments/rules.ts';
import { Dialog, DialogCancel } from '#kit/Dialog.tsx';
import type { TaskProps } from '../tasks.ts';
import { useUploadForm } from '../documents/upload-form.ts';
import { UploadForm } from '../documents/UploadForm.tsx';

const [proofOfDelivery] = uploadTypes;

/** SST-17, OPS-84: a pharmacy that has confirmed a delivery to a participant is asked for the proof, and may decline. */
export function ProofOfDelivery({ row, onClose }: TaskProps) {
  const form = useUploadForm(row, { category: proofOfDelivery.category, onDone: onClose });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Upload proof of delivery of request ${row.srId}`}
      size="lg"
      mayClose={!form.isPending}
      dirty={form.isDirty}
    >
      <Stack>
        <Text size="sm">The delivery is confirmed. If you have a proof of it, you can add it to the request now.</Text>
        <UploadForm form={form} cancel={<DialogCancel disabled={form.isPending}>Not now</DialogCancel>} />
      </Stack>
    </Dialog>
  );
}
