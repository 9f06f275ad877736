import { fileProblem, pdfType } from '@portal/contract/documents/rules.ts';
import { imageProblem } from '@portal/contract/images/rules.ts';
import {
  type deliveryOutcomes,
  type ItemCondition,
  mostReceiptFiles,
  receiptProblem,
} from '@portal/contract/shipments/rules.ts';
import { useState } from 'react';
import { smallerPhoto } from '#kit/smaller-photo.ts';
import { useRequest } from '../queries.ts';
import { type Row, useDesk } from '../sides.ts';
import { useMove, useReceive } from '../writes.ts';

export type Outcome = (typeof deliveryOutcomes)[number];

/**
 * What a person says of a delivery. The outcome alone goes by the status call, as the partners' does; what a site says beside it
 * goes with it in one call.
 */
export function useReceipt(row: Row, outcome: Outcome | null, then: Parameters<typeof useMove>[1]) {
  const mayAdd = useDesk() === 'site';
  const request = useRequest(row);
  const [said, setSaid] = useState<ReadonlyMap<number, ItemCondition>>(new Map());
  const [note, setNote] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const { move, ...moving } = useMove(row, then);
  const { receive, ...receiving } = useReceive(row, then);

  const assumed: ItemCondition = outcome === 'damaged' || outcome === 'missing' ? outcome : 'received';
  const conditionOf = (itemId: number): ItemCondition => said.get(itemId) ?? assumed;
  const items = (request.data?.packages ?? [])
    .flatMap((one) => one.items)
    .map(({ itemId }) => ({ itemId, condition: conditionOf(itemId) }));
  const differs = items.some(({ condition }) => condition !== assumed);
  const hasMore = mayAdd && (differs || note.trim() !== '' || files.length > 0);
  const filesProblem = problemOf(files);
  const itemsProblem =
    outcome &&
    receiptProblem(
      outcome,
      items.map(({ condition }) => condition),
    );
  const isPending = moving.isPending || receiving.isPending;
  const isReady = outcome !== null && !filesProblem && !itemsProblem;

  const send = (day: string) => {
    if (!isReady || isPending) return;
    if (!hasMore) return move(outcome, day);
    const more = { ...(items.length > 0 && { items }), ...(note.trim() && { note: note.trim() }) };
    receive({ status: outcome, dateOfStatusChange: day, ...more }, files);
  };
  return {
    request,
    mayAdd,
    conditionOf,
    setCondition: (itemId: number, condition: ItemCondition) => setSaid(new Map(said).set(itemId, condition)),
    differs,
    note,
    setNote,
    pick: async (list: FileList | null) => setFiles(await Promise.all([...(list ?? [])].map(smallerPhoto))),
    filesProblem,
    itemsProblem,
    isReady,
    isPending,
    isDirty: said.size > 0 || note.trim() !== '' || files.length > 0,
    refused: hasMore ? receiving.refused : moving.refused,
    send,
  };
}

function problemOf(files: readonly File[]): string | null {
  if (files.length > mostReceiptFiles) return `Please choose no more than ${mostReceiptFiles} files.`;
  for (const file of files) {
    const problem =
      file.size === 0 ? 'The file is empty.' : file.type === pdfType ? fileProblem(file) : photoProblem(file);
    if (problem) return `${file.name}: ${problem}`;
  }
  return files.reduce((sum, { size }) => sum + size, 0) > mostBytes
    ? 'The files are larger than 50 MB together.'
    : null;
}
const mostBytes = 50 * 1_048_576;
const photoProblem = (file: File): string | null =>
  file.type.startsWith('image/') ? imageProblem(file) : 'Only photos and PDF files can be added.';
