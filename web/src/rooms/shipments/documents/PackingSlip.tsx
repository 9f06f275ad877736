import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#api/call.ts';
import { type CallFailure, sentenceOf } from '#api/failure.ts';
import { inTime } from '#api/queries.ts';
import { fromBase64 } from '#kit/base64.ts';
import { PdfPreview } from '#kit/PdfPreview.tsx';
import { useCalls } from '../sides.ts';
import type { TaskProps } from '../tasks.ts';

/** The paper that lies in the parcels of a request, to look at and to print. */
export function PackingSlip({ row, onClose }: TaskProps) {
  const { slip } = useCalls();
  const { data, error, refetch } = useQuery(
    queryOptions<{ file: Blob; filename: string }, CallFailure>({
      queryKey: [slip.path, row.srId],
      queryFn: async (context) => {
        const made = await call(slip, { query: { srId: row.srId } }, inTime(context));
        return { file: await fromBase64(made.data, made.contentType), filename: made.filename };
      },
      // As it is now, each time.
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
    }),
  );
  return (
    <PdfPreview
      title={`Packing slip of request ${row.srId}`}
      file={data?.file}
      filename={data?.filename ?? ''}
      failure={data ? null : error && sentenceOf(error)}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  );
}
