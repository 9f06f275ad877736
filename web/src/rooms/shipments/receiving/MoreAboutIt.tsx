import { Stack } from '@mantine/core';
import { pdfType } from '@portal/contract/documents/rules.ts';
import { imageTypes } from '@portal/contract/images/rules.ts';
import { longestComment, mostReceiptFiles } from '@portal/contract/shipments/rules.ts';
import { FilePicker } from '#kit/FilePicker.tsx';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import { wholesalerOpens, wholesalerReads } from '../sentences.ts';
import { type Row, useIsReadByWholesaler } from '../sides.ts';
import type { useReceipt } from './receipt.ts';

/** What a site adds to a delivery that did not end well; both sides of the request see it. */
export function MoreAboutIt({ receipt, row }: { receipt: ReturnType<typeof useReceipt>; row: Row }) {
  const isReadByWholesaler = useIsReadByWholesaler(row);
  if (!receipt.mayAdd) return null;
  const kept = `Up to ${mostReceiptFiles} files, kept with the documents of the request.`;
  // The picker would lose the files that are chosen in it.
  return (
    <div hidden={!receipt.asksMore}>
      <Stack gap="sm">
        <LimitedTextarea
          label="Note"
          description={
            isReadByWholesaler ? wholesalerReads : 'Becomes a comment on the request, which the supplier reads.'
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={receipt.note}
          onChange={(event) => receipt.setNote(event.currentTarget.value)}
          rows={3}
          resize="vertical"
          most={longestComment}
          disabled={receipt.isPending}
        />
        <FilePicker
          label="Photos or PDF"
          description={isReadByWholesaler ? `${kept} ${wholesalerOpens}` : kept}
          multiple
          accept={[pdfType, '.pdf', ...imageTypes].join(',')}
          onChange={(event) => void receipt.pick(event.currentTarget.files)}
          error={receipt.filesProblem}
          disabled={receipt.isPending}
        />
      </Stack>
    </div>
  );
}
